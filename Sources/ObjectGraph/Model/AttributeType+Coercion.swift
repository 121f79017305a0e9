import Predicates

import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// Why a value does not fit a type.
enum Misfit: Hashable, Sendable {
  case type
  case range
  /// Its value is computed and never set.
  case derived
  /// Lists are nested too deep.
  case depth
  /// A composite has no element of this name.
  case unknownElement(known: [String])
}

extension AttributeType {
  /// The value as the type keeps it: numbers widen (an integer is a good Double, Float or Decimal), a string becomes a
  /// UUID or URI when it is one, and nothing else changes its type. 0 and 1 are no Booleans.
  func coerced(_ value: Value) -> Result<Value, CoercionError> {
    switch (self, value) {
    case (_, .null): return .success(.null)
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
      guard let range = integerRange, range.contains(number) else { return .failure(CoercionError(.range)) }
      return .success(value)
    case (.integer16, .decimal(let number)), (.integer32, .decimal(let number)), (.integer64, .decimal(let number)):
      // A whole number beyond 64 bits is too large; any other decimal is of another type, as a double is.
      return .failure(CoercionError(number.magnitude > Decimal(Int64.max) ? .range : .type))
    case (.decimal, .integer(let number)): return .success(.decimal(Decimal(number)))
    case (.decimal, .double(let number)):
      // Converted by its shortest text: 0.1 is meant, not the binary fraction next to it.
      guard let decimal = number.isFinite ? Decimal(string: "\(number)") : nil else {
        return .failure(CoercionError(.range))
      }
      return .success(.decimal(decimal))
    case (.decimal, .decimal): return .success(value)
    case (.double, .integer(let number)): return .success(.double(Double(number)))
    case (.double, .double): return .success(value)
    case (.double, .decimal(let number)): return .success(.double(number.doubleValue))
    case (.float, .integer(let number)): return .success(.double(Double(Float(number))))
    case (.float, .double(let number)):
      let narrowed = Float(number)
      if number.isFinite, !narrowed.isFinite { return .failure(CoercionError(.range)) }
      return .success(.double(Double(narrowed)))
    case (.float, .decimal(let number)): return AttributeType.float.coerced(.double(number.doubleValue))
    case (.string, .string), (.boolean, .boolean), (.date, .date), (.binaryData, .data), (.uuid, .uuid), (.uri, .url):
      return .success(value)
    case (.uuid, .string(let text)):
      guard let identifier = UUID(uuidString: text) else { return .failure(CoercionError(.type)) }
      return .success(.uuid(identifier))
    case (.uri, .string(let text)):
      guard !text.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false) else {
        return .failure(CoercionError(.type))
      }
      return .success(.url(url))
    case (.undefined, .object), (.transformable, .object): return .failure(CoercionError(.type))
    case (.undefined, _), (.transformable, _): return value.nestingMisfit.map { .failure($0) } ?? .success(value)
    default: return .failure(CoercionError(.type))
    }
  }
}

/// The reason why ``AttributeType/coerced(_:)`` fails.
struct CoercionError: Error, Hashable {
  var misfit: Misfit
  /// The elements inside a composite that lead to what does not fit; empty for the value itself.
  var path: [String] = []
  /// The value that does not fit, when it is not the whole one.
  var value: Value?
  /// The expected value there, if it differs from that of the whole attribute.
  var expected: ObjectGraphError.Expected?

  init(
    _ misfit: Misfit, value: Value? = nil, path: [String] = [], expected: ObjectGraphError.Expected? = nil
  ) {
    self.misfit = misfit
    self.value = value
    self.path = path
    self.expected = expected
  }
}

extension AttributeDescription {
  /// The value as the attribute keeps it, as far as the attribute alone can decide: the model defines the elements of a
  /// composite, see ``AttributeShape``.
  func coerced(_ value: Value) -> Result<Value, CoercionError> {
    if compositeName != nil {
      switch value {
      case .null, .dictionary: return .success(value)
      default: return .failure(CoercionError(.type))
      }
    }
    if type == .transformable, !value.isNull, let transformer = transformerName.flatMap(AttributeTransformer.named) {
      return transformer.accepts(value).map { .success($0) }
        ?? .failure(CoercionError(.type, expected: .transformed(transformer.name)))
    }
    return type.coerced(value)
  }
}

extension Decimal {
  /// The nearest Double.
  var doubleValue: Double { Double(description) ?? .nan }
}
