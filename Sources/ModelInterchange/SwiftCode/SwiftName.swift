import Diagnostics
import ObjectGraph

/// Names and literals of Swift.
enum SwiftName {
  /// The words that name nothing without backticks (The Swift Programming Language, "Keywords and Punctuation").
  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Whether a text is a name in Swift, with backticks or without. Xcode permits letters, digits and `_` in names.
  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart, text != "_" else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }

  /// The name as it is declared and used, in backticks where it is a keyword.
  static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The name after `self.`, `.` or before `:` in a call, where only `init` and `self` need backticks.
  static func member(_ name: String) -> String { name == "init" || name == "self" ? "`\(name)`" : name }

  /// Whether a text can be a type: a name, perhaps of a module's, of a list, a dictionary or a generic type.
  static func isType(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "[" || first == "_" || first.properties.isXIDStart else {
      return false
    }
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "[", "<": depth += 1
      case "]", ">": depth -= 1
      case ".", ":", ",", " ", "?": break
      default: if !scalar.properties.isXIDContinue { return false }
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// The name of a type of Swift or Foundation, after its module if a class of the model has the same name.
  static func type(_ name: String, besides classes: Set<String>) -> String {
    guard classes.contains(name) else { return name }
    let isOfSwift = AttributeType.allCases.contains { $0.isOfStandardLibrary && $0.swiftName == name }
    return (isOfSwift ? "Swift." : "Foundation.") + name
  }

  /// A text in quotes.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .lineSeparator
          || scalar.properties.generalCategory == .paragraphSeparator
        {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// A line of a comment, whatever is in it.
  static func comment(_ text: String) -> String { "// " + DisplayText.visible(text) }

  /// `Players` for `players`, as in `addToPlayers`.
  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

extension AttributeType {
  /// The type of Swift or Foundation for the values; nil if only the attribute's class says it.
  var swiftName: String? {
    switch self {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Bool"
    case .date: "Date"
    case .binaryData: "Data"
    case .uuid: "UUID"
    case .uri: "URL"
    case .transformable, .undefined: nil
    }
  }

  /// Whether that type is in Swift's standard library, and not in Foundation.
  fileprivate var isOfStandardLibrary: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean, .string: true
    case .decimal, .date, .binaryData, .uuid, .uri, .transformable, .undefined: false
    }
  }
}
