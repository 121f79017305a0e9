import Diagnostics
import ObjectGraph

/// A relationship between entities that no configuration has both of: their objects are in different stores, and no link leads
/// from one store into another.
package enum AcrossConfigurations: ReviewRule {
  package static let page = RulePage(
    id: "acrossConfigurations", title: "a relationship leads into another configuration",
    why: """
      A configuration says which entities a store keeps, and a link is kept only inside one store. Where no configuration has \
      both entities, the objects are in different stores as soon as each configuration has its own, and a save with a link \
      between them fails. Apple's requirements for CloudKit forbid such a relationship.
      """,
    example: """
      entity Player { name: String; ratings ->> Rating?, inverse player }
      entity Rating { stars: Integer16; player -> Player?, inverse ratings }
      configuration Cloud { Player }
      configuration Device { Rating }
      """,
    fix: "keep both in one configuration, or find the other by a fetched property")

  /// One finding for each pair of relationships. O(relationships × configurations).
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let model = subject.model
    let kept = model.configurations.map { ($0.name, Set(model.entityNames(keptByConfiguration: $0.name) ?? [])) }
    guard kept.count > 1 else { return [] }
    return subject.relationships.compactMap { entity, relationship -> Finding? in
      let destination = relationship.destination
      let own = kept.filter { $0.1.contains(entity) }
      let other = kept.filter { $0.1.contains(destination) }
      guard let first = own.first, let second = other.first, !own.contains(where: { $0.1.contains(destination) })
      else { return nil }
      // The other side says the same.
      if let (owner, back) = subject.index.inverse(of: relationship), (owner, back.name) < (entity, relationship.name) {
        return nil
      }
      return Finding(
        page.id, .warning, entity, relationship.name, aspect: .destination,
        "\(entity).\(relationship.name) leads from the configuration \(first.0) to \(second.0), and no link leads from one "
          + "store into another",
        fix: "keep both in one configuration, or find the other by a fetched property"
      ).asked("does each configuration have its own store?", "if so", in: subject)
    }
  }
}
