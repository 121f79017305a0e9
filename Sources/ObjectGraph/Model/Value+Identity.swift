import Diagnostics
import Predicates

extension Value {
  /// Whether two values are the same in what they are kept as: text in the same spelling, numbers to the last bit. By
  /// `==` two spellings of é are one text, 0 is -0 and a NaN is not itself, so that an edit would be lost or made up.
  func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.array(let a), .array(let b)), (.set(let a), .set(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key]?.isIdentical(to: value) ?? false }
    default: self == other
    }
  }
}

extension Value {
  /// The value as a message shows it: strings quoted and cut to 40 characters.
  package var shown: String {
    switch self {
    case .null: "nil"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .double(let value): Self.shownText(of: value)
    case .decimal(let value): value.description
    case .string(let value):
      "\"" + DisplayText.visible(DisplayText.beginning(of: value, upTo: 40)) + "\""
    case .date(let value): value.internetText
    case .data(let value): "\(value.count) bytes"
    case .uuid(let value): value.uuidString
    case .url(let value): DisplayText.visible(value.absoluteString)
    case .object: "an object"
    case .array(let elements), .set(let elements): elements.count == 1 ? "1 value" : "\(elements.count) values"
    case .dictionary: "a dictionary"
    }
  }
}
