import ObjectGraph
import Predicates

/// Descriptions as the workbook writes them.
package enum PropertyText {
  /// `players ->> Player?, inverse team, delete cascade`.
  package static func declaration(_ property: PropertyDescription) -> String {
    if case .fetched = property { return ModelText.property(property) }
    let options = options(property)
    return "\(property.name)\(kind(property))" + (options.isEmpty ? "" : ", " + options)
  }

  /// `: String?` or ` ->> Player?`, the text after the name.
  static func kind(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      ": \(attribute.compositeName ?? attribute.type.rawValue)" + (attribute.isOptional ? "?" : "")
        + (defaultText(attribute).map { " = " + $0 } ?? "")
    case .relationship(let relationship):
      (relationship.isToMany ? " ->> " : " -> ") + relationship.destination + (relationship.isOptional ? "?" : "")
    case .fetched(let fetched): " ~> \(fetched.destination)"
    }
  }

  /// The default as it is written, or nil when there is none.
  package static func defaultText(_ attribute: AttributeDescription) -> String? {
    switch attribute.defaultValue {
    case nil: nil
    case .now: "now()"
    case .value(.string(let text)) where attribute.transformerName == AttributeTransformer.hexColor.name:
      "color \(ModelText.string(text))"
    case .value(let value): ModelText.literal(value)
    }
  }

  /// A value as it would be written: strings quoted, dates without spaces.
  package static func literal(_ value: Value) -> String { Describer.literal(value) }

  /// The options in the order of the grammar, separated by commas; empty when there are none.
  static func options(_ property: PropertyDescription) -> String {
    var parts: [String] = []
    switch property {
    case .attribute(let attribute):
      if attribute.minimumLength != nil || attribute.maximumLength != nil {
        parts.append(
          "length \(bounds(attribute.minimumLength.map(String.init), attribute.maximumLength.map(String.init)))")
      }
      if attribute.minimumValue != nil || attribute.maximumValue != nil {
        parts.append(
          "range \(bounds(attribute.minimumValue.map(Describer.literal), attribute.maximumValue.map(Describer.literal)))"
        )
      }
      if let pattern = attribute.pattern { parts.append("matches \(Describer.literal(.string(pattern)))") }
      if attribute.isIndexed { parts.append("indexed") }
      if attribute.isTransient { parts.append("transient") }
      if let transformer = attribute.transformerName { parts.append("transformer \(ModelText.string(transformer))") }
      parts += notes(property)
      if let derivation = attribute.derivation { parts.append("derived \(derivation.declaration)") }
    case .relationship(let relationship):
      if let inverse = relationship.inverse { parts.append("inverse \(inverse)") }
      if relationship.isToMany, relationship.minimumCount > 0 || relationship.maximumCount > 0 {
        let maximum = relationship.maximumCount > 0 ? String(relationship.maximumCount) : nil
        parts.append("count \(bounds(String(relationship.minimumCount), maximum))")
      }
      if relationship.isOrdered { parts.append("ordered") }
      if relationship.isTransient { parts.append("transient") }
      if relationship.deleteRule != .nullify { parts.append("delete \(relationship.deleteRule.rawValue)") }
      parts += notes(property)
    case .fetched(let fetched):
      if let predicate = fetched.predicate { parts.append("where \(predicate.declaration)") }
    }
    return parts.joined(separator: ", ")
  }

  private static func notes(_ property: PropertyDescription) -> [String] {
    (property.renamingIdentifier.map { ["renamed from \(ModelText.string($0))"] } ?? [])
      + ModelText.userInfo(property.userInfo)
  }

  private static func bounds(_ lower: String?, _ upper: String?) -> String { "\(lower ?? "")...\(upper ?? "")" }
}
