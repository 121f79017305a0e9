import ObjectGraph
import Predicates

/// The types of Core Data for the types of Swift.
///
/// Types of the same name are what Xcode's conversion between Core Data and SwiftData gives, and CloudKit's fields show it. For
/// the unsigned integers, `Int8`, `CGFloat` and `Character` no one has said which type a store has: here it is the nearest one
/// that holds their values. A `Codable` structure becomes a composite, its properties columns of their own (two authors
/// looked into stores); collections of values become one column.
enum AttributeMapping {
  static let types: [String: AttributeType] = [
    "String": .string, "Substring": .string, "Character": .string, "Bool": .boolean, "Date": .date, "UUID": .uuid,
    "URL": .uri, "Data": .binaryData, "Decimal": .decimal, "Double": .double, "TimeInterval": .double,
    "CGFloat": .double, "Float": .float, "Float32": .float, "Float64": .double, "Int": .integer64,
    "Int64": .integer64, "Int32": .integer32, "Int16": .integer16, "Int8": .integer16, "UInt8": .integer16,
    "UInt16": .integer32, "UInt32": .integer64, "UInt64": .integer64, "UInt": .integer64,
    "CLLocationDegrees": .double, "CLLocationDistance": .double,
  ]

  static func type(_ path: [String]) -> AttributeType? {
    path.count > 1 && path[0] != "Foundation" ? nil : types[path[path.count - 1]]
  }

  /// A literal as a default of a type; nil if it is none that the type takes.
  static func value(_ literal: SourceValue, _ type: AttributeType) -> Value? {
    switch (literal, type) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32), (.integer(let number), .integer64):
      type.integerRange?.contains(number) == true ? .integer(number) : nil
    case (.integer(let number), .double), (.integer(let number), .float): .double(Double(number))
    case (.integer(let number), .decimal): .decimal(.init(number))
    case (.double(let number), .double), (.double(let number), .float): .double(number)
    case (.double(let number), .decimal): .decimal(.init(number))
    case (.boolean(let flag), .boolean): .boolean(flag)
    case (.string(let text), .string): .string(text)
    default: nil
    }
  }

  /// Any value of a type, for comparisons in which only its presence counts.
  static func someValue(_ type: AttributeType) -> AttributeDescription.Default? {
    switch type {
    case .string: ""
    case .integer16, .integer32, .integer64: 0
    case .double, .float: .value(.double(0))
    case .decimal: .value(.decimal(0))
    case .boolean: false
    case .date: .now
    case .uuid: .value(.uuid(.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))))
    case .binaryData: .value(.data(.init()))
    case .transformable: ""
    case .uri, .undefined: nil
    }
  }
}
