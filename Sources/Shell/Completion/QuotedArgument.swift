import Diagnostics
import Predicates
import WorkbookLanguage

/// A text in quotes that is being typed, where it names a file or a version of the model: `run "set`.
///
/// Read from the tokens of its statement; anything else in quotes is not a name. O(text).
struct QuotedArgument {
  enum Kind: Hashable {
    /// A file of statements that is run or read for its model.
    case statements
    /// A file that is written, by its ending.
    case export
    /// The file of a store.
    case store
    case version

    var isFile: Bool { self != .version }
  }

  let kind: Kind
  /// The folder that a file is looked for in, as it is typed, with its slash; empty for the working folder.
  let folder: String
  /// The part of the name that has been typed, and its UTF-8 offset in the text.
  let word: String
  let start: Int

  /// Nil when the text does not end in such quotes.
  init?(_ text: String) {
    var tokens = Lexer.tokens(of: text, dialect: .workbook)
    if tokens.last?.kind == .end { tokens.removeLast() }
    let source = SourceText(text)
    guard let quoted = tokens.popLast(), case .string(isTerminated: false) = quoted.kind,
      quoted.range.upperBound == text.utf8.count, !quoted.startsLine || tokens.isEmpty
    else { return nil }
    // Scalars and not characters: a mark after a quote or a slash makes one character of both.
    let typed = source[quoted.range].unicodeScalars
    guard typed.first == "\"", !typed.contains("\\"), !typed.contains(where: { Character($0).isNewline }) else {
      return nil
    }
    var words: [String] = []
    for token in tokens.reversed() {
      if [.symbol(.semicolon), .symbol(.leftBrace), .symbol(.rightBrace)].contains(token.kind) { break }
      if case .string = token.kind { words.append("\"") } else { words.append(String(source[token.range])) }
      if token.startsLine { break }
    }
    guard let kind = Self.kind(behind: words.reversed()) else { return nil }
    let path = typed.dropFirst()
    let slash = kind.isFile ? path.lastIndex(of: "/") : nil
    self.kind = kind
    folder = slash.map { String(path[...$0]) } ?? ""
    word = String(slash.map { path[path.index(after: $0)...] } ?? path)
    start = text.utf8.count - word.utf8.count
  }

  private static func kind(behind words: [String]) -> Kind? {
    switch words {
    case ["run"], ["import"], ["compare", "model"], ["compare", "model", "\"", "with"], ["expect", "behaves", "like"]:
      .statements
    case ["export"]: .export
    case ["use", "version"]: .version
    default: words.count == 3 && words[0] == "store" && words[2] == "at" ? .store : nil
    }
  }

  /// Names that are possible here; those of folders end with a slash.
  func candidates(in world: CompletionWorld) -> [Candidate] {
    guard kind.isFile else { return world.versions.map { Candidate($0, suffix: "\"") } }
    let found = world.files.filter { name in
      guard name.hasPrefix(".") == word.hasPrefix("."), Self.isPlain(name) else { return false }
      return name.hasSuffix("/") || fits(name)
    }
    return (found + newNames).map { Candidate($0, suffix: $0.hasSuffix("/") ? "" : "\"") }
  }

  private func fits(_ name: String) -> Bool {
    switch kind {
    case .statements: ModelFile.endings.contains { name.hasSuffix("." + $0) }
    case .export: Export.endings.contains { name.hasSuffix("." + $0) }
    case .store: !Export.endings.contains { name.hasSuffix("." + $0) }
    case .version: false
    }
  }

  /// The endings that can be written, after the dot of a file to write.
  private var newNames: [String] {
    guard kind == .export, let dot = word.lastIndex(of: "."), dot != word.startIndex else { return [] }
    return Export.endings.map { word[...dot] + $0 }
  }

  /// Whether a name needs no escapes in quotes.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && !$0.properties.generalCategory.isControl }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isControl: Bool {
    switch self {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
