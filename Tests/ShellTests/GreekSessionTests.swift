import Courses
import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing
import WorkbookLanguage

/// The prompt, practice and the projector in a language that the program does not have.
@Suite("The prompt in the language of the course")
struct GreekSessionTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder(
      GreekCourse.files("xx", words: FixedWords.Key.allCases.map { ($0.rawValue, FixedWords.english($0)) }))
    library = Library(root: folder.path)
  }

  private func said(_ lines: [String], day: Int = 20_000) -> String {
    var session = Session(
      .prompt, style: TextStyle(width: 100),
      world: Session.World(
        library: library, progressStore: ProgressStore(path: folder.path("progress.json")), today: { day }))
    var text = ""
    _ = session.run(ScriptedReader(lines), opening: { _ in [] }, write: { text += $0 })
    return text
  }

  /// The Latin words that no learner types here.
  private func others(_ text: String) -> [String] {
    let typed: Set<String> = [
      "lesson", "exercise", "leave", "next", "practice", "drill", "restart", "hint", "solution", "check", "undo",
      "skip",
      "show", "help", "quit", "count", "is", "entity", "save", "let",
    ]
    return GreekCourse.latinWords(in: text).filter { !typed.contains($0) }
  }

  @Test("What is left and begun again has no other word")
  func leaving() {
    let text = said([
      "lesson 1 step 1", "2", "leave", "lesson 1 step 2", "Ομάδα(όνομα: \"β\")", "lesson 2", "leave",
      "exercise 11", "check", "Ομάδα(όνομα: \"β\")", "leave", "lesson 1", "leave", "practice", "leave",
    ])
    #expect(text.contains("⟦leftLesson") && text.contains("⟦leftExercise⟧ 11; ⟦goesOnThere⟧ exercise 11"), "\(text)")
    let kept = text.split(separator: "\n").filter { $0.contains("⟦left") || $0.contains("⟦workIsKept") }
    #expect(kept.count >= 4 && others(kept.joined(separator: "\n")) == [], "\(kept)")
    let again = said(["practice", "leave"], day: 20_001)
    #expect(again.contains("⟦wayPractice⟧ · ⟦minutesDue⟧") && again.contains("⟦leftPractice⟧"), "\(again)")
    #expect(others(again.replacing("nothing to save", with: "")) == [], "\(again)")
  }

  @Test("The frame of a drill has no other word")
  func drill() {
    let text = said(["drill keys", "solution", "leave"])
    for key in ["drillFacts", "answerWith", "theAnswerIs", "leftDrill", "asksAnother"] {
      #expect(text.contains("⟦\(key)⟧"), "\(key) in \(text)")
    }
  }

  @Test("The projector has no other word, whatever is pressed")
  func present() throws {
    let lesson = try #require(library.lesson("1").lesson)
    let script = LessonScript(lesson, makeInterpreter: Session.World().makeInterpreter)
    var presentation = Presentation(script, style: TextStyle(width: 80), columns: 80, rows: 24)
    var shown: [String] = []
    // The lesson's own examples have the workbook's words.
    func note(isWhole: Bool = false) {
      let frame = presentation.frame(at: .seconds(90))
      shown += isWhole ? frame : [frame[0], frame[frame.count - 1]]
    }
    note()
    for keys in ["?", "n", "t", "g9\r", "/α\r", "/ωω\r", ":restart\r"] {
      for key in keys { presentation.press(key == "\r" ? .enter : .character(key)) }
      if presentation.statement != nil { presentation.runStatement() }
      note(isWhole: keys == "?" || keys == ":restart\r")
      presentation.press(.escape)
    }
    presentation.press(.home)
    for _ in 0..<30 {
      presentation.press(.character(" "))
      note()
    }
    presentation.press(.home)
    presentation.press(.left)
    note()
    presentation.resize(columns: 20, rows: 5)
    note()
    let text = shown.joined(separator: "\n")
    for key in ["keyNextMeans", "notesTitle", "stepsAre", "findsNext", "onNoScreen", "endOfLesson", "classAnswer"] {
      #expect(text.contains("⟦\(key)⟧"), "\(key)")
    }
    let keys: Set<String> = ["PgDn", "PgUp", "Enter", "name"]
    #expect(others(text).filter { !keys.contains($0) } == [], "\(text)")
    var notes = PresenterNotes(script, style: TextStyle(width: 80))
    let waiting = notes.frame(for: nil, now: 0, columns: 80, rows: 24)
    #expect(others(waiting.joined(separator: "\n")) == [], "\(waiting)")
  }
}
