/// Reads one JSON text (RFC 8259), a part at a time.
///
/// ```swift
/// let names = try JSONReader.read(bytes) { reader in
///   guard case .array = try reader.next() else { return [] }
///   var names: [String] = []
///   while try reader.hasElement() {
///     if case .string(let name) = try reader.next() { names.append(name) }
///   }
///   return names
/// }
/// ```
///
/// Any bytes are safe: what is no JSON is a ``Problem`` with its place, and nesting is limited. O(bytes).
package struct JSONReader {
  /// The reason why a text is not JSON, and the byte at which it shows.
  package struct Problem: Error, Hashable {
    package var message: String
    package var offset: Int

    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// A value, or the beginning of one.
  package enum Part {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number with a fraction or with an exponent.
    case number(Double)
    /// The digits of a whole number beyond 64 bits.
    case large(String)
    case string(String)
    /// Its elements come next, see ``hasElement()``.
    case array
    /// Its members come next, see ``nextKey()``.
    case object
  }

  /// Deeper texts are refused: reading recurs.
  package static let depthLimit = 100

  // Good while `read` runs, which is as long as a reader lives; every place is compared with the count before it is read.
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private var depth = 0
  /// Whether nothing of the innermost array or object has been read.
  private var isAtStart = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The value of a whole text, as `body` reads it. Only white space is allowed around it.
  package static func read<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var reader = JSONReader(bytes)
    do throws(Problem) {
      let result = try body(&reader)
      reader.skipSpace()
      guard reader.current == nil else { throw reader.problem("expected the end") }
      return result
    } catch {
      // Text that is not UTF-8 is rarely anything else.
      guard let offset = invalidOffset(in: bytes) else { throw error }
      throw Problem(message: "this is not UTF-8", offset: offset)
    }
  }

  /// The first byte that belongs to no character; nil in UTF-8.
  private static func invalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let character): offset += character.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  package func problem(_ message: String) -> Problem { Problem(message: message, offset: position) }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  // MARK: Values

  /// The next value, or the beginning of an array or object.
  package mutating func next() throws(Problem) -> Part { try next(isKept: true) }

  /// Passes a whole value over; it is checked like any other.
  package mutating func skip() throws(Problem) {
    switch try next(isKept: false) {
    case .array: while try hasElement() { try skip() }
    case .object: while try nextKey(isKept: false) != nil { try skip() }
    case .null, .boolean, .integer, .number, .large, .string: break
    }
  }

  private mutating func next(isKept: Bool) throws(Problem) -> Part {
    skipSpace()
    switch current {
    case UInt8(ascii: "\""): return .string(try string(isKept: isKept))
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"): return try number()
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "["): return try begin(.array)
    case UInt8(ascii: "{"): return try begin(.object)
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case nil: throw problem("expected a value, but the text ends here")
    default: throw problem("expected a value")
    }
  }

  private mutating func word(_ word: StaticString, _ part: Part) throws(Problem) -> Part {
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { throw problem("expected a value") }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { throw problem("expected a value") }
    position += count
    return part
  }

  private mutating func begin(_ part: Part) throws(Problem) -> Part {
    guard depth < Self.depthLimit else {
      throw problem("this is nested more than \(Self.depthLimit) levels deep")
    }
    depth += 1
    position += 1
    isAtStart = true
    return part
  }

  // MARK: Arrays and objects

  /// Whether another element of the array comes, which is then the next value. False at the array's end.
  package mutating func hasElement() throws(Problem) -> Bool {
    try hasMore(UInt8(ascii: "]"), atEnd: "the [ is not closed", otherwise: "expected , or ]")
  }

  /// The next key of the object, whose value is then the next value; nil at the object's end.
  package mutating func nextKey() throws(Problem) -> String? { try nextKey(isKept: true) }

  private mutating func nextKey(isKept: Bool) throws(Problem) -> String? {
    guard try hasMore(UInt8(ascii: "}"), atEnd: "the { is not closed", otherwise: "expected , or }") else { return nil }
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw problem("expected a key in quotes") }
    let key = try string(isKept: isKept)
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw problem("expected : after the key") }
    position += 1
    return key
  }

  private mutating func hasMore(
    _ end: UInt8, atEnd unclosed: StaticString, otherwise unexpected: StaticString
  ) throws(Problem) -> Bool {
    skipSpace()
    let isFirst = isAtStart
    isAtStart = false
    if current == end {
      position += 1
      depth -= 1
      return false
    }
    if isFirst { return true }
    guard let byte = current else { throw problem(unclosed.description) }
    guard byte == UInt8(ascii: ",") else { throw problem(unexpected.description) }
    position += 1
    return true
  }

  // MARK: Numbers

  private mutating func number() throws(Problem) -> Part {
    let start = position
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    var magnitude: UInt64 = 0
    var fits = true
    while let byte = current, byte &- 0x30 < 10 {
      let (product, first) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(UInt64(byte &- 0x30))
      magnitude = sum
      if first || second { fits = false }
      position += 1
    }
    guard position > digits else { throw problem("expected a digit") }
    if bytes[digits] == UInt8(ascii: "0"), position - digits > 1 {
      throw problem("a number does not begin with 0")
    }
    let isWhole = try !skipFraction()
    if isWhole, fits {
      if magnitude <= UInt64(Int64.max) { return .integer(isNegative ? -Int64(magnitude) : Int64(magnitude)) }
      if isNegative, magnitude == UInt64(Int64.max) + 1 { return .integer(.min) }
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw problem("this number is too large") }
    return isWhole ? .large(text) : .number(number)
  }

  /// Whether there is a fraction or an exponent.
  private mutating func skipFraction() throws(Problem) -> Bool {
    let start = position
    if current == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
    return position > start
  }

  private mutating func skipDigits() throws(Problem) {
    let start = position
    while let byte = current, byte &- 0x30 < 10 { position += 1 }
    guard position > start else { throw problem("expected a digit") }
  }
}
