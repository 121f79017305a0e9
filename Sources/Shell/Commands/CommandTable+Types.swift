import ObjectGraph

extension CommandTable {
  /// The types of attributes, each with its synonyms and the values that it holds, in the order of use.
  static let types: [(name: String, values: String)] = {
    let order: [AttributeType] = [.string, .integer16, .integer32, .integer64]
    let types = order + AttributeType.allCases.filter { !order.contains($0) && $0 != .undefined } + [.undefined]
    return types.map { type in
      let synonyms = AttributeType.synonyms.filter { $0.value == type }.keys.sorted()
      let also = synonyms.isEmpty ? "" : "; also \(synonyms.joined(separator: " and "))"
      return (type.rawValue, type.values + also)
    }
  }()
}

extension AttributeType {
  /// The values of the type, in a few words.
  fileprivate var values: String {
    switch self {
    case .string: "text: \"Miami Heat\""
    case .integer16: "whole numbers from -32,768 to 32,767"
    case .integer32: "whole numbers up to about 2.1 thousand million"
    case .integer64: "whole numbers up to about 9.2 × 10¹⁸"
    case .decimal: "decimal numbers, exact to 38 digits, as for money"
    case .double: "floating-point numbers: 2.5"
    case .float: "floating-point numbers with half the digits"
    case .boolean: "true or false"
    case .date: "a day or a moment: 2026-11-20, 2026-11-20T09:30:00Z"
    case .binaryData: "bytes: data \"0a0b\""
    case .uuid: "identifiers: \"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\""
    case .uri: "addresses: \"https://example.com\""
    case .transformable: "any value but an object"
    case .undefined: "any value but an object, in an attribute that is transient"
    }
  }
}
