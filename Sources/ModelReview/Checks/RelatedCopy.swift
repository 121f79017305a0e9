import ObjectGraph
import Predicates

/// An attribute whose values are those of an object that to-one relationships lead to: `teamCity` and `team.city`.
package struct RelatedCopy: Hashable, Sendable {
  package var column: String
  /// The to-one relationships that lead there, one or two: `["team"]`.
  package var path: [String]
  /// The attribute at their end.
  package var attribute: String
  /// How many objects have the same value in both places.
  package var agreeing: Int
  /// Objects whose value is not the one at the end of the path: copies that have gone stale.
  package var stale: [ManagedObjectID] = []
  /// How many of these differ in case or spaces alone.
  package var respelt = 0
  /// Objects that have a value, and no object at the end of the path.
  package var unlinked: [ManagedObjectID] = []
  /// Whether chance does not explain it. If not, it is worth a note.
  package var isCertain = false

  /// `team.city`.
  package var source: String { (path + [attribute]).joined(separator: ".") }

  package var total: Int { agreeing + stale.count }

  /// Whether the attribute can go at once: every value can be read at the end of the path.
  package var isExact: Bool { stale.isEmpty && unlinked.isEmpty }
}

/// A to-one relationship, or two in a row, from the rows of a table to those of another.
struct RelatedPath {
  var names: [String]
  /// The row at the end for each row; nil where the path ends early.
  var targets: [Int?]
  var table: EntityRelation
}

extension RelatedValues {
  /// The tables that one or two to-one relationships of a table lead to.
  init(around relation: EntityRelation, in context: ManagedObjectContext) throws {
    var tables = [relation.entity: relation]
    for _ in 1...2 {
      for destination in tables.values.flatMap({ $0.columns.compactMap(\.destination) })
      where tables[destination] == nil {
        tables[destination] = try EntityRelation(destination, in: context)
      }
    }
    self.init(
      tables: tables,
      rows: tables.mapValues { table in
        Dictionary(zip(table.objects, table.objects.indices), uniquingKeysWith: { first, _ in first })
      })
  }

  /// The paths of one and two to-one relationships, shorter ones first, to objects of other entities. What a parent and
  /// its child have in common is no copy.
  func paths(from relation: EntityRelation) -> [RelatedPath] {
    let direct = steps(from: relation)
    let further = direct.flatMap { path in
      steps(from: path.table).compactMap { next -> RelatedPath? in
        guard next.table.entity != relation.entity else { return nil }
        return RelatedPath(
          names: path.names + next.names, targets: path.targets.map { $0.flatMap { next.targets[$0] } },
          table: next.table)
      }
    }
    return direct + further
  }

  func steps(from relation: EntityRelation) -> [RelatedPath] {
    relation.columns.indices.compactMap { column in
      guard let destination = relation.columns[column].destination, let table = tables[destination] else { return nil }
      return RelatedPath(
        names: [relation.columns[column].name], targets: targets(of: column, in: relation), table: table)
    }
  }
}

extension EntityRelation {
  /// The attributes that repeat one of a related object. Where a dependency on the relationship is declared, one object is
  /// enough, and without objects the name. O(columns² × rows).
  package func copiesOfRelated(in context: ManagedObjectContext) throws -> [RelatedCopy] {
    guard columns.contains(where: { $0.destination != nil }), context.modelProblems.isEmpty else { return [] }
    let related = try RelatedValues(around: self, in: context)
    var finder = CopyFinder(relation: self, related: related, model: context.model)
    for case .functional(let left, let right) in context.model.dependencies(of: entity) where left.count == 1 {
      finder.declared[left[0], default: []].formUnion(right)
    }
    return finder.copiesOfRelated()
  }
}
