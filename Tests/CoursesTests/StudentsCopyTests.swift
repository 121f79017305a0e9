import Courses
import Diagnostics
import Testing
import WorkbookLanguage

@Suite("A copy of an exercise for students")
struct StudentsCopyTests {
  private static let task = """
    ---
    title: Two
    points: 4
    survives: ["'1' → '2': a reason",
      "'2' → '3': another"]
    names: [Team]
    ---
    Do it.

    ```graph
    let one = 1
    ```

    ```hint
    First.
    ```

    ```note
    The solution is `let two = 2`.
    ```

    ```hint
    Second.
    ```

    ````hint
    `let two = 2`
    ````
    """
  private static let check = """
    let second = 2
    check "two", points 2 {
      expect two == second
      expect model like solution
    }

    check "the same", points 1 {
      let x = 1
      expect objects like solution
    }
    expect model like solution
    expect 1 == 1
    """

  private static func exercise() throws -> Exercise {
    let files = [
      "task.md": task, "start.graph": "let one = 1\n", "check.graph": check, "solution.graph": "let two = 2\n",
      "right/a.graph": "let two = 1 + 1\n", "wrong/b.graph": "// no\nlet two = 3\n",
    ]
    let sources = Dictionary(uniqueKeysWithValues: files.map { ($0.key, SourceText($0.value, name: $0.key)) })
    return try #require(ExerciseReader.read(sources, slug: "two", folder: "01-x").exercise)
  }

  @Test("has neither the solution nor what gives it away")
  func copy() throws {
    let copy = StudentsCopy(of: try Self.exercise(), withChecks: true)
    #expect(copy.files.map(\.path) == ["task.md", "start.graph", "check.graph"])
    #expect(
      copy.files[0].text == """
        ---
        title: Two
        points: 4
        names: [Team]
        handout: true
        ---
        Do it.

        ```graph
        let one = 1
        ```

        ```hint
        First.
        ```

        ```hint
        Second.
        ```

        """)
    #expect(
      copy.files[2].text == """
        let second = 2
        check "two", points 2 {
          expect two == second
        }

        expect 1 == 1
        """)
    let sources = Dictionary(uniqueKeysWithValues: copy.files.map { ($0.path, SourceText($0.text, name: $0.path)) })
    let (exercise, diagnostics) = ExerciseReader.read(sources, slug: "two", folder: "01-x")
    #expect(diagnostics.isEmpty)
    #expect(exercise?.isHandout == true)
    #expect(exercise?.hints.count == 2)
    #expect(exercise?.notes.isEmpty == true)
  }

  @Test(
    "leaves out a note and the last hint however their fences are written",
    arguments: [
      "~~~note\nsecret\n~~~", "   ```note\n   secret\n  ```", "````note\nsecret\n```\nsecret\n````",
      "~~~ note\nsecret\n~~~~ ",
      "```note\n~~~\nsecret\n```", "```note\nsecret", "~~~hint\nsecret\n~~~", "  ```hint\nsecret\n```",
      "text\r```hint\rsecret\r```\r\nmore", "a\rb\rc\rd\n\n```note\nsecret\n\n## more\n",
    ])
  func fences(_ block: String) throws {
    let text = "---\ntitle: Two\npoints: 4\n---\nDo it.\n\n```hint\nFirst.\n```\n\n" + block + "\n"
    let sources = ["task.md": SourceText(text, name: "task.md"), "check.graph": SourceText("", name: "check.graph")]
    let exercise = try #require(ExerciseReader.read(sources, slug: "two", folder: "01-x").exercise)
    let copy = StudentsCopy(of: exercise, withChecks: false).files[0].text
    #expect(!copy.contains("secret"))
    #expect(copy.contains("Do it.") && copy.contains("more") == block.contains("more"))
    // The last hint is left out, which the first one is where there is no other.
    #expect(copy.contains("First.") == (exercise.hints.count == 2))
    #expect(exercise.hints.count + exercise.notes.count == 2)
    let body = StudentsCopy.body(of: exercise)
    #expect(body.hasPrefix("Do it.\n") && !body.contains("secret") && !body.contains("First."), "\(body)")
  }

  @Test(
    "has none of the teacher's keys however the head is written",
    arguments: [
      "\u{FEFF}---\ntitle: Two\nsurvives: [\"'1' → '2': secret\"]\n---\n",
      "---\ntitle: Two\n\"survives\": [\"'1' → '2': secret\",\n\"'2' → '3': secret\"]\npoints: 1\n---\n",
      "---\n  title: Two\n  survives: [\"'1' → '2': secret\"]\n---\n",
      "---  \nsurvives : [\"'1' → '2': secret\"]\ntitle: Two\nunknown: 1\n--- \n",
    ])
  func heads(_ head: String) throws {
    let sources = [
      "task.md": SourceText(head + "Do it.\n", name: "task.md"), "check.graph": SourceText("", name: "check.graph"),
    ]
    let exercise = try #require(ExerciseReader.read(sources, slug: "two", folder: "01-x").exercise)
    #expect(!exercise.survivors.isEmpty)
    let text = StudentsCopy(of: exercise, withChecks: false).files[0].text
    #expect(!text.contains("secret"), "\(text)")
    let copy = try #require(
      ExerciseReader.read(["task.md": SourceText(text, name: "task.md")], slug: "two", folder: "01-x").exercise)
    #expect(copy.isHandout && copy.survivors.isEmpty)
    #expect(copy.task == MarkdownDocument("Do it.", firstLine: copy.task.blocks[0].line))
    #expect(text.contains("unknown: 1") == head.contains("unknown: 1"))
    #expect(StudentsCopy.body(of: exercise) == "Do it.\n")
  }

  @Test("leaves out of its checks what repeats a statement of the solution, and what relies on it")
  func secrets() throws {
    var exercise = try Self.exercise()
    exercise.solution = SourceText("change Team.players, delete cascade\ndelete heat\nsave\n", name: "solution.graph")
    exercise.check = SourceText(
      """
      check "set up", points 2 {
        expect 1 == 1
        change  Team.players,
          delete cascade
        expect 2 == 2
      }
      check "inside", points 1 {
        expect { remove Team.x; change Team.players, delete cascade; save } succeeds
      }
      check "other", points 1 {
        change Team.players, delete deny
        delete heat
        save
        expect 3 == 3
      }
      """, name: "check.graph")
    #expect(
      StudentsCopy(of: exercise, withChecks: true).files[2].text == """
        check "set up", points 2 {
          expect 1 == 1
        }
        check "other", points 1 {
          change Team.players, delete deny
          delete heat
          save
          expect 3 == 3
        }
        """)
    // What the start has is no secret.
    exercise.start = SourceText("change Team.players, delete cascade\n", name: "start.graph")
    #expect(StudentsCopy(of: exercise, withChecks: true).files[2].text == exercise.check.text)
  }

  @Test(
    "leaves out a hint that has a statement of three words of the solution, also inside another",
    arguments: [
      ("`explain delete tram7.link` says it.", false), ("`explain delete tram7` says it.", true),
      ("`explain delete` says it.", true), ("`explain delete heat` says it.", true),
    ])
  func statementInHint(_ hint: String, isPublic: Bool) throws {
    let task = "---\ntitle: Two\npoints: 4\n---\nDo it.\n\n```hint\n\(hint)\n```\n\n```hint\nLast.\n```\n"
    let files = ["task.md": task, "check.graph": "", "solution.graph": "delete tram7.link\ndelete heat\n"]
    let sources = Dictionary(uniqueKeysWithValues: files.map { ($0.key, SourceText($0.value, name: $0.key)) })
    let exercise = try #require(ExerciseReader.read(sources, slug: "two", folder: "01-x").exercise)
    #expect(exercise.publicHints.count == (isPublic ? 1 : 0))
  }

  @Test("has no checks where none are wanted, or none is left")
  func withoutChecks() throws {
    var exercise = try Self.exercise()
    #expect(StudentsCopy(of: exercise, withChecks: false).files.map(\.path) == ["task.md", "start.graph"])
    exercise.check = SourceText("expect model like solution\n", name: "check.graph")
    #expect(StudentsCopy(of: exercise, withChecks: true).files.map(\.path) == ["task.md", "start.graph"])
  }

  @Test("of every exercise that ships can be read, and holds no statement of the solution in its hints")
  func shipped() throws {
    let root = String(#filePath.dropLast("Tests/CoursesTests/StudentsCopyTests.swift".count))
    let library = Library(root: root)
    let entries = library.exercises().entries
    #expect(entries.count > 100)
    for entry in entries where entry.slug.hashed % 8 == 0 {
      let exercise = try #require(library.exercise(entry.id).exercise)
      let copy = StudentsCopy(of: exercise, withChecks: true)
      let sources = Dictionary(uniqueKeysWithValues: copy.files.map { ($0.path, SourceText($0.text, name: $0.path)) })
      let (read, diagnostics) = ExerciseReader.read(sources, slug: exercise.slug, folder: exercise.folder)
      #expect(diagnostics.isEmpty, "\(entry.id): \(diagnostics)")
      #expect(read?.task.plainText == exercise.task.plainText, "\(entry.id)")
      #expect(read?.hints.map(\.text.plainText) == exercise.publicHints.map(\.text.plainText), "\(entry.id)")
      #expect(read?.notes.isEmpty == true, "\(entry.id)")
      let checks = read?.check.text
      #expect(checks?.contains("like solution") == false, "\(entry.id)")
    }
  }
}

extension StudentsCopyTests {
  @Test("of every exercise that ships has no statement of the solution in a hint or a check")
  func shippedSecrets() throws {
    let root = String(#filePath.dropLast("Tests/CoursesTests/StudentsCopyTests.swift".count))
    let library = Library(root: root)
    for entry in library.exercises().entries {
      let exercise = try #require(library.exercise(entry.id).exercise)
      let known = [exercise.start.text, StudentsCopy.body(of: exercise)].map { SourceText($0).symbols }
      let secrets = WorkbookParser.parse(exercise.solution).statements.filter(Self.isAnswer).map { statement in
        SourceText(String(exercise.solution[statement.range])).symbols
      }.filter { secret in Self.words(of: secret) > 1 && !known.contains { $0.contains(run: secret) } }
      for piece in exercise.publicHints.flatMap(\.text.code) {
        let symbols = SourceText(piece).symbols
        #expect(!secrets.contains { symbols.contains(run: $0) }, "\(entry.id): \(piece)")
      }
      let checks = StudentsCopy(of: exercise, withChecks: true).files.first { $0.path == "check.graph" }?.text ?? ""
      let symbols = SourceText(checks).symbols
      for secret in secrets where Self.words(of: secret) > 2 {
        #expect(!symbols.contains(run: secret), "\(entry.id): \(secret.joined(separator: " "))")
      }
    }
  }

  /// Whether a statement of the solution is a part of the answer: it does more than look, save, or choose a version.
  private static func isAnswer(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .save, .model(.useVersion), .letName: false
    default: !statement.onlyLooks
    }
  }

  private static func words(of symbols: [String]) -> Int {
    symbols.count { $0.contains { $0.isLetter || $0.isNumber || "=<>!".contains($0) } }
  }
}

extension String {
  /// A number that is the same in every run.
  fileprivate var hashed: Int { utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } }
}
