/// A type as a source writes it, without looking up its names. `Optional<X>`, `Array<X>` and the like are the same as `X?`
/// and `[X]`.
package indirect enum SwiftType: Hashable, Sendable {
  package enum Collection: String, Hashable, Sendable {
    case array, set
  }

  /// `Trip`, `SchemaV1.Trip`; the generic arguments are only kept as text.
  case named([String], arguments: String)
  case optional(SwiftType, isImplicitlyUnwrapped: Bool)
  case collection(Collection, SwiftType)
  case dictionary(String)
  /// A tuple, a function, `any P`, or something that did not parse.
  case other(String)

  /// The type without `?` and `!`.
  var unwrapped: SwiftType {
    if case .optional(let inner, _) = self { inner.unwrapped } else { self }
  }

  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The names of `A.B`; nil for everything else.
  var path: [String]? { if case .named(let path, _) = self { path } else { nil } }

  /// The type as Swift writes it.
  var text: String {
    switch self {
    case .named(let path, let arguments): path.joined(separator: ".") + arguments
    case .optional(let inner, let isImplicitlyUnwrapped): inner.text + (isImplicitlyUnwrapped ? "!" : "?")
    case .collection(.array, let element): "[\(element.text)]"
    case .collection(.set, let element): "Set<\(element.text)>"
    case .dictionary(let text), .other(let text): text
    }
  }
}
