import Diagnostics
import ObjectGraph
import Predicates
import Testing

@testable import WorkbookLanguage

/// Work on texts is counted, whatever does it: a statement that reads all bytes of long texts spends rows for them.
@Suite("Work on long texts is counted") struct WorkOnTextsTests {
  /// 64 objects with texts of 65,536 bytes that begin alike, so that comparisons read them to the end: 4 MB.
  nonisolated(unsafe) static let world: Interpreter = {
    var interpreter = Interpreter()
    let made = interpreter.run(
      WorkbookParser.parse(
        SourceText(
          """
          entity Owner { name: String? }
          entity Zz { c: String?; d: String?; n: Integer32? }
          Owner.all <-->> Zz.owner
          let s = "\(String(repeating: "xyz w-", count: 2048))"
          let s = "\\(s)\\(s)\\(s)\\(s)\\(s)"
          let owner = Owner(name: "o")
          for i in 1...64 { Zz(c: "\\(s)\\(i)", d: "\\(s)", n: i, owner: owner) }
          save
          """)))
    for outcome in made where outcome.failed { Issue.record("\(outcome.diagnostics)") }
    return interpreter
  }()

  static let statements = [
    "fetch Zz sort c", "fetch Zz sort c[c]", "fetch Zz sort c[cd]", "fetch Zz sort c[l]",
    "fetch Zz sort c desc limit 1",
    "count Zz where c == d", "count Zz where c ==[c] d", "count Zz where c ==[cd] d", "count Zz where c < d",
    #"count Zz where c CONTAINS "q""#, #"count Zz where c CONTAINS[cd] "q""#, #"count Zz where c LIKE "*q""#,
    #"count Zz where c ENDSWITH[cd] "q""#, #"count Zz where c MATCHES ".*q""#, "count Zz where length(c) > 3",
    "count Zz where uppercase(c) == d", "count Zz where c IN owner.all.d", "count Zz where ANY owner.all.c == d",
    "fetch Zz select c distinct", "fetch Zz select d, n distinct",
    "group Zz by c: count", "group Zz by d: count", "group Zz by n: max c",
    "owner.all.@distinctUnionOfObjects.d", "owner.all.@max.c", "owner.all.@min.c", "owner.all.c == owner.all.d",
    "review", "normalize Zz", "expect review finds no errors",
    "change Zz, unique c", "change Zz, unique c, d",
    "add Zz.u: String?, derived canonical:(c)", "add Zz.u: String?, derived uppercase:(c)",
    "batch update Zz set d = c", "batch update Zz set d = uppercase(c)",
    "for z in (fetch Zz) { z.d = uppercase(z.c) }", #"for z in (fetch Zz) { z.d = "\(z.c)q" }"#,
    "for z in (fetch Zz) { z.c == z.d }", "explain fetch Zz where c == d",
  ]

  /// Of the rows that 64 bytes each would be, or of the bytes that are made.
  @Test("Each statement counts what it reads", arguments: statements)
  func counts(statement: String) {
    var interpreter = Self.world.trial()
    interpreter.budget = .generous
    let outcomes = interpreter.run(WorkbookParser.parse(SourceText(statement)))
    let failed = outcomes.first { $0.failed && $0.expectation == nil }
    #expect(failed == nil, "\(failed?.diagnostics.first?.message ?? "")")
    let counted = interpreter.meter.used(.rows) * 64 + interpreter.meter.used(.bytes)
    #expect(counted >= Self.size * 9 / 10, "\(counted) bytes of \(Self.size)")
  }

  @Test("A small budget ends each of them", arguments: statements)
  func ends(statement: String) {
    var interpreter = Self.world.trial()
    interpreter.budget = Budget(limits: [.rows: 20_000, .bytes: 1 << 20], textBytes: 1 << 20, nesting: 10)
    let outcomes = interpreter.run(WorkbookParser.parse(SourceText(statement)))
    #expect(
      outcomes.contains { $0.failed && $0.diagnostics.contains { $0.id == Diagnostic.ID.budgetExceeded } },
      "\(outcomes.map(\.diagnostics))")
  }

  static let size = 64 * 5 * 2048 * 6
}
