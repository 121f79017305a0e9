import ObjectGraph
import Predicates

/// The subject of a review: a model, and the objects as tables, read once for all rules.
package struct ReviewSubject: Sendable {
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The requirements of a store that is mirrored to CloudKit.
    package static let cloudKit = Options(rawValue: 1)
    /// The model is Xcode's: what its compiler accepts is no error.
    package static let xcode = Options(rawValue: 2)
  }

  package let model: ManagedObjectModel
  /// The same, with its names looked up.
  let index: ModelIndex
  /// The relationships of the model with the entity that declares each, in its order.
  let relationships: [(entity: String, relationship: RelationshipDescription)]
  package let options: Options
  /// The entities that must meet CloudKit's requirements.
  let mirroredEntities: Set<String>
  package let problems: [ModelProblem]
  /// In the order of the model.
  package let relations: [EntityRelation]
  /// The facts found in each entity's table, by entity.
  package let facts: [String: EntityFacts]
  /// The links to objects that have been deleted.
  let danglingLinks: [DanglingLink.Link]
  /// The relationships without an inverse whose inverse has to be to-many, as `Player.clubs`.
  let sharedMembers: Set<String>
  /// The required to-ones without an inverse to entities with a uniqueness constraint, by name.
  let uniqueNeeds: [String: UniqueDestination]
  /// The context's.
  let cancellation: Cancellation

  private let rowsByEntity: [String: [ManagedObjectID: Int]]

  /// Reads all objects. O(objects × properties), and what the checks take.
  package init(_ context: ManagedObjectContext, options: Options = []) throws {
    model = context.model
    index = ModelIndex(model)
    relationships = model.entities.flatMap { entity in
      entity.properties.compactMap { $0.relationship.map { (entity.name, $0) } }
    }
    uniqueNeeds = Dictionary(
      index.uniqueDestinations().filter { $0.standing == .withoutInverse }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    problems = context.modelProblems
    cancellation = context.cancellation
    let isUsable = problems.isEmpty
    var options = options
    if context.model.configurations.contains(where: { CloudKit.isMeant(by: $0.name) }) {
      options.insert(.cloudKit)
    }
    self.options = options
    mirroredEntities = CloudKit.entities(in: index, options)
    // Not the model's own look-ups: they take as long as the model is.
    let index = index
    let roots = index.roots
    let filled = isUsable ? try Self.rootsWithObjects(Set(roots), of: model, in: context) : []
    relations = try context.model.entityNames.map { name in
      guard let place = index.places[name], filled.contains(roots[place]) else {
        return EntityRelation(name, emptyIn: index)
      }
      return try EntityRelation(name, along: index.lineage(of: name), in: context)
    }
    var rows: [String: [ManagedObjectID: Int]] = [:]
    for relation in relations {
      rows[relation.entity] = Dictionary(
        zip(relation.objects, relation.objects.indices), uniquingKeysWith: { first, _ in first })
    }
    rowsByEntity = rows
    danglingLinks = try isUsable ? DanglingLink.links(in: context, of: relations, rows) : []
    sharedMembers = try isUsable ? MissingInverse.sharedMembers(in: context, of: relations) : []
    var facts: [String: EntityFacts] = [:]
    let tables = Dictionary(relations.map { ($0.entity, $0) }, uniquingKeysWith: { first, _ in first })
    let paths = RelatedValues(tables: tables, rows: rows)
    for relation in relations {
      facts[relation.entity] = EntityFacts(relation, context.model, paths)
      try cancellation.check()
    }
    self.facts = facts
  }

  /// The places of the roots, among some, whose trees have objects.
  private static func rootsWithObjects(
    _ roots: Set<Int>, of model: ManagedObjectModel, in context: ManagedObjectContext
  ) throws -> Set<Int> {
    try roots.filter { try context.count(FetchRequest(model.entities[$0].name)) > 0 }
  }

  package func relation(_ entity: String) -> EntityRelation? { relations.first { $0.entity == entity } }

  /// Whether the author has said that it is meant.
  func isSetAside(_ finding: Finding) -> Bool {
    guard finding.isAboutData, let entity = index.entity(finding.entity) else { return false }
    if entity.userInfo.saysDenormalised { return true }
    let names = finding.property.split(separator: ",").map(String.init)
    return names.contains { index.property($0, of: entity.name)?.property.userInfo.saysDenormalised == true }
  }
}

extension Finding {
  /// Whether a mark in userInfo can keep it quiet.
  var isAboutData: Bool { ModelReview.normalFormRules.contains { $0.page.id == rule } }
}

/// Values at the end of a to-one relationship, read from the tables.
struct RelatedValues: Sendable {
  let tables: [String: EntityRelation]
  let rows: [String: [ManagedObjectID: Int]]

  /// For each row of a table the row of its to-one relationship's object, nil where there is none.
  func targets(of column: Int, in relation: EntityRelation) -> [Int?] {
    guard let destination = relation.columns[column].destination, let places = rows[destination] else {
      return relation.objects.map { _ in nil }
    }
    return relation.objects.indices.map { row in
      relation.value(row: row, column: column)?.objectID.flatMap { places[$0] }
    }
  }
}
