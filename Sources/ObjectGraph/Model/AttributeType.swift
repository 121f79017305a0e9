import Predicates

/// The type of an attribute; the raw value is the workbook's word for it.
public enum AttributeType: String, Hashable, Sendable, CaseIterable {
  /// No type: legal only for a transient attribute (Core Data's header), which may then hold anything but a managed
  /// object, and for one of a composite.
  case undefined = "Undefined"
  /// 16 bits: -32,768 to 32,767.
  case integer16 = "Integer16"
  /// 32 bits: about ±2.1 thousand million.
  case integer32 = "Integer32"
  /// 64 bits: about ±9.2 × 10¹⁸.
  case integer64 = "Integer64"
  /// A decimal number, exact to 38 digits: money.
  case decimal = "Decimal"
  /// A binary floating-point number of 64 bits.
  case double = "Double"
  /// A binary floating-point number of 32 bits; values are rounded to it when they are set.
  case float = "Float"
  /// Text.
  case string = "String"
  /// True or false; 1 and 0 are refused.
  case boolean = "Boolean"
  /// A moment, in seconds since 2001-01-01 UTC.
  case date = "Date"
  /// Bytes.
  case binaryData = "BinaryData"
  /// A universally unique identifier; a text that spells one is taken.
  case uuid = "UUID"
  /// A URL; a text that spells one is taken.
  case uri = "URI"
  /// Any value but an object. Its transformer is not applied.
  case transformable = "Transformable"

  /// The type that the workbook calls by this word: the raw values, and Swift's own spellings as synonyms.
  ///
  /// ```swift
  /// AttributeType(workbookName: "Int16")   // .integer16
  /// ```
  public init?(workbookName name: String) {
    if let type = AttributeType(rawValue: name) ?? AttributeType.synonyms[name] {
      self = type
    } else {
      return nil
    }
  }

  /// Swift's words for types that Core Data calls otherwise.
  public static let synonyms: [String: AttributeType] = [
    "Int16": .integer16, "Int32": .integer32, "Int64": .integer64, "Int": .integer64, "Bool": .boolean,
    "Data": .binaryData, "URL": .uri, "Binary": .binaryData,
  ]

  /// `NSAttributeType`'s raw value (Core Data's header NSAttributeDescription.h). O(1).
  public var code: Int {
    switch self {
    case .undefined: 0
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .binaryData: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    }
  }

  /// Whether values of the type are numbers. O(1).
  package var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    case .undefined, .string, .boolean, .date, .binaryData, .uuid, .uri, .transformable: false
    }
  }

  /// Whether values of the type have an order that bounds can use: numbers and dates.
  public var isOrdered: Bool { isNumber || self == .date }

  /// Whether Xcode's generated code has values of the type as numbers or Booleans of Swift, and not as objects, unless an
  /// attribute says otherwise (``AttributeDescription/usesScalarValue``).
  public var isScalarByDefault: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: true
    case .undefined, .decimal, .string, .date, .binaryData, .uuid, .uri, .transformable: false
    }
  }

  /// The values that an integer type holds; nil for the other types.
  public var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    default: nil
    }
  }
}

extension AttributeType {
  /// The type as predicates check it.
  package var valueType: ValueType {
    switch self {
    case .integer16, .integer32, .integer64: .integer
    case .decimal: .decimal
    case .double, .float: .double
    case .string: .string
    case .boolean: .boolean
    case .date: .date
    case .binaryData: .data
    case .uuid: .uuid
    case .uri: .url
    case .undefined, .transformable: .any
    }
  }
}
