/// A request of HTTP/1.1, read whole.
package struct WebRequest: Hashable, Sendable {
  package var method: String
  /// The path, without the query and not decoded: the class has a fixed list of paths, and ``BookPlace`` decodes those of
  /// the book.
  package var path: String
  package var query: [String: String] = [:]
  /// The values of the headers, by their names in lower case. A header that comes twice has both values (RFC 9110, 5.3); a
  /// second `Host` is refused.
  package var headers: [String: String] = [:]
  /// The names of headers that came twice: who is meant by them is not known.
  package var repeated: Set<String> = []
  package var body: [UInt8] = []
  /// The address of the other end.
  package var peer = ""

  package init(_ method: String, _ path: String) {
    self.method = method
    self.path = path
  }

  /// A part of a request that is refused, with the status to answer.
  package struct Problem: Error, Hashable {
    package var status: Int

    /// A sentence for the person at the page.
    var words: String {
      switch status {
      case 403: "you are not signed in: open the book in another tab to sign in, and send this again"
      case 413: "this is too long"
      case 431: "the browser sends too much about itself: delete the cookies of this address"
      default: "this is no request that a browser sends"
      }
    }
  }

  package static let headLimit = 16_384
  package static let bodyLimit = 65_536

  /// Reads a head: the bytes before the empty line.
  /// - Throws: ``Problem`` for what is not HTTP/1.1, or has a body of unknown length.
  package init(head: ArraySlice<UInt8>) throws(Problem) {
    guard let text = String(validating: head, as: UTF8.self) else { throw Problem(status: 400) }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    // Some programs end a line at one half of its end, or a text at a zero, and would read another request.
    guard lines.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" } })
    else {
      throw Problem(status: 400)
    }
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw Problem(status: 400) }
    guard words[1].first == "/" else { throw Problem(status: 400) }
    self.init(String(words[0]), String(words[1].prefix { $0 != "?" }))
    if let mark = words[1].firstIndex(of: "?") { query = Self.form(words[1][words[1].index(after: mark)...]) }
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { throw Problem(status: 400) }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmed
      if let earlier = headers[name] {
        guard name != "host", name != "content-length" else { throw Problem(status: 400) }
        headers[name] = earlier + (name == "cookie" ? "; " : ", ") + value
        repeated.insert(name)
      } else {
        headers[name] = value
      }
    }
    if words[2] == "HTTP/1.0" { headers["connection"] = "close" }
    guard headers["host"]?.isEmpty == false else { throw Problem(status: 400) }
    // A body whose length is not known could not be told from the next request.
    if headers["transfer-encoding"] != nil { throw Problem(status: 411) }
  }

  /// The length of the body that the head announces; ``WebService/admit(_:bodyOf:)`` limits it.
  /// - Throws: ``Problem`` for a length that is no number.
  package var contentLength: Int {
    get throws(Problem) {
      guard let text = headers["content-length"] else { return 0 }
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw Problem(status: 400) }
      guard let length = Int(text) else { throw Problem(status: 413) }
      return length
    }
  }

  package var keepsAlive: Bool {
    !(headers["connection"] ?? "").split(separator: ",").contains { $0.trimmed.lowercased() == "close" }
  }

  /// The cookie of a name.
  package func cookie(_ name: String) -> String? {
    for part in headers["cookie"]?.split(separator: ";") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, pair[0].trimmed == name { return pair[1].trimmed }
    }
    return nil
  }

  /// Whether a page of this server sent it. Browsers name the origin of every POST; one that names none is no page of ours.
  /// - Parameter known: the origin of the class's address before a proxy, which may not pass the host on.
  package func isFromOwnPage(_ known: String? = nil) -> Bool {
    guard let origin = headers["origin"], let host = headers["host"] else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)" || origin == known
  }

  /// The fields of a form: `name=Ana&code=abc`. Of a name that comes again, the last value counts.
  package static func form(_ text: some StringProtocol) -> [String: String] {
    var fields: [String: String] = [:]
    for (key, value) in pairs(text) { fields[key] = value }
    return fields
  }

  /// The fields of a form in order, 32 at most.
  static func pairs(_ text: some StringProtocol) -> [(key: String, value: String?)] {
    text.split(separator: "&").prefix(32).compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return decoded(parts[0]).map { ($0, parts.count > 1 ? decoded(parts[1]) : "") }
    }
  }

  /// Returns a text with `%C3%B6` and `+` decoded; nil for one that is not UTF-8 then, or has a `%` without two digits.
  static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
