import ObjectGraph

/// A longitude without a latitude, or the other way round: half of a position.
package enum HalfPosition: ReviewRule {
  package static let page = RulePage(
    id: "halfPosition", title: "a longitude has no latitude next to it",
    why: """
      A position on the earth has two coordinates. An entity with one of them says where nothing is; the other one was \
      probably forgotten, or has another name.
      """,
    example: """
      entity Spot { name: String; longitude: Double }
      """,
    fix: "add the other coordinate")

  /// Returns a question for each, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    return subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).compactMap { attribute -> Finding? in
        let names = subject.index.properties(of: entity.name).map { $0.name.lowercased() }
        let (own, other) = attribute.name.lowercased() == "longitude" ? ("longitude", "lat") : ("latitude", "lon")
        guard attribute.type.isNumber, attribute.name.lowercased() == own,
          !names.contains(where: { $0.contains(other) || $0.contains("lng") })
        else { return nil }
        let missing = own == "longitude" ? "latitude" : "longitude"
        return Finding(
          page.id, .question, entity.name, attribute.name,
          "\(entity.name) has a \(own) and no \(missing); is it kept elsewhere?",
          fix: "if not: add \(entity.name).\(missing): \(attribute.type.rawValue)\(attribute.isOptional ? "?" : "")")
      }
    }
  }
}
