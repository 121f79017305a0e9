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
      ": \(attribute.compositeName.map(ModelText.name) ?? attribute.type.rawValue)" + (attribute.isOptional ? "?" : "")
        + (defaultText(attribute).map { " = " + $0 } ?? "")
    case .relationship(let relationship):
      (relationship.isToMany ? " ->> " : " -> ") + ModelText.name(relationship.destination)
        + (relationship.isOptional ? "?" : "")
    case .fetched(let fetched): " ~> \(ModelText.name(fetched.destination))"
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
  package static func literal(_ value: Value) -> String { ObjectFormatter.literal(value) }

  /// The options in the order of the grammar, separated by commas; empty when there are none.
  static func options(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      let derivation = attribute.derivation.map { ["derived \($0.declaration)"] } ?? []
      return (ModelText.options(attribute) + notes(property) + derivation).joined(separator: ", ")
    case .relationship(let relationship):
      return (ModelText.options(relationship) + notes(property)).joined(separator: ", ")
    case .fetched(let fetched): return String(ModelText.clauses(of: fetched).dropFirst())
    }
  }

  private static func notes(_ property: PropertyDescription) -> [String] {
    ModelText.settings(of: property)
      + (property.renamingIdentifier.map { ["renamed from \(ModelText.string($0))"] } ?? [])
      + (property.versionHashModifier.map { [ModelText.hashModifier($0)] } ?? [])
      + ModelText.userInfo(property.userInfo)
  }
}
