import Diagnostics
import Shell
import Testing
import WorkbookLanguage

/// The forms that help shows, with something written for each of their blanks, are held against the parser and completion:
/// a word that one of the three forgets is found here.
@Suite("Help, the parser and completion know the same forms")
struct FormTests {
  struct Form: CustomTestStringConvertible, Sendable {
    var command: Command
    var text: String

    var testDescription: String { text }

    /// What it is written after: options after a property, clauses after a query.
    var lead: String {
      if ["where", "sort", "limit"].contains(command.word) { return "fetch Player " }
      if command.group == .conditions { return "fetch Player where " }
      if command.group == .options, !text.hasPrefix("change"), !text.hasPrefix("<") {
        let isOfLinks = ["inverse", "delete", "count", "ordered"].contains { text.hasPrefix($0) }
        return isOfLinks ? "change Team.players, " : "change Player.age, "
      }
      let word = text.prefix { $0.isLetter }
      if StatementWord(rawValue: String(word)) != nil || text.hasPrefix("hand") || text.hasPrefix("object") {
        return ""
      }
      if text.hasPrefix("<Entity>.<name> <") { return "" }
      return "entity Coach { "
    }

    var trail: String { lead.hasSuffix("{ ") ? " }" : "" }
  }

  static let forms = CommandTable.all.commands.flatMap { command in
    command.forms.filter { !$0.contains("…") }.map { Form(command: command, text: $0) }
  }

  static let blanks = [
    "<Entity>": "Player", "<Name>": "Coach", "<Parent>": "Team", "<name>": "coach", "<property>": "age", "<key>": "age",
    "<attribute>": "age", "<attributes>": "street: String", "<properties>": "name: String", "<column>": "count",
    "<option>": "indexed", "<default>": "1", "<Type>": "Integer16", "<value>": "1", "<values>": "[wade]",
    "<low>": "1", "<high>": "2", "<text>": "x", "<pattern>": "x", "<expression>": "x", "<sentence>": "x",
    "<condition>": "age > 20", "<condition about $x>": "$x.age > 20", "<to-many>": "team.players",
    "<key path>": "team.players.age", "<operator>": "==", "<object>": "wade", "<ID>": "wade.objectID",
    "<IDs>": "ids", "<store>": "shop", "<context>": "draft", "<file>": "x", "<folder>": "x",
    "<old name>": "x",
    "<statements>": "save", "<aggregate>": "count", "<n>": "1", "<number>": "1", "<word>": "save",
    "<kind>": "normal-forms", "<chapter>": "1", "<fetched property>": "old",
  ]

  static func filled(_ text: some StringProtocol) -> String {
    var result = String(text)
    for (blank, filling) in blanks.sorted(by: { $0.key.count > $1.key.count }) {
      result = result.split(separator: blank, omittingEmptySubsequences: false).joined(separator: filling)
    }
    return result.split(separator: "a...b", omittingEmptySubsequences: false).joined(separator: "1...2")
      .split(separator: "a...", omittingEmptySubsequences: false).joined(separator: "1...")
  }

  @Test("Every form parses", arguments: forms)
  func parses(form: Form) {
    for text in Self.alternatives(form.text) {
      let statement = form.lead + Self.filled(text) + form.trail
      let tree = WorkbookParser.parse(SourceText(statement))
      #expect(tree.diagnostics.isEmpty, "\(statement): \(tree.diagnostics.map(\.message))")
      #expect(tree.statements.count == 1, "\(statement) is not read")
    }
  }

  /// `merge policy error|store` as two forms.
  static func alternatives(_ form: String) -> [String] {
    guard form.contains("|"), let space = form.lastIndex(of: " ") else { return [form] }
    return form[form.index(after: space)...].split(separator: "|").map { String(form[...space] + $0) }
  }

  @Test("Completion offers every word of every form", arguments: forms)
  func offers(form: Form) {
    for text in Self.alternatives(form.text) {
      for word in Self.words(of: text) {
        let before = form.lead + Self.filled(text[..<word.startIndex])
        guard !before.isEmpty else { continue }
        let typed = before + word.prefix(1)
        let found = Completion.candidates(in: typed, at: typed.utf8.count, of: CompletionTests.world).candidates
        #expect(found.contains { $0 == word || $0 == word + "()" }, "\(typed)|: \(found)")
      }
    }
  }

  /// The words that are typed as they are: small letters that are in no blank and no quotes, and are no key of a path.
  private static func words(of form: String) -> [Substring] {
    var words: [Substring] = []
    var index = form.startIndex
    var isInQuotes = false
    while index < form.endIndex {
      let rest = form[index...]
      if rest.first == "\"" { isInQuotes.toggle() }
      if rest.first == "<", let end = rest.firstIndex(of: ">"), rest.dropFirst().first?.isLetter == true {
        index = form.index(after: end)
        continue
      }
      let word = rest.prefix { $0.isLetter }
      if word.isEmpty {
        index = form.index(after: index)
        continue
      }
      let isKey = index > form.startIndex && [".", "@", "$", "["].contains(form[form.index(before: index)])
      if !isInQuotes, !isKey, word.count > 1, word.allSatisfy({ $0.isLowercase }) { words.append(word) }
      index = word.endIndex
    }
    return words
  }
}
