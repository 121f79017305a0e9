import Diagnostics

/// A piece of HTML that escapes every text put into it, so that tags come only from the program.
///
/// ```swift
/// let cell: HTML = "<td>\(text: student.name)</td>"   // <td>&lt;script&gt;</td>
/// ```
package struct HTML: ExpressibleByStringInterpolation, Hashable, Sendable {
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }
  package init(stringInterpolation pieces: Interpolation) { text = pieces.text }

  /// Text by people: control characters are made visible, and long texts are cut.
  package init(_ text: String, upTo limit: Int = 4096) {
    self.text = ""
    append(escaping: text.harmless.limited(toBytes: limit))
  }

  /// Lines of text, such as code and what it prints: only their line breaks stay as they are.
  package init(lines: some Sequence<String>) {
    text = ""
    for (place, line) in lines.enumerated() {
      if place > 0 { text += "\n" }
      append(escaping: line.harmless)
    }
  }

  /// Lines of code in which no word with a hyphen is broken, such as an arrow or a date, and no short string at its blanks.
  package init(code lines: some Sequence<String>) {
    self = lines.map { line -> HTML in
      guard line.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "\"") }) else {
        return HTML(lines: [line])
      }
      return Self.words(of: line).map { word -> HTML in
        let text = HTML(lines: [String(word)])
        let mayBreak = word.contains { $0 == "-" || $0 == " " }
        return mayBreak && word.utf8.count <= 28 ? "<span class=\"unbroken\">\(text)</span>" : text
      }.joined(by: " ")
    }.joined(by: "\n")
  }

  /// The words of a line, between which it may be broken: a string is a part of one.
  private static func words(of line: String) -> [Substring] {
    var isString = false
    var isEscaped = false
    let words = line.split(omittingEmptySubsequences: false) { sign in
      if sign == "\"", !isEscaped { isString.toggle() }
      isEscaped = sign == "\\" && !isEscaped
      return sign == " " && !isString
    }
    return isString ? line.split(separator: " ", omittingEmptySubsequences: false) : words
  }

  private mutating func append(escaping text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self.text += "&amp;"
      case "<": self.text += "&lt;"
      case ">": self.text += "&gt;"
      case "\"": self.text += "&quot;"
      case "'": self.text += "&#39;"
      default: self.text.unicodeScalars.append(scalar)
      }
    }
  }

  package static func + (left: HTML, right: HTML) -> HTML {
    var sum = left
    sum.text += right.text
    return sum
  }

  package static func += (left: inout HTML, right: HTML) { left.text += right.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text: String

    package init(literalCapacity: Int, interpolationCount: Int) {
      text = ""
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ html: HTML) { text += html.text }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
    /// Text by people needs a label: without one, HTML in a conditional expression would be taken for text.
    package mutating func appendInterpolation(text words: String) { text += HTML(words).text }
  }
}

extension Sequence<HTML> {
  package func joined(by separator: HTML = "") -> HTML {
    var all: HTML = ""
    for (place, part) in enumerated() { all += place == 0 ? part : separator + part }
    return all
  }
}

extension Sequence {
  /// Returns the pieces one after the other.
  package func html(_ piece: (Element) -> HTML) -> HTML { map(piece).joined() }
}
