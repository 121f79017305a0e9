import Diagnostics
import Predicates
import Testing
import WorkbookLanguage

import struct Foundation.URL

@Suite("Budgets")
struct BudgetTests {
  /// The table of docs/limits.md, row by row.
  @Test func theDocumentShowsTheLimits() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let document = try String(contentsOf: folder.appendingPathComponent("docs/limits.md"), encoding: .utf8)
    let rows = document.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row -> [String] in
      row.split(separator: "|").map { cell in String(cell.filter { $0.isNumber }) }
    }
    for resource in Meter.Resource.allCases {
      let limits = [Budget.generous, .grading, .check].map { String($0[resource]) }
      #expect(rows.contains { $0.count == 4 && Array($0[1...]) == limits }, "\(resource)")
      #expect(Budget.lesson[resource] == 10 * Budget.grading[resource], "lessons may use ten times as much")
    }
    #expect(document.contains("ten times as much"))
    let nesting = "\(Budget.generous.nesting) levels, \(Budget.grading.nesting) in grading"
    #expect(document.contains("| nesting of blocks and of files | \(nesting) |"))
    let verdicts = try String(contentsOf: folder.appendingPathComponent("docs/grading.md"), encoding: .utf8)
    let (statements, objects) = (Budget.grading[.statements], Budget.grading[.objects])
    #expect(
      verdicts.contains("\(DisplayText.grouped(statements)) statements and \(DisplayText.grouped(objects)) objects"))
  }

  @Test(
    "each resource runs out with words for it and for what to do",
    arguments: [
      (
        Meter.Resource.bytes, 1_600, "for i in 1...99 { let t = \"\\(s)\\(s)\\(s)\\(s)\" }",
        "stopped after making 1,600 bytes of values",
        "make smaller values"
      ),
      (
        .bytes, 160, "let x = \"\\(s)\\(s)\\(s)\"", "stopped before making a value of more than 10 bytes",
        "make smaller values"
      ),
      (
        .rows, 100, "fetch A where n + 1 > 3", "stopped after looking at 100 rows",
        "make the condition simpler, or ask fewer objects"
      ),
      (
        .deletions, 100, "delete A where n > 1", "stopped after reaching 100 objects by deletions",
        "delete fewer objects at once"
      ),
      (
        .patternSteps, 2, "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" MATCHES \"(a+)+b\"",
        "stopped after 2 steps of regular expressions", "make the regular expression simpler"
      ),
      (
        .properties, 2, "change A.n: String?", "stopped after laying out 2 entities and properties",
        "make the model smaller, or change it less often"
      ),
      (.printedBytes, 10, "s", "stopped after showing 10 bytes", "show less"),
    ])
  func runsOut(resource: Meter.Resource, limit: Int, statement: String, message: String, hint: String) throws {
    var interpreter = Interpreter()
    let setUp = "entity A { n: Integer64? }\nfor i in 1...200 { A(n: i) }\nlet s = \"hello world\""
    #expect(interpreter.run(SourceText(setUp)).allSatisfy { !$0.failed })
    var budget = Budget.unlimited
    budget[resource] = limit
    interpreter.budget = budget
    let before = interpreter.context.graph.checksum()
    let outcome = try #require(interpreter.run(SourceText(statement)).last)
    #expect(outcome.diagnostics.map(\.message) == [message])
    #expect(outcome.diagnostics.map(\.hint) == [hint])
    #expect(interpreter.context.graph.checksum() == before)
  }

  @Test func aComparisonOfModelsSaysWhatItHasTried() throws {
    var interpreter = Interpreter(
      environment: .init(readFile: { path, _ in
        let count = path == "mine.graph" ? "" : ", count 0...5"
        return SourceText("entity A { x: Integer16?; b ->> B?, inverse a\(count) }\nentity B { a -> A?, inverse b }")
      }))
    interpreter.budget[.rows] = 1_000
    let outcome = try #require(interpreter.run(SourceText("compare model \"mine.graph\" with \"theirs.graph\"")).last)
    #expect(
      outcome.diagnostics.map(\.message) == [
        "stopped after trying 21 statements on each model and looking at 1,000 rows"
      ])
    #expect(outcome.diagnostics.map(\.id) == ["budget-exceeded"])
  }
}
