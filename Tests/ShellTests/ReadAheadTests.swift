import Foundation
import Testing

@testable import Shell

@Suite("Inputs read ahead")
struct ReadAheadTests {
  private static let lines = ["let a = 1", "", "for i in 1...2 {", "  a", "}", "a +"]

  private static func inputs(_ ahead: ReadAhead) -> [String] {
    var ahead = ahead
    var texts: [String] = []
    while let input = ahead.next(beforeWaiting: {}) {
      switch input {
      case .complete(let tree): texts.append(tree.source.text)
      case .tooLong: texts.append("too long")
      case .unreadable(let problem): texts.append(problem.message)
      }
    }
    return texts
  }

  private static let expected = ["let a = 1", "for i in 1...2 {\n  a\n}", "a +"]

  @Test func onItsThread() {
    #expect(Self.inputs(ReadAhead(ScriptedReader(Self.lines), name: nil, byteLimit: 1000)) == Self.expected)
  }

  @Test func moreThanMayWait() {
    let lines = (0..<5000).map { "let a\($0) = \($0)" }
    #expect(Self.inputs(ReadAhead(ScriptedReader(lines), name: nil, byteLimit: .max)) == lines)
  }

  @Test func nothingFollowsWhatIsTooLong() {
    let lines = ["let a = 1", "let b = 2", "let c = 3"]
    #expect(Self.inputs(ReadAhead(ScriptedReader(lines), name: nil, byteLimit: 15)) == ["let a = 1", "too long"])
  }

  @Test("Where there is no thread to be had, the inputs are read all the same")
  func withoutThread() {
    let ahead = ReadAhead(ScriptedReader(Self.lines), name: nil, byteLimit: 1000, patience: 0.01) { _ in }
    #expect(Self.inputs(ahead) == Self.expected)
  }

  @Test("A thread that comes too late leaves the reader alone")
  func lateThread() {
    var late: (() -> Void)?
    let ahead = ReadAhead(ScriptedReader(Self.lines), name: nil, byteLimit: 1000, patience: 0.01) { late = $0 }
    late?()
    #expect(Self.inputs(ahead) == Self.expected)
  }
}
