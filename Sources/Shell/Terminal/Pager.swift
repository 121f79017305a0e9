import Diagnostics

/// Long output, a screen at a time.
///
/// It is our own and no program of the learner's (`PAGER` is not asked): what was shown stays on the screen and can be
/// scrolled back to, and there is nothing to find one's way out of.
///
/// ```swift
/// var pager = Pager(height: 24, width: 80)
/// pager.show(lines, readKey: { .page }, write: StandardOutput.write)
/// ```
package struct Pager {
  /// What the person at the keyboard wants.
  package enum Key: Hashable, Sendable {
    /// Space: another screen.
    case page
    /// Enter: another line.
    case line
    /// All the rest at once.
    case rest
    /// No more of it.
    case quit
  }

  /// The rows of the screen.
  package var height: Int
  /// The cells of a row: a longer line takes several.
  package var width: Int
  package var style: TextStyle

  package init(height: Int, width: Int, style: TextStyle = .plain) {
    self.height = max(4, height)
    self.width = max(1, width)
    self.style = style
  }

  /// Writes the lines; asks for a key whenever the screen is full. What fits is written without a question.
  package func show(_ lines: [String], readKey: () -> Key, write: (String) -> Void) {
    let rows = lines.map(rows)
    guard rows.reduce(0, +) >= height else {
      if !lines.isEmpty { write(lines.joined(separator: "\n") + "\n") }
      return
    }
    var next = 0
    // One row is the question's.
    var room = height - 1
    while next < lines.count {
      var text = ""
      while next < lines.count, rows[next] <= room || room == height - 1 {
        text += lines[next] + "\n"
        room -= rows[next]
        next += 1
        if room <= 0 { break }
      }
      write(text)
      guard next < lines.count else { return }
      write(style.paint(question(lines.count - next), .prompt))
      let key = readKey()
      write("\r\u{1B}[K")
      switch key {
      case .page: room = height - 1
      case .line: room = max(1, rows[next])
      case .rest: room = .max
      case .quit:
        write(style.paint("(\(DisplayText.grouped(lines.count - next)) lines not shown)", .faint) + "\n")
        return
      }
    }
  }

  private func question(_ left: Int) -> String {
    "-- \(DisplayText.grouped(left)) more line\(left == 1 ? "" : "s"): space, Enter, G for all, q to stop --"
  }

  private func rows(_ line: String) -> Int {
    max(1, (DisplayText.width(Self.withoutEscapes(line)) + width - 1) / width)
  }

  /// The line without what sets colours.
  private static func withoutEscapes(_ line: String) -> String {
    guard line.contains("\u{1B}") else { return line }
    var result = ""
    var isInEscape = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" { isInEscape = true }
      if !isInEscape { result.unicodeScalars.append(scalar) }
      if isInEscape, scalar == "m" { isInEscape = false }
    }
    return result
  }
}
