import Shell
import Testing

@Suite("Long output comes a screen at a time")
struct PagerTests {
  /// The output, with a `|` at each request for a key.
  func written(_ lines: [String], height: Int, width: Int = 90, closing: Int = 0, keys: [Pager.Key]) -> String {
    var result = ""
    var keys = keys[...]
    let typed = Pager(height: height, width: width).show(
      lines, closing: closing,
      readKey: {
        result += "|"
        return keys.popFirst() ?? .stop
      }, write: { result += $0 })
    if case .typed(let line) = typed { result += "typed: \(line)\n" }
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
        -- 2 more lines: space or Enter goes on, q Enter stops, or type a line --|5
        6

        """)
  }

  @Test(
    "Enter gives another screen, an arrow another line; q and Enter stop, Ctrl-C at once, G and Enter give the rest")
  func otherKeys() {
    let two = "1\n2\n3\n4\n-- 2 more lines: space or Enter goes on, q Enter stops, or type a line --|"
    let one = "5\n-- 1 more line: space or Enter goes on, q Enter stops, or type a line --|"
    #expect(written(Self.six, height: 5, keys: [.line, .line]) == two + one + "6\n")
    #expect(written(Self.six, height: 5, keys: [.enter]) == two + "5\n6\n")
    #expect(written(Self.six, height: 5, keys: [.character("G"), .enter]) == two + "> G|5\n6\n")
    let notShown = "(2 lines not shown; Enter shows them)\n"
    #expect(written(Self.six, height: 5, keys: [.character("q"), .enter]) == two + "> q|" + notShown)
    #expect(written(Self.six, height: 5, keys: [.stop]) == two + notShown)
    #expect(written(Self.six, height: 5, keys: [.end]) == two + "5\n6\n")
  }

  @Test(
    "A line that is typed is no key: all is shown, and the line is the next input",
    arguments: ["next", "quit", "G 1", "1", "é"])
  func typed(_ line: String) {
    let found = written(Self.six, height: 5, keys: line.map(Pager.Key.character) + [.enter])
    #expect(found.hasSuffix("> \(line)|5\n6\ntyped: \(line)\n"))
  }

  @Test("What is typed can be corrected, and taken back")
  func corrected() {
    let keys: [Pager.Key] = [.character("n"), .character("o"), .erase, .character("x"), .enter]
    #expect(written(Self.six, height: 5, keys: keys).hasSuffix("> n|> no|> n|> nx|5\n6\ntyped: nx\n"))
    #expect(written(Self.six, height: 5, keys: [.character("n"), .stop, .page]).hasSuffix("type a line --|5\n6\n"))
  }

  @Test("A question at the end is shown also where the person stops")
  func closing() {
    #expect(
      written(Self.six, height: 5, closing: 1, keys: [.stop]).hasSuffix(
        "|(1 line not shown; Enter shows it)\n6\n"))
    #expect(written(Self.six, height: 5, closing: 2, keys: [.stop]).hasSuffix("|5\n6\n"))
  }

  @Test("The question fits into one row of a narrow screen")
  func narrow() {
    #expect(written(Self.six, height: 5, width: 20, keys: [.page]) == "1\n2\n3\n4\n-- 2 more lines: …|5\n6\n")
  }

  /// Lines for a person, some of which are shown by a pager, at which lines are typed.
  @Test("What was typed at the pager is carried out after it, as if it had been typed at the prompt")
  func reader() {
    var screen = ""
    var typed: [String?] = [nil, "1 + 1", nil, "2 + 2"]
    let reader = PagedReader(
      PromptTests.WatchedReader(["10", "quit"]),
      show: { lines, closing in
        screen += lines.map { "\($0)\n" }.joined()
        return typed.isEmpty ? .shown : typed.removeFirst().map(Pager.End.typed) ?? .shown
      }, echo: { screen += $0 })
    var session = Session(.prompt)
    session.run(reader, opening: { _ in ["hello"] }, write: reader.write)
    #expect(screen == "hello\n10\ngraph> 1 + 1\n2\n")
  }

  /// Lines for a person, shown by a pager; `prefills` is what comes back for editing.
  private final class EditingReader: LineReader {
    let prefills: (String) -> Void
    init(prefills: @escaping (String) -> Void) { self.prefills = prefills }
    var isWatched: Bool { true }
    var canEdit: Bool { true }
    func nextLine(prompt: String, completions: (String, Int) -> Completions) -> LineInput { .end }
    func prefill(_ text: String) { prefills(text) }
  }

  @Test("What was typed before a question was on the screen does not answer it")
  func typedBeforeTheQuestion() {
    var screen = ""
    var prefilled: [String] = []
    let show = { (lines: [String], closing: Int) -> Pager.End in .typed("1") }
    for inner in [EditingReader { prefilled.append($0) }, PromptTests.WatchedReader([])] as [any LineReader] {
      let reader = PagedReader(inner, show: show, echo: { screen += $0 })
      reader.announce(closing: 1)
      reader.write("text\nquestion\n")
      #expect(reader.nextLine(prompt: "answer> ") { _, _ in .none } == .end)
    }
    #expect(prefilled == ["1"])
    #expect(
      screen == """
        (typed before the end of the text was shown: press Enter to enter it)
        (not entered, as it was typed before the end of the text was shown: 1)

        """)
  }

  @Test("Enter shows what was not shown, with the question at its end, and any other line lets it go")
  func rest() {
    func screen(_ typed: [String?]) -> String {
      var screen = ""
      var stops = [1, 2]
      let reader = PagedReader(
        PromptTests.WatchedReader(typed),
        show: { lines, closing in
          screen += "[" + lines.joined(separator: " ") + "/\(closing)]"
          guard lines.count > 1, !stops.isEmpty else { return .shown }
          return .stopped(rest: Array(lines[stops.removeFirst()...]))
        }, echo: { _ in })
      reader.announce(closing: 1)
      reader.write("a\nb\nc\nd\n")
      var session = Session(.prompt)
      session.run(reader, opening: { _ in [] }, write: reader.write)
      return screen
    }
    #expect(screen(["", "", "", "1 + 1", ""]) == "[a b c d/1][b c d/1][d/1][2/0]")
    #expect(screen(["1 + 1", ""]) == "[a b c d/1][2/0]")
  }

  @Test("The session says which lines are a question")
  func announcedClosing() {
    var closings: [Int] = []
    let reader = PagedReader(
      PromptTests.WatchedReader(["lesson 1", "1", "0", "next"]),
      show: { _, closing in
        closings.append(closing)
        return .shown
      }, echo: { _ in })
    var session = Session(.prompt, world: TranscriptTests.world(progressPath: nil))
    session.run(reader, opening: { _ in [] }, write: reader.write)
    #expect(closings == [6, 4, 0, 4])
  }

  @Test("A line that is wider than the screen takes several rows, and colours take none")
  func wide() {
    let wide = String(repeating: "x", count: 45)
    #expect(written([wide, "a", "b"], height: 5, width: 20, keys: [.page]).hasPrefix("\(wide)\na\n-- 1 more line: …|"))
    let coloured = "\u{1B}[31m" + String(repeating: "x", count: 20) + "\u{1B}[0m"
    #expect(
      written([coloured, coloured, coloured], height: 5, width: 20, keys: [])
        == "\(coloured)\n\(coloured)\n\(coloured)\n")
    // Taller than the screen by itself.
    let tall = String(repeating: "山", count: 100)
    #expect(written([tall, "a"], height: 5, width: 20, keys: [.page]).hasPrefix("\(tall)\n-- 1 more line: …|"))
  }

  @Test(
    "Keys as a terminal sends them",
    arguments: [
      ([0x20], Pager.Key.character(" ")), ([0x0A], .enter), ([0x0D], .enter), ([0x71], .character("q")),
      ([0x03], .stop),
      ([0x1B], .stop), ([0x1B, 0x5B, 0x42], .line), ([0x1B, 0x5B, 0x36, 0x7E], .page), ([0x7F], .erase),
      ([0xC3, 0xA9], .character("é")),
    ])
  func keys(bytes: [UInt8], key: Pager.Key) {
    #expect(Terminal.pagerKey(bytes) == key)
    #expect(Terminal.pagerKey([0x1B, 0x5B, 0x41]) == nil)
    #expect(Terminal.pagerKey([0x09]) == nil)
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
