import Courses
import Diagnostics
import Grading
import JSON
import Testing

@Suite("Answers that are more alike than chance explains")
struct AlikeTests {
  /// The class, and the fingerprints of the solution.
  private static func answers(
    _ exercise: (solution: String, made: MadeClass), honest: Int, copies: Int
  ) -> (made: (answers: [(text: String, names: Set<String>)], pairs: Set<SIMD2<Int>>), known: Set<UInt64>) {
    var made = exercise.made
    let own: Set = ["Visit", "heat", "wade", "haslem"]
    let known = AnswerShape(of: SourceText(exercise.solution), ownNames: own).units.flatMap(\.marks)
    return (made.make(honest: honest, copies: copies), Set(known))
  }

  /// How many of the copied pairs are among the first 25 listed.
  private static func found(_ exercise: (solution: String, made: MadeClass)) -> (found: Int, listed: Int) {
    let (made, known) = answers(exercise, honest: 300, copies: 20)
    var alike = AlikeAnswers()
    for (place, answer) in made.answers.enumerated() {
      alike.add(AnswerShape(of: SourceText(answer.text), ownNames: answer.names, without: known), of: place)
    }
    let listed = alike.pairs()
    return (listed.prefix(25).count { made.pairs.contains(SIMD2($0.first, $0.second)) }, listed.count)
  }

  @Test("Of 20 copies among 300 honest answers, 18 are within the first 25 listed", arguments: [1, 2])
  func madeClass(seed: UInt64) {
    let clinic = Self.found(MadeClass.clinic(seed: seed))
    #expect(clinic.found >= 18, "clinic: \(clinic)")
    let league = Self.found(MadeClass.league(seed: seed))
    #expect(league.found >= 18, "league: \(league)")
  }

  @Test("Without copies, next to nothing is listed", arguments: [3])
  func honestClass(seed: UInt64) {
    let (made, known) = Self.answers(MadeClass.clinic(seed: seed), honest: 100, copies: 0)
    var alike = AlikeAnswers()
    for (place, answer) in made.answers.enumerated() {
      alike.add(AnswerShape(of: SourceText(answer.text), ownNames: answer.names, without: known), of: place)
    }
    #expect(alike.pairs().count <= 10, "\(alike.pairs().count)")
  }

  @Test("A pair that shares two lines is listed if few others have them", arguments: [(0, true), (4, false)])
  func shortPairs(others: Int, isListed: Bool) {
    var alike = AlikeAnswers()
    let shared = "add Team.city: String?\nwade.team = heat\n"
    let made = (0..<60).map { "add Team.p\($0): Integer\([16, 32, 64][$0 % 3])?\nnash.jersey = \($0)\n" }
    for (place, own) in made.enumerated() {
      let text = place < 2 ? shared : place < 2 + others ? shared + own + "heat.name = \"\(place)\"\n" : own
      alike.add(AnswerShape(of: SourceText(text), ownNames: []), of: place)
    }
    #expect(alike.pairs().contains { $0.first == 0 && $0.second == 1 } == isListed)
  }

  private static func marks(_ text: String, _ names: Set<String> = []) -> Set<UInt64> {
    Set(AnswerShape(of: SourceText(text), ownNames: names).units.flatMap(\.marks))
  }

  @Test("Names, comments, layout and order do not count; what is written does")
  func shapes() {
    let first = """
      let heat = Team(name: "Heat") // the team
      entity Visit { day: Date; animal -> Animal }
      change Team.players, delete cascade
      """
    let second = """
      change Team.players,
        delete cascade
      // something
      entity Appointment {
        animal -> Animal
        day: Date
      }
      let x = Team(name: "Heat")
      """
    let names: Set = ["heat", "x", "Visit", "Appointment"]
    #expect(Self.marks(first, names) == Self.marks(second, names))
    // A property is no variable, whatever that is called.
    #expect(Self.marks("team.name = Team(team: team)", ["team"]) == Self.marks("x.name = Team(team: x)", ["x"]))
    #expect(Self.marks(first) != Self.marks(second))
    #expect(Self.marks(first, names) != Self.marks(first.replacing("cascade", with: "deny"), names))
    #expect(AnswerShape(of: SourceText(first), ownNames: names, without: Self.marks(second, names)).units.isEmpty)
    // Of one name or two.
    #expect(Self.marks("a.link = a", ["a", "b"]) != Self.marks("a.link = b", ["a", "b"]))
  }

  @Test("The lines of statements survive being written down and read")
  func units() throws {
    let shape = AnswerShape(of: SourceText("\n// x\nlet a = 1\n\nfetch Team where name == \"x\"\n"), ownNames: [])
    #expect(shape.units.map(\.line) == [3, 5])
    var verdict = Verdict(exercise: "x", title: "X", status: .failed, score: 0, maxScore: 1)
    verdict.shape = shape
    verdict.end = 0xA5
    verdict.misconception = "cascade"
    let line = Array(JSONFormat().record(of: verdict, student: "ada").line.utf8)
    let record = try line.withUnsafeBufferPointer { try JSONValue($0) }
    let read = try #require(JSONFormat.verdict(from: record))
    #expect(read.shape == shape)
    #expect(read.end == 0xA5)
    #expect(read.misconception == "cascade")
  }

  @Test(
    "A statement goes on where the parser and completion say",
    arguments: [
      ("entity A { a: Integer16, range 1 ...\n b: String }", [1, 1, 2]), ("fetch A where a > 1 AND\n  b > 2", [1]),
      ("fetch A where a > 1 and\n  NOT\n  b > 2 +\n  3", [1]), ("let a = b.c\nb.delete", [1, 2]),
      ("A(a: 1,\n  b: 2)\nlet c = [1,\n  2]\n", [1, 3]), ("a.b = 1;\nb.c = 1", [1, 2]),
    ])
  func lineEnds(_ row: (text: String, lines: [Int])) {
    #expect(AnswerShape(of: SourceText(row.text), ownNames: []).units.map(\.line) == row.lines)
  }

  @Test("The grader leaves out what the exercise's own files contain")
  func graded() throws {
    let own = try Fixtures.grade("let two = one + one\nlet four = one + one + one + one\nlet three = two + one\n")
    #expect(own.shape.units.map(\.line) == [2])
    let renamed = try Fixtures.grade("let three = one + 2\nlet quad = one + one + one + one // x\nlet two = 2\n")
    #expect(Set(renamed.shape.units.flatMap(\.marks)).isSuperset(of: own.shape.units.flatMap(\.marks)))
  }

  @Test(
    "Short answers are listed only if they are identical, and what more than three wrote is not",
    arguments: [
      (1, 2, false, false), (2, 2, false, true), (2, 3, false, true), (2, 4, false, false), (5, 2, false, true),
    ])
  func identical(statements: Int, students: Int, isLong: Bool, isListed: Bool) {
    var alike = AlikeAnswers()
    for student in 0..<20 {
      var shape = AnswerShape()
      let own = student < students ? 1000 : 10_000 + 100 * student
      shape.units = (0..<statements).map { AnswerShape.Unit(line: $0 + 1, marks: [UInt64(own + $0)]) }
      alike.add(shape, of: student, isLong: isLong)
    }
    let pairs = alike.pairs()
    #expect(pairs.contains { $0.isIdentical } == isListed)
    #expect(pairs.allSatisfy { $0.first < students && $0.second < students })
  }

  @Test("More students than can be compared are not")
  func crowd() {
    var alike = AlikeAnswers()
    let shape = AnswerShape(of: SourceText("fetch Team where name == \"x\""), ownNames: [])
    for place in 0...AlikeAnswers.studentLimit { alike.add(shape, of: place) }
    #expect(!alike.isComplete && alike.pairs().isEmpty)
  }
}
