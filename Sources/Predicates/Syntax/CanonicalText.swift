import Diagnostics

/// The spellings that canonical text is made of.
package enum CanonicalText {
  /// The operator as Apple prints it: always `==` and `!=`, words in capitals.
  static func spelling(of operator: Predicate.Comparison.Operator) -> String {
    switch `operator` {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .between: Keyword.between.rawValue
    case .in: Keyword.in.rawValue
    case .contains: Keyword.contains.rawValue
    case .beginsWith: Keyword.beginsWith.rawValue
    case .endsWith: Keyword.endsWith.rawValue
    case .like: Keyword.like.rawValue
    case .matches: Keyword.matches.rawValue
    case .utiConformsTo: Keyword.utiConformsTo.rawValue
    case .utiEquals: Keyword.utiEquals.rawValue
    case .selector(let name): name + ":"
    }
  }

  /// A key, with `#` when it is a word of the language.
  static func key(_ name: String) -> String { Keyword.isReserved(name) ? "#" + name : name }

  /// A text as both languages write it, in double quotes: a literal of the text that is safe to print. O(bytes).
  package static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Text as it is written between double quotes: control characters and those that change the direction of a line are
  /// escaped, so that it is safe to print.
  static func escaped(_ text: String) -> String {
    // The last two begin the Unicode scalars from U+0080 to U+00BF and from U+2000 to U+2FFF.
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2
    }
    if isPlain { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if DisplayText.isHidden(scalar) {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
