import Predicates

/// Reads one JSON text (RFC 8259) into a ``Predicates/Value``: objects become dictionaries, `null` becomes `.null`.
///
/// JSON has neither dates nor sets, so an object with one key that is a tag stands for a value that it lacks:
///
/// | Tag | Value |
/// |---|---|
/// | `{"$date": s}` | the moment `s` seconds after 2001-01-01 UTC |
/// | `{"$set": […]}` | a set |
/// | `{"$null": true}` | `nil`, told apart from a key that is absent |
/// | `{"$bool": true}` | a Boolean, for writers whose Booleans are numbers |
///
/// Whole numbers beyond 64 bits are read as doubles. Of a key that occurs twice the last value counts. O(bytes).
package struct JSONReader {
  /// What keeps a text from being JSON, and the byte at which it shows.
  package struct Problem: Error, Hashable {
    package var message: String
    package var offset: Int

    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// Deeper texts are refused: reading recurs.
  package static let depthLimit = 100

  let bytes: ArraySlice<UInt8>
  var position: Int
  /// The keys of the outermost object that are wanted, or nil for all. What is not wanted is checked and not kept.
  private let wantedKeys: Set<String>?
  private var depth = 0

  /// The value of a whole text. White space may stand around it, nothing else.
  /// - Parameter keys: the keys of the outermost object that the caller will ask for; nil for all of them.
  package static func value(of bytes: ArraySlice<UInt8>, keys: Set<String>? = nil) throws(Problem) -> Value {
    if let offset = invalidOffset(in: bytes) { throw Problem(message: "this is not UTF-8", offset: offset) }
    var reader = JSONReader(bytes: bytes, wantedKeys: keys)
    let value = try reader.read(isKept: true)
    reader.skipSpace()
    guard reader.current == nil else { throw reader.problem("expected the end") }
    return value
  }

  /// The first byte that belongs to no character; nil in UTF-8.
  private static func invalidOffset(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let character) = parser.parseScalar(from: &rest) { offset += character.count }
    return offset
  }

  private init(bytes: ArraySlice<UInt8>, wantedKeys: Set<String>?) {
    self.bytes = bytes
    position = bytes.startIndex
    self.wantedKeys = wantedKeys
  }

  var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  func problem(_ message: String) -> Problem { Problem(message: message, offset: position - bytes.startIndex) }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func read(isKept: Bool) throws(Problem) -> Value {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try readObject(isKept: isKept)
    case UInt8(ascii: "["): return try readArray(isKept: isKept)
    case UInt8(ascii: "\""): return .string(try readString(isKept: isKept))
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try readNumber()
    case nil: throw problem("expected a value, but the text ends here")
    default: throw problem("expected a value")
    }
  }

  private mutating func readWord(_ word: StaticString, _ value: Value) throws(Problem) -> Value {
    let text = word.description.utf8
    guard bytes[position...].starts(with: text) else { throw problem("expected a value") }
    position += text.count
    return value
  }

  private mutating func readNumber() throws(Problem) -> Value {
    let start = position
    var isWhole = true
    if current == UInt8(ascii: "-") { position += 1 }
    let firstDigit = current
    let digits = skipDigits()
    guard digits > 0 else { throw problem("expected a digit") }
    if firstDigit == UInt8(ascii: "0"), digits > 1 { throw problem("a number does not begin with 0") }
    if current == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      guard skipDigits() > 0 else { throw problem("expected a digit") }
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw problem("expected a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else { throw problem("this number is too large") }
    return .double(double)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = current, byte &- 0x30 < 10 { position += 1 }
    return position - start
  }

  private mutating func readArray(isKept: Bool) throws(Problem) -> Value {
    try enter()
    defer { depth -= 1 }
    position += 1
    skipSpace()
    if current == UInt8(ascii: "]") {
      position += 1
      return .array([])
    }
    var elements: [Value] = []
    while true {
      let element = try read(isKept: isKept)
      if isKept { elements.append(element) }
      skipSpace()
      guard let byte = current else { throw problem("the [ is not closed") }
      position += 1
      if byte == UInt8(ascii: "]") { return .array(elements) }
      if byte != UInt8(ascii: ",") {
        position -= 1
        throw problem("expected , or ]")
      }
    }
  }

  private mutating func readObject(isKept: Bool) throws(Problem) -> Value {
    let isOutermost = depth == 0
    try enter()
    defer { depth -= 1 }
    position += 1
    skipSpace()
    if current == UInt8(ascii: "}") {
      position += 1
      return .dictionary([:])
    }
    var members: [String: Value] = [:]
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw problem("expected a key in quotes") }
      let key = try readString(isKept: true)
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw problem("expected : after the key") }
      position += 1
      let isWanted = isKept && (!isOutermost || wantedKeys?.contains(key) ?? true)
      let value = try read(isKept: isWanted)
      if isWanted { members[key] = value }
      skipSpace()
      guard let byte = current else { throw problem("the { is not closed") }
      position += 1
      if byte == UInt8(ascii: "}") { return Value.tagged(members) ?? .dictionary(members) }
      if byte != UInt8(ascii: ",") {
        position -= 1
        throw problem("expected , or }")
      }
    }
  }

  private mutating func enter() throws(Problem) {
    depth += 1
    if depth > Self.depthLimit { throw problem("this is nested more than \(Self.depthLimit) levels deep") }
  }
}
