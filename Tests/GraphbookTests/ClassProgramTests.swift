import Foundation
import TestSupport
import Testing

/// `graphbook grade --all`, in processes that are ended at any moment.
@Suite("Grading a class survives")
struct ClassProgramTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("class-\(UUID().uuidString)").path
    for number in 10..<18 {
      let student = "\(folder)/class/s\(number)"
      try FileManager.default.createDirectory(atPath: student, withIntermediateDirectories: true)
      let answer = "change Team.players, delete nullify\nfor i in 1...\(number * 100) { let x = i }\n"
      try Data(answer.utf8).write(to: URL(fileURLWithPath: student + "/keep-the-players.graph"))
    }
  }

  private func arguments(_ out: String, _ more: [String] = []) -> [String] {
    [
      "grade", "--all", folder + "/class", "--exercise", "keep-the-players", "--out", "\(folder)/\(out)", "--format",
      "tap", "--format", "csv", "--time", "2026-01-15T09:00:00Z",
    ] + more
  }

  private func process(_ arguments: [String], program: URL = BuiltProgram.url) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let courses = BuiltProgram.root.appendingPathComponent("Tests/ShellTests/SmallCourse").path
    process.environment = ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": folder, "GRAPHBOOK_COURSES": courses]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  private func run(_ arguments: [String]) throws -> Int32 {
    let process = process(arguments)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The files of a report with their contents.
  private func files(_ out: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(out)") {
      found[path] = FileManager.default.contents(atPath: "\(folder)/\(out)/\(path)")
    }
    return found
  }

  private func lines(_ out: String) -> Int {
    let data = FileManager.default.contents(atPath: "\(folder)/\(out)/verdicts.jsonl") ?? Data()
    return data.count { $0 == UInt8(ascii: "\n") }
  }

  /// Starts a grading, does something to it as soon as there is a verdict, and waits for its end.
  private func interrupt(_ out: String, _ body: (Process) -> Void) throws {
    let process = process(arguments(out))
    try process.run()
    while process.isRunning, lines(out) == 0 { usleep(1_000) }
    body(process)
    process.waitUntilExit()
  }

  private static let hasProc = FileManager.default.fileExists(atPath: "/proc/self/task")

  @Test("the end of a worker and of the grader, and a full disk", .enabled(if: hasProc, "no /proc"))
  func ends() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try run(arguments("whole", ["--jobs", "2"])) == 0)
    let whole = try files("whole")
    #expect(lines("whole") == 8)

    // A worker, from outside: its answer is graded by the next.
    try interrupt("worker") { process in
      let children = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
      let text = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
      for child in text.split(separator: " ").compactMap({ Int32($0) }) { kill(child, SIGKILL) }
    }
    #expect(try files("worker") == whole)

    // The grader: what is graded is kept.
    try interrupt("grader") { kill($0.processIdentifier, SIGKILL) }
    #expect(lines("grader") > 0)
    #expect(try run(arguments("grader", ["--resume"])) == 0)
    #expect(try files("grader") == whole)

    // A disk that takes no more than a few kilobytes of a file.
    let full = process(
      ["-c", "ulimit -f 4; exec \"$0\" \"$@\"", BuiltProgram.url.path] + arguments("full"),
      program: URL(fileURLWithPath: "/bin/sh"))
    try full.run()
    full.waitUntilExit()
    #expect(full.terminationStatus == 1)
    #expect(lines("full") < 8)
    #expect(try run(arguments("full", ["--resume"])) == 0)
    #expect(try files("full") == whole)
  }

  private static let strace = URL(fileURLWithPath: "/usr/bin/strace")

  @Test(
    "no file outside the report is written but the secret of its pages, and a worker opens none",
    .enabled(if: FileManager.default.isExecutableFile(atPath: strace.path), "no strace"))
  func files() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = folder + "/log"
    let calls =
      "trace=open,openat,creat,mkdir,mkdirat,unlink,unlinkat,rename,link,symlink,truncate,socket,connect,seccomp,prctl"
    let traced = process(
      ["-f", "-o", log, "-e", calls, BuiltProgram.url.path] + arguments("report"), program: Self.strace)
    try traced.run()
    traced.waitUntilExit()
    #expect(traced.terminationStatus == 0)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let writing = lines.filter { line in
      ["O_WRONLY", "O_RDWR", "O_CREAT", "mkdir", "unlink", "rename(", "link(", "truncate("].contains {
        line.contains($0)
      }
    }
    #expect(writing.count > 8)
    for line in writing {
      #expect(
        line.contains("\(folder)/report") || line.contains("\(folder)/graphbook\"")
          || line.contains("/graphbook/pages.secret") || line.contains("/dev/null"), "\(line)")
    }
    #expect(!lines.contains { $0.contains("connect(") && !$0.contains("/var/run/nscd") && !$0.contains("AF_UNIX") })
    let filter = try #require(lines.firstIndex { $0.contains("SECCOMP_MODE_FILTER") })
    let worker = try #require(lines[filter].split(separator: " ").first)
    #expect(
      !lines[(filter + 1)...].contains { $0.hasPrefix(worker) && $0.contains("open") && !$0.contains("= -1 EPERM") })
  }
}
