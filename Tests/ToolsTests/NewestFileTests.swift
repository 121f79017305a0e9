import Courses
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Grading
@testable import Tools

@Suite("Of several files for one exercise the newest counts")
struct NewestFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The file that counts and those that do not with the reasons, or the message that none does.
  private func decision(_ files: [String], layout: String? = nil, names: GradingPolicy.Names = .similar) throws
    -> String
  {
    for (place, file) in files.enumerated() {
      // Equal texts are those of files with '='.
      try folder.write(file.contains("=") ? "same\n" : "text \(place)\n", to: "class/\(file.replacing("=", with: ""))")
    }
    let submissions = try Submissions(folder.path + "/class", layout: layout, exercises: ["free-agents", "whose"])
    let student = try #require(submissions.students.first)
    let work = submissions.collect(student, shownAs: student.id, names: names) { $0.item.path }
    let answer = try #require(work.answers["free-agents"]?.last)
    if let refusal = answer.refusal { return refusal.message }
    return ([answer.file] + answer.passedOver.map { "\($0.file) \($0.reason.rawValue)" }).joined(separator: ", ")
  }

  @Test(
    "in the folder of a student",
    arguments: [
      (
        ["ada/free-agents.graph", "ada/free-agents (1).graph"],
        "free-agents (1).graph, free-agents.graph higherNumber"
      ),
      (
        ["ada/free-agents.graph", "ada/free-agents_10.graph", "ada/free-agents_9.graph"],
        "free-agents_10.graph, free-agents.graph higherNumber, free-agents_9.graph higherNumber"
      ),
      (
        ["ada/free-agents_v2.graph", "ada/free-agents-v10.graph", "ada/free-agents.graph"],
        "free-agents-v10.graph, free-agents.graph higherNumber, free-agents_v2.graph higherNumber"
      ),
      (
        ["ada/free-agents.graph", "ada/free-agents (2).txt"],
        "free-agents (2).txt, free-agents.graph higherNumber"
      ),
      // Nothing tells which is newer.
      (
        ["ada/free-agents-final.graph", "ada/free-agents-old.graph"],
        "free-agents-final.graph, free-agents-old.graph calledOld"
      ),
      (
        ["ada/free-agents-final.graph", "ada/free-agents-new.graph"],
        "2 files were handed in: 'free-agents-final.graph' and 'free-agents-new.graph'"
      ),
      (["ada/free-agents.graph", "ada/free-agents_alt.graph"], "free-agents.graph, free-agents_alt.graph calledOld"),
      (
        ["ada/free-agents.graph", "ada/old/free-agents.graph"],
        "2 files were handed in: 'free-agents.graph' and 'old/free-agents.graph'"
      ),
      (
        ["ada/free-agents 2026-11-20.graph", "ada/free-agents 2026-12-01.graph"],
        "2 files were handed in: 'free-agents 2026-11-20.graph' and 'free-agents 2026-12-01.graph'"
      ),
      // A note is no answer, and a copy no second one.
      (["ada/free-agents.graph", "ada/free-agents-notes.txt"], "free-agents.graph, free-agents-notes.txt otherName"),
      (["ada/free-agents.graph=", "ada/old/free-agents.graph="], "free-agents.graph, old/free-agents.graph sameText"),
      (
        ["ada/free-agents=.graph", "ada/free-agents (1).graph="],
        "free-agents (1).graph, free-agents.graph higherNumber"
      ),
    ])
  func folders(files: [String], expected: String) throws {
    #expect(try decision(files, layout: "folders") == expected)
  }

  @Test(
    "Canvas's numbers, the order of files that may have come together, tell what the names do not",
    arguments: [
      (
        ["b_71_60200_free-agents.graph", "b_71_67200_free-agents-1.graph"],
        "free-agents-1.graph, free-agents.graph higherNumber"
      ),
      (
        ["b_71_60200_free-agents-final.graph", "b_71_67200_free-agents-old.graph"],
        "free-agents-final.graph, free-agents-old.graph calledOld"
      ),
      (
        ["b_71_60200_free-agents-2.graph", "b_71_67200_free-agents.graph"],
        "free-agents-2.graph, free-agents.graph higherNumber"
      ),
      (
        ["b_71_60200_free-agents (3).graph", "b_71_67200_my free-agents.graph"],
        "my free-agents.graph, free-agents (3).graph laterUpload"
      ),
    ])
  func canvas(files: [String], expected: String) throws {
    #expect(try decision(files, layout: "canvas") == expected)
  }

  @Test("if the best attempt counts, each version is an attempt", arguments: ["folders", "canvas"])
  func best(layout: String) throws {
    let files =
      layout == "folders"
      ? ["b/free-agents.graph", "b/free-agents_10.graph", "b/free-agents_9.graph", "b/free-agents-notes.txt"]
      : [
        "b_71_2_free-agents.graph", "b_71_30_free-agents-1.graph", "b_71_4_free-agents-2.graph",
        "b_71_9_free-agents-notes.txt",
      ]
    for file in files { try folder.write("\(file)\n", to: "class/\(file)") }
    let submissions = try Submissions(folder.path + "/class", layout: layout, exercises: ["free-agents", "whose"])
    func answers(_ attempts: GradingPolicy.Attempts) -> [String] {
      let work = submissions.collect(
        submissions.students[0], shownAs: "b", names: .similar, attempts: { _ in attempts }, shown: { $0.item.path })
      return (work.answers["free-agents"] ?? []).map(\.file) + work.accounts.map { $0.result.rawValue }.sorted()
    }
    let names =
      layout == "folders"
      ? ["free-agents.graph", "free-agents_9.graph", "free-agents_10.graph"]
      : ["free-agents.graph", "free-agents-1.graph", "free-agents-2.graph"]
    #expect(answers(.best) == names + ["graded", "graded", "graded", "superseded"])
    #expect(answers(.last) == [names[2], "graded", "superseded", "superseded", "superseded"])
  }

  @Test("a file with the first line of another exercise is no second answer to that one")
  func contradiction() throws {
    let answer = "// Answer to 1/free-agents\nx\n"
    try folder.write(answer, to: "class/ada/free-agents.graph")
    try folder.write(answer + "y\n", to: "class/ada/whose.graph")
    // The first lines win as long as they do not contradict each other.
    try folder.write(answer, to: "class/bob/whose.graph")
    try folder.write("// Answer to 1/whose\ny\n", to: "class/bob/free-agents.graph")
    let submissions = try Submissions(folder.path + "/class", exercises: ["free-agents", "whose"])
    let works = submissions.students.map { student in
      submissions.collect(student, shownAs: student.id, names: .similar) { $0.item.path }
    }
    let found = works.map { work in
      ["free-agents", "whose"].map { slug in
        let answer = work.answers[slug]?.last
        return answer?.refusal.map { "\($0.message): \($0.hint ?? "")" } ?? answer?.path ?? "?"
      }
    }
    #expect(
      found == [
        [
          "ada/free-agents.graph",
          "'whose.graph' begins with the line of another exercise, free-agents: if it is the answer to whose, take that line out",
        ], ["bob/whose.graph", "bob/free-agents.graph"],
      ])
    #expect(
      works[0].accounts.map { "\($0.path): \($0.result), \($0.reason)" } == [
        "ada/free-agents.graph: graded, its first line names the exercise",
        "ada/whose.graph: superseded, 'ada/free-agents.graph' is the answer: this one is called after another exercise",
      ])
  }

  @Test(
    "a first line names the exercise whatever the file is called, and the file of that name is taken for the other one",
    arguments: [
      // The names were exchanged.
      ([("whose", "free-agents"), ("free-agents", "")], ["whose.graph", "free-agents.graph exchangedName"]),
      ([("whose", "free-agents"), ("free-agents (2)", "")], ["whose.graph", "free-agents (2).graph exchangedName"]),
      // There is an answer to the other one.
      (
        [("whose", "free-agents"), ("free-agents", ""), ("w", "whose")],
        ["whose.graph, free-agents.graph firstLine", "w.graph"]
      ),
      ([("whose", "whose"), ("free-agents", "")], ["free-agents.graph", "whose.graph"]),
    ] as [([(String, String)], [String])])
  func exchanged(files: [(name: String, line: String)], expected: [String]) throws {
    for (place, file) in files.enumerated() {
      let line = file.line.isEmpty ? "" : "// Answer to 1/\(file.line)\n"
      try folder.write("\(line)text \(place)\n", to: "class/ada/\(file.name).graph")
    }
    let submissions = try Submissions(folder.path + "/class", layout: "folders", exercises: ["free-agents", "whose"])
    let work = submissions.collect(submissions.students[0], shownAs: "ada", names: .similar) { $0.item.path }
    let found = ["free-agents", "whose"].map { slug in
      guard let answer = work.answers[slug]?.last, answer.refusal == nil else { return "none" }
      let name = answer.file + (answer.note == nil ? "" : " exchangedName")
      return ([name] + answer.passedOver.map { "\($0.file) \($0.reason.rawValue)" }).joined(separator: ", ")
    }
    #expect(found == expected)
    #expect(work.accounts.count == files.count)
  }

  @Test("under strict names a copy is refused, and the file with the right name stays")
  func strict() throws {
    #expect(
      try decision(["ada/free-agents.graph", "ada/free-agents (1).graph"], layout: "folders", names: .strict)
        == "free-agents.graph, free-agents (1).graph otherName")
  }

  @Test("an unreadable file is never the newest")
  func unreadable() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/class/ada", withIntermediateDirectories: true)
    try Data([0x50, 0x4B, 3, 4]).write(to: URL(fileURLWithPath: folder.path + "/class/ada/free-agents (1).docx"))
    #expect(
      try decision(["ada/free-agents.graph"], layout: "folders")
        == "free-agents.graph, free-agents (1).docx unreadable")
  }

  @Test("the student's page names the file that counts, and those that do not")
  func page() {
    var handover = Handover(file: "free-agents (1).graph", text: "x")
    handover.passedOver = [PassedOverFile(file: "free-agents.graph", reason: .higherNumber)]
    #expect(
      handover.sentences(of: 4, lost: 0) == [
        "free-agents (1).graph was graded.",
        "free-agents.graph was not graded: the other one has the higher number.",
      ])
    #expect(
      handover.sentences(of: 4, lost: 0, .german).last
        == "free-agents.graph wurde nicht bewertet: die andere Datei hat die höhere Nummer.")
  }

  @Test("a worker is told of the files that do not count")
  func frame() {
    var answer = StudentWork.Answer(path: "x", content: .text("y"))
    answer.passedOver = [PassedOverFile(file: "a", reason: .later)]
    let student = Student(id: "ada")
    let work = StudentWork(student: student, shown: student, answers: [answer])
    #expect(StudentWork.read(work.frame(serial: 1))?.work.answers == work.answers)
  }
}
