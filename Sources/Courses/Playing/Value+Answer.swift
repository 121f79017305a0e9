import Diagnostics
import Predicates

extension Value {
  /// Whether it is a number of zero or more, for which a phone's keyboard of digits is enough.
  package var isTypedWithDigits: Bool {
    switch self {
    case .integer(let value): value >= 0
    case .double(let value): value >= 0
    case .decimal(let value): value >= 0
    default: false
    }
  }

  /// The value as the answer to a question.
  package var textOfAnswer: String {
    switch self {
    case .null: "nil"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    // A whole number is one answer, however it was reached: 2 and 2.0.
    case .double(let value): value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): "\"" + DisplayText.visible(value) + "\""
    case .array(let values), .set(let values): values.count == 1 ? "a list of one" : "a list of \(values.count)"
    case .date, .data, .uuid, .url, .object, .dictionary: "something else"
    }
  }
}
