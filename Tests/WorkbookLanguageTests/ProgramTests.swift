import Diagnostics
import Shell
import Testing
import WorkbookLanguage

import struct Foundation.Date
import class Foundation.FileManager
import class Foundation.NSLock
import struct Foundation.URL

/// Small programs with what they print: `Programs/<feature>/<name>.graph`.
///
/// The comments `// expect: …` behind a statement are its whole output, line for line; `// expect nothing` says that there is
/// none. A statement without them is not looked at, but must not fail. `UPDATE_EXPECTATIONS=1` writes the comments anew,
/// and fails.
@Suite("Programs print what their comments expect")
struct ProgramTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Programs")

  /// All programs, as `feature/name.graph`.
  static let programs: [String] = {
    let features = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return features.sorted().filter { $0 != "Worlds" }.flatMap { feature in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + feature)) ?? []
      return files.filter { $0.hasSuffix(".graph") }.sorted().map { "\(feature)/\($0)" }
    }
  }()

  @Test("there are many of them")
  func many() {
    #expect(Self.programs.count >= 200)
  }

  @Test("a program prints what it says", arguments: programs)
  func program(name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    let program = Program(try String(contentsOf: file, encoding: .utf8))
    let isRecording = Terminal.environment("UPDATE_EXPECTATIONS") == "1"
    let files = ProgramFiles(folder: file.deletingLastPathComponent())
    var interpreter = Interpreter(environment: files.environment)
    var recorded = ""
    var hasExpectations = false
    for part in program.parts {
      let outcomes = interpreter.run(SourceText(part.text, name: nil, firstLine: part.firstLine))
      let renderer = OutcomeRenderer(showsPlaces: false)
      for outcome in outcomes.dropLast(part.expected == nil ? 0 : 1) where outcome.failed {
        Issue.record(
          "\(name) fails where nothing is expected: \(renderer.document(for: outcome).lines(.plain).joined(separator: "\n"))"
        )
      }
      let found = outcomes.last.map { renderer.document(for: $0).lines(.plain) } ?? []
      if let expected = part.expected {
        hasExpectations = true
        if !isRecording, found != expected {
          Issue.record(
            """
            \(name), behind line \(part.firstLine + part.lineCount - 1)
            prints:
            \(found.joined(separator: "\n"))
            and should print:
            \(expected.joined(separator: "\n"))
            """)
        }
      }
      recorded += part.source
      if part.expected != nil {
        recorded += found.isEmpty ? "// expect nothing\n" : found.map { "// expect: \($0)\n" }.joined()
      }
    }
    #expect(hasExpectations, "\(name) expects nothing")
    if isRecording {
      if recorded != program.text {
        try recorded.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded \(name): look at the difference and run again")
      }
    }
  }
}

/// A program cut behind each group of expectations.
struct Program {
  struct Part {
    var source: String
    var text: String
    var firstLine: Int
    var lineCount: Int
    /// The lines that its last statement prints; nil at the end of the program, where nothing is said.
    var expected: [String]?
  }

  let text: String
  private(set) var parts: [Part] = []

  init(_ text: String) {
    self.text = text
    var lines: [Substring] = []
    var expected: [String]?
    var firstLine = 1
    var number = 1
    func flush(_ parts: inout [Part]) {
      guard !lines.isEmpty || expected != nil else { return }
      let source = lines.map { $0 + "\n" }.joined()
      parts.append(
        Part(source: source, text: source, firstLine: firstLine, lineCount: lines.count, expected: expected))
      lines = []
      expected = nil
      firstLine = number
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0) {
      if line == "// expect nothing" {
        expected = expected ?? []
      } else if line.hasPrefix("// expect:") {
        let rest = line.dropFirst("// expect:".count)
        expected = (expected ?? []) + [String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)]
      } else {
        if expected != nil { flush(&parts) }
        lines.append(line)
      }
      number += 1
    }
    flush(&parts)
  }
}

/// The files that a program reads, which lie beside it, and those that it writes, which are kept in memory.
final class ProgramFiles: @unchecked Sendable {
  // A lock guards what was written, so the class may be called Sendable.
  private let lock = NSLock()
  private var written: [String: String] = [:]
  private let folder: URL

  init(folder: URL) { self.folder = folder }

  var environment: Interpreter.Environment {
    Interpreter.Environment(
      now: { Date(timeIntervalSince1970: 1_768_467_600) },
      readFile: { [self] path, relative in
        if let text = lock.withLock({ written[path] }) { return SourceText(text, name: path) }
        let base = relative.map { URL(fileURLWithPath: $0, relativeTo: folder).deletingLastPathComponent() } ?? folder
        let file = URL(fileURLWithPath: path, relativeTo: base)
        let inFiles = URL(fileURLWithPath: "files/" + path, relativeTo: base)
        guard
          let text = (try? String(contentsOf: file, encoding: .utf8))
            ?? (try? String(contentsOf: inFiles, encoding: .utf8))
        else {
          throw Diagnostic("no-such-file", "there is no file '\(path)'")
        }
        return SourceText(text, name: path)
      },
      writeFile: { [self] text, path, _, mayReplace in
        try lock.withLock {
          if !mayReplace, written[path] != nil { throw Diagnostic("file-exists", "there is a file '\(path)' already") }
          return written.updateValue(text, forKey: path) != nil
        }
      },
      writeFiles: { [self] files, _, _, mayReplace in
        try lock.withLock {
          let known = files.filter { written[$0.path] != nil }
          if !mayReplace, let file = known.first {
            throw Diagnostic("file-exists", "there is a file '\(file.path)' already")
          }
          for file in files { written[file.path] = file.text }
          return !known.isEmpty
        }
      },
      listFolder: { [self] path, _ in
        let inside = lock.withLock { written.keys.filter { $0.hasPrefix(path + "/") } }
        let names = inside.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) }
        let found = [path, "files/" + path].lazy.compactMap { [folder] path in
          try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)
        }.first
        return names.isEmpty && found == nil ? nil : Set(names + (found ?? [])).sorted()
      },
      makeFolder: { _, _ in })
  }
}
