import Diagnostics
import ObjectGraph
import Predicates
import WorkbookLanguage

/// The descriptions of the words that Tab offers, each in a few words.
extension Completion {
  /// A description for each candidate, empty where there is nothing to say.
  ///
  /// - Parameters:
  ///   - text: the input so far, up to the cursor, as for ``candidates(in:at:of:table:)``.
  package static func descriptions(
    of candidates: [String], in text: String, of world: CompletionWorld, table: CommandTable = .all
  ) -> [String] {
    if let quoted = QuotedArgument(text) {
      return candidates.map { quoted.kind == .version ? version($0, world) : $0.hasSuffix("/") ? "a folder" : "" }
    }
    let position = CompletionPosition(text)
    return candidates.map { candidate in
      let word = candidate.trimmingSigns
      if let title = world.titles[word], text.hasPrefix("lesson ") || text.hasPrefix("exercise ") { return title }
      if let named = named(word, position, world) { return named }
      if let value = world.names[word], !isBehindDot(position) { return described(value) }
      if let property = property(word, position, world) { return property }
      if let entity = world.entities.first(where: { $0.name == word }) {
        return entity.properties.isEmpty
          ? "an entity" : "an entity: " + entity.properties.map(\.name).joined(separator: ", ")
      }
      if world.templates.contains(word) { return "a template" }
      return help(candidate, position, table)
    }
  }

  private static func isBehindDot(_ position: CompletionPosition) -> Bool { position.items.last?.isSign(.dot) == true }

  /// A store, a context or a version, in the statements that take one.
  private static func named(_ word: String, _ position: CompletionPosition, _ world: CompletionWorld) -> String? {
    let last = position.items.last
    switch position.items.first?.text {
    case "close", "reopen", "migrate", "insert": return store(word, world)
    case "use" where last?.isWord("version") == true: return version(String(word.dropFirst().dropLast()), world)
    case "context" where world.contexts.contains(word):
      return word == world.contexts.first ? "the main context" : "a context"
    default: return last?.isWord("from") == true ? store(word, world) : nil
    }
  }

  private static func store(_ name: String, _ world: CompletionWorld) -> String? {
    guard let store = world.stores.first(where: { $0.name == name }) else { return nil }
    return "a store \(store.path.map { "in the file \($0)" } ?? "in memory")\(store.isOpen ? "" : ", closed")"
  }

  private static func version(_ name: String, _ world: CompletionWorld) -> String {
    world.versions.last == name && world.versions.count > 1
      ? "the latest version of the model" : "a version of the model"
  }

  private static func described(_ value: CompletionWorld.NamedValue) -> String {
    switch value {
    case .object(let entity): "your name for \(DisplayText.withArticle(entity))"
    case .objects(let entity): "your name for a list of \(entity)"
    case .other: "your name for a value"
    }
  }

  /// Returns the description of a property, if all entities that have one of this name agree or the entity at the
  /// cursor has it.
  private static func property(
    _ word: String, _ position: CompletionPosition, _ world: CompletionWorld
  ) -> String? {
    let mentioned = position.items.filter { $0.kind == .word }.map(\.text)
    let owners = world.entities.filter { $0.properties.contains { $0.name == word } }
    // After a dot the object or entity before it decides, else the entity that was named last.
    let known =
      isBehindDot(position)
      ? CompletionRules(position: position, world: world, table: .all).entity(behindDotAt: position.items.count - 1)
      : nil
    let owner =
      owners.first { $0.name == known }
      ?? mentioned.reversed().lazy.compactMap { name in owners.first { $0.name == name } }.first ?? owners.first
    guard let property = owner?.properties.first(where: { $0.name == word }) else { return nil }
    switch property.kind {
    case .attribute: return property.detail.isEmpty ? "an attribute" : property.detail
    case .toOne(let entity): return property.detail.isEmpty ? "-> \(entity)" : property.detail
    case .toMany(let entity): return property.detail.isEmpty ? "->> \(entity)" : property.detail
    case .fetched(let entity): return property.detail.isEmpty ? "~> \(entity)" : property.detail
    }
  }

  /// The description of a word in its place: the table's lines about statements are for the start of one, those about
  /// options for the place after a comma.
  private static func help(_ candidate: String, _ position: CompletionPosition, _ table: CommandTable) -> String {
    // The methods of a relationship, which have the names of statements.
    if let method = CommandTable.otherSummaries[candidate] { return method }
    let word = candidate.trimmingSigns
    let items = position.items
    if let known = ownWord(word, after: items) { return known }
    let entries = table.commands.filter { $0.word == word }
    let fitting =
      entries.first { entry in
        switch entry.group {
        case .options: items.last?.isSign(.comma) == true
        case .conditions: !items.isEmpty
        case .asking: items.last?.isSign(.comma) != true
        case .learning, .model, .objects, .seeing, .expecting, .prompt: items.isEmpty || opensStatement(items)
        }
      }
    return fitting?.summary ?? SortDirection(rawValue: word)?.name ?? OutcomeWord(rawValue: word)?.summary
      ?? CommandTable.otherSummaries[word] ?? ""
  }

  /// A word that means something of its own after the words before it.
  private static func ownWord(_ word: String, after items: [CompletionPosition.Item]) -> String? {
    if word == "count", !items.isEmpty, items.last?.isSign(.comma) != true { return "gives the number of objects" }
    if items.last?.isWord("delete") == true, let rule = DeleteRule(rawValue: word) { return rule.effect }
    switch items.first.flatMap({ StatementWord(rawValue: $0.text) }) {
    case .show: return ViewWord(rawValue: word)?.summary
    case .export: return ExportOptionWord(rawValue: word)?.summary
    case .merge where items.last?.isWord("policy") == true: return MergePolicy(rawValue: word)?.summary
    case .batch where items.count == 1: return BatchWord(rawValue: word)?.summary
    case .expect where items.count == 1: return ClaimWord(rawValue: word)?.summary
    case .validate where items.last?.isWord("for") == true:
      return ValidationPurpose(rawValue: word).map { "as a save would that \($0.deed) it" }
    default: return nil
    }
  }

  /// Whether a statement's word may come here although others come before it: `explain delete`, `abstract entity`,
  /// `let x = fetch`.
  private static func opensStatement(_ items: [CompletionPosition.Item]) -> Bool {
    guard let last = items.last else { return true }
    return last.isSign(.equal) || last.isSign(.leftParenthesis)
      || ["explain", "compare", "abstract", "expect", "in"].contains { last.isWord($0) }
  }
}

extension String {
  /// A candidate without what is typed along with it: `firstName:`, `add(`, `$heat`.
  fileprivate var trimmingSigns: String {
    var result = self
    while let last = result.last, last == ":" || last == "(" { result.removeLast() }
    if result.first == "$" { result.removeFirst() }
    return result
  }
}

extension ViewWord {
  /// The contents of the view.
  var summary: String {
    switch self {
    case .model: "the model as statements"
    case .diagram: "the model as a picture"
    case .graph: "the objects"
    case .changes: "what save would write"
    case .history: "what undo and redo can reach"
    case .tables: "what a SQLite store would hold"
    case .stores: "the stores, with their files"
    case .contexts: "the contexts, and what is pending in each"
    }
  }
}

extension ExportOptionWord {
  /// The effect on the file.
  fileprivate var summary: String {
    switch self {
    case .model: "model only: without the objects"
    case .swiftdata: "classes for SwiftData instead of Core Data"
    case .split: "a file for each entity, in a folder"
    case .all: "a file for each version; for Swift, also hand-written classes"
    }
  }
}

extension MergePolicy {
  /// The fate of an object that was saved elsewhere and changed here.
  fileprivate var summary: String {
    switch self {
    case .error: "the save fails and names the objects"
    case .store: "the saved value stays, property by property"
    case .object: "the value here is saved, property by property"
    case .overwrite: "the objects are saved as they are here"
    case .rollback: "the changes here of these objects are dropped"
    }
  }
}

extension BatchWord {
  /// The effect of the request on the rows of a store.
  fileprivate var summary: String {
    switch self {
    case .update: "sets values of rows"
    case .delete: "deletes rows"
    case .insert: "inserts rows"
    }
  }
}

extension ValidationPurpose {
  fileprivate var deed: String {
    switch self {
    case .insert: "inserts"
    case .update: "updates"
    case .delete: "deletes"
    }
  }
}

extension OutcomeWord {
  /// The outcome in a few words.
  fileprivate var summary: String {
    switch self {
    case .succeeds: "nothing goes wrong"
    case .fails: "with a code, a text, or both"
    }
  }
}

extension ClaimWord {
  /// The claim in a few words.
  fileprivate var summary: String {
    switch self {
    case .save: "a save succeeds or fails"
    case .behaves: "statements do what they do under another model"
    case .normal: "an entity is in a normal form"
    case .review: "the review finds nothing of a kind"
    }
  }
}

extension CommandTable {
  /// The words that have no line in the table, as they come inside statements.
  static let otherSummaries = [
    "no": "takes an option away", "parent": "the entity whose properties it has too",
    "offset": "leaves out so many at the start", "ascii": "without line-drawing signs",
    "true": "yes", "false": "no", "now()": "the time at which the object is made",
    "add(": "adds objects to the relationship", "remove(": "takes objects out of the relationship",
    "insert(": "adds objects at a place of the order",
  ]
}
