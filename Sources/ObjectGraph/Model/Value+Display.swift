import Diagnostics
import Predicates

extension Value {
  /// The value as a message shows it: strings quoted and cut to 40 characters.
  var shown: String {
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
