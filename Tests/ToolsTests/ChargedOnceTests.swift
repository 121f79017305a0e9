import Diagnostics
import Grading
import Testing
import WorkbookLanguage

import struct Foundation.Date

/// The points of wrong answers to exercises of the course: a mistake costs what it costs once.
@Suite("One mistake of an answer is charged once")
struct ChargedOnceTests {
  private func points(_ exercise: String, _ answer: String) throws -> Double {
    let grader = Grader { now in Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) })) }
    let found = try #require(PrintTests.library.exercise(exercise).exercise)
    let verdict = grader.grade(found, answer: SourceText(answer, name: "answer.graph"))
    #expect(verdict.status == .failed)
    return verdict.score
  }

  @Test(
    "The order is judged on what a property finds, and not on what it should find",
    arguments: [
      ("where age <= 12 sort age, name", 4), ("where choir != nil AND age <= 12 sort age, name", 4),
      ("where choir.name == \"Owls\" AND age <= 12 sort age, name", 3),
      ("where age <= 12", 2), ("where age <= 12 sort age", 3), ("where age <= 12 sort name", 3),
      ("where age <= 12 sort age desc, name", 3), ("where age <= 12 sort age, name desc", 3),
      ("where choir.name == \"Owls\" AND age <= 12", 1), ("where choir == $FETCH_SOURCE AND age <= 12", 4),
      ("where choir == $FETCH_SOURCE AND age <= 12 sort name, age", 5), ("where name == \"Mo\" sort age, name", 2),
    ])
  func order(property: String, score: Double) throws {
    #expect(
      try points("the-juniors", "change Choir.juniors ~> Singer \(property)\nnele.choir = owls\nsave") == score)
  }

  @Test(
    "Each attribute is a point",
    arguments: [("price: Float?", 7), ("stock: Integer64?", 7), ("weight: Float?", 7)])
  func types(change: String, score: Double) throws {
    let right = """
      change Article.price: Decimal?
      change Article.stock: Integer32?
      change Article.onSale: Boolean?
      change Article.since: Date?
      change Article.picture: BinaryData?
      change Article.page: URI?
      change Article.scratch: Undefined?, transient

      """
    #expect(try points("the-right-type", right + "change Article.\(change)") == score)
  }

  @Test(
    "An answer that ends as a solution does is not named after another wrong answer that does",
    arguments: [
      ("change Employee.laptops, delete nullify\ndelete sales\nsave\nchange Employee.laptops, delete deny", true),
      ("delete sales\nsave", false),
    ])
  func misconception(answer: String, endsRight: Bool) throws {
    let grader = Grader { now in Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) })) }
    let exercise = try #require(PrintTests.library.exercise("laptops-on-loan").exercise)
    let verdict = grader.grade(exercise, answer: SourceText(answer, name: "answer.graph"))
    #expect(verdict.status == .failed)
    #expect(verdict.misconception == (endsRight ? "rule-softened-for-a-while" : "only-deleted"))
  }

  @Test(
    "A $ that is missing costs one point, however much fails because of it",
    arguments: [
      ("for l in fetch Laptop where holder.department == sales { l.holder = nil }", 6.0),
      ("let l = fetch Laptop where holder.department == sales\nfor x in l { x.holder = nil }", 6),
      ("delete Laptop where holder.department == sales", 4),
      ("for l in fetch Laptop where holder.department == research { l.holder = nil }", 4),
      ("for l in fetch Laptop where holder.departmnt == sales { l.holder = nil }", 4),
    ])
  func ownName(statement: String, score: Double) throws {
    #expect(try points("laptops-on-loan", "\(statement)\ndelete sales\nsave") == score)
  }

  @Test(
    "Question marks that are missing cost two points at most, and each is named",
    arguments: [(1, 7.0), (2, 6), (3, 6), (4, 6), (6, 6)])
  func questionMarks(count: Int, score: Double) throws {
    let types = [
      "price: Decimal", "stock: Integer32", "onSale: Boolean", "since: Date", "picture: BinaryData", "page: URI",
    ]
    let lines = types.enumerated().map { "change Article.\($1)\($0 < count ? "" : "?")" }
    #expect(
      try points("the-right-type", (lines + ["change Article.scratch: Undefined?, transient"]).joined(separator: "\n"))
        == score)
  }

  @Test(
    "What a failed check has read is not charged again because it is not as it was",
    arguments: [
      // Grace's laptop is not where it was, and the check of it has failed.
      ("for l in (fetch Laptop) { l.holder = nil }", 5),
      ("for e in sales.employees { grace.laptops.add(e.laptops) }", 5),
      ("delete Laptop where holder.department.name == \"Sales\"", 5),
      ("for l in (fetch Laptop) { l.holder = nil }\ngrace.laptops = []", 5),
      // No failed check reads the last name of an employee, or the name of a department that stays.
      ("for l in (fetch Laptop) { l.holder = nil }\ngrace.lastName = \"Hopper\"", 4),
      ("for l in (fetch Laptop) { l.holder = nil }\nresearch.name = \"R\"", 4),
      ("for e in sales.employees { for l in e.laptops { l.holder = nil } }\nresearch.name = \"R\"", 6),
    ])
  func everythingElse(change: String, score: Double) throws {
    #expect(try points("laptops-on-loan", "\(change)\ndelete sales\nsave") == score)
  }
}
