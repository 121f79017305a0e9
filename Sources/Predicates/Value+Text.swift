import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

extension Value {
  /// The value as canonical predicate text: `nil`, `1` for true, `"text"`, `CAST(347518800.000000, "NSDate")`.
  ///
  /// An object has no text; it reads `<object 17>`, and its host replaces it. O(size).
  public var canonicalText: String {
    switch self {
    case .null: "nil"
    case .boolean(let flag): flag ? "1" : "0"
    case .integer(let integer): String(integer)
    case .double(let double): double.description
    case .decimal(let decimal): decimal.description
    case .string(let text): CanonicalText.quoted(text)
    case .date(let date): "CAST(\(Self.seconds(date.timeIntervalSinceReferenceDate)), \"NSDate\")"
    case .data(let data): "CAST(\"\(Self.hexadecimal(data))\", \"NSData\")"
    case .uuid(let uuid): "CAST(\"\(uuid.uuidString)\", \"NSUUID\")"
    case .url(let url): "CAST(\(CanonicalText.quoted(url.absoluteString)), \"NSURL\")"
    case .object(let reference): "<object \(reference.rawValue)>"
    case .array(let elements), .set(let elements):
      "{" + elements.map(\.canonicalText).joined(separator: ", ") + "}"
    case .dictionary(let dictionary):
      "{"
        + dictionary.sorted { $0.key < $1.key }.map { CanonicalText.quoted($0.key) + " = " + $0.value.canonicalText }
        .joined(separator: ", ") + "}"
    }
  }

  /// A Double for a reader: where it is a Float's value, with the digits that the Float has, `0.1` and not
  /// `0.10000000149011612`. That text may stand for another Double, so it is no literal of this one.
  package static func shownText(of number: Double) -> String {
    let short = Float(number)
    guard number.isFinite, short.isFinite, Double(short) == number, abs(number) < 1e7 else { return number.description }
    return short.description
  }

  /// The kind of value, in a learner's words: `text`, `a whole number`. O(1).
  public var kindDescription: String {
    switch self {
    case .null: "nil"
    case .boolean: "a Boolean"
    case .integer: "a whole number"
    case .double, .decimal: "a number"
    case .string: "text"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .object: "an object"
    case .array: "a list"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }

  /// Whether it is a number, Booleans not counted.
  var isNumber: Bool {
    switch self {
    case .integer, .double, .decimal: true
    default: false
    }
  }

  var isBoolean: Bool {
    if case .boolean = self { true } else { false }
  }

  /// Two hexadecimal digits for each byte, in small letters. O(bytes).
  package static func hexadecimal(_ data: Data) -> String {
    var text = ""
    text.reserveCapacity(data.count * 2)
    for byte in data {
      let digits = String(byte, radix: 16)
      text += digits.count == 1 ? "0" + digits : digits
    }
    return text
  }

  /// `%f` where its six decimals make the same Double, as Apple prints dates; else as Swift writes it.
  static func seconds(_ seconds: Double) -> String {
    guard abs(seconds) < 1e12 else { return seconds.description }
    let micros = Int64((seconds * 1e6).rounded())
    let (whole, fraction) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let text = (micros < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - digits.count) + digits
    return Double(text) == seconds ? text : seconds.description
  }
}
