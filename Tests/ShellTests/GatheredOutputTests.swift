import Foundation
import Testing

@testable import Shell

@Suite("Output that is gathered")
struct GatheredOutputTests {
  /// The output, one entry a write.
  private final class Written {
    var texts: [String] = []
  }

  @Test func waitsForTheEnd() {
    let written = Written()
    let output = GatheredOutput { written.texts.append($0) }
    for number in 0..<100 { output.write("line \(number)\n") }
    output.flush()
    output.flush()
    #expect(written.texts.joined() == (0..<100).map { "line \($0)\n" }.joined())
    #expect(written.texts.allSatisfy { $0.hasSuffix("\n") })
  }

  @Test func doesNotGrowWithoutEnd() throws {
    let written = Written()
    let output = GatheredOutput { written.texts.append($0) }
    let line = String(repeating: "x", count: 999) + "\n"
    for _ in 0..<200 { output.write(line) }
    // Input is never more than a write away.
    #expect(written.texts.joined().utf8.count > 200_000 - (64 << 10))
    output.flush()
    #expect(written.texts.joined().utf8.count == 200_000)
  }

  /// Whoever sends a statement, reads the answer and then sends the next is never left waiting.
  @Test(arguments: [Session.Mode.prompt, .script])
  func isWrittenBeforeTheInputIsWaitedFor(mode: Session.Mode) {
    let pipe = Pipe()
    let written = Written()
    let output = GatheredOutput { written.texts.append($0) }
    var seenWhileWaiting: [String] = []
    func answer() {
      output.flush()
      let text = written.texts.joined()
      guard seenWhileWaiting.last != text else { return }
      seenWhileWaiting.append(text)
      switch seenWhileWaiting.count {
      case 1: pipe.fileHandleForWriting.write(Data("let a = 1\n".utf8))
      case 2: pipe.fileHandleForWriting.write(Data("let b = 2\n".utf8))
      default: try? pipe.fileHandleForWriting.close()
      }
    }
    let reader = PlainReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var session = Session(mode)
    session.run(reader, opening: { _ in [] }, write: output.write, beforeWaiting: answer)
    #expect(seenWhileWaiting == ["", "a = 1\n", "a = 1\nb = 2\n"])
  }
}
