import Courses
import Diagnostics
import Foundation
import Grading
import TestSupport
import Testing

@testable import Tools

@Suite("A file with the answers to several exercises")
struct SharedFileTests {
  private static let files: [(student: String, text: String, points: String)] = [
    // What is saved in the part of one exercise is not saved in the other's.
    ("a", "Cat(name: \"A\")\nDog(name: \"A\")\nsave\n", "1.00 2.00"),
    ("b", "Cat(name: \"A\")\nsave\nDog(name: \"A\")\n", "2.00 1.00"),
    ("c", "Dog(name: \"A\")\nsave\nCat(name: \"A\")\nsave\n", "2.00 2.00"),
    ("d", "Cat(name: \"A\")\nsave\nDog(name: \"A\")\nrollback\n", "2.00 0.00"),
    // A mistake is not taken for a statement about another exercise, nor is one that runs in both.
    ("e", "Cat(name: \"A\")\nCta(name: \"B\")\nsave\nDog(name: \"A\")\nlet two = 2\nsave\n", "2.00 2.00"),
    // A part that begins with a line is that exercise's; the rest of the file is the other's.
    ("f", "Cat(name: \"A\")\n// Answer to 01-pets/dogs\nDog(name: \"A\")\nsave\n", "1.00 2.00"),
    // A statement below the wrong first line runs in the other exercise, and the run says so.
    (
      "g",
      "// Answer to 01-pets/cats\nCat(name: \"A\")\nDog(name: \"A\")\nsave\n// Answer to 01-pets/dogs\nDog(name: \"A\")\nsave\n",
      "2.00 2.00"
    ),
    // A declaration that is sound in one of them only is that one's, also where it fails no sooner than at the save.
    (
      "h", "template Dogs = fetch Dog where name == \"A\"\nCat(name: \"A\")\nsave\nDog(name: \"A\")\nsave\n",
      "2.00 1.00"
    ),
    (
      "i",
      "Cat(name: \"A\")\nsave\nadd Dog.chases -> Dog?\nadd Cat.hunts ~> Cat where name == \"A\"\nDog(name: \"A\")\nsave\n",
      "1.00 1.00"
    ),
  ]

  @Test("each exercise gets what belongs to it, also where no line says so")
  func parts() throws {
    let folder = try TemporaryFolder()
    for (slug, entity) in [("cats", "Cat"), ("dogs", "Dog")] {
      let place = "course/Exercises/01-pets/\(slug)"
      try folder.write(
        "---\ntitle: The \(slug)\npoints: 2\nneeds: [1]\n---\n\nMake one.\n", to: "\(place)/task.md")
      try folder.write("model Pets\nentity \(entity) { name: String? }\nsave\n", to: "\(place)/start.graph")
      try folder.write(
        """
        check "there is one", points 1 { expect (count \(entity)) == 1 }
        check "it is saved", points 1 {
          rollback
          expect (count \(entity)) == 1
        }
        """, to: "\(place)/check.graph")
      try folder.write("\(entity)(name: \"Rex\")\nsave\n", to: "\(place)/solution.graph")
    }
    let library = Library(root: folder.path + "/course")
    let (points, summary) = try grade(Self.files.map { ($0.student, $0.text) }, ["cats", "dogs"], library, in: folder)
    #expect(points == Self.files.map(\.points))
    #expect(summary.stray == ["g, cats: line 3 runs in dogs, to which the file has an answer, too"])
    let students = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/report/students")
    let pages = try students.map { try String(contentsOfFile: "\(folder.path)/report/students/\($0)", encoding: .utf8) }
    // Only of the student who wrote it below the other first line.
    #expect(pages.count { $0.contains("there is no entity &#39;Dog&#39;") } == 1)
    #expect(pages.contains { $0.contains("there is no entity &#39;Cta&#39;") })
  }

  @Test("A part that only one of the exercises asks for is not one too many in the others")
  func entities() throws {
    let folder = try TemporaryFolder()
    let slugs = ["the-visiting-panda", "letters-from-chefs"]
    let texts = try slugs.map { try #require(PrintTests.library.exercise($0).exercise).solution.text }
    let files = [("a", texts.joined(separator: "\n")), ("b", texts.reversed().joined(separator: "\n"))]
    #expect(try grade(files, slugs, PrintTests.library, in: folder).points == ["9.00 9.00", "9.00 9.00"])
  }

  /// Grades files, each of which has the answers to all exercises.
  /// - Returns: the points of each student, an exercise after the other, and the summary of the run.
  private func grade(
    _ files: [(student: String, text: String)], _ slugs: [String], _ library: Library, in folder: TemporaryFolder
  ) throws -> (points: [String], summary: ClassGrading.Summary) {
    for file in files { try folder.write(file.text, to: "class/\(file.student)/all.txt") }
    let exercises = try slugs.map { try #require(library.exercise($0).exercise) }
    var submissions = try Submissions(folder.path + "/class", layout: "folders", exercises: slugs)
    let lines = files.map { "\($0.student)/all.txt,\"\(slugs.joined(separator: ", "))\"\n" }
    submissions.given = try GivenFiles(in: SourceText("path,answer_to\n" + lines.joined()), slugs)
    let grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions, exercises: exercises)
    let summary = try grading.run(
      out: folder.path + "/report", formats: [], metadata: .init(time: "2026-01-15T09:00:00.000Z"), jobs: 1,
      resuming: false)
    let grades = try String(contentsOfFile: folder.path + "/report/grades.csv", encoding: .utf8)
    let rows = grades.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2...3] }
    return (rows.map { $0.joined(separator: " ") }, summary)
  }
}
