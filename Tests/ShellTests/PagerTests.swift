import Shell
import Testing

@Suite("Long output comes a screen at a time")
struct PagerTests {
  /// What is written, with a `|` where a key was asked for.
  func written(_ lines: [String], height: Int, width: Int = 20, keys: [Pager.Key]) -> String {
    var result = ""
    var keys = keys[...]
    Pager(height: height, width: width).show(
      lines,
      readKey: {
        result += "|"
        return keys.popFirst() ?? .quit
      }, write: { result += $0 })
    // The question and what takes it away are the same each time.
    return result.replacing("\r\u{1B}[K", with: "")
  }

  static let six = ["1", "2", "3", "4", "5", "6"]

  @Test("What fits is written at once")
  func fits() {
    #expect(written(["1", "2", "3"], height: 5, keys: []) == "1\n2\n3\n")
    #expect(written([], height: 5, keys: []) == "")
  }

  @Test("Space gives another screen")
  func page() {
    #expect(
      written(Self.six, height: 5, keys: [.page]) == """
        1
        2
        3
        4
        -- 2 more lines: space, Enter, G for all, q to stop --|5
        6

        """)
  }

  @Test("Enter gives another line, G the rest, q no more")
  func otherKeys() {
    #expect(
      written(Self.six, height: 5, keys: [.line, .rest]) == """
        1
        2
        3
        4
        -- 2 more lines: space, Enter, G for all, q to stop --|5
        -- 1 more line: space, Enter, G for all, q to stop --|6

        """)
    #expect(
      written(Self.six, height: 5, keys: [.quit]) == """
        1
        2
        3
        4
        -- 2 more lines: space, Enter, G for all, q to stop --|(2 lines not shown)

        """)
  }

  @Test("A line that is wider than the screen takes several rows, and colours take none")
  func wide() {
    let wide = String(repeating: "x", count: 45)
    #expect(written([wide, "a", "b"], height: 5, keys: [.page]).hasPrefix("\(wide)\na\n-- 1 more line"))
    let coloured = "\u{1B}[31m" + String(repeating: "x", count: 20) + "\u{1B}[0m"
    #expect(written([coloured, coloured, coloured], height: 5, keys: []) == "\(coloured)\n\(coloured)\n\(coloured)\n")
    // Taller than the screen by itself.
    let tall = String(repeating: "山", count: 100)
    #expect(written([tall, "a"], height: 5, keys: [.page]).hasPrefix("\(tall)\n-- 1 more line"))
  }

  @Test(
    "Keys as a terminal sends them",
    arguments: [
      ([0x20], Pager.Key.page), ([0x0A], .line), ([0x0D], .line), ([0x71], .quit), ([0x03], .quit), ([0x1B], .quit),
      ([0x1B, 0x5B, 0x42], .line), ([0x1B, 0x5B, 0x36, 0x7E], .page), ([0x47], .rest),
    ])
  func keys(bytes: [UInt8], key: Pager.Key) {
    #expect(Terminal.pagerKey(bytes) == key)
    #expect(Terminal.pagerKey([0x78]) == nil)
  }

  @Test("How far something has come, in thousandths")
  func thousandths() {
    #expect(ProgressBar.thousandths(0, 10) == 0)
    #expect(ProgressBar.thousandths(1, 3) == 333)
    #expect(ProgressBar.thousandths(9, 3) == 1000)
    #expect(ProgressBar.thousandths(1, 0) == -1)
    #expect(ProgressBar.thousandths(.max, .max) == 1000)
  }
}
