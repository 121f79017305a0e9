/// Reads one value of JSON from bytes. Any bytes are safe: what is no JSON is an error with its place, nesting is limited,
/// and nothing is read twice.
struct JSONReader {
  /// What is wrong, and at which byte.
  struct Problem: Error, Hashable {
    var offset: Int
    var reason: String
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0
  private static let depthLimit = 64

  /// The one value that the bytes are.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpaces()
    guard reader.position == bytes.count else { throw reader.problem("there is more behind the value") }
    return value
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func problem(_ reason: String) -> Problem { Problem(offset: position, reason: reason) }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpaces() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Problem) -> JSONValue {
    skipSpaces()
    switch current {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"): return try number()
    case let digit? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit): return try number()
    case nil: throw problem("a value is missing")
    default: throw problem("this is no value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Problem) -> JSONValue {
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { throw problem("this is no value") }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { throw problem("this is no value") }
    position += count
    return value
  }

  private mutating func enter() throws(Problem) {
    guard depth < Self.depthLimit else { throw problem("values stand more than \(Self.depthLimit) deep in each other") }
    depth += 1
    position += 1
  }

  private mutating func array() throws(Problem) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    skipSpaces()
    if consume("]") { return .array([]) }
    while true {
      elements.append(try value())
      skipSpaces()
      if consume("]") { return .array(elements) }
      guard consume(",") else { throw problem("a list goes on without a comma") }
    }
  }

  private mutating func object() throws(Problem) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var members: [JSONValue.Member] = []
    skipSpaces()
    if consume("}") { return .object([]) }
    while true {
      skipSpaces()
      guard current == UInt8(ascii: "\"") else { throw problem("a key is missing") }
      let key = try string()
      skipSpaces()
      guard consume(":") else { throw problem("a key has no value") }
      members.append(JSONValue.Member(key: key, value: try value()))
      skipSpaces()
      if consume("}") { return .object(members) }
      guard consume(",") else { throw problem("an object goes on without a comma") }
    }
  }

  private mutating func number() throws(Problem) -> JSONValue {
    let start = position
    var isWhole = true
    let isNegative = consume("-")
    var magnitude: UInt64 = 0
    var fits = true
    let digits = position
    loop: while let byte = current {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isWhole {
          let (product, first) = magnitude.multipliedReportingOverflow(by: 10)
          let (sum, second) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
          magnitude = sum
          if first || second { fits = false }
        }
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
        isWhole = false
      default: break loop
      }
      position += 1
    }
    guard position > digits else { throw problem("a number is missing") }
    if isWhole {
      if fits, magnitude <= UInt64(Int64.max) {
        return .integer(isNegative ? -Int64(magnitude) : Int64(magnitude))
      }
      if isNegative, fits, magnitude == UInt64(Int64.max) + 1 { return .integer(.min) }
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw problem("this is no number")
    }
    return .number(number)
  }

  private mutating func string() throws(Problem) -> String {
    position += 1
    let start = position
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    if current == UInt8(ascii: "\"") {
      let text = String(validating: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
      guard let text else { throw problem("a text is no UTF-8") }
      position += 1
      return text
    }
    var buffer = Array(bytes[start..<position])
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: buffer, as: UTF8.self) else { throw problem("a text is no UTF-8") }
        return text
      case UInt8(ascii: "\\"): try escape(into: &buffer)
      case 0..<0x20: throw problem("a text holds a control character")
      default:
        buffer.append(byte)
        position += 1
      }
    }
    throw problem("a text does not end")
  }

  private mutating func escape(into buffer: inout [UInt8]) throws(Problem) {
    position += 1
    guard let byte = current else { throw problem("a text does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "u"):
      var code = try fourDigits()
      if (0xD800..<0xDC00).contains(code), consume("\\"), consume("u") {
        let low = try fourDigits()
        guard (0xDC00..<0xE000).contains(low) else { throw problem("half a character") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw problem("half a character") }
      buffer.append(contentsOf: Character(scalar).utf8)
    default: throw problem("an unknown escape")
    }
  }

  private mutating func fourDigits() throws(Problem) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("four hexadecimal digits are missing")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
