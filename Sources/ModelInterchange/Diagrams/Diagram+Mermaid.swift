import Diagnostics

extension Diagram {
  /// Returns the picture as a class diagram of Mermaid, which many forges draw inside Markdown.
  ///
  /// Mermaid has no double arrowheads: the number of objects at an end is written there, `0..1`, `1`, `*` or `1..*`,
  /// and the line is labelled with the names of the relationships.
  /// - Complexity: O(rows + lines).
  public func mermaid() -> String {
    var lines = ["---", "title: \(Self.yaml(name))", "---", "classDiagram", "  direction LR"]
    for (index, box) in boxes.enumerated() {
      let rows = box.rows.filter { $0.section != .title }.map { "    \(Self.member($0))" }
      let head = "  class c\(index)[\"\(Self.label(box.title))\"]"
      // Empty braces are an error to Mermaid.
      lines += rows.isEmpty ? [head] : [head + " {"] + rows + ["  }"]
    }
    for line in self.lines where contains(line) { lines.append("  " + mermaid(line)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func mermaid(_ line: Line) -> String {
    let (from, to) = ("c\(line.from.box)", "c\(line.to.box)")
    if line.isInheritance {
      return line.toHead == .parent ? "\(to) <|-- \(from)" : "\(from) <|-- \(to)"
    }
    let arrow = (line.fromHead == .none ? "" : "<") + "--" + (line.toHead == .none ? "" : ">")
    let names = [line.from, line.to].compactMap { end in end.row.map { boxes[end.box].rows[$0].name } }
    let label = names.isEmpty ? "" : " : " + Self.label(names.joined(separator: " / "))
    return "\(from)\(count(line.fromHead, line.to)) \(arrow)\(count(line.toHead, line.from)) \(to)\(label)"
  }

  /// How many arrive by the relationship that leaves at the other end.
  private func count(_ head: Head, _ leaving: End) -> String {
    let isOptional = leaving.row.map { boxes[leaving.box].rows[$0].detail.hasSuffix("?") } ?? false
    switch head {
    case .none, .parent: return ""
    case .one: return isOptional ? " \"0..1\"" : " \"1\""
    case .many: return isOptional ? " \"*\"" : " \"1..*\""
    }
  }

  /// A line inside a class: braces end it, a tilde begins a generic type, parentheses make it a method and a `$` or `*`
  /// at its end a static or abstract one.
  private static func member(_ row: Row) -> String {
    let text = row.detail.hasPrefix(" ~> ") ? "\(row.name): fetched \(row.detail.dropFirst(4))" : row.text
    return "+" + replacing("{}~()$*\"<>;#&\\", in: text)
  }

  /// Text in quotes or after a colon, without anything that would end either.
  private static func label(_ text: String) -> String { replacing("\"`:;{}[]#<>&\\", in: text) }

  private static func replacing(_ characters: String, in text: String) -> String {
    String(
      String.UnicodeScalarView(
        DisplayText.visible(text).unicodeScalars.map { characters.unicodeScalars.contains($0) ? "_" : $0 }))
  }

  private static func yaml(_ text: String) -> String {
    "\"" + DisplayText.visible(text).map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
