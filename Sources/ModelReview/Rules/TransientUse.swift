import ObjectGraph

/// A transient property where only stored ones help: in an index or in a uniqueness constraint.
package enum TransientUse: ReviewRule {
  package static let page = RulePage(
    id: "transientUse", title: "a transient property is indexed or unique",
    why: """
      A store does not keep transient values. It cannot search by them or compare them with earlier ones, and a \
      required value has to be set again every time.
      """,
    example: """
      entity Player { nickname: String?, transient, indexed }
      """,
    fix: "take transient away, or the index")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.model.entities.flatMap { entity -> [Finding] in
      entity.properties.compactMap { property -> Finding? in
        guard property.isTransient, property.fetched == nil else { return nil }
        let isIndexed = property.attribute?.isIndexed == true || property.relationship?.isIndexed == true
        let isUnique = !entity.constraints(naming: property.name).isEmpty
        guard isIndexed || isUnique else { return nil }
        return Finding(
          page.id, .warning, entity.name, property.name, aspect: .transient,
          "\(entity.name).\(property.name) is transient, and \(isUnique ? "unique" : "indexed"): a store knows nothing of it",
          fix: isUnique
            ? "change \(entity.name).\(property.name), no transient"
            : "change \(entity.name).\(property.name), no indexed")
      }
    }
  }
}
