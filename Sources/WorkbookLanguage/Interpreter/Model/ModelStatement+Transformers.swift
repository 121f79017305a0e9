import Diagnostics
import ObjectGraph

extension ModelStatement {
  /// A note for each transformer that this program does not have: such an attribute takes any value.
  var unknownTransformers: [Diagnostic] {
    propertyOptions.compactMap { option in
      guard case .transformer(let name) = option.kind, AttributeTransformer.named(name) == nil else { return nil }
      let known = AttributeTransformer.knownNames
      return Diagnostic(
        "unknown-transformer",
        "there is no transformer '\(DisplayText.visible(name))' here, so that the attribute takes any value",
        at: option.range, severity: .warning,
        nearest: Suggestions.nearest(to: name, among: known), hint: "there is \(known.joined(separator: ", "))")
    }
  }

  private var propertyOptions: [PropertyOption] {
    func options(_ members: [Member]) -> [PropertyOption] {
      members.flatMap { member -> [PropertyOption] in
        guard case .property(let property) = member else { return [] }
        return property.options
      }
    }
    return switch self {
    case .entity(let declaration): options(declaration.members)
    case .composite(let declaration): options(declaration.members)
    case .add(_, let member): options([member])
    case .changeProperty(_, _, let changed): changed
    case .name, .link, .template, .dependency, .configuration, .changeEntity, .renameProperty, .renameEntity,
      .removeProperty, .removeEntity, .removeDependency, .version, .useVersion:
      []
    }
  }
}
