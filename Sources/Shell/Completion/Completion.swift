import Diagnostics
import Drills
import Predicates
import WorkbookLanguage

/// The candidates at the cursor: a function of the line, the cursor and the world alone.
///
/// ```swift
/// Completion.candidates(in: "fetch Player where team.na", at: 26, of: world)   // start 24, ["name"]
/// ```
///
/// Candidates begin as the word at the cursor does; when none does, letter case is forgiven.
package enum Completion {
  /// - Parameters:
  ///   - text: the input so far, unfinished lines above it included.
  ///   - cursor: in UTF-8 bytes from the text's start; the text after it is ignored.
  package static func candidates(
    in text: String, at cursor: Int, of world: CompletionWorld, table: CommandTable = .all
  ) -> Completions {
    let before = String(SourceText(text)[SourceRange(0, cursor)])
    if let argument = ArgumentOfCommand(before), let words = argument.candidates(in: world, table: table) {
      return completions(words.map { Candidate($0, suffix: " ") }, word: argument.word, start: argument.start)
    }
    if let quoted = QuotedArgument(before) {
      return completions(quoted.candidates(in: world), word: quoted.word, start: quoted.start)
    }
    let position = CompletionPosition(before)
    guard !position.isOutside else { return Completions(start: before.utf8.count, candidates: []) }
    let rules = CompletionRules(position: position, world: world, table: table)
    return completions(rules.candidates(), word: position.word, start: position.start)
  }

  private static func completions(_ all: [Candidate], word: String, start: Int) -> Completions {
    var seen: Set<String> = []
    let unique = all.filter { seen.insert($0.text).inserted }
    var fitting = unique.filter { $0.text.hasPrefix(word) }
    if fitting.isEmpty { fitting = unique.filter { $0.text.lowercased().hasPrefix(word.lowercased()) } }
    return Completions(start: start, candidates: fitting.map(\.text), suffixes: fitting.map(\.suffix))
  }
}

/// A word that is possible at the cursor, and the text after it.
struct Candidate: Hashable {
  var text: String
  var suffix: String

  init(_ text: String, suffix: String = "") {
    self.text = text
    self.suffix = suffix
  }

  /// Words that a blank follows.
  static func words(_ words: some Sequence<String>) -> [Candidate] { words.map { Candidate($0, suffix: " ") } }

  /// Names that may go on, with a dot or a parenthesis.
  static func names(_ names: some Sequence<String>) -> [Candidate] { names.map { Candidate($0) } }
}

/// `lesson 9`, `exercise keep-the-players`, `help @count`: what follows these words is no token of the language.
private struct ArgumentOfCommand {
  var command: String
  var word: String
  var start: Int

  init?(_ text: String) {
    let trimmed = text.drop { $0 == " " }
    guard let blank = trimmed.firstIndex(of: " ") else { return nil }
    command = String(trimmed[..<blank])
    let rest = trimmed[blank...].drop { $0 == " " }
    guard !rest.contains(" ") else { return nil }
    word = String(rest)
    start = text.utf8.count - word.utf8.count
  }

  /// The words that may follow; nil after a word whose argument is of the language.
  func candidates(in world: CompletionWorld, table: CommandTable) -> [String]? {
    switch StatementWord(rawValue: command) {
    case .lesson: world.lessons
    case .exercise: world.exercises
    case .courses: world.courses + ["none"]
    case .drill: DrillKind.words
    case .progress: ["ideas"]
    case .timing: ["on", "off"]
    case .help: Help(table).words
    default: nil
    }
  }
}
