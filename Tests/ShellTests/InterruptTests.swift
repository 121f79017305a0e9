import Diagnostics
import Platform
import Shell
import Testing
import WorkbookLanguage

@Suite("Ctrl-C and plain input")
struct InterruptTests {
  @Test("A statement that Ctrl-C meets is dropped, and the session goes on")
  func dropped() {
    // Comes by itself: the question is asked at every step, and the twentieth is answered with yes.
    nonisolated(unsafe) var calls: [String] = []
    nonisolated(unsafe) var asked = 0
    let interrupts = Interrupts(
      begin: {
        calls.append("begin")
        asked = 0
      }, end: { calls.append("end") },
      came: {
        asked += 1
        return asked > 20
      })
    var output = ""
    var session = Session(
      .prompt,
      world: .init(
        makeInterpreter: { _ in Interpreter(environment: .init(isCancelled: interrupts.came)) }, interrupts: interrupts)
    )
    session.run(ScriptedReader(["for i in 1...1000000 { i }", "1 + 1"]), opening: { _ in [] }) { output += $0 }
    #expect(output.hasPrefix("stopped\n"))
    #expect(output.hasSuffix("\n2\n"))
    #expect(calls == ["begin", "end", "begin", "end"])
  }

  @Test("A diagram that Ctrl-C meets is not drawn, whenever it comes")
  func diagram() {
    nonisolated(unsafe) var asked = 0
    nonisolated(unsafe) var limit = Int.max
    let interrupts = Interrupts(
      begin: {}, end: {},
      came: {
        asked += 1
        return asked >= limit
      })
    func screen(yesAt number: Int) -> String {
      (asked, limit) = (0, number)
      var output = ""
      var session = Session(.prompt, world: .init(interrupts: interrupts))
      let entities = (0..<6).map { "entity E\($0) { next -> E\(($0 + 1) % 6)?; all ->> E\(($0 + 3) % 6)? }" }
      session.run(ScriptedReader([entities.joined(separator: "; "), "show diagram"]), opening: { _ in [] }) {
        output += $0
      }
      return output
    }
    #expect(screen(yesAt: .max).contains("┌"))
    let count = asked
    #expect(count > 20)
    for number in [1, 2, 3, count / 3, count / 2, count - 1, count] {
      let output = screen(yesAt: number)
      #expect(output.hasSuffix("stopped\n"), "question \(number)")
      #expect(!output.contains("┌"))
    }
  }

  @Test("The process's own Ctrl-C is caught between begin and end, however deep they stand")
  func process() {
    // The threads that tests run on may keep signals waiting.
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    let interrupts = Interrupts.ofProcess
    interrupts.begin()
    interrupts.begin()
    #expect(!interrupts.came())
    raise(SIGINT)
    #expect(interrupts.came())
    interrupts.end()
    raise(SIGINT)
    #expect(interrupts.came())
    interrupts.end()
    #expect(!interrupts.came())
  }

  /// The lines that a reader makes of some bytes.
  func lines(_ bytes: [UInt8]) throws -> [LineInput] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    defer { close(ends[0]) }
    let reader = PlainReader(descriptor: ends[0])
    var result: [LineInput] = []
    while result.last != .end, result.count < 100 {
      result.append(reader.nextLine(prompt: "> ") { _, _ in .none })
    }
    return result
  }

  @Test(
    "Lines of a pipe",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb\r\nc", ["a", "", "b", "c"]), ("\r\n", [""]), ("\r", ["\r"]),
      ("ä\u{0}\n1", ["ä\u{0}", "1"]),
    ])
  func pipes(text: String, expected: [String]) throws {
    #expect(try lines(Array(text.utf8)) == expected.map(LineInput.line) + [.end])
  }

  @Test("A line that is not UTF-8 is refused by its number")
  func noText() throws {
    let problem = Diagnostic("not-utf8", "line 2 of standard input is not UTF-8 text", hint: "save it as UTF-8")
    #expect(
      try lines([0x30, 0x0A, 0x31, 0xFF, 0x0A, 0x32]) == [.line("0"), .unreadable(problem), .line("2"), .end])
  }

  @Test("A descriptor that cannot be read is an error, and then the end")
  func noFile() {
    let reader = PlainReader(descriptor: -1)
    let found = (0..<2).map { _ in reader.nextLine(prompt: "", completions: { _, _ in .none }) }
    #expect(found == [.unreadable(Diagnostic("unreadable-file", "standard input is closed")), .end])
  }
}
