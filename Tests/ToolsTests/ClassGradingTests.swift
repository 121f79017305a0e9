import Courses
import Diagnostics
import Foundation
import Grading
import Support
import TestSupport
import Testing
import WorkbookLanguage

@testable import Tools

@Suite("A class is graded, whatever was handed in")
struct ClassGradingTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let exercise: Exercise

  init() throws {
    folder = try TemporaryFolder()
    library = Library(root: SmallCourse.path)
    exercise = try #require(library.exercise("keep-the-players").exercise)
    try FileManager.default.createDirectory(atPath: folder.path + "/class", withIntermediateDirectories: true)
  }

  private static let good = "change Team.players, delete nullify\n"
  private static let time = "2026-01-15T09:00:00.000Z"

  private func handIn(_ student: String, _ bytes: Data) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/class/\(student)", withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: path(student)))
  }

  private func path(_ student: String) -> String { "\(folder.path)/class/\(student)/keep-the-players.graph" }

  private func run(
    to out: String = "report", _ roster: [Student] = [], formats: [OutputFormat] = [], jobs: Int = 1,
    resuming: Bool = false, interruptedAfter limit: Int = .max, from place: String = "class", layout: String? = nil,
    shard: String? = nil, policy: String? = nil, times: String? = nil, anonymous: Bool = false
  ) throws -> ClassGrading.Summary {
    let submissions = try Submissions(
      folder.path + "/" + place, layout: layout, exercises: [exercise.slug], roster: roster)
    let seen = Seen()
    var grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions,
      exercises: [exercise],
      isInterrupted: { seen.count >= limit })
    grading.shard = shard.flatMap(Shard.init)
    if let policy {
      let (read, problems) = PolicyReader.read(SourceText(policy))
      try #require(problems.isEmpty)
      grading.policy = read
    }
    grading.usesFileTimes = times == "files"
    if let times, times != "files" { grading.times = try SubmissionTimes(in: SourceText(times)) }
    grading.isAnonymous = anonymous
    return try grading.run(
      out: "\(folder.path)/\(out)", formats: formats, metadata: .init(time: Self.time), jobs: jobs,
      resuming: resuming, progress: { done, _ in seen.count = done })
  }

  /// `@unchecked Sendable`: written and read on the caller's thread only.
  private final class Seen: @unchecked Sendable {
    var count = 0
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)
  }

  /// The path of a student's page in a report.
  private func path(ofPage id: String, in out: String = "report") throws -> String {
    let lines = try text("\(out)/students.jsonl").split(separator: "\n")
    let line = try #require(lines.first { $0.contains("\"student\": \"\(id)\"") })
    return try #require(line.firstMatch(of: /"page": "([^"]*)"/).map { String($0.output.1) })
  }

  private func page(of id: String, in out: String = "report") throws -> String {
    try text("\(out)/\(path(ofPage: id, in: out))")
  }

  /// The student, the status and the first message of each line.
  private func verdicts(_ out: String = "report") throws -> [String] {
    try text("\(out)/verdicts.jsonl").split(separator: "\n").map { line in
      let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let diagnostics = record["diagnostics"] as? [[String: Any]]
      let message = diagnostics?.first?["message"] as? String
      return "\(record["student"] ?? "") \(record["status"] ?? "")" + (message.map { ": \($0)" } ?? "")
    }
  }

  @Test("every submission has exactly one verdict, which says what it is")
  func everything() throws {
    try handIn("a-right", Data(Self.good.utf8))
    try handIn("b-wrong", Data("change Team.players, delete cascade\n".utf8))
    try handIn("c-empty", Data(" \n".utf8))
    try handIn("d-latin", Data([0x2F, 0x2F, 0x20, 0xE9, 0x0A]))
    // Half a pair of UTF-16.
    try handIn("e-utf16", Data([0xFF, 0xFE, 0x00, 0xD8]))
    try handIn("f-long", Data(repeating: 0x20, count: 256 * 1024 + 1))
    let files = FileManager.default
    try files.createDirectory(atPath: path("g-folder"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.path + "/class/h-nothing", withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.path + "/class/i-link", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: path("i-link"), withDestinationPath: path("a-right"))
    try files.createSymbolicLink(
      atPath: folder.path + "/class/j-linked", withDestinationPath: folder.path + "/class/a-right")
    try files.createDirectory(atPath: folder.path + "/class/k-fifo", withIntermediateDirectories: true)
    #expect(mkfifo(path("k-fifo"), 0o644) == 0)
    try Data("no student".utf8).write(to: URL(fileURLWithPath: folder.path + "/class/README"))
    let summary = try run([Student(id: "../../etc"), Student(id: ".."), Student(id: "zoe"), Student(id: "a-right")])
    #expect(
      try verdicts() == [
        "../../etc error: nothing was handed in",
        ".. error: nothing was handed in",
        "zoe error: nothing was handed in",
        "a-right passed",
        "b-wrong failed",
        "c-empty error: 'keep-the-players.graph' is empty",
        "d-latin failed",
        "e-utf16 error: 'keep-the-players.graph' is not UTF-8 text",
        "f-long error: the answer is longer than 256 KB",
        "g-folder error: 'keep-the-players.graph' is a folder",
        "h-nothing error: nothing was handed in",
        "i-link error: 'keep-the-players.graph' is reached through a symbolic link",
        "j-linked error: no file is recognised as the answer: 'j-linked' is reached through a symbolic link",
        "k-fifo error: 'keep-the-players.graph' is not a file",
      ])
    // Each has its own reason, also where the kind of the problem is the same.
    let list = try #require(text("report/index.html").split(separator: "<h3>Not graded</h3>").last)
    for (student, reason) in [
      ("g-folder", "'keep-the-players.graph' is a folder"),
      ("k-fifo", "'keep-the-players.graph' is not a file"),
      ("i-link", "'keep-the-players.graph' is reached through a symbolic link"),
    ] {
      #expect(
        list.contains("<bdi>\(student)</bdi></a>: \(reason.replacing("'", with: "&#39;"))</li>"), "\(student)")
    }
    #expect(
      summary.lines(out: "r") == [
        "14 students: 1 answer passed, 2 not yet, 7 could not be graded, 4 not handed in",
        "  c-empty, keep-the-players: 'keep-the-players.graph' is empty",
        "  e-utf16, keep-the-players: 'keep-the-players.graph' is not UTF-8 text",
        "  f-long, keep-the-players: the answer is longer than 256 KB",
        "  g-folder, keep-the-players: 'keep-the-players.graph' is a folder",
        "  i-link, keep-the-players: 'keep-the-players.graph' is reached through a symbolic link",
        "  j-linked, keep-the-players: no file is recognised as the answer: 'j-linked' is reached through a symbolic link",
        "  k-fifo, keep-the-players: 'keep-the-players.graph' is not a file",
        "files: 2 not recognised; files.csv lists all of them", "the report is in r",
      ])
  }

  @Test("UTF-16 with a byte order mark is read", arguments: [true, false])
  func utf16(isLittle: Bool) throws {
    let text = "// Größe 𝄞\n" + Self.good
    let units = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    try handIn("ada", Data(units))
    _ = try run()
    #expect(try verdicts() == ["ada passed"])
    #expect(try page(of: "ada").contains("// Größe 𝄞"))
  }

  private static let formats: [OutputFormat] = [.tap, .gradescope, .canvas, .csv, .lti, .xapi]

  /// The files of a report with their contents.
  private func files(_ out: String) throws -> [String: String] {
    let root = "\(folder.path)/\(out)"
    var texts: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
      if !isFolder.boolValue { texts[path] = try text("\(out)/\(path)") }
    }
    return texts
  }

  private func handInMany() throws {
    for number in 100..<140 {
      try handIn("s\(number)", Data((number % 3 == 0 ? Self.good : "change Team.players, delete cascade\n").utf8))
    }
  }

  @Test("several jobs, and a grading that was interrupted anywhere, end with the same bytes")
  func sameBytes() throws {
    try handInMany()
    let summary = try run(to: "one", formats: Self.formats)
    let whole = try files("one")
    // Two documents and a page for each student.
    #expect(
      whole.count == 3 * 40 + 8
        + ["index.html", "alike.csv", "grades.csv", "exercises.json", "files.csv", "files.jsonl", "pages.key"].count)
    _ = try run(to: "four", formats: Self.formats, jobs: 4)
    #expect(try files("four") == whole)

    let stopped = try run(to: "stopped", formats: Self.formats, jobs: 2, interruptedAfter: 7)
    #expect(stopped.wasInterrupted && stopped.students == 7)
    #expect(try verdicts("stopped").count == 7)
    #expect(stopped.lines(out: "r").last == "interrupted: --resume continues the report in r")
    // As kill -9 leaves it: half a line, and the documents of a student without lines.
    let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/stopped/verdicts.jsonl"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"student\": \"s107\", \"vers".utf8))
    try handle.close()
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path + "/stopped/tap/s107.tap"))
    _ = try run(to: "stopped", formats: Self.formats, resuming: true)
    #expect(try files("stopped") == whole)
    // Nothing is left to do.
    #expect(try run(to: "stopped", formats: Self.formats, resuming: true) == summary)
    #expect(try files("stopped") == whole)
  }

  @Test("a report that another run is writing is refused, and continued after it")
  func busy() throws {
    try handInMany()
    _ = try run(to: "one")
    _ = try run(to: "two", interruptedAfter: 7)
    do {
      let other = try AtomicFile(path: folder.path + "/two/grading.json").lock()
      #expect(
        message { _ = try run(to: "two", resuming: true) }?.hasPrefix("another run is writing the report in") == true)
      withExtendedLifetime(other) {}
    }
    _ = try run(to: "two", resuming: true)
    #expect(try files("two") == files("one"))
  }

  @Test(
    "a verdict that was edited is noticed when the report is continued or merged",
    arguments: [
      ("verdicts.jsonl", "\"passed\"", "\"failed\""), ("verdicts.jsonl", "\"score\": 0", "\"score\": 9"),
      ("gradescope/s102.json", "\"score\"", "\"points\""), ("verdicts.sums", "", "x"),
    ])
  func edited(file: String, from old: String, to new: String) throws {
    try handInMany()
    let stopped = try run(to: "stopped", formats: Self.formats, interruptedAfter: 7)
    #expect(stopped.students == 7)
    let path = URL(fileURLWithPath: "\(folder.path)/stopped/\(file)")
    let text = try String(contentsOf: path, encoding: .utf8)
    let edited =
      old.isEmpty
      ? (text.hasPrefix("0") ? "1" : "0") + text.dropFirst() : text.replacing(old, with: new, maxReplacements: 1)
    try #require(edited != text)
    try Data(edited.utf8).write(to: path)
    let error = #expect(throws: Diagnostic.self) {
      try run(to: "stopped", formats: Self.formats, resuming: true)
    }
    #expect(
      error?.message.contains("have been changed since they were written") == true, "\(String(describing: error))")
    #expect(throws: Diagnostic.self) { try ReportMerge.run([folder.path + "/stopped"], out: folder.path + "/merged") }
    // Nothing was written over what is there.
    #expect(try String(contentsOf: path, encoding: .utf8) == edited)
    try Data(text.utf8).write(to: path)
    #expect(try run(to: "stopped", formats: Self.formats, resuming: true).students == 40)
  }

  @Test("a report is not continued with other submissions", arguments: [3, 40])
  func otherSubmissions(limit: Int) throws {
    try handInMany()
    _ = try run(interruptedAfter: limit)
    let before = try files("report")
    try handIn("s101", Data("change Team.players, delete deny\n".utf8))
    #expect(
      message { _ = try run(resuming: true) } == "the submissions of 's101' have changed since they were graded")
    #expect(try files("report")["verdicts.jsonl"] == before["verdicts.jsonl"])
    // Another name is another submission; those of students who are not graded yet may change.
    try handIn("s101", Data("change Team.players, delete cascade\n".utf8))
    if limit < 40 { try handIn("s130", Data(Self.good.utf8)) }
    #expect(try run(resuming: true).students == 40)
  }

  @Test("students whose sums were lost are graded again")
  func lostSums() throws {
    try handInMany()
    _ = try run(to: "one", formats: Self.formats)
    let whole = try files("one")
    _ = try run(to: "stopped", formats: Self.formats, interruptedAfter: 7)
    let path = URL(fileURLWithPath: "\(folder.path)/stopped/verdicts.sums")
    try Data(try Data(contentsOf: path).prefix(3 * 34 + 5)).write(to: path)
    _ = try run(to: "stopped", formats: Self.formats, resuming: true)
    #expect(try files("stopped") == whole)
  }

  @Test("an anonymous report has no name and no address in any file")
  func anonymous() throws {
    try handIn("lovelace", Data(Self.good.utf8))
    try handIn("hopper", Data("delete nothing\nlet x = \"Grace Hopper g@example.com\"\nx.y\n".utf8))
    try handIn("turing", Data([0xFF]))
    let roster = [
      Student(id: "lovelace", name: "Ada Lovelace", email: "ada@example.com", login: "al1"),
      Student(id: "hopper", name: "Grace Hopper", email: "g@example.com"), Student(id: "turing"), Student(id: "knuth"),
    ]
    _ = try run(to: "named", roster, formats: OutputFormat.allCases)
    #expect(try page(of: "lovelace", in: "named").contains("Ada Lovelace"))
    _ = try run(to: "hidden", roster, formats: OutputFormat.allCases, anonymous: true)
    let hidden = try files("hidden")
    for (path, text) in hidden {
      for word in ["lovelace", "hopper", "turing", "knuth", "example.com", "al1"] {
        #expect(!path.contains(word) && !text.lowercased().contains(word), "\(path): \(word)")
      }
    }
    #expect(try page(of: "student-4", in: "hidden").contains("<title>Student 4</title>"))
    #expect(hidden["files.csv"]?.contains("student-3/keep-the-players.graph,student-3,") == true)
    // Under their numbers the students keep their points.
    #expect(hidden["grades.csv"]?.contains("student-1,Student 1,,4.00,0,0.00,4.00,4.00,0,0\n") == true)
    #expect(message { _ = try run(to: "hidden", roster, resuming: true) }?.contains("another grading") == true)
  }

  @Test(
    "an answer under another exercise's name has no points, and the page and the files say what it looks like"
  )
  func swapped() throws {
    let course = folder.path + "/course"
    for (slug, entity) in [("cats", "Cat"), ("dogs", "Dog")] {
      let place = "course/Exercises/01-pets/\(slug)"
      try folder.write(
        "---\ntitle: The \(slug)\npoints: 2\nneeds: [1]\n---\n\nMake one.\n", to: "\(place)/task.md")
      try folder.write("model Pets\nentity \(entity) { name: String? }\nsave\n", to: "\(place)/start.graph")
      try folder.write(
        "check \"there is one\", points 2 { expect (count \(entity)) == 1 }\n", to: "\(place)/check.graph")
      try folder.write("\(entity)(name: \"Rex\")\nsave\n", to: "\(place)/solution.graph")
    }
    for (student, cat, dog) in [("ada", "Dog", "Cat"), ("bob", "Cat", "Cat"), ("eve", "Bird", "Dog")] {
      try folder.write("\(cat)(name: \"A\")\nsave\n", to: "pets/\(student)/cats.graph")
      try folder.write("\(dog)(name: \"A\")\nsave\n", to: "pets/\(student)/dogs.graph")
    }
    let library = Library(root: course)
    let exercises = try ["cats", "dogs"].map { try #require(library.exercise($0).exercise) }
    let submissions = try Submissions(folder.path + "/pets", layout: "folders", exercises: ["cats", "dogs"])
    let grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions, exercises: exercises)
    let summary = try grading.run(
      out: folder.path + "/report", formats: [.lti], metadata: .init(time: Self.time), jobs: 1, resuming: false)
    let exchanged = [
      "ada, cats: looks like the answer to dogs", "ada, dogs: looks like the answer to cats",
      "bob, dogs: looks like the answer to cats",
    ]
    #expect(summary.exchanged == exchanged)
    let line = try #require(summary.lines(out: "r").firstIndex { $0.hasPrefix("answers that may be exchanged") })
    #expect(summary.lines(out: "r").dropFirst(line + 1).prefix(3) == exchanged.map { "  \($0)" }[...])
    let rows = try text("report/grades.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[3...4].joined(separator: " ")
    }
    #expect(rows == [" ", "2.00 ", "0.00 2.00"])
    let found = try text("report/files.csv").split(separator: "\n").filter { $0.contains("looks like") }
    #expect(
      found.map { String($0) } == [
        "ada/cats.graph,ada,cats,graded,,\"its name is the exercise's, but it looks like the answer to dogs\",",
        "ada/dogs.graph,ada,dogs,graded,,\"its name is the exercise's, but it looks like the answer to cats\",",
        "bob/dogs.graph,bob,dogs,graded,,\"its name is the exercise's, but it looks like the answer to cats\",",
      ])
    let sentence = "This looks like the answer to dogs: its statements run there, and not here."
    #expect(try text("report/" + path(ofPage: "ada")).contains("<strong>Look at this first:</strong> \(sentence)"))
    #expect(
      try text("report/lti.jsonl").contains(sentence)
        && text("report/index.html").contains("it looks like the answer to dogs"))
    #expect(try !text("report/" + path(ofPage: "eve")).contains("looks like"))
  }

  @Test("the pages say what the class made of an exercise")
  func pages() throws {
    try handInMany()
    _ = try run()
    let page = try text("report/index.html")
    // They end where the exercise begins, which is no misconception.
    #expect(page.contains("<strong>27 students:</strong> Wade went with his team."))
    #expect(page.contains("<p>after delete heat, save: count Player is 0</p>"))
    #expect(try page.contains("<a href=\"\(path(ofPage: "s100"))\"><bdi>s100</bdi></a>"))
    #expect(
      try text("report/grades.csv").hasPrefix(
        "student,name,email,01-rules/keep-the-players,late_days,late_cost,total,max_total,not_graded,not_handed_in\n"))
    // The solution is short, and what many wrote is no copy.
    #expect(try text("report/alike.csv") == "exercise,student,lines,other_student,other_lines,weight,note\n")
  }

  @Test("a report whose disk was full before its settings were written is begun by --resume", arguments: [0, 20])
  func fullDisk(kept: Int) throws {
    try handIn("ada", Data(Self.good.utf8))
    _ = try run(to: "whole")
    let settings = Data(try text("whole/grading.json").utf8)
    let report = folder.path + "/report"
    try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
    try settings.prefix(kept).write(to: URL(fileURLWithPath: report + "/grading.json"))
    _ = try run(resuming: true)
    #expect(try files("report") == files("whole"))
    // Where there are verdicts, settings that are cut off are another grading's.
    try settings.prefix(kept).write(to: URL(fileURLWithPath: report + "/grading.json"))
    #expect(message { _ = try run(resuming: true) }?.contains("another grading") == true)
  }

  @Test("a report is not replaced, nor continued by another grading")
  func reports() throws {
    try handIn("ada", Data(Self.good.utf8))
    _ = try run()
    #expect(message { _ = try run() } == "there is a report in '\(folder.path)/report' already")
    #expect(
      message { _ = try run(formats: [.csv], resuming: true) }
        == "the report in '\(folder.path)/report' belongs to another grading: it differs in --format")
  }

  @Test(
    "a report is not written among the submissions",
    arguments: ["class", "class/", "class/rep", "class/a/b", "other/../class/rep", "link", "link/rep"],
    [false, true])
  func inside(out: String, resuming: Bool) throws {
    try handIn("ada", Data(Self.good.utf8))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/class")
    let message = message { _ = try run(to: out, resuming: resuming) }
    #expect(message?.contains("would be among the submissions in '\(folder.path)/class'") == true, "\(message ?? "")")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/class") == ["ada"])
  }

  @Test(
    "a report may be beside the submissions, also with a name that begins alike",
    arguments: ["class-report", "classes"])
  func beside(out: String) throws {
    try handIn("ada", Data(Self.good.utf8))
    #expect(try run(to: out).students == 1)
  }

  @Test("a report is only continued for the same students")
  func otherStudents() throws {
    try handInMany()
    _ = try run(to: "report", interruptedAfter: 3)
    try FileManager.default.moveItem(atPath: folder.path + "/class/s100", toPath: folder.path + "/class/r100")
    #expect(message { _ = try run(resuming: true) } == "the report in '\(folder.path)/report' lists other students")
  }

  @Test("a report is continued only with the same times")
  func otherTimes() throws {
    try handInMany()
    let times = "student,time\ns100,2026-01-14T09:00:00Z\n"
    _ = try run(interruptedAfter: 3, times: times)
    for changed in [times.replacing("14T", with: "16T"), nil] {
      #expect(
        message { _ = try run(resuming: true, times: changed) }
          == "the report in '\(folder.path)/report' belongs to another grading: it differs in --times")
    }
    #expect(try run(resuming: true, times: times).students == 40)
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
    return nil
  }

  @Test("the reports on the parts of a class merge into the bytes of the whole")
  func shards() throws {
    try handInMany()
    let roster = [Student(id: "zoe", name: "Zoë"), Student(id: "s120", name: "Ada", email: "ada@example.com")]
    let summary = try run(to: "whole", roster, formats: Self.formats)
    var parts: [String] = []
    for number in 1...3 {
      let part = try run(to: "part\(number)", roster, formats: Self.formats, shard: "\(number)/3")
      #expect(part.students > 5)
      parts.append("\(folder.path)/part\(number)")
    }
    let merged = folder.path + "/merged"
    #expect(
      message { _ = try ReportMerge.run([parts[0], parts[1]], out: merged) }?.contains("in none of the reports") == true
    )
    #expect(
      message { _ = try ReportMerge.run(parts + [parts[1]], out: merged) }?.hasSuffix("is in two of the reports")
        == true)
    #expect(message { _ = try ReportMerge.run([folder.path], out: merged) } == "there is no report in '\(folder.path)'")
    #expect(try ReportMerge.run(parts.reversed(), out: merged) == summary)
    #expect(try files("merged") == files("whole"))
    #expect(message { _ = try ReportMerge.run(parts, out: merged) } == "there is a report in '\(merged)' already")
    _ = try run(to: "other", roster, formats: [.csv], shard: "1/3")
    #expect(
      message { _ = try ReportMerge.run(["\(folder.path)/other", parts[1], parts[2]], out: folder.path + "/new") }
        == "the reports in '\(folder.path)/other' and '\(parts[1])' come from different gradings")
  }

  @Test("a report on a part that is not finished is not merged")
  func unfinished() throws {
    try handInMany()
    _ = try run(to: "part", interruptedAfter: 3)
    #expect(
      message { _ = try ReportMerge.run(["\(folder.path)/part"], out: folder.path + "/merged") }
        == "the report in '\(folder.path)/part' is not finished")
  }

  /// The students, the scores and what is said about the time.
  private func scores(_ out: String) throws -> [String] {
    try text("\(out)/verdicts.jsonl").split(separator: "\n").map { line in
      let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let checks = record["checks"] as? [[String: Any]] ?? []
      let time = checks.first { $0["name"] as? String == "It was handed in on time" }?["feedback"] as? [String]
      return (["\(record["student"] ?? "")", "\(record["score"] ?? "") of \(record["maxScore"] ?? "")"] + (time ?? []))
        .joined(separator: ", ")
    }
  }

  @Test("a policy decides what counts")
  func policy() throws {
    func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
    for (student, time) in [
      ("ada", "2026-01-10T00:00:00Z"), ("bob", "2026-01-11T00:00:01Z"), ("eve", "2026-01-12T12:00:00Z"),
    ] {
      try handIn(student, Data(Self.good.utf8))
      try FileManager.default.setAttributes([.modificationDate: try date(time)], ofItemAtPath: path(student))
    }
    try handIn("wrong", Data("change Team.players, delete cascade\n".utf8))
    let rules = """
      due: 2026-01-10T00:00:00Z
      grace: 1 day
      late: 20%
      excused: [dan]
      show: points
      exercises:
        keep-the-players:
          points: 10
      """
    let summary = try run(
      [Student(id: "dan"), Student(id: "ada")], formats: [.canvas, .tap, .moodle, .csv, .lti], policy: rules,
      times: "files")
    #expect(summary.counts[.error] == nil && summary.students == 5)
    #expect(
      try scores("report") == [
        "dan, 0 of 0", "ada, 10 of 10", "bob, 6 of 10, 2 days late, which costs 4 points",
        "eve, 4 of 10, 3 days late, which costs 6 points", "wrong, 0 of 10",
      ])
    #expect(
      try text("report/canvas.csv").split(separator: "\n").map { $0.split(separator: ",").last.map(String.init) ?? "" }
        == [
          "Keep the players", "10.00", "EX", "10.00",
        ])
    // The class's page has a column for lateness, and says where the times come from.
    let index = try text("report/index.html")
    #expect(index.contains("4 answers · graded 2026-01-15, 09:00 UTC · times: the files on this computer · 3 late"))
    let cells = index.matches(of: /<td>(\d[^<]*)<\/td><td class="number">/).map { String($0.output.1) }
    #expect(cells == ["2 days, −4", "3 days, −6"] + cells.dropFirst(2))
    #expect(try text("report/grades.csv").contains("eve,eve,,4.00,3,6.00,4.00,10.00,0,0\n"))
    #expect(try !text("report/tap/wrong.tap").contains("the players stay"))
    // So do the files that students read on a platform; the others are the teacher's.
    #expect(try !text("report/moodle.csv").contains("the players stay"))
    #expect(try !text("report/lti.jsonl").contains("the players stay"))
    #expect(try text("report/csv.csv").contains("the players stay"))
    #expect(try !page(of: "wrong").contains("the players stay"))
    #expect(
      message {
        _ = try run(
          [Student(id: "dan"), Student(id: "ada")], formats: [.canvas, .tap, .moodle, .csv, .lti], resuming: true)
      }
        == "the report in '\(folder.path)/report' belongs to another grading: it differs in the exercises or their points, --policy and --times"
    )
  }

  @Test("a student's page explains the answer, the times and every point")
  func studentPage() throws {
    let answer = "change Team.players, delete nullify\nTeam(name: \"<Extra>\")\nsave\n"
    try handIn("ada", Data(answer.utf8))
    try handIn("bob", Data(Self.good.utf8))
    try handIn("eve", Data(Self.good.utf8))
    for (student, time) in [
      ("ada", "2026-01-11T03:00:00Z"), ("bob", "2026-01-10T00:05:00Z"), ("eve", "2026-01-09T23:00:00Z"),
    ] {
      try FileManager.default.setAttributes(
        [.modificationDate: try Date(time, strategy: .iso8601)], ofItemAtPath: path(student))
    }
    _ = try run(
      [Student(id: "ada", name: "Ada Lovelace"), Student(id: "zoe")],
      policy: "due: 2026-01-10T00:00:00Z\ngrace: 15 minutes\nlate: 10%\nmost: 50%\n", times: "files")
    let ada = try page(of: "ada")
    #expect(
      ada.contains(
        "The file was last changed on 2026-01-11, 03:00 UTC. Due on 2026-01-10, 00:00 UTC. It was 1 day and 3 hours late, which counts as "
          + "2 days, because each day begun counts. Each day costs 10 % of the 4 points, but no more than 50 % in all: "
          + "20 %, 0.8 points."))
    // The points of the checks add up to the score.
    let points = ada.matches(of: /<span class="points">([^<]*)<\/span>/).map { String($0.output.1) }
    #expect(points == ["4 of 4", "−1", "−0.8", "2.2 of 4 points"])
    #expect(ada.contains("<summary>The answer as it was handed in: <code>keep-the-players.graph</code></summary>"))
    #expect(ada.contains("<span class=\"line\">Team(name: &quot;&lt;Extra&gt;&quot;)</span>"))
    #expect(
      try page(of: "bob").contains(
        "It was 5 minutes late, which is within the grace period of 15 minutes."))
    #expect(try page(of: "eve").contains("It was on time."))
    let zoe = try page(of: "zoe")
    #expect(zoe.contains(">not handed in</span>") && zoe.contains("Due on 2026-01-10, 00:00 UTC.</p>"))
  }

  @Test("a student who has longer is late later, sees feedback later, and reads why")
  func extensions() throws {
    let answer = "change Team.players, delete cascade\n"
    for student in ["ada", "bob"] { try handIn(student, Data(answer.utf8)) }
    // The report is made on 15 January.
    _ = try run(
      formats: [.moodle, .tap],
      policy: "due: 2026-01-10T00:00:00Z\nlate: 10%\nshow-before-due: points\nextensions:\n  ada: 10 days\n",
      times: "student,time\nada,2026-01-12T00:00:00Z\nbob,2026-01-12T00:00:00Z\n")
    let (ada, bob) = try (page(of: "ada"), page(of: "bob"))
    #expect(try text("report/index.html").contains("<h1>class</h1>"))
    #expect(ada.contains("Due on 2026-01-10, 00:00 UTC. For you it is due on 2026-01-20, 00:00 UTC. It was on time."))
    #expect(bob.contains("It was 2 days late") && !bob.contains("For you"))
    #expect(bob.contains("the players stay") && !ada.contains("the players stay"))
    #expect(try text("report/tap/bob.tap").contains("the players stay"))
    #expect(try !text("report/tap/ada.tap").contains("the players stay"))
    let moodle = try text("report/moodle.csv").split(separator: "\n")
    #expect(moodle.map { $0.contains("the players stay") } == [false, false, true])
  }

  @Test("a page about a file that is no answer names the file as its student does, and says when it was handed in")
  func unrecognised() throws {
    let path = "class/Ada Lovelace_1001_assignsubmission_file_"
    try folder.write("%PDF-1.4\n", to: "\(path)/homework.pdf")
    try folder.write("x", to: "class/Bob B_1002_assignsubmission_file_/keep-the-players.graph")
    _ = try run(
      policy: "due: 2026-01-10T00:00:00Z\nlate: 10%\n",
      times: "student,time\n1001,2026-01-12T00:00:00Z\n1002,2026-01-09T00:00:00Z\n")
    let page = try page(of: "1001")
    #expect(page.contains("homework.pdf") && !page.contains("assignsubmission"))
    #expect(page.contains("Handed in on 2026-01-12, 00:00 UTC. Due on 2026-01-10, 00:00 UTC.</p>"))
    #expect(!page.contains("days late") && page.contains(">could not be graded</span>"))
    // The teacher's list has the path.
    #expect(try text("report/files.csv").contains("Ada Lovelace_1001_assignsubmission_file_/homework.pdf"))
  }

  @Test("nothing that names another student can be reached from the students' pages")
  func studentsFolder() throws {
    let students = (0..<12).map { number in
      Student(
        id: "id\(number)x", name: "Name\(number)x Last", email: "mail\(number)x@example.com", login: "login\(number)x")
    }
    for (number, student) in students.enumerated() where number % 4 != 3 {
      try handIn(student.id, Data((number % 2 == 0 ? Self.good : "change Team.players, delete cascade\n").utf8))
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/class/id0x/notes.txt"))
    _ = try run(students, formats: Self.formats)
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/report/students")
    #expect(files.count == 12)
    let names = try students.map { String(try path(ofPage: $0.id).dropFirst("students/".count)) }
    #expect(Set(names) == Set(files))
    let index = try text("report/index.html")
    for (own, file) in zip(students, names) {
      // No one finds another page by counting, or from what is known about its student.
      #expect(file.wholeMatch(of: /[0-9a-f]{32}\.html/) != nil, "\(file)")
      #expect(index.contains("<a href=\"students/\(file)\"><bdi>\(own.name)</bdi></a>"))
      let page = try text("report/students/\(file)")
      for word in names where word != file { #expect(!page.contains(word.prefix(32)), "\(file) has \(word)") }
      for student in students where student.id != own.id {
        for word in [student.id, student.name, student.email, student.login] {
          #expect(!page.contains(word), "\(file) has \(word)")
        }
      }
      let links = page.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.output.1) }
      #expect(links == ["#main"], "\(file)")
    }
  }

  @Test("a class's pages keep their names in every run, and other exercises or another teacher have others")
  func pageNames() throws {
    let path = folder.path + "/state/pages.secret"
    #expect(PageNames.secret(at: path) == nil)
    try FileManager.default.createDirectory(atPath: folder.path + "/state", withIntermediateDirectories: true)
    let secret = try #require(PageNames.secret(at: path))
    #expect(secret.count == 32 && PageNames.secret(at: path) == secret)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let (one, two) = ("a", "b")
    func names(_ secret: String, _ exercises: String...) -> PageNames {
      PageNames(secret: secret, exercises.map { Assignment(exercise: $0, title: "", maxScore: 1) })
    }
    #expect(names(secret, one, two).name(of: "ada") == names(secret, one, two).name(of: "ada"))
    let others = [names(secret, one), names(secret, two), names("other", one), names("other", one, two)]
    let all = others.flatMap { [$0.name(of: "ada"), $0.name(of: "adb"), $0.key] }
    #expect(Set(all).count == all.count)
    try handIn("ada", Data(Self.good.utf8))
    _ = try run(to: "first")
    _ = try run(to: "second")
    #expect(try self.path(ofPage: "ada", in: "first") == self.path(ofPage: "ada", in: "second"))
    // A report that is continued, or merged elsewhere, keeps its names by its key.
    let key = try text("first/pages.key")
    #expect(PageNames(in: folder.path + "/first")?.key == key.split(separator: "\n").first.map(String.init))
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder.path + "/first/pages.key")[.posixPermissions] as? Int
        == 0o600)
  }

  @Test("only the teacher can read a report")
  func permissions() throws {
    try handInMany()
    _ = try run(formats: Self.formats)
    let root = folder.path + "/report"
    for path in [root] + (try FileManager.default.subpathsOfDirectory(atPath: root)).map({ "\(root)/\($0)" }) {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect((mode ?? 0o777) & 0o077 == 0, "\(path)")
    }
  }

  @Test("every file that was handed in is in files.csv, also when a class is graded in parts")
  func everyFile() throws {
    try handIn("ada", Data(Self.good.utf8))
    try handIn("bob", Data([0xFF, 0xFE, 0x41]))
    for (path, text) in [
      ("ada/Keep The Players (1).graph", "nothing\n"), ("carol/essay.txt", "Dear teacher\n"),
      ("dan/Keep_the_Players.txt", Self.good), ("list.txt", "who is here\n"),
    ] {
      let url = URL(fileURLWithPath: "\(folder.path)/class/\(path)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let summary = try run()
    #expect(
      try text("report/files.csv") == """
        path,student,exercise,result,guessed,reason,answer_to
        ada/Keep The Players (1).graph,ada,keep-the-players,graded,yes,its name is nearly keep-the-players.graph,
        ada/keep-the-players.graph,ada,keep-the-players,superseded,,'ada/Keep The Players (1).graph' is the answer: its number is higher,
        bob/keep-the-players.graph,bob,keep-the-players,could not be read,,'keep-the-players.graph' is not UTF-8 text,
        carol/essay.txt,carol,keep-the-players,graded,yes,it is the only file that may be the answer,
        dan/Keep_the_Players.txt,dan,keep-the-players,graded,yes,its name is nearly keep-the-players.graph,
        list.txt,,,not recognised,,"no student is named; it looks like text that begins with ""who is here\""",

        """)
    #expect(
      summary.lines(out: "r") == [
        "4 students: 1 answer passed, 2 not yet, 1 could not be graded",
        "  bob, keep-the-players: 'keep-the-players.graph' is not UTF-8 text",
        "files: 3 recognised by a name that is not quite right, 1 superseded by another, 1 not recognised; files.csv lists all of them",
        "the report is in r",
      ])
    let page = try text("report/index.html")
    #expect(
      page.contains("<th scope=\"row\">list.txt</th>") && page.contains("<summary>3 answers recognised by a name"))
    var parts: [String] = []
    for number in 1...2 {
      _ = try run(to: "part\(number)", shard: "\(number)/2")
      parts.append("\(folder.path)/part\(number)")
    }
    #expect(try ReportMerge.run(parts, out: folder.path + "/merged") == summary)
    #expect(try files("merged") == files("report"))
    // Guesses are told, and can be refused.
    #expect(try verdicts().contains { $0.hasPrefix("dan passed: 'Keep_the_Players.txt' was taken for the answer") })
    _ = try run(to: "strict", policy: "names: strict\n")
    #expect(
      try verdicts("strict").contains(
        "dan error: 'Keep_the_Players.txt' is not called keep-the-players.graph, and no other name is accepted"))
  }

  @Test("of several attempts, the last or the best counts")
  func attempts() throws {
    for (number, answer) in [(9, Self.good), (10, "change Team.players, delete cascade\n")] {
      let attempt = "\(folder.path)/class/ada/\(number)"
      try FileManager.default.createDirectory(atPath: attempt, withIntermediateDirectories: true)
      try Data(answer.utf8).write(to: URL(fileURLWithPath: attempt + "/keep-the-players.graph"))
    }
    let layout = "{student}/{attempt}/{exercise}.graph"
    _ = try run(to: "last", layout: layout)
    _ = try run(to: "best", layout: layout, policy: "attempts: best")
    #expect(try scores("last") == ["ada, 0 of 4"])
    #expect(try scores("best") == ["ada, 4 of 4"])
    // Copies are attempts too, and the page says which counts.
    try FileManager.default.removeItem(atPath: "\(folder.path)/class/ada")
    try folder.write(Self.good, to: "class/ada/keep-the-players.graph")
    try folder.write("change Team.players, delete cascade\n", to: "class/ada/keep-the-players (1).graph")
    _ = try run(to: "last copy")
    _ = try run(to: "best copy", policy: "attempts: best")
    #expect(try scores("last copy") == ["ada, 0 of 4"])
    #expect(try scores("best copy") == ["ada, 4 of 4"])
    #expect(
      try page(of: "ada", in: "best copy").contains(
        "keep-the-players.graph was graded. keep-the-players (1).graph was not graded: the other one is the best "
          + "attempt."
      ))
  }

  @Test("a zip file is graded like the folder in it")
  func zipFile() throws {
    let zip = WrittenZip(entries: [
      .deflated("Ada_1_assignsubmission_file_/keep-the-players.graph", Self.good),
      .stored("Bob_2_assignsubmission_file_/answer.graph", "change Team.players, delete cascade\n"),
      .bomb("Eve_3_assignsubmission_file_/keep-the-players.graph", times: 50_000, claiming: 20),
    ])
    try zip.data.write(to: URL(fileURLWithPath: folder.path + "/class.zip"))
    _ = try run(from: "class.zip")
    #expect(
      try verdicts() == [
        "1 passed",
        "2 failed: 'answer.graph' was taken for the answer to keep-the-players: it is the only file that may be the answer",
        "3 error: the answer is longer than 256 KB",
      ])
  }

  @Test(
    "a roster names the students",
    arguments: [
      ("\u{FEFF}Name,Student,other\n\"Lovelace, Ada\",ada,x\n,bob\n", "ada Lovelace, Ada|bob bob"),
      ("id,email\nada,a@example.com\n", "ada ada"),
      ("", "the roster 'r.csv' is empty"),
      ("name\nAda\n", "the roster 'r.csv' has no column with the students' ids"),
      ("student\nada\nada\n", "the roster 'r.csv', line 3: 'ada' is listed twice"),
      ("student,name\n,Ada\n", "the roster 'r.csv', line 2: the student has no id"),
    ])
  func roster(text: String, result: String) {
    var found = ""
    let problem = message {
      found = try Roster.students(in: SourceText(text, name: "r.csv")).map { "\($0.id) \($0.name)" }.joined(
        separator: "|")
    }
    #expect((problem ?? found) == result)
  }

  @Test("a student's file name is a plain one, whatever the id is")
  func documents() throws {
    try handIn("a b%", Data(Self.good.utf8))
    _ = try run(formats: [.junit])
    #expect(try text("report/junit/a%20b%25.xml").contains("value=\"a b%\""))
    // As long as the file system allows, and then the ending of the document.
    let long = String(repeating: "ä", count: 127)
    try handIn(long, Data(Self.good.utf8))
    _ = try run(to: "other", formats: [.junit])
    #expect(try verdicts("other") == ["a b% passed", "\(long) passed"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other/junit").sorted()
    #expect(names.map(\.utf8.count) == [120 + 1 + 36 + 4, "a%20b%25.xml".utf8.count])
  }
}
