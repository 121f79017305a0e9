import Platform
import Testing

import class Foundation.FileManager

/// What the tests of ``Presentation`` cannot see: the other screen, the window's size, and the terminal afterwards.
@Suite(
  "graphbook present at a terminal",
  .enabled(if: PseudoTerminal.isAvailable, "no pseudo-terminal can be opened here"))
struct PresentTests {
  /// A lesson of two steps, each with more lines than a window: seven screens in 24 rows, five in 50.
  static let lesson: String = {
    let lines = (1...30).map { "Paragraph \($0)." }.joined(separator: "\n\n")
    let steps = [1, 2].map { "## Step \($0)\n\n\(lines)\n\n```note\nNothing is run here.\n```\n" }
    return "---\ntitle: Lines\nminutes: 5\n---\n\nMany lines.\n\n" + steps.joined(separator: "\n")
  }()

  let folder: StandardStreamTests.Folder
  let terminal: PseudoTerminal

  init() throws {
    folder = try StandardStreamTests.Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/Lessons", withIntermediateDirectories: false)
    folder.write("Lessons/09-lines.md", Array(Self.lesson.utf8))
    terminal = try PseudoTerminal(in: folder.path, ["present", "9"])
    try terminal.wait(for: "? shows the keys")
  }

  enum End: CaseIterable {
    case q, controlC, terminated, hungUp, crashed, trapped
  }

  @Test("Whatever ends it, the terminal is as it was before", arguments: End.allCases)
  func restored(_ end: End) throws {
    #expect(!terminal.isCooked)
    switch end {
    case .q: try terminal.type("q")
    case .controlC: try terminal.type("\u{03}")
    case .terminated: terminal.send(SIGTERM)
    case .hungUp: terminal.send(SIGHUP)
    case .crashed: terminal.send(SIGSEGV)
    case .trapped: terminal.send(SIGTRAP)
    }
    let status = try terminal.end().status
    #expect(terminal.isCooked)
    #expect(terminal.rawText.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    switch end {
    case .q, .controlC: #expect(status == 0)
    case .terminated: #expect(status == SIGTERM)
    case .hungUp: #expect(status == SIGHUP)
    case .crashed: #expect(status == SIGSEGV)
    case .trapped: #expect(status == SIGTRAP)
    }
  }

  @Test("Another size of the window divides the lesson again; a second terminal follows with the notes")
  func sizeAndNotes() throws {
    try terminal.type("  ")
    try terminal.wait(for: "2/7")
    try terminal.wait(for: "3/7")
    let notes = try PseudoTerminal(in: folder.path, ["present", "9", "--notes"])
    try notes.wait(for: "screen 3 of 7")
    try notes.wait(for: "Next")
    terminal.resize(columns: 200, rows: 50)
    try terminal.wait(for: "2/5")
    try notes.wait(for: "screen 2 of 5")
    try terminal.type("q")
    #expect(try terminal.end().status == 0)
    try notes.wait(for: "Waiting for graphbook present 9")
    try notes.type("q")
    #expect(try notes.end().status == 0)
    // Nothing about it is in the learner's record.
    let state = folder.path + "/.local/state/graphbook"
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
  }
}
