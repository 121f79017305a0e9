import Courses
import Diagnostics
import Grading
import Testing

/// Verdicts on an exercise whose language has marked words, so that a sentence of another origin is seen.
@Suite("The language of a verdict")
struct VerdictLanguageTests {
  private static let marked = FixedWords(
    language: "xx",
    texts: Dictionary(uniqueKeysWithValues: FixedWords.Key.allCases.map { ($0, "‹\($0.rawValue)› %1 %2 %3") }))

  private static let league = [
    "start.graph": """
    model League
    entity Team { name: String; players ->> Player?, inverse team }
    entity Player { name: String; team -> Team?, inverse players }
    let heat = Team(name: "Heat")
    let bosh = Player(name: "Bosh", team: heat)
    save

    """,
    "solution.graph": "add Team.city: String?\nheat.city = \"Miami\"\nsave\n",
    "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\nnames: [Team.city]"),
    "right/plain.graph": "", "wrong/text.graph": "", "wrong/off-by-one.graph": "",
    "check.graph": """
    check "a city", points 1 { expect "city" IN Team.attributes.name }
    check "Miami", points 2 { expect heat.city == "Miami" }
    check "no more", points 1 { rollback; expect model like solution; expect objects like solution }

    """,
  ]

  @Test(
    "The cause and what checks say of a slip have the words of the exercise's language",
    arguments: [
      ("add Team.city: String?\nheet.city = \"Miami\"\nsave", ["wasReadAs", "elseRight", "restAsIf"]),
      ("add Team.city: String?\nheat.city = Miami\nsave", []),
      ("add Team.town: String?\nheat.town = \"Miami\"\nsave", ["attributeIsCalled", "elseRight", "theName"]),
      ("add Team.city: String?\nheat.city = \"miami\"\nsave", ["textIsOther"]),
      ("add Team.city: String\nheat.city = \"Miami\"\nsave", ["theQuestionMark", "restAsIf", "elseRightWith"]),
      (
        "add Team.city: String?\nheat.city = \"Miami\"\nsave\ndelete bosh\nsave", ["youDeletedAndSaved", "restWithout"]
      ),
      ("add Team.city: String?\nheat.city = \"Miami\"", ["onlyUnsaved"]),
      ("fetch Team", ["changesNothing"]), ("save", []),
      ("```\nadd Team.city: String?\n```\n", ["onlyLinesRead"]),
      ("/* x */ Add Team.city: String?", ["foreignComments"]),
    ])
  func slips(answer: String, keys: [String]) throws {
    var exercise = try Fixtures.exercise(Self.league)
    exercise.words = Self.marked
    let verdict = Fixtures.grader.grade(exercise, answer: SourceText(answer, name: "answer.graph"))
    #expect(verdict.status == .failed)
    let cause = [verdict.cause?.sentence].compactMap { $0 }
    let said = verdict.checks.filter { $0.failures.isEmpty }.flatMap(\.feedback).compactMap { line in
      if case .text(let text) = line { text } else { nil }
    }
    let notes = verdict.diagnostics.filter { $0.severity == .note }.map(\.message)
    // What the workbook says of the objects and the model stays English.
    let own = Set(verdict.diagnostics.map(\.message))
    for line in said + notes where !own.contains(line) || notes.contains(line) {
      #expect(line.contains("‹"), "\(line)")
    }
    for key in keys {
      #expect((cause + said + notes).contains { $0.contains("‹\(key)›") }, "\(key) in \(cause + said + notes)")
    }
  }
}
