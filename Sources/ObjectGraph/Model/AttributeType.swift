/// The type of an attribute; the raw value is the workbook's word for it.
public enum AttributeType: String, Hashable, Sendable, CaseIterable {
  /// No type: legal only for a transient attribute, which may then hold anything.
  case undefined = "Undefined"
  case integer16 = "Integer16"
  case integer32 = "Integer32"
  case integer64 = "Integer64"
  case decimal = "Decimal"
  case double = "Double"
  case float = "Float"
  case string = "String"
  case boolean = "Boolean"
  case date = "Date"
  case binaryData = "BinaryData"
  case uuid = "UUID"
  case uri = "URI"
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

  /// `NSAttributeType`'s raw value (Core Data's header NSAttributeDescription.h).
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

  /// Whether values of the type have an order that bounds can use: numbers and dates.
  public var isOrdered: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .date: true
    case .undefined, .string, .boolean, .binaryData, .uuid, .uri, .transformable: false
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
