import Diagnostics
import Foundation
import Grading
import TestSupport
import Testing

@testable import Tools

/// Workers that are shell scripts, and do what a worker must not.
@Suite("Workers that end, hang or lie")
struct WorkerPoolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let ready = "read line; echo '{\"ready\":true,\"confined\":true,\"bytes\":[]}'"

  /// Answers a student's frame. The answer's text is on the rest of the line, so that it ends with a line feed.
  private static func grading(_ onText: String) -> String {
    """
    \(ready)
    while read head; do
      case "$head" in *'"bytes":[0]'*) text=refused;; *) read text;; esac
      \(onText)
      printf '{"statuses":["passed"],"bytes":[%d]}\\n%s' "${#text}" "$text"
    done
    """
  }

  private func pool(_ script: String, patience: Duration = .seconds(60), jobs: Int = 1) throws -> WorkerPool {
    let path = folder.path + "/worker.sh"
    try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    let setUp = WorkerSetUp(
      roots: [], language: nil, exercises: [.init(id: "one", points: 1, shown: .feedback)], formats: [],
      .init(time: "now"))
    var pool = WorkerPool(
      command: ["/bin/sh", path], setUp: setUp, folder: folder.path, jobs: jobs, isInterrupted: { false })
    pool.limits.patience = patience
    return pool
  }

  /// What came of each text, in order.
  private func results(of texts: [String], by pool: WorkerPool) throws -> [String] {
    var pool = pool
    var results: [String] = []
    try pool.run(
      from: 0, to: texts.count,
      work: { place in
        let student = Student(id: "s\(place)")
        return StudentWork(
          student: student, shown: student, answers: [.init(path: "one", content: .text(texts[place] + "\n"))])
      }
    ) { (_, entry) throws(Diagnostic) in
      results.append(String(decoding: entry.lines, as: UTF8.self))
      return true
    }
    return results
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
    return nil
  }

  @Test("the entries come in order, however many workers there are", arguments: [1, 3])
  func order(jobs: Int) throws {
    let texts = (0..<40).map { "text\($0)" }
    let slow = Self.grading("case $text in *0) sleep 0.05;; esac")
    #expect(try results(of: texts, by: pool(slow, jobs: jobs)) == texts)
  }

  @Test(
    "an answer that ends two workers is refused, and the others are graded",
    arguments: ["exit 3", "kill -9 $$", "kill -SEGV $$", "echo nonsense", "echo '{\"statuses\":[],\"bytes\":[0]}'"])
  func endings(ending: String) throws {
    let script = Self.grading("case $text in bad) \(ending);; esac")
    #expect(try results(of: ["a", "bad", "b", "c"], by: pool(script, jobs: 2)) == ["a", "refused", "b", "c"])
  }

  @Test("an answer whose worker was ended from outside is graded by another")
  func endedOnce() throws {
    let script = Self.grading("case $text in bad) if mkdir \(folder.path)/once; then kill -9 $$; fi;; esac")
    #expect(try results(of: ["a", "bad", "b"], by: pool(script)) == ["a", "bad", "b"])
  }

  @Test("an answer without an end is refused")
  func hanging() throws {
    let script = Self.grading("case $text in bad) while :; do sleep 0.1; done;; esac")
    #expect(try results(of: ["a", "bad", "b"], by: pool(script, patience: .seconds(1))) == ["a", "refused", "b"])
  }

  @Test("workers that cannot work end the grading with a message")
  func noWorkers() throws {
    let missing = WorkerPool(
      command: ["/nowhere"], setUp: WorkerSetUp(roots: [], language: nil, exercises: [], formats: [], .init(time: "")),
      folder: folder.path, jobs: 1, isInterrupted: { false })
    #expect(
      message { _ = try results(of: ["a"], by: missing) }
        == "no grading process can be started: no such file or directory")
    #expect(
      message { _ = try results(of: ["a"], by: pool("exit 2")) }
        == "a grading process ended with status 2 before it began")
    #expect(
      message { _ = try results(of: ["a"], by: pool("read line; echo '{\"problem\":\"no exercise\",\"bytes\":[]}'")) }
        == "no exercise")
    #expect(
      message { _ = try results(of: ["a"], by: pool(Self.grading("exit 1"))) }
        == "the verdicts on 's0' cannot be written")
  }

  @Test("a frame is read from pieces of any length, and nothing else is")
  func frames() throws {
    let frame = Frame([("a", .string("x\n\"")), ("b", .integer(2))], [Array("text\n".utf8), [], [0, 255]])
    for size in [1, 2, 7, 1_000] {
      var reader = Frame.Reader()
      var found: [Frame] = []
      let bytes = frame.bytes + frame.bytes
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.add(bytes[start..<min(start + size, bytes.count)])
        while let next = try reader.next() { found.append(next) }
      }
      #expect(found == [frame, frame])
    }
    for text in ["\n", "[]\n", "{}\n", "{\"bytes\":[-1]}\n", "{\"bytes\":[9000000000]}\n", "{\"bytes\":[\"a\"]}\n"] {
      var reader = Frame.Reader()
      reader.add(text.utf8)
      #expect(throws: Frame.Reader.Broken.self) { try reader.next() }
    }
    var endless = Frame.Reader()
    endless.add([UInt8](repeating: 0x20, count: Frame.Reader.headLimit + 1))
    #expect(throws: Frame.Reader.Broken.self) { try endless.next() }
  }
}
