extension MarkupDocument {
  /// The document as XML, laid out as Xcode does: a line for each element, indented by four spaces for each level. O(size).
  public var text: String {
    var writer = MarkupWriter(escapesGreaterThan: escapesGreaterThan)
    writer.text = declaration.isEmpty ? "" : declaration + "\n"
    for node in prolog { writer.line(node, depth: 0) }
    writer.line(.element(root), depth: 0)
    for node in epilog { writer.line(node, depth: 0) }
    if !endsWithLineFeed { writer.text.removeLast() }
    // A carriage return of a value is written as a reference.
    if usesCarriageReturns { writer.text = writer.text.replacing("\n", with: "\r\n") }
    return (hasByteOrderMark ? Self.byteOrderMark : "") + writer.text
  }

  static let byteOrderMark = "\u{FEFF}"

  /// Whether XML can contain a text: no control characters except for tabs and line ends, and no U+FFFE and U+FFFF.
  /// O(length).
  public static func permits(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(MarkupWriter.permits) }
}

private struct MarkupWriter {
  var text = ""
  let escapesGreaterThan: Bool

  init(escapesGreaterThan: Bool) { self.escapesGreaterThan = escapesGreaterThan }

  /// A node on its own line, or lines.
  mutating func line(_ node: MarkupNode, depth: Int) {
    text += String(repeating: " ", count: 4 * depth)
    if case .element(let element) = node, !element.children.isEmpty, !element.hasText {
      startTag(element)
      text += ">\n"
      for child in element.children { line(child, depth: depth + 1) }
      text += String(repeating: " ", count: 4 * depth) + "</\(element.name)>"
    } else {
      inline(node)
    }
    text += "\n"
  }

  /// A node without white space around it: beside text, that would be text too.
  private mutating func inline(_ node: MarkupNode) {
    switch node {
    case .element(let element):
      startTag(element)
      if element.children.isEmpty { return text += "/>" }
      text += ">"
      for child in element.children { inline(child) }
      text += "</\(element.name)>"
    case .text(let content): escape(content, inAttribute: false)
    case .comment(let content): text += "<!--\(content)-->"
    case .instruction(let target, let data): text += data.isEmpty ? "<?\(target)?>" : "<?\(target) \(data)?>"
    }
  }

  private mutating func startTag(_ element: MarkupElement) {
    text += "<" + element.name
    for attribute in element.attributes {
      text += " " + attribute.name + "=\""
      escape(attribute.value, inAttribute: true)
      text += "\""
    }
  }

  /// Writes a value so that it is read back as it is. XML reads a line end in an attribute as a space.
  private mutating func escape(_ value: String, inAttribute: Bool) {
    guard value.utf8.contains(where: { $0 < 0x20 || Self.special.contains($0) || $0 == 0xEF }) else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += escapesGreaterThan || !inAttribute ? "&gt;" : ">"
      case "\"" where inAttribute: text += "&quot;"
      case "\r": text += "&#13;"
      case "\n" where inAttribute: text += "&#10;"
      case "\t" where inAttribute: text += "&#9;"
      default: text.unicodeScalars.append(Self.permits(scalar) ? scalar : "\u{FFFD}")
      }
    }
  }

  private static let special: Set<UInt8> = [
    UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
  ]

  static func permits(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\t" || scalar == "\n"
      || scalar == "\r"
  }
}

extension MarkupElement {
  /// Whether white space inside it would be part of its text.
  fileprivate var hasText: Bool { children.contains { if case .text = $0 { true } else { false } } }
}
