import ModelReview
import ObjectGraph

/// Apple, "Syncing model data across a person's devices": relationships are optional and have inverses, nothing is unique, deny
/// is not supported, and attributes are optional or have a default. That a to-many has to be optional too is in the error 134060
/// of an app (scastiel/kado): "requires that all relationships be optional".
extension SwiftDataReview {
  func cloudKitFindings() -> [Placed] {
    // It is not known which models belong to which of several configurations.
    let severity: Finding.Severity = assembly.cloudKit == .sometimes ? .warning : .error
    return classes.flatMap { model in
      let entity = model.name
      func report(
        _ property: String, _ aspect: Finding.Aspect, _ message: String, fix: String, at place: SourcePlace?
      ) -> Placed {
        finding(
          CloudKit.page.id, severity, entity, property, aspect: aspect, "CloudKit: " + message, fix: fix, at: place)
      }
      var found: [Placed] = []
      for attribute in model.attributes {
        let property = attribute.property
        if !attribute.isOptional, property.defaultText == nil, !attribute.has("ephemeral") {
          found.append(
            report(
              property.name, .optional,
              "\(entity).\(property.name) is not optional and has no default in its declaration",
              fix: "give it a default where it is declared; one in init does not count", at: property.place))
        }
        if let unique = attribute.options.first(where: { $0.name == "unique" }) {
          found.append(
            report(
              property.name, .unique, "\(entity).\(property.name) is unique, which cannot be kept",
              fix: "remove .unique, and merge duplicates in the app", at: unique.place))
        }
      }
      for group in model.uniqueGroups {
        found.append(
          report(
            group.keys.joined(separator: ","), .unique, "\(entity) has #Unique, which cannot be kept",
            fix: "remove it, and merge duplicates in the app", at: group.place))
      }
      for (index, relationship) in model.relationships.enumerated() {
        guard let place = schema.classPlaces[model.type] else { continue }
        let end = End(owner: place, index: index)
        if !relationship.isOptional {
          let text = relationship.property.type?.text ?? "…"
          found.append(
            report(
              relationship.name, .optional, "\(name(end)) is not optional", fix: "make it \(text)?",
              at: relationship.property.place))
        }
        if relationship.deleteRule == .deny {
          found.append(
            report(
              relationship.name, .deleteRule, "\(name(end)) denies deletion", fix: "deleteRule: .nullify",
              at: relationship.ruleArgument?.place))
        }
        if pairing.statuses[end] == InversePairing.Status.none || pairing.statuses[end] == .oneWay {
          found.append(
            report(
              relationship.name, .inverse, "\(name(end)) has no inverse", fix: "add a relationship back to \(entity)",
              at: relationship.property.place))
        }
      }
      return found
    }
  }
}
