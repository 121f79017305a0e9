import Diagnostics
import ObjectGraph
import Predicates

/// A model as source of the workbook language: text that parses to the same model.
///
/// Parts that the language cannot express are written after `//`, so that no one believes they were kept: version
/// identifiers, renaming identifiers and hash modifiers of fetched properties, attributes without a type. ``losses(_:)``
/// lists them.
/// Composites are ordered so that each is known before it is used.
package enum ModelText {
  /// The whole model: its name, composites, entities, templates and configurations. O(size of the model).
  package static func source(_ model: ManagedObjectModel) -> String {
    var lines = ["model \(partName(model.name))"]
    if !model.versionIdentifiers.isEmpty {
      lines.append("// version identifiers: \(model.versionIdentifiers.sorted().joined(separator: ", "))")
    }
    for composite in ordered(model.composites) { lines += self.composite(composite) }
    // A template may come before the things it names, which then need not fit yet; after them, it would be refused.
    let templates = model.fetchRequestTemplates
    let early = templates.isEmpty ? 0 : countOfEarlyTemplates(model)
    lines += templates[..<early].map(template)
    for entity in model.entities { lines += self.entity(entity) }
    for entity in model.entities { lines += entity.dependencies.map { dependency($0, of: entity.name) } }
    lines += templates[early...].map(template)
    for configuration in model.configurations { lines.append(self.configuration(configuration)) }
    for entity in model.entities {
      let changes =
        (entity.renamingIdentifier.map { ["renamed from \(string($0))"] } ?? [])
        + (entity.versionHashModifier.map { [hashModifier($0)] } ?? [])
      if !changes.isEmpty { lines.append("change \(entity.name), " + changes.joined(separator: ", ")) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The number of templates that have to come before the entities, so that all keep their order: those up to the last
  /// that does not fit its entity.
  private static func countOfEarlyTemplates(_ model: ManagedObjectModel) -> Int {
    let shape = ConditionShape(model: model)
    let last = model.fetchRequestTemplates.lastIndex { template in
      let entity = template.request.entity
      return model[entity: entity] != nil && template.request.predicate?.problem(inTemplateOf: entity, shape) != nil
    }
    return last.map { $0 + 1 } ?? 0
  }

  /// `composite Address {`, a line for each element, `}`.
  package static func composite(_ composite: CompositeDescription) -> [String] {
    block(
      "composite \(name(composite.name))",
      composite.elements.map { property(.attribute($0)) } + userInfo(composite.userInfo))
  }

  /// `rule "has a team": team != nil`.
  static func rule(_ rule: ValidationRule) -> String { "rule \(string(rule.name)): \(rule.predicate.declaration)" }

  /// `entity Player: Person {`, a line for each member, `}`.
  package static func entity(_ entity: EntityDescription) -> [String] {
    var members = entity.properties.map { isUntyped($0) ? "// \(property($0))" : property($0) }
    members += entity.uniquenessConstraints.map { "unique \($0.joined(separator: ", "))" }
    members += entity.rules.map(rule)
    members += settings(of: entity)
    members += userInfo(entity.userInfo)
    let head = (entity.isAbstract ? "abstract entity " : "entity ") + name(entity.name)
    return block(head + (entity.parent.map { ": \(NothingWord($0) == nil ? name($0) : "#\($0)")" } ?? ""), members)
  }

  private static func block(_ head: String, _ members: [String]) -> [String] {
    members.isEmpty ? [head + " { }"] : [head + " {"] + members.map { "  " + $0 } + ["}"]
  }

  /// `template ByColor = fetch Team where uniformColor == $COLOR`.
  package static func template(_ template: FetchRequestTemplate) -> String {
    "template \(partName(template.name)) = fetch \(request(template.request))"
  }

  /// Returns the text after `fetch`: `Team where uniformColor == $COLOR`.
  static func request(_ request: FetchRequest) -> String {
    (request.includesSubentities ? "" : "only ") + name(request.entity)
      + clauses(request.predicate, request.sortDescriptors, limit: request.limit, offset: request.offset)
  }

  /// `configuration Cloud { Task, Tag }`.
  package static func configuration(_ configuration: ConfigurationDescription) -> String {
    let entities = configuration.entities.isEmpty ? "" : configuration.entities.joined(separator: ", ") + " "
    return "configuration \(partName(configuration.name)) { \(entities)}"
  }

  /// `dependency Player: team -> uniformColor`.
  package static func dependency(_ dependency: DependencyDescription, of entity: String) -> String {
    "dependency \(entity): \(dependency.text)"
  }

  /// `hash modifier "2"`.
  static func hashModifier(_ modifier: String) -> String { "hash modifier \(string(modifier))" }

  /// One line inside an entity: `players ->> Player?, inverse team, delete cascade`.
  package static func property(_ property: PropertyDescription) -> String {
    var parts = [property.name + PropertyText.kind(property)]
    switch property {
    case .attribute(let attribute): parts += options(attribute)
    case .relationship(let relationship): parts += options(relationship)
    case .fetched: break
    }
    parts += settings(of: property)
    if property.fetched == nil, let identifier = property.renamingIdentifier {
      parts.append("renamed from \(string(identifier))")
    }
    if property.fetched == nil, let modifier = property.versionHashModifier { parts.append(hashModifier(modifier)) }
    parts += userInfo(property.userInfo)
    // It is the last, because an expression continues after a comma.
    if let derivation = property.attribute?.derivation { parts.append("derived \(derivation.declaration)") }
    var text = parts.joined(separator: ", ")
    var remarks: [String] = []
    if let fetched = property.fetched {
      text += clauses(of: fetched)
      if let identifier = fetched.renamingIdentifier { remarks.append("renamed from: \(comment(identifier))") }
      if let modifier = fetched.versionHashModifier { remarks.append("hash modifier: \(comment(modifier))") }
    }
    return text + (remarks.isEmpty ? "" : "  // " + remarks.joined(separator: "; "))
  }

  // MARK: Parts

  static func options(_ attribute: AttributeDescription) -> [String] {
    var parts: [String] = []
    func bounds(_ lower: String?, _ upper: String?) -> String { "\(lower ?? "")...\(upper ?? "")" }
    if attribute.minimumLength != nil || attribute.maximumLength != nil {
      parts.append(
        "length \(bounds(attribute.minimumLength.map(String.init), attribute.maximumLength.map(String.init)))")
    }
    if attribute.minimumValue != nil || attribute.maximumValue != nil {
      parts.append("range \(bounds(attribute.minimumValue.map(literal), attribute.maximumValue.map(literal)))")
    }
    if let pattern = attribute.pattern { parts.append("matches \(string(pattern))") }
    if attribute.isIndexed { parts.append("indexed") }
    if attribute.isTransient { parts.append("transient") }
    if let transformer = attribute.transformerName { parts.append("transformer \(string(transformer))") }
    return parts
  }

  static func options(_ relationship: RelationshipDescription) -> [String] {
    var parts: [String] = []
    if let inverse = relationship.inverse {
      parts.append("inverse \(NothingWord(inverse) == nil ? "" : "#")\(inverse)")
    }
    if relationship.isToMany, relationship.minimumCount > 0 || relationship.maximumCount > 0 {
      let maximum = relationship.maximumCount > 0 ? String(relationship.maximumCount) : ""
      parts.append("count \(relationship.minimumCount)...\(maximum)")
    }
    if relationship.isToMany, relationship.isOrdered { parts.append("ordered") }
    if relationship.isIndexed { parts.append("indexed") }
    if relationship.isTransient { parts.append("transient") }
    if relationship.deleteRule != .nullify { parts.append("delete \(relationship.deleteRule.rawValue)") }
    return parts
  }

  static func userInfo(_ userInfo: [String: Value]) -> [String] {
    userInfo.sorted { $0.key < $1.key }.map { key, value in "userInfo \(self.key(key)): \(literal(value))" }
  }

  /// Whether it is an attribute without a type, which Xcode's models may have and no statement can declare.
  private static func isUntyped(_ property: PropertyDescription) -> Bool {
    guard let attribute = property.attribute else { return false }
    return attribute.type == .undefined && !attribute.isTransient && attribute.compositeName == nil
  }

  /// The parts of a model that its source has no statement for, a line each. O(properties).
  static func losses(_ model: ManagedObjectModel) -> [String] {
    let untyped = model.entities.flatMap { entity in
      entity.properties.filter(isUntyped).map { "\(entity.name).\($0.name)" }
    }
    let tuned = model.fetchRequestTemplates.filter { template in
      let request = template.request
      return request.resultType != .objects || request.returnsDistinctResults
    }
    let counted = model.entities.flatMap { entity in
      entity.properties.compactMap(\.relationship).filter { !$0.isToMany && $0.minimumCount > 0 }
        .map { "\(entity.name).\($0.name)" }
    }
    return (untyped.isEmpty ? [] : ["\(Listing.text(untyped)), without a type"])
      + (counted.isEmpty ? [] : ["the minimum count of the to-one \(Listing.text(counted))"])
      + (tuned.isEmpty ? [] : ["the result type and the distinct results of \(Listing.text(tuned.map(\.name)))"])
      + (model.versionIdentifiers.isEmpty ? [] : ["the identifier of the version"])
  }

  /// The name of an entity or a composite where it is declared: marked (`#group`) if it is a word of the language too.
  static func name(_ name: String) -> String {
    let isWord = StatementWord(rawValue: name) != nil || name == "only"
    let isTaken = isWord || AttributeType(workbookName: name) != nil
    return (isTaken ? "#" : "") + name
  }

  /// The name of a model, a template or a configuration where it is declared: any text, in quotes if it is no word.
  static func partName(_ name: String) -> String { isWord(name) ? self.name(name) : string(name) }

  /// A key of the user info: a word, or a text in quotes.
  static func key(_ key: String) -> String { isWord(key) ? key : string(key) }

  /// Condition, order and limit of a fetched property, ` where age > 20 sort lastName limit 3`, as they follow its entity.
  static func clauses(of fetched: FetchedPropertyDescription) -> String {
    clauses(fetched.predicate, fetched.sortDescriptors, limit: fetched.limit, offset: nil)
  }

  /// Order and limit of a fetched property, ` sort lastName limit 3`, as they follow its condition.
  static func order(_ fetched: FetchedPropertyDescription) -> String {
    clauses(nil, fetched.sortDescriptors, limit: fetched.limit, offset: nil)
  }

  private static func clauses(
    _ predicate: Predicate?, _ sortDescriptors: [SortDescriptor], limit: Int?, offset: Int?
  ) -> String {
    var text = predicate.map { " where \($0.declaration)" } ?? ""
    if !sortDescriptors.isEmpty {
      text += " sort " + sortDescriptors.map(\.declaration).joined(separator: ", ")
    }
    if let limit { text += " limit \(limit)" }
    if let offset { text += " offset \(offset)" }
    return text
  }

  /// A value as it is written, whole: nothing is cut. A moment that no literal can say, between two seconds, is the second
  /// before it.
  static func literal(_ value: Value) -> String {
    switch value {
    case .string(let text): string(text)
    case .null, .integer, .double, .decimal, .object, .array, .set, .dictionary: ObjectFormatter.literal(value)
    case .boolean, .date, .data, .uuid, .url: value.declaredLiteral ?? ObjectFormatter.literal(value)
    }
  }

  static func string(_ text: String) -> String { Value.string(text).canonicalText }

  private static func comment(_ text: String) -> String { DisplayText.visible(text) }

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }

  /// Each composite after those that its elements use; those that contain each other stay as they are.
  private static func ordered(_ composites: [CompositeDescription]) -> [CompositeDescription] {
    let names = Set(composites.map(\.name))
    var known: Set<String> = []
    var open = composites
    var result: [CompositeDescription] = []
    while !open.isEmpty {
      let ready = open.filter { composite in
        composite.elements.compactMap(\.compositeName).allSatisfy { known.contains($0) || !names.contains($0) }
      }
      if ready.isEmpty { return result + open }
      result += ready
      known.formUnion(ready.map(\.name))
      open.removeAll { known.contains($0.name) }
    }
    return result
  }
}
