import Diagnostics

extension Diagram {
  /// Returns the picture in Graphviz's language, for `dot -Tsvg`: a table for each box, whose rows are the ends of the
  /// lines. O(rows + lines).
  public func dot() -> String {
    var lines = [
      "digraph \(Self.quoted(name)) {",
      "  rankdir=LR",
      "  node [shape=plain, fontname=\"Helvetica\"]",
      "  edge [fontname=\"Helvetica\"]",
    ]
    for (index, box) in boxes.enumerated() {
      lines.append("  box\(index) [label=<")
      lines.append("    <table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">")
      lines.append("      <tr><td port=\"box\" align=\"left\"><b>\(MarkupText.escaped(box.title))</b></td></tr>")
      for (row, content) in box.rows.enumerated() {
        lines.append(
          "      <tr><td port=\"row\(row)\" align=\"left\">\(MarkupText.escaped(content.text))</td></tr>")
      }
      lines.append("    </table>>]")
    }
    for line in self.lines where contains(line) {
      var attributes: [String] = []
      if line.isInheritance { attributes.append("style=dashed") }
      attributes.append("dir=\(line.fromHead == .none ? (line.toHead == .none ? "none" : "forward") : "both")")
      if line.toHead != .none { attributes.append("arrowhead=\(Self.arrow(line.toHead))") }
      if line.fromHead != .none { attributes.append("arrowtail=\(Self.arrow(line.fromHead))") }
      lines.append(
        "  \(Self.port(line.from)) -> \(Self.port(line.to)) [\(attributes.joined(separator: ", "))]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func port(_ end: End) -> String { "box\(end.box):" + (end.row.map { "row\($0)" } ?? "box") }

  private static func arrow(_ head: Head) -> String {
    switch head {
    case .none: "none"
    case .one: "normal"
    case .many: "normalnormal"
    case .parent: "empty"
    }
  }

  /// In DOT's quotes only the quote itself is escaped; a backslash begins what `dot` reads in a label, not in a name.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in DisplayText.visible(text) {
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result + "\""
  }
}
