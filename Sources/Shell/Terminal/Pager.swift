import Diagnostics

/// Long output, a screen at a time.
///
/// It is our own and not a program of the learner's (`PAGER` is ignored): the text stays on the screen and can be
/// scrolled back to, and there is nothing to find one's way out of. A learner who types a line instead of a key gets
/// the rest of the output at once, and the line is the next input.
///
/// ```swift
/// var pager = Pager(height: 24, width: 80)
/// let typed = pager.show(lines, readKey: { .page }, write: StandardOutput.write)
/// ```
package struct Pager {
  /// A key that was pressed.
  package enum Key: Hashable, Sendable {
    /// Page Down: another screen. So does a space where nothing has been typed yet.
    case page
    /// An arrow down: another line.
    case line
    /// Another screen, where nothing has been typed yet; else the end of what was typed.
    case enter
    /// A character that is typed.
    case character(Character)
    /// Backspace.
    case erase
    /// Ctrl-C, Ctrl-D or Escape: forgets what was typed, or stops.
    case stop
    /// No key can be read any more: all the rest is shown.
    case end
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

  /// Writes the lines, and asks for a key whenever the screen is full. Text that fits is written without a question.
  ///
  /// - Parameter closing: how many lines at the end are shown also where the person stops: a lesson's question, for one.
  @discardableResult
  package func show(
    _ lines: [String], closing: Int = 0, readKey: () -> Key, write: (String) -> Void
  ) -> End {
    let rows = lines.map(rows)
    func writeLines(from first: Int) {
      if first < lines.count { write(lines[first...].joined(separator: "\n") + "\n") }
    }
    guard rows.reduce(0, +) >= height else {
      writeLines(from: 0)
      return .shown
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
      guard next < lines.count else { return .shown }
      switch wish(lines.count - next, readKey, write) {
      case .page: room = height - 1
      case .line: room = max(1, rows[next])
      case .rest:
        writeLines(from: next)
        return .shown
      case .stop:
        let end = max(next, lines.count - closing)
        let left = end - next
        if left > 0 {
          let what =
            left == 1
            ? "1 line not shown; Enter shows it" : "\(DisplayText.grouped(left)) lines not shown; Enter shows them"
          write(style.paint("(\(what))", .faint) + "\n")
        }
        writeLines(from: end)
        return left > 0 ? .stopped(rest: Array(lines[next...])) : .shown
      case .input(let line):
        writeLines(from: next)
        return .typed(line)
      }
    }
    return .shown
  }

  /// How a text ended.
  package enum End: Hashable, Sendable {
    case shown
    /// The person typed a line, for which everything was shown.
    case typed(String)
    /// The person stopped before these lines.
    case stopped(rest: [String])
  }

  private enum Wish {
    case page, line, rest, stop
    case input(String)
  }

  /// Asks how to go on, until that is clear.
  private func wish(_ left: Int, _ readKey: () -> Key, _ write: (String) -> Void) -> Wish {
    var typed = ""
    func draw() {
      write(typed.isEmpty ? style.paint(question(left), .prompt) : "> " + DisplayText.visible(typed))
    }
    draw()
    while true {
      let key = readKey()
      write("\r\u{1B}[K")
      switch key {
      case .character(" ") where typed.isEmpty, .page: return .page
      case .line: return .line
      case .enter:
        switch typed.trimmed {
        case "": return .page
        case "q", "Q": return .stop
        case "g", "G": return .rest
        default: return .input(typed)
        }
      case .character(let character): typed.append(character)
      case .erase: _ = typed.popLast()
      case .stop where typed.isEmpty: return .stop
      case .stop: typed = ""
      case .end: return .rest
      }
      draw()
    }
  }

  /// One row, on a narrow screen the beginning of it.
  private func question(_ left: Int) -> String {
    let text =
      "-- \(counted(left, "more line")): space or Enter goes on, q Enter stops, or type a line --"
    return DisplayText.beginning(of: text, upTo: max(1, width - 1), in: .cells)
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
