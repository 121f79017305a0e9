import Predicates
import Support

import struct Foundation.Data

/// The conversion between the value of a transformable attribute and the bytes that a store keeps for it.
///
/// `HexColor` is built in: its values are texts such as `"#98002e"`, which the workbook writes `color "#98002e"`, and a
/// store keeps three bytes of each. A program may ``register(_:)`` its own, as it would with Foundation's
/// `ValueTransformer.setValueTransformer(_:forName:)`.
///
/// ```swift
/// AttributeDescription("uniformColor", .transformable, transformerName: "HexColor")
/// AttributeTransformer.hexColor.accepts("#FFF")   // .string("#ffffff")
/// ```
public struct AttributeTransformer: Sendable {
  /// The name, as in ``AttributeDescription/transformerName``.
  public let name: String
  /// The value as an attribute keeps it, perhaps in one spelling for several; nil for one that it does not take.
  public let accepts: @Sendable (Value) -> Value?
  /// The bytes that a store keeps of an accepted value; nil when it has none.
  public let stored: @Sendable (Value) -> Data?
  /// The value that a store kept as these bytes; nil for bytes that it never wrote.
  public let restored: @Sendable (Data) -> Value?

  /// A transformer; `restored` must give back what `stored` was given.
  public init(
    _ name: String, accepts: @escaping @Sendable (Value) -> Value?, stored: @escaping @Sendable (Value) -> Data?,
    restored: @escaping @Sendable (Data) -> Value?
  ) {
    self.name = name
    self.accepts = accepts
    self.stored = stored
    self.restored = restored
  }

  /// Colours as `#` and six hexadecimal digits, red, green, blue; three digits are each meant twice. Kept in lower case.
  public static let hexColor = AttributeTransformer(
    "HexColor",
    accepts: { value in
      guard case .string(let text) = value, let bytes = colorBytes(text) else { return nil }
      return .string(colorText(bytes))
    },
    stored: { value in
      guard case .string(let text) = value else { return nil }
      return colorBytes(text).map { Data($0) }
    },
    restored: { data in data.count == 3 ? .string(colorText(Array(data))) : nil })

  /// The transformers of this process by name.
  private static let known = Locked([hexColor.name: hexColor])

  /// Returns the transformer of a name, built in or registered; nil when there is none. Safe from every thread. O(1).
  public static func named(_ name: String) -> AttributeTransformer? { known.withLock { $0[name] } }

  /// Makes a transformer known to the whole process, in place of another of its name. Models that are in use already keep
  /// what they found when they were taken into use. Safe from every thread. O(1).
  public static func register(_ transformer: AttributeTransformer) {
    known.withLock { $0[transformer.name] = transformer }
  }

  /// The names that are known, sorted. O(n log n).
  public static var knownNames: [String] { known.withLock { $0.keys.sorted() } }

  private static func colorBytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst().utf8.map { UInt8(ascii: $0) }
    guard !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    switch values.count {
    case 3: return values.map { $0 << 4 | $0 }
    case 6: return [values[0] << 4 | values[1], values[2] << 4 | values[3], values[4] << 4 | values[5]]
    default: return nil
    }
  }

  private static func colorText(_ bytes: [UInt8]) -> String {
    "#" + bytes.hexadecimal
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit, in either case; nil for any other character.
  fileprivate init?(ascii digit: UInt8) {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self = digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self = digit - UInt8(ascii: "A") + 10
    default: return nil
    }
  }
}
