import ObjectGraph
import Predicates

/// The facts that the objects of an entity show, found in an order in which one explanation suppresses others: a copy
/// is not also a dependency, and an attribute that depends on something is not also a set of values.
package struct EntityFacts: Sendable {
  package struct Copy: Hashable, Sendable {
    package var column: String
    /// `team.city`, or another column.
    package var source: String
    /// Rows that disagree: copies that have gone stale.
    package var stale: [ManagedObjectID]
    /// The derivation that computes it, if Core Data has one.
    package var derivation: String?
  }

  package let relation: EntityRelation
  package let copiesOfRelated: [RelatedCopy]
  package let redundantRelationships: [Copy]
  package let duplicates: [Copy]
  package let derived: [Copy]
  package let partial: [FoundDependency]
  package let aboutRelated: [FoundDependency]
  package let transitive: [FoundDependency]
  package let nearMisses: [FoundDependency]
  package let repeated: [RepeatedValues]
  package let lookups: [LookupCandidate]
  package let hiddenReferences: [Copy]

  /// Finds what the rows show. Of a table without rows only the names are read: O(columns).
  init(_ relation: EntityRelation, _ model: ManagedObjectModel, _ related: RelatedValues) {
    self.relation = relation
    guard relation.rowCount > 0 else {
      copiesOfRelated = []
      (redundantRelationships, duplicates, derived, hiddenReferences) = ([], [], [], [])
      (partial, aboutRelated, transitive, nearMisses, lookups) = ([], [], [], [], [])
      repeated = RepeatedValues.seen(in: relation, model)
      return
    }
    let isOwn = relation.columns.map { $0.declaredBy == relation.entity && !$0.isSetAside }
    let copies = CopyFinder(relation: relation, related: related, model: model)
    copiesOfRelated = copies.copiesOfRelated()
    redundantRelationships = copies.redundantRelationships()
    duplicates = copies.duplicates()
    derived = copies.derived()
    hiddenReferences = copies.hiddenReferences(besides: Set(copiesOfRelated.map(\.column)))
    var explained = Set((redundantRelationships + duplicates + derived).map(\.column))
    explained.formUnion(copiesOfRelated.map(\.column))
    let dependencies = DependencyFinder(relation: relation, model: model, isOwn: isOwn)
    partial = dependencies.partial(besides: explained)
    explained.formUnion(partial.map(\.dependent))
    aboutRelated = dependencies.aboutRelated(besides: explained)
    explained.formUnion(aboutRelated.map(\.dependent))
    let sources = Dictionary(duplicates.map { ($0.source, $0.column) }, uniquingKeysWith: { first, _ in first })
    transitive = dependencies.transitive(besides: explained, copies: sources)
    explained.formUnion(transitive.map(\.dependent))
    nearMisses = dependencies.nearMisses(besides: explained)
    repeated = RepeatedValues.seen(in: relation, model)
    var told = explained.union(hiddenReferences.map(\.column))
    for case .list(let attribute, _, _) in repeated { told.insert(attribute) }
    for case .numbered(let families) in repeated { told.formUnion(families.flatMap(\.members)) }
    lookups = LookupCandidate.found(in: relation, explained: told)
  }
}
