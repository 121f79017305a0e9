import Diagnostics
import ObjectGraph
import Predicates

/// A line of Swift, with Core Data's or SwiftData's classes, and the statement that does the same here.
///
/// Only lines that failed as statements are translated. A translation is offered only if it parses, and it names what
/// the model has: the entities, their required attributes, the objects that have names.
struct ForeignLine {
  struct Translation: Hashable {
    /// Why the line is written in another way here: the message.
    var reason: String
    /// The statements to type instead, one a line.
    var statements: [String]
    /// Whether the reason says more than a message about known foreign syntax.
    var isSpecific = false

    init(_ reason: String, _ statements: [String], isSpecific: Bool = false) {
      self.reason = reason
      self.statements = statements
      self.isSpecific = isSpecific
    }
  }

  let model: ManagedObjectModel
  /// The entity of each of the learner's names that means an object.
  let objects: [String: String]
  /// The other names: values and lists.
  let values: Set<String>
  /// The names of the learner's contexts, without the first.
  var contexts: Set<String> = []
  /// The objects that are there, by what they are called.
  var present = PresentObjects()

  /// The statement to write for a line; nil where the line is none of Swift's, or nothing here does the same.
  /// O(length).
  func translation(of line: String) -> Translation? {
    guard line.utf8.count < 4096 else { return nil }
    let ways = [
      rewritingTranslation, appCodeTranslation, namedQuery, typedVariable, foreignType, fieldTranslation, slicedQuery,
      objectTranslation, commandTranslation,
      sqlTranslation, changeTranslation,
      declarationTranslation, queryTranslation, swiftTranslation, blockOfStatements, appMemberTranslation,
      classTranslation,
      spellingTranslation,
    ]
    guard let found = ways.lazy.compactMap({ $0(line) }).first else { return nil }
    let text = found.statements.joined(separator: "; ")
    // A pattern to fill in need not parse.
    guard text != line.trimmed, text.contains("…") || found.statements.allSatisfy(WorkbookParser.parses)
    else {
      return nil
    }
    return found
  }

  private func swiftTranslation(of line: String) -> Translation? {
    guard let (statements, hasMessages) = SwiftReader.reading(line) else { return nil }
    var reason = hasMessages ? "messages are sent without brackets here" : nil
    var lines: [String] = []
    var isSpecific = hasMessages
    /// The places in `lines` of the fetches that were given names, to which `d.fetchLimit = 5` adds.
    var fetches: [String: Int] = [:]
    for statement in statements {
      if case .assignment(.member(.name(let name, _), let key), _, let right) = statement, let place = fetches[name],
        let word = ["fetchLimit": "limit", "fetchOffset": "offset"][key], let number = value(right)
      {
        lines[place] += " \(word) \(number)"
        continue
      }
      guard let found = translation(of: statement) else { return nil }
      if case .binding(let name, _) = statement, found.statements.count == 1, found.statements[0].contains("= fetch ") {
        fetches[name] = lines.count
      }
      reason = reason ?? found.reason
      isSpecific = isSpecific || found.isSpecific
      lines += found.statements
    }
    // A context that is made and then given a parent is made once.
    if let child = lines.last, child.contains(" on main {"), lines.count > 1, case let made = lines[lines.count - 2],
      made == child || made == child.replacing(" on main", with: "")
    {
      lines.remove(at: lines.count - 2)
    }
    // A batch request runs when it is written, and needs no more.
    // What reads the same here failed for another reason.
    guard !lines.isEmpty, lines != [line.trimmed] else { return nil }
    return reason.map { Translation($0, lines, isSpecific: isSpecific) }
  }

  // MARK: Names

  /// The names that apps give to a managed object context.
  func isContext(_ tree: SwiftTree?) -> Bool {
    guard let name = tree?.lastName?.lowercased() else { return false }
    return name.hasSuffix("context") || ["moc", "ctx", "managedobjectcontext", "persistence"].contains(name)
  }

  /// The entity of an object that a tree names: `wade`, `wade.team`.
  func entity(of tree: SwiftTree) -> String? {
    switch tree {
    case .name(let name, _): objects[name]
    case .member(let owner, let key):
      entity(of: owner).flatMap { model.property(key, of: $0)?.property.relationship }
        .flatMap { $0.isToMany ? nil : $0.destination }
    default: nil
    }
  }

  /// The to-many relationship at the end of a path of a named object: `heat.players`.
  func toMany(_ tree: SwiftTree) -> RelationshipDescription? {
    if case .member(let set, let name) = tree, ["allObjects", "array", "set"].contains(name) { return toMany(set) }
    guard case .member(let owner, let key) = tree, let entity = entity(of: owner),
      let relationship = model.property(key, of: entity)?.property.relationship, relationship.isToMany
    else { return nil }
    return relationship
  }

  /// The only entity, and a place to fill in where there are several.
  var soleEntity: String { model.entityNames.count == 1 ? model.entityNames[0] : "…" }

  /// An entity that has all of these keys, the first that was declared; the first of all without keys.
  func entity(having keys: some Sequence<String>) -> String? {
    let keys = Set(keys)
    return model.entityNames.first { name in keys.allSatisfy { model.property($0, of: name) != nil } }
  }

  /// `Team(name: "…")`: a new object with its required attributes.
  func newObject(of entity: String, _ arguments: [(String, String)] = []) -> String {
    var written = arguments.map { "\($0.0): \($0.1)" }
    let given = Set(arguments.map(\.0))
    for property in model.properties(of: entity) where !given.contains(property.name) {
      guard let attribute = property.attribute, !attribute.isOptional, attribute.defaultValue == nil,
        attribute.derivation == nil, let example = Self.example(of: attribute.type)
      else { continue }
      written.append("\(attribute.name): \(example)")
    }
    return "\(entity)(\(written.joined(separator: ", ")))"
  }

  /// A value that an attribute of a type can have, as it is typed; nil where none can be made up.
  private static func example(of type: AttributeType) -> String? {
    switch type {
    case .string: "\"New\""
    case .integer16, .integer32, .integer64, .decimal, .double, .float: "1"
    case .boolean: "true"
    case .date: "now()"
    default: nil
    }
  }
}
