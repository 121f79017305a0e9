import Courses
import Diagnostics
import ModelReview
import ObjectGraph
import WorkbookLanguage

/// The text of `help`: a page of words, or all that is said about one.
package struct Help: Sendable {
  package var table: CommandTable
  /// The terms of the course.
  package var glossary: Glossary
  /// Whether it is read on a page of the book, which has buttons and no prompts.
  package var isInBrowser = false
  /// Whether a student in a class reads it, where the teacher moves the lesson on.
  package var isInClass = false

  package init(
    _ table: CommandTable = .all, glossary: Glossary = Glossary([], lessons: [])
  ) {
    self.table = table
    self.glossary = glossary
  }

  /// Every word, by group: no more than 24 lines of 80 cells.
  package func overview() -> Document {
    let indent = StyledText(String(repeating: " ", count: Self.titleWidth))
    let first = CommandTable.firstTen.filter { !isInClass || !Self.isOutsideClass($0) }
    var lines: Document = [
      "help <word> explains a word, help sheet the language, help glossary the terms.",
      "\("begin with".padding(to: Self.titleWidth))\(first.joined(separator: " "), .code)",
    ]
    for group in Command.Group.allCases {
      var words = StyledText()
      var seen: Set<String> = []
      for word in table.words(of: group) where seen.insert(word).inserted && !(isInClass && Self.isOutsideClass(word)) {
        if !words.isEmpty { words.append(" ") }
        words.append(word, .code)
      }
      lines += Document(words, first: StyledText(group.rawValue.padding(to: Self.titleWidth)), rest: indent)
    }
    return lines
  }

  /// Whether a word is a command that a student in a class does not have.
  private static func isOutsideClass(_ word: String) -> Bool {
    // Some commands need another word.
    [word, "\(word) x", "\(word) in"].contains { text in
      guard case .shell(let command)? = WorkbookParser.parse(SourceText(text)).statements.first?.kind else {
        return false
      }
      return !command.isInClass
    }
  }

  /// All that is said about a word: the glossary's sentence, and the page; nil where there is neither. A message of Core
  /// Data's console is explained.
  package func page(about word: String) -> Document? {
    if let message = ConsoleMessage(in: word, isAsked: true) { return document(about: message) }
    let word = Self.spelled(word)
    let (definition, page) = (definition(of: word), explanation(of: word))
    guard let page else {
      if definition.isEmpty, word.hasSuffix("s"), word.count > 3 { return self.page(about: String(word.dropLast())) }
      return definition.isEmpty ? nil : definition
    }
    return definition.isEmpty ? page : definition + [""] + page
  }

  /// A word as the language has it: `fetch` for `#Predicate` and `NSFetchRequest`, `<-->` for every arrow of a pair.
  private static func spelled(_ word: String) -> String {
    if word.count > 3, word.allSatisfy({ "<->".contains($0) }) { return "<-->" }
    var text = word[...]
    if let first = text.first, "#@".contains(first), text.dropFirst().first?.isUppercase == true {
      text = text.dropFirst()
    }
    if text.hasPrefix("."), text.count > 1 { text = text.dropFirst() }
    if text.hasSuffix("()") { text = text.dropLast(2) }
    if text.hasPrefix("NS"), text.dropFirst(2).first?.isUppercase == true { text = text.dropFirst(2) }
    return text.isEmpty ? word : String(text)
  }

  /// The page about a word or a group.
  package func explanation(of word: String) -> Document? {
    if let page = Page(rawValue: word.lowercased()) { return document(of: page) }
    if word.lowercased() == "type" || AttributeType(workbookName: word) != nil { return document(of: .types) }
    let entries = table.entries(for: Self.terms[word.lowercased()] ?? word)
    if !entries.isEmpty {
      return entries.dropFirst().reduce(page(entries[0])) { $0 + [""] + page($1) }
    }
    if let code = Int(word) ?? CommandTable.code(named: word), let page = document(aboutCode: code) { return page }
    if let group = Command.Group(rawValue: word.lowercased()) { return page(of: group) }
    let rules = ModelReview.rules.map { $0.page }
    if let rule = rules.first(where: { $0.id.lowercased() == word.lowercased() }) { return page(rule) }
    return nil
  }

  /// The message about a word without a page: the nearest words.
  package func unknown(_ word: String) -> Diagnostic {
    let rules = ModelReview.rules.map { $0.page.id }
    let known = words + glossary.entries.map(\.term) + rules
    return Diagnostic(
      "unknown-word", "there is no help about '\(DisplayText.visible(word))'",
      nearest: Suggestions.nearest(to: word, among: known), hint: "help lists the words")
  }

  /// The words that have a page.
  package var words: [String] { table.commands.map(\.word) + Command.Group.words + Page.words }

  /// The pages about several words.
  private enum Page: String, CaseIterable {
    case sheet, prompt, glossary, types, rules
  }

  private func document(of page: Page) -> Document {
    switch page {
    case .sheet: CheatSheet.document
    case .prompt:
      PromptPage.document(
        isInClass ? PromptPage.rowsInClass : isInBrowser ? PromptPage.rowsInBrowser : PromptPage.rows)
    case .glossary: document(of: glossary)
    case .types: typesPage
    case .rules: list(ModelReview.rules.map { $0.page })
    }
  }

  /// Core Data's terms, and the words of the language that they are about.
  package static let terms = rules.merging(stateKeys) { _, term in term }.merging([
    "default": "=", "attribute": "entity", "relationship": "->", "to-one": "->", "to-many": "->>", "fetched": "~>",
    "subentity": "entity", "sub-entity": "entity", "constraint": "unique", "validation": "rule", "predicate": "where",
    "object": "let",
    "distinct": "select", "policy": "merge",
    "merging": "context", "shoulddeleteinaccessiblefaults": "context", "stale": "refresh", "fault": "refresh",
    "objectid": "refresh",
    "null": "nil", "delete rule": "delete", "delete rules": "delete", "merge policy": "merge",
    "normal form": "normalize", "hand in": "hand", "min": "@min", "max": "@max", "sum": "@sum", "avg": "@avg",
    "average": "@avg",
    "fetchrequest": "fetch", "fetchdescriptor": "fetch", "query": "fetch", "sortdescriptor": "sort", "order": "sort",
    "managedobjectcontext": "context", "modelcontext": "context", "undomanager": "undo",
    "persistentcontainer": "store", "modelcontainer": "store", "persistentstorecoordinator": "store",
    "entitydescription": "entity", "managedobjectmodel": "model", "managedobject": "let",
    "attributedescription": "entity", "relationshipdescription": "->", "batchdeleterequest": "batch",
    "batchupdaterequest": "batch", "batchinsertrequest": "batch", "mergepolicy": "merge", "deleterule": "delete",
    "migration": "migrate",
    "arrow": "<-->", "many-to-many": "<-->", "one-to-many": "<-->", "one-to-one": "<-->",
  ]) { _, term in term }

  private static let stateKeys = Dictionary(
    uniqueKeysWithValues: (ObjectKey.states + IdentityKey.words).map { ($0.lowercased(), "refresh") })

  private static let rules = Dictionary(
    uniqueKeysWithValues: DeleteRule.allCases.filter { $0 != .noAction }.map { ($0.rawValue, "delete") })

  /// Other names of terms in the glossary: the textbooks'.
  private static let otherNames = [
    "candidate key": "key", "candidate keys": "key", "fd": "functional dependency", "1nf": "first normal form",
    "second normal form": "2NF", "third normal form": "3NF", "4nf": "fourth normal form", "5nf": "fifth normal form",
  ]

  /// Returns the glossary's sentence about a term, and the step that introduces it; empty for a word that it does not
  /// have.
  package func definition(of word: String) -> Document {
    guard let entry = glossary.entry(word) ?? Self.otherNames[word.lowercased()].flatMap(glossary.entry) else {
      return []
    }
    var lines = wrapped(StyledText(entry.term, .strong) + StyledText(": " + entry.sentence))
    if let place = glossary.place(of: entry) {
      lines += wrapped(StyledText(place.words, .code) + StyledText(" introduces it"))
    }
    return lines
  }

  /// The terms of the glossary, in alphabetical order.
  private func document(of glossary: Glossary) -> Document {
    guard !glossary.entries.isEmpty else { return wrapped(StyledText("this course has no glossary")) }
    let terms = glossary.entries.map(\.term).sorted { $0.lowercased() < $1.lowercased() }
    var words = StyledText()
    for term in terms {
      if !words.isEmpty { words.append(" · ") }
      words.append(term, .code)
    }
    return wrapped(StyledText("help <term> explains one of these and says where it is introduced."))
      + Document(words)
  }

  /// A line for each type of an attribute.
  private var typesPage: Document {
    let table = TextTable(
      columns: ["", ""], rows: CommandTable.types.map { [$0.name, $0.values] }, firstColumnRole: .code)
    return wrapped(StyledText("types", .strong) + StyledText(": the values of an attribute, written after its colon"))
      + table.document(indent: 2)
      + wrapped(StyledText("A ? after the type makes the attribute optional: age: Integer16?"))
  }

  private static let titleWidth = 12

  private func page(_ command: Command) -> Document {
    var lines = wrapped(StyledText(command.word, .strong) + StyledText(": " + command.summary))
    lines += command.forms.flatMap { ["  \($0, .code)"] }
    if !command.explanation.isEmpty { lines += wrapped(StyledText(command.explanation)) }
    if !command.example.isEmpty {
      lines.append("for example")
      lines += command.example.flatMap { ["  \($0, .code)"] }
    }
    return lines
  }

  private func page(_ rule: RulePage) -> Document {
    var lines = wrapped(StyledText(rule.id, .strong) + StyledText(": " + rule.title))
    lines += wrapped(StyledText(rule.why))
    lines.append("for example")
    lines += rule.example.lines.flatMap { ["  \(String($0), .code)"] }
    return lines + wrapped(StyledText("What to do: " + rule.fix + "."))
  }

  /// The ids of the review's rules.
  private func list(_ rules: [RulePage]) -> Document {
    var words = StyledText()
    for rule in rules {
      if !words.isEmpty { words.append(" · ") }
      words.append(rule.id, .code)
    }
    return wrapped(StyledText("help <rule> explains a rule of review: why, with an example, and what to do."))
      + Document(words)
  }

  private func page(of group: Command.Group) -> Document {
    let lines = wrapped(StyledText(group.rawValue, .strong) + StyledText(": " + group.summary))
    let commands = table.commands.filter { $0.group == group }
    let width = commands.map { DisplayText.width($0.word) }.max() ?? 0
    let rest = StyledText(String(repeating: " ", count: width + 4))
    let rows = commands.flatMap { command in
      Document(StyledText(command.summary), first: "  \(command.word.padding(to: width), .code)  ", rest: rest)
    }
    // A page fits a screen: one line for each word.
    let isShort = (lines + rows).lines(width: 80).count <= 24
    return lines
      + (isShort
        ? rows
        : TextTable(columns: ["", ""], rows: commands.map { [$0.word, $0.summary] }, firstColumnRole: .code)
          .document(indent: 2))
  }

  func wrapped(_ text: StyledText) -> Document { Document(text) }
}

extension String {
  /// The text followed by blanks up to a number of cells.
  package func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayText.width(self)))
  }
}
