import Testing

import class Foundation.FileManager

/// The pager and the question about exporting, as a person meets them: the other tests call them without a terminal.
@Suite(
  "The built program at a terminal",
  .enabled(if: PseudoTerminal.isAvailable, "no pseudo-terminal can be opened here"))
struct TerminalTests {
  typealias Folder = StandardStreamTests.Folder

  let folder: Folder
  let terminal: PseudoTerminal

  init() throws {
    folder = try Folder()
    terminal = try PseudoTerminal(in: folder.path)
    try terminal.wait(for: "graph> ")
  }

  static func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "\($0)\n" }.joined()
  }

  // MARK: The pager

  /// Prints forty lines, of which the first screen has 23.
  func showForty() throws {
    try terminal.type("for n in 1...40 { n }\n")
    let screen = try terminal.wait(for: "or type a line --")
    #expect(
      screen.hasSuffix(
        "\n\(Self.lines(1...23))-- 17 more lines: space or Enter goes on, q Enter stops, or type a line --"))
  }

  @Test("An arrow gives another line, and Enter or a space another screen", arguments: ["\n", " "])
  func goesOn(_ key: String) throws {
    try showForty()
    try terminal.press("\u{1B}[B")
    #expect(try terminal.wait(for: "line --").hasPrefix("24\n-- 16 more lines"))
    try terminal.press(key)
    #expect(try terminal.wait(for: "graph> ") == Self.lines(25...40) + "graph> ")
  }

  @Test(
    "q and Enter, Escape, Ctrl-C and Ctrl-D stop a long text, and Enter shows the rest of it",
    arguments: [("q\n", "> q"), ("\u{1B}", ""), ("\u{03}", ""), ("\u{04}", "")])
  func stops(_ keys: String, _ echo: String) throws {
    try showForty()
    try terminal.press(keys)
    #expect(try terminal.wait(for: "graph> ") == echo + "(17 lines not shown; Enter shows them)\ngraph> ")
    try terminal.type("\n")
    #expect(try terminal.wait(for: "graph> ") == "\n" + Self.lines(24...40) + "graph> ")
  }

  @Test("A statement that is typed while a long text is shown runs after it")
  func typedAhead() throws {
    try showForty()
    try terminal.press("40 + 2\n")
    #expect(try terminal.wait(for: "> 40 + 2").hasSuffix("> 4> 40> 40 > 40 +> 40 + > 40 + 2"))
    #expect(
      try terminal.wait(for: "42\ngraph> ") == Self.lines(24...40) + "graph> 40 + 2\n42\ngraph> ")
  }

  @Test("The question at the end of a long lesson text is shown where the text is stopped")
  func question() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Lessons", withIntermediateDirectories: false)
    let paragraphs = (1...30).map { "Paragraph \($0).\n\n" }.joined()
    folder.write(
      "Lessons/01-long.md",
      Array(
        """
        ---
        title: Long
        ---

        ## A step

        \(paragraphs)
        ```predict
        How many are left?
        = 1 + 1
        ```

        """.utf8))
    try terminal.type("lesson 1\n")
    let screen = try terminal.wait(for: "or type a line --")
    #expect(screen.contains("Paragraph 1.\n") && !screen.contains("How many"))
    try terminal.press("q\n")
    let end = try terminal.wait(for: "answer> ")
    #expect(end.contains(" lines not shown; Enter shows them)\n"))
    #expect(end.contains("How many are left?") && !end.contains("Paragraph 30."), "\(end)")
    try terminal.type("2\n")
    try terminal.wait(for: "graph> ")
  }

  // MARK: Leaving

  /// Makes a model and three objects, and leaves.
  func leave() throws -> String {
    for line in ["model League", "entity Team { name: String }", "for n in 1...3 { Team(name: \"Team \\(n)\") }"] {
      try terminal.type(line + "\n")
      try terminal.wait(for: "graph> ")
    }
    try terminal.type("quit\n")
    return try terminal.wait(for: "export? ")
  }

  private var graphFiles: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".graph") }.sorted()
    }
  }

  @Test("With work that is in no file, y and Enter export it to a file that brings it back", arguments: ["y", ""])
  func exports(_ answer: String) throws {
    let question = try leave()
    #expect(question.contains("Your model and 3 objects are in no file. Enter exports to league.graph,"), "\(question)")
    try terminal.type(answer + "\n")
    let (text, status) = try terminal.end()
    #expect(status == 0)
    #expect(text.contains("league.graph") && !text.contains("export? "), "\(text)")
    folder.write("count.graph", Array("run \"league.graph\"\ncount Team\n".utf8))
    #expect(try folder.shell("graphbook run -q count.graph").output == "3\n")
  }

  @Test("n and Ctrl-D leave without a file", arguments: ["n\n", "\u{04}"])
  func leavesWithout(_ answer: String) throws {
    let before = try graphFiles
    _ = try leave()
    try terminal.type(answer)
    let (text, status) = try terminal.end()
    #expect(status == 0 && !text.contains("export? "), "\(text)")
    #expect(try graphFiles == before)
  }

  @Test("A statement that fails and a name that cannot be written are asked for again")
  func asksAgain() throws {
    let before = try graphFiles
    _ = try leave()
    for answer in ["entity {", "no/such/folder/league.graph"] {
      try terminal.type(answer + "\n")
      let again = try terminal.wait(for: "export? ")
      #expect(again.contains("Type another name, in quotes if it has blanks; n leaves without"), "\(again)")
    }
    try terminal.type("n\n")
    #expect(try terminal.end().status == 0)
    #expect(try graphFiles == before)
  }

  @Test("Where there is nothing to lose nothing is asked")
  func leavesAtOnce() throws {
    try terminal.type("1 + 1\n")
    try terminal.wait(for: "\n2\ngraph> ")
    try terminal.type("quit\n")
    let (text, status) = try terminal.end()
    #expect(status == 0 && !text.contains("export? "), "\(text)")
  }

  @Test("A file that is run says how to go on with what it has made, and that works")
  func goesOnAfterAFile() throws {
    folder.write("league.graph", Array("entity Team { name: String }\nTeam(name: \"Heat\")\n".utf8))
    let run = try PseudoTerminal(in: folder.path, ["league.graph"])
    let (text, status) = try run.end()
    #expect(status == 0)
    #expect(
      text.hasSuffix(
        "made Team#1 Heat\n(graphbook open league.graph opens the prompt with what the file has made)\n"), "\(text)")
    let opened = try PseudoTerminal(in: folder.path, ["open", "league.graph"])
    try opened.wait(for: "graph> ")
    try opened.type("count Team\n")
    #expect(try opened.wait(for: "graph> ").hasSuffix("1\ngraph> "))
    try opened.type("quit\n")
    #expect(try opened.end().status == 0)
    try terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
  }
}
