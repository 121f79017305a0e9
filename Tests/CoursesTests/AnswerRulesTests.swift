import Courses
import Diagnostics
import Testing
import WorkbookLanguage

@Suite("The rules for an answer")
struct AnswerRulesTests {
  private static let start = """
    model M
    entity R { s: String; t: String; u: String }
    entity A { name: String }
    dependency R: s -> t
    let r = R(s: "s", t: "t", u: "u")
    let a = A(name: "a")
    save
    a.name = "b"
    normalize R
    """

  /// Each is forbidden, and then typed: what the watch says about undo is what undo does.
  @Test(
    "says that undo takes a statement back where it does",
    arguments: [
      ("a.name = \"c\"", true), ("let n = A(name: \"c\")", true), ("A(name: \"c\")", true), ("delete a", true),
      ("add A.age: Int?", true), ("version \"2\"", true), ("apply 1", true), ("refresh a discarding", true),
      ("import \"l.graph\"", true), ("run \"l.graph\"", true),
      ("for i in 1...2 { a.name = \"c\"; a.name; expect a.name == \"c\" }", true),
      ("for i in 1...2 { a.name = \"c\"; save }", false), ("save", false), ("store s in memory", false),
      ("close main discarding", false), ("merge policy object", false), ("batch update A set name = \"c\"", false),
      ("let n = batch update A set name = \"c\"", false), ("context bg { count A }", false),
      ("let n = context bg { count A }", false), ("normalize R", false), ("rollback", false), ("reset", false),
      ("begin \"g\"", false),
    ])
  func undo(text: String, isUndoable: Bool) throws {
    var interpreter = Fixtures.make(nil)
    interpreter.environment.readFile = { _, _ in SourceText("entity Z { q: Int }\nlet z = Z(q: 1)\n") }
    _ = interpreter.run(SourceText(Self.start))
    var watch = AnswerRulesWatch(AnswerRules(without: [text]), on: &interpreter)
    @discardableResult func type(_ text: String) throws -> Outcome {
      let source = SourceText(text)
      let statement = try #require(WorkbookParser.parse(source).statements.first)
      let outcome = interpreter.execute(statement, in: source)
      watch.note(statement, outcome, in: interpreter)
      return outcome
    }
    let outcome = try type(text)
    #expect(!outcome.failed, "\(outcome.diagnostics)")
    #expect(watch.problems == ["do it without '\(text)'"])
    #expect(watch.areProblemsUndoable == isUndoable)
    guard isUndoable else { return }
    try type("undo")
    #expect(watch.problems.isEmpty)
  }
}
