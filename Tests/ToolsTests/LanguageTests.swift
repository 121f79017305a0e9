import Courses
import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing
import Tools

@testable import Grading

/// A German lesson and a German exercise have German words around them.
@Suite("Around a German lesson")
struct LanguageTests {
  private static let lesson = """
    ---
    title: Vereine
    chapter: 1
    language: de
    minutes: 5
    ---

    ## Ein Verein

    Es gibt einen Verein.

    ```graph
    entity Verein { name: String }
    let hsv = Verein(name: "HSV")
    save
    ```

    ```predict
    Wie viele Vereine gibt es?
    - [x] Einen: das ist der HSV
    - [ ] Keinen
    ```

    ```graph
    count Verein
    ```

    ```task
    Lege einen zweiten an.
    ```

    ```check
    expect count Verein == 2
    ```

    ```hint
    Wie der erste.
    ```

    ```solution
    Verein(name: "FCB")
    ```
    """

  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder([
      "Lessons/01-vereine.md": Self.lesson,
      "Exercises/01-vereine/zwei/task.md":
        "---\ntitle: Zwei Vereine\npoints: 3\nlanguage: de\n---\nLege einen zweiten an.\n\n```hint\nWie?\n```\n",
      "Exercises/01-vereine/zwei/start.graph": "entity Verein { name: String }\nVerein(name: \"HSV\")\nsave\n",
      "Exercises/01-vereine/zwei/check.graph":
        "check \"Es gibt zwei\", points 3 { expect count Verein == 2 else \"Einer fehlt.\" }\n",
      "Exercises/01-vereine/zwei/solution.graph": "Verein(name: \"FCB\")\nsave\n",
      "class/ada/zwei.graph": "Verein(name: \"FCB\")\nVerein(name: \"FCK\")\nsave\n",
      "class/bo/README.md": "Ich war krank.\n", "class/cy/zwei.graph": "\n",
      "class/di/zwei.graph": "Verrein(name: \"FCB\")\nsave\n",
    ])
    library = Library(root: folder.path)
  }

  @Test("the pages are German, and say so to the browser")
  func pages() throws {
    #expect(library.lesson("1").diagnostics.isEmpty)
    let printer = LessonPrinter(library: library, makeInterpreter: Session.World().makeInterpreter)
    let page = try printer.page(for: ["1"])
    #expect(page.contains("<html lang=\"de\">"))
    for word in [
      "Lektion 1. Vereine", "5 Minuten", "1 Schritt", "Was meinst du?", "Du bist dran", "Tipp 1 von 1", "Richtig:",
    ] {
      #expect(page.contains(word), "\(word)")
    }
    for word in ["What do you think", "Your turn", "Hint 1", "Right:", "A solution"] {
      #expect(!page.contains(word), "\(word)")
    }
    let sheet = try printer.handout(for: ["1"])
    #expect(sheet.contains("<title>Fragen: Lektion 1. Vereine</title>") && !page.contains("Skip to"))
    #expect(sheet.contains("Frage 1.") && sheet.contains("Kreuze eine Antwort an.") && sheet.contains("Datum:"))
  }

  @Test("the prompt asks in German, and the workbook's messages stay English")
  func player() throws {
    var session = Session(.prompt, style: TextStyle(width: 80), world: Session.World(library: library))
    var text = ""
    _ = session.run(
      ScriptedReader(["learn 1", "1", "Verein(nam: \"FCB\")", "hint", "Verein(name: \"FCB\")"]), opening: { _ in [] },
      write: { text += $0 })
    for word in [
      "Lektion 1 · Vereine", "1 von 1 · Ein Verein", "Was meinst du?", "tippe die Nummer", "Richtig: ", "Du bist dran",
      "Tipp 1 von 1", "✓ fertig", "Verein has no 'nam'", "did you mean name?", "made Verein#2 FCB",
    ] {
      #expect(text.contains(word), "\(word) in \(text)")
    }
  }

  @Test("the prompt of an exercise is German, and so is its verdict")
  func exercise() throws {
    var session = Session(.prompt, style: TextStyle(width: 80), world: Session.World(library: library))
    var text = ""
    _ = session.run(
      ScriptedReader(["exercise zwei", "check", "solution", "Verein(name: \"FCB\")", "save", "check"]),
      opening: { _ in [] }, write: { text += $0 })
    for word in [
      "· 3 Punkte", "check bewertet", "noch nicht, 0 von 3 Punkten", "tippe das ein und dann check",
      "bestanden, 3 von 3 Punkten", "Alles andere ist, wie es war", "Du hast alle Aufgaben bestanden.",
    ] {
      #expect(text.contains(word), "\(word) in \(text)")
    }
    for word in ["not yet", "holds", "points", "passed", "Everything else"] {
      #expect(!text.contains(word), "\(word) in \(text)")
    }
  }

  @Test("German has a comma in numbers, and a dative")
  func numbers() {
    var terms = GradingPolicy.Terms()
    let due = Date(timeIntervalSince1970: 1_800_000_000)
    (terms.due, terms.late) = (due, 10)
    let handover = Handover(
      file: "a", text: "x", time: due.addingTimeInterval(60), lateness: .init(days: 1, percent: 10), terms: terms)
    #expect(
      handover.sentences(of: 4, lost: 0.4, .german).last == "Jeder Tag kostet 10 % von 4 Punkten: 10 %, 0,4 Punkte.")
    #expect(
      handover.sentences(of: 4, lost: 0.25).last
        == "Each day costs 10 % of the 4 points: 10 %, 0.4 points. The answer had only 0.25 points to lose.")
    #expect(
      handover.sentences(of: 4, lost: 0).last
        == "Each day costs 10 % of the 4 points: 10 %, 0.4 points. The answer has no points to lose.")
    #expect(FixedWords.german.points(2.5, of: 4) == "2,5 von 4 Punkten")
  }

  @Test("a student's page is German")
  func student() throws {
    let exercise = try #require(library.exercise("zwei").exercise)
    let submissions = try Submissions(folder.path + "/class", exercises: ["zwei"])
    var grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions, exercises: [exercise]
    )
    let (policy, problems) = PolicyReader.read(SourceText("due: 2020-01-01T00:00:00Z\nlate: 10%\nmost: 50%\n"))
    #expect(problems.isEmpty)
    grading.policy = policy
    _ = try grading.run(
      out: folder.path + "/report", formats: [], metadata: .init(time: "2026-01-15T09:00:00.000Z"), jobs: 1,
      resuming: false)
    let students = try folder.text(of: "report/students.jsonl")
    let names = students.matches(of: /"page": "([^"]*)"/).map { String($0.output.1) }
    let pages = try names.map { try folder.text(of: "report/" + $0) }
    for word in [
      "Keine Datei wurde als Antwort erkannt.", "zwei.graph ist leer.", "Zeile 1: Verrein wurde als Verein gelesen",
      "der Rest wurde beurteilt, als stünde die richtige Anweisung da",
    ] {
      #expect(pages.contains { $0.contains(word) }, "\(word)")
    }
    let page = pages.first ?? ""
    #expect(page.contains("<html lang=\"de\">"))
    for word in [
      "0 von 3 Punkten", "bewertet 2026-01-15, 09:00 UTC", "noch nicht", "Abgabe bis 2020-01-01, 00:00 UTC.",
      "Lies zuerst das hier:", "Alles andere ist, wie es war", "Zum Inhalt springen", "Zusammen",
      "Die Antwort, wie sie abgegeben wurde", "0 von 3<",
    ] {
      #expect(page.contains(word), "\(word)")
    }
  }
}
