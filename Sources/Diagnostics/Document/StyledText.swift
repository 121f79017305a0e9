/// Text in pieces, each with its role: what is wrapped before it is painted, so that no line ends inside a colour.
///
/// ```swift
/// StyledText("press ") + StyledText("Tab", .code)
/// ```
package struct StyledText: Hashable, Sendable {
  package struct Run: Hashable, Sendable {
    package var text: Substring
    package var role: TextStyle.Role
  }

  /// Up to where, in UTF-8 bytes, the text has a role.
  private struct Stretch: Hashable, Sendable {
    var end: Int
    var role: TextStyle.Role
  }

  /// In UTF-8. Putting a piece to it takes half of what it takes a string.
  private var bytes: [UInt8] = []
  private var stretches: [Stretch] = []
  private var keepsRoles = true

  package init() {}

  /// A text that pieces are put to.
  /// - Parameter keepingRoles: false if no one looks at them; all of it counts as body then.
  package init(keepingRoles: Bool) {
    keepsRoles = keepingRoles
    // Most texts are of a few pieces: one piece of memory for them.
    bytes.reserveCapacity(64)
    if keepsRoles { stretches.reserveCapacity(4) }
  }

  package init(_ text: String, _ role: TextStyle.Role = .body) { append(text, role) }

  package init(_ text: Substring, _ role: TextStyle.Role = .body) { append(text, role) }

  /// The text without its roles. O(text).
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }

  /// How long it is in UTF-8.
  package var byteCount: Int { bytes.count }

  /// The pieces: texts with a role each, no two of the same next to each other.
  package var runs: [Run] {
    let text = text
    if !keepsRoles { return text.isEmpty ? [] : [Run(text: text[...], role: .body)] }
    var start = text.startIndex
    return stretches.map { stretch in
      let end = text.utf8.index(text.startIndex, offsetBy: stretch.end)
      defer { start = end }
      return Run(text: text[start..<end], role: stretch.role)
    }
  }

  /// Adds a piece; it joins the last one when the role is the same. Of two types, and not generic: every line that is
  /// shown is put together here.
  package mutating func append(_ text: String, _ role: TextStyle.Role = .body) {
    guard !text.isEmpty else { return }
    bytes.append(contentsOf: text.utf8)
    close(role)
  }

  package mutating func append(_ text: Substring, _ role: TextStyle.Role = .body) {
    guard !text.isEmpty else { return }
    bytes.append(contentsOf: text.utf8)
    close(role)
  }

  /// Ends the text so far with a role.
  private mutating func close(_ role: TextStyle.Role) {
    guard keepsRoles else { return }
    let end = bytes.count
    if stretches.last?.role == role {
      stretches[stretches.count - 1].end = end
    } else {
      stretches.append(Stretch(end: end, role: role))
    }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  package mutating func append(_ other: StyledText) {
    let start = bytes.count
    bytes.append(contentsOf: other.bytes)
    guard keepsRoles else { return }
    if !other.keepsRoles { return close(.body) }
    for stretch in other.stretches {
      if stretches.last?.role == stretch.role {
        stretches[stretches.count - 1].end = start + stretch.end
      } else {
        stretches.append(Stretch(end: start + stretch.end, role: stretch.role))
      }
    }
  }

  /// The cells it takes in a line.
  package var width: Int {
    if bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) { return bytes.count }
    return runs.reduce(0) { $0 + DisplayText.width($1.text) }
  }

  package func painted(_ style: TextStyle) -> String {
    if style.dress == .plain { return text }
    return runs.reduce(into: "") { $0 += style.paint($1.text, $1.role) }
  }

  /// Whether it is plain words with one space between them, none of it in two roles: a text that wrapping leaves alone.
  package var isPlainWords: Bool {
    var last: UInt8 = 0x20
    for byte in bytes {
      // Printable, and no second space.
      guard byte &- 0x20 < 0x5F, byte | last != 0x20 else { return false }
      last = byte
    }
    // A space between two roles is in neither.
    return last != 0x20 && stretches.allSatisfy { $0.role == .body || bytes[$0.end - 1] != 0x20 }
  }

  /// The text without the blanks at its end.
  package var trimmingEnd: StyledText {
    guard bytes.last == 0x20 else { return self }
    let length = (bytes.lastIndex { $0 != 0x20 } ?? -1) + 1
    return prefix(bytes: length)
  }

  /// The beginning of the text. O(text).
  private func prefix(bytes length: Int) -> StyledText {
    var result = self
    result.bytes.removeSubrange(length...)
    result.stretches.removeAll { $0.end >= length }
    if keepsRoles, length > 0, result.stretches.last?.end ?? 0 < length,
      let role = stretches.first(where: { $0.end >= length })?.role
    {
      result.stretches.append(Stretch(end: length, role: role))
    }
    return result
  }

  /// The text cut to a number of cells, where possible between words, with `…` in the place of what is missing.
  package func truncated(to width: Int) -> StyledText {
    guard self.width > width else { return self }
    var left = DisplayText.beginning(of: text, upTo: width, in: .cells).utf8.count - "…".utf8.count
    var result = StyledText()
    for run in runs where left >= 0 {
      if run.text.utf8.count <= left {
        result.append(run.text, run.role)
        left -= run.text.utf8.count
      } else {
        result.append(String(decoding: run.text.utf8.prefix(left), as: UTF8.self) + "…", run.role)
        left = -1
      }
    }
    return result
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// Pieces that keep their roles in a text: `"marked \(label) for deletion"`.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text.append(literal) }
    package mutating func appendInterpolation(_ piece: StyledText) { text.append(piece) }
    package mutating func appendInterpolation(_ piece: String, _ role: TextStyle.Role = .body) {
      text.append(piece, role)
    }
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) { text.append(value.description) }
  }
}
