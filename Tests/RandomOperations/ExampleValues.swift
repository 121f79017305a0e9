import ObjectGraph
import Predicates

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

/// Values to set attributes to, and what each type makes of them: a table, so that nothing of the library's own
/// coercion is used.
package enum ExampleValues {
  /// The time that contexts under test have.
  package static let now = Date(timeIntervalSinceReferenceDate: 0)

  private static let identifiers = [
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6BA7B811-9DAD-11D1-80B4-00C04FD430C8",
  ].compactMap(UUID.init(uuidString:))
  private static let addresses = ["https://example.org/a?b=c", "x-y:z"].compactMap { URL(string: $0) }

  private static func same(_ values: [Value]) -> [(given: Value, kept: Value)] { values.map { ($0, $0) } }

  private static func tenths(_ count: Decimal) -> Decimal { Decimal(sign: .plus, exponent: -1, significand: count) }

  private static let integers: [Value] = [0, 1, -1, 7, 11, -32768, 32767]
  private static let moments: [Value] = [0, 1, -63_079_570_688, 1.5, 700_000_000].map {
    .date(Date(timeIntervalSinceReferenceDate: $0))
  }
  private static let texts: [Value] = [
    "", "a", "b", "H!", "Hello!", "hello", "\u{E9}", "e\u{301}", "😀", "a longer text than fifteen letters",
  ]
  /// The values that transformable and undefined attributes take: everything but an object.
  private static let anything: [Value] = [
    "a", 1, 1.0, 0.0, -0.0, true, "\u{E9}", "e\u{301}", .double(.nan), .array([1, "x"]), .array([1, "y"]),
    .dictionary(["k": 1]), .dictionary(["k": 2]), .set([1]), .data(Data([0])), .decimal(1),
  ]

  /// A value that is set, and the value that the attribute keeps.
  package typealias Example = (given: Value, kept: Value)

  private static let takenByType = Dictionary(
    uniqueKeysWithValues: AttributeType.allCases.map { ($0, examples(of: $0)) })
  private static let refusedByType = Dictionary(
    uniqueKeysWithValues: AttributeType.allCases.map { ($0, mistakes(of: $0)) })

  /// Returns values that an attribute of the type takes; at least two for every type. O(1).
  package static func taken(by type: AttributeType) -> [Example] { takenByType[type] ?? examples(of: type) }

  /// Returns values that an attribute of the type refuses; none for a type that takes everything. O(1).
  package static func refused(by type: AttributeType) -> [Value] { refusedByType[type] ?? mistakes(of: type) }

  private static func examples(of type: AttributeType) -> [Example] {
    switch type {
    case .integer16: same(integers)
    case .integer32: same(integers + [.integer(Int64(Int32.max)), .integer(Int64(Int32.min))])
    case .integer64: same(integers + [.integer(.max), .integer(.min)])
    case .decimal:
      [
        (1, .decimal(1)), (.decimal(tenths(12)), .decimal(tenths(12))), (0.5, .decimal(tenths(5))),
        (-7, .decimal(-7)), (.decimal(11), .decimal(11)),
      ]
    case .double:
      [
        (1, 1.0), (0.5, 0.5), (0.0, 0.0), (-0.0, -0.0), (.double(.nan), .double(.nan)),
        (.double(.infinity), .double(.infinity)), (.decimal(3), 3.0), (11, 11.0), (-7.25, -7.25),
      ]
    case .float:
      [
        (1, 1.0), (0.1, .double(Double(Float(0.1)))), (-0.0, -0.0), (.double(.infinity), .double(.infinity)),
        (.decimal(3), 3.0), (11, 11.0), (-7.25, -7.25),
      ]
    case .string: same(texts)
    case .boolean: same([true, false])
    case .date: same(moments)
    case .binaryData: same([.data(Data()), .data(Data([1, 2, 3])), .data(Data([1, 2, 4]))])
    case .uuid: same(identifiers.map(Value.uuid)) + identifiers.map { (.string($0.uuidString), .uuid($0)) }
    case .uri: same(addresses.map(Value.url)) + addresses.map { (.string($0.absoluteString), .url($0)) }
    case .transformable, .undefined: same(anything)
    }
  }

  private static func mistakes(of type: AttributeType) -> [Value] {
    switch type {
    case .integer16: [32768, -32769, 1.0, true, "1"]
    case .integer32: [2_147_483_648, "1", 1.5]
    case .integer64: [1.0, false]
    case .decimal: [.double(.infinity), .double(.nan), "1"]
    case .double: ["1", true]
    case .float: [1e300, "1"]
    case .string: [1, true, .data(Data())]
    case .boolean: [0, 1, "true"]
    case .date: [0, "2001-01-01"]
    case .binaryData: ["", 1]
    case .uuid: ["no", 1]
    case .uri: ["", 1]
    case .transformable, .undefined: []
    }
  }

  /// Returns the value that an attribute of the type keeps; nil when it refuses it.
  static func kept(_ value: Value, by type: AttributeType) -> Value? {
    taken(by: type).first { $0.given.isExactly(value) }?.kept
  }
}
