import CommandIO
import Courses
import Diagnostics
import Grading
import Shell
import TestSupport
import Testing
import Tools
import WorkbookLanguage

import class Foundation.FileManager
import class Foundation.ProcessInfo
import struct Foundation.URL

@Suite("hand in writes the answer to a file that is worth as much")
struct HandingInTests {
  private let folder: TemporaryFolder
  private let world: Session.World

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let path = folder.path + "/x"
    var world = Session.World(
      library: Library(root: SmallCourse.path), progressStore: ProgressStore(path: folder.path + "/progress.json"))
    world.makeInterpreter = { _ in
      Interpreter(
        environment: .init(
          readFile: { name, _ in SourceText(try TextFile.read(name, relativeTo: path).text, name: name) },
          writeFile: { text, name, _, mayReplace in
            try TextFile.write(text, to: name, relativeTo: path, mayReplace: mayReplace)
          }))
    }
    self.world = world
  }

  private func last(_ lines: [String]) -> String {
    LearningTests.last(["exercise keep-the-players"] + lines, world: world)
  }

  private func file(_ name: String) -> String? { try? TextFile.read("\(folder.path)/\(name)").text }

  @Test("The statements in effect are written, graded from the file and recorded")
  func effectiveStatements() {
    let typed = [
      "show model", "nobody", "let mine = Player(lastName: \"Mine\")", "undo", "change Team.players, delete deny",
      "undo", "redo", "undo", "expect 1 == 2", "change Team.players, // kept", "  delete nullify",
    ]
    #expect(
      last(typed + ["hand in \"answer.graph\""]) == """
        wrote answer.graph: your answer in 1 statement
        The file gets the same verdict as your answer here: passed, 4 of 4 points.

        next starts free-the-players: Free the players, about 4 minutes

        """)
    #expect(
      file("answer.graph") == """
        // Answer to 01-rules/keep-the-players
        change Team.players, // kept
          delete nullify

        """)
    let store = ProgressStore(path: folder.path + "/progress.json")
    #expect(store.load().progress.exercises["01-rules/keep-the-players"]?.isDone == true)
  }

  @Test("Without a name the exercise's own is taken, and only an earlier answer is replaced")
  func ownName() throws {
    let open = "wrote keep-the-players.graph: your answer in 1 statement"
    #expect(last(["change Team.players, delete deny", "hand in"]).hasPrefix(open + "\n"))
    let again = last(["change Team.players, delete nullify", "hand in"])
    #expect(again.contains("in place of the"))
    #expect(file("keep-the-players.graph")?.contains("nullify") == true)
    _ = try TextFile.write("// mine\n", to: folder.path + "/keep-the-players.graph", relativeTo: nil)
    let refused = last(["change Team.players, delete nullify", "hand in"])
    #expect(
      refused.hasSuffix("which would be lost\n  hand in \"keep-the-players-answer.graph\"\n"), "\(refused)")
    #expect(file("keep-the-players.graph") == "// mine\n")
    #expect(last(["hand in \"keep-the-players-answer.graph\""]).hasPrefix("wrote keep-the-players-answer.graph"))
  }

  @Test("The file is what grade --all expects, and gets the same verdict there")
  func inAClass() throws {
    let typed = ["show model", "change Team.players, delete deny", "undo", "change Team.players, delete nullify"]
    #expect(last(typed + ["hand in"]).contains("passed, 4 of 4 points"))
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path + "/class/ada", withIntermediateDirectories: true)
    let name = "keep-the-players.graph"
    try manager.moveItem(atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/class/ada/\(name)")
    let library = try #require(world.library)
    let exercise = try #require(library.exercise("keep-the-players").exercise)
    let submissions = try Submissions(folder.path + "/class", layout: nil, exercises: [exercise.slug], roster: [])
    let grading = ClassGrading(
      library: library, worker: [BuiltProgram.url.path, "grade-worker"], submissions: submissions,
      exercises: [exercise])
    let summary = try grading.run(
      out: folder.path + "/report", formats: [], metadata: .init(time: "2026-01-15T09:00:00.000Z"), jobs: 1,
      resuming: false)
    #expect(summary.counts == [.passed: 1])
  }

  @Test("A copy for students is answered and handed in without its solution")
  func handout() throws {
    let check = CourseCheck(library: world.library, makeInterpreter: Session.World().makeInterpreter)
    let out = folder.path + "/handout"
    #expect(
      check.exportForStudents(to: out, ["keep-the-players"], withChecks: false).lines == [
        "wrote 1 exercise to \(out), without solutions, right and wrong answers and without checks",
        "Students open them with GRAPHBOOK_COURSES=\(out) graphbook",
      ])
    var copied = world
    copied.library = Library(root: out)
    let start = ["exercise keep-the-players", "change Team.players, delete nullify"]
    #expect(
      LearningTests.last(start + ["hand in"], world: copied) == """
        wrote keep-the-players.graph: your answer in 1 statement
        This copy of the exercise has no checks: your teacher grades the file.

        """)
    #expect(
      LearningTests.last(start + ["solution"], world: copied).hasPrefix("this copy of the exercise has no solution\n"))
    #expect(LearningTests.last(start + ["check"], world: copied).contains("this copy of the exercise has no checks"))
    let checked = folder.path + "/checked"
    #expect(check.exportForStudents(to: checked, ["keep-the-players"], withChecks: true).status == .success)
    copied.library = Library(root: checked)
    #expect(
      LearningTests.last(start + ["hand in"], world: copied).contains(
        """
        Graded by this copy, the file gets: passed, 4 of 4 points.
        Your teacher's copy checks more and may give fewer points: this one does not
        compare your answer with a solution.

        """))
    let again = check.exportForStudents(to: out, [], withChecks: true)
    #expect(again.status == .failure)
    #expect(again.lines.first?.contains("already, which would be lost") == true)
  }

  @Test("What cannot be handed in is left alone, with a reason")
  func refusals() {
    #expect(
      last(["hand in"]) == """
        there is nothing to hand in yet
          type your answer, and check it first

        """)
    #expect(
      LearningTests.last(["hand in"], world: world) == """
        'hand in' belongs to an exercise, and none is going on
          exercises lists them

        """)
    let change = "change Team.players, delete nullify"
    #expect(
      // Where the line breaks depends on where temporary folders are.
      last([change, "hand in \"none/a.graph\""]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == "there is no folder '\(folder.path)/none' make it first, or name another")
    #expect(
      LearningTests.last(["exercise keep-the-players", change, "hand in"]) == """
        files cannot be written here
          check grades your answer

        """)
  }
}

/// Answers typed line by line, against the same lines in a file.
@Suite("A file behaves like the prompt")
struct TypedAnswerTests {
  /// Whether all programs are answers to all exercises, and all answers come in every form; otherwise a fixed sample does.
  static let isWhole = ProcessInfo.processInfo.environment["TYPED_ANSWERS"] == "all"
  static let library = WholeLessonTests.library
  static let grader = Grader(makeInterpreter: Session.World().makeInterpreter)

  /// The JSON of what a verdict judges. Its steps, messages and shape are about a text: what has no effect is not part of the typed
  /// answer, and is reported in a file.
  /// - Parameter isWordless: whether only the points count, and not what is said about them.
  static func judged(_ verdict: Verdict, _ isWordless: Bool = false) -> String {
    var verdict = verdict
    if isWordless {
      verdict.cause = nil
      for place in verdict.checks.indices {
        verdict.checks[place].feedback = []
        verdict.checks[place].failures = []
        if verdict.checks[place].status == .notRun { verdict.checks[place].status = .failed }
      }
    }
    verdict.steps = 0
    verdict.diagnostics = []
    verdict.shape = AnswerShape()
    return JSONFormat().text(for: [verdict])
  }

  static func typed(_ text: String, in exercise: Exercise) -> ExerciseAttempt {
    var attempt = ExerciseAttempt(exercise, makeInterpreter: Session.World().makeInterpreter)
    var buffer = InputBuffer()
    for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
      if case .complete(let tree) = buffer.add(String(line), .prompt) { _ = attempt.execute(tree) }
    }
    return attempt
  }

  /// Requires that an answer gets one verdict, however it comes.
  static func check(_ text: String, of prepared: PreparedExercise, _ name: String, everyForm: Bool) {
    let attempt = typed(text, in: prepared.exercise)
    let typed = grader.grade(prepared, answer: attempt.answer)
    func file(_ form: String, _ text: String) {
      let verdict = grader.grade(prepared, answer: SourceText(text, name: "your answer"))
      // What was refused at the prompt is not in the answer that was typed; in a file it is read as it was meant, which can only help.
      if verdict.checks.contains(where: { $0.name == "Statements are written as the workbook reads them" }) {
        #expect(verdict.status == .failed && verdict.score > typed.score, "\(prepared.exercise.id), \(name) \(form)")
        return
      }
      // What was taken back at the prompt is not in the answer that was typed; a file has done it and taken it back.
      let isTakenBack = typed.isUntouched && !verdict.isUntouched
      let (found, expected) = (judged(verdict, isTakenBack), judged(typed, isTakenBack))
      #expect(found == expected, "\(prepared.exercise.id), \(name) \(form)")
    }
    file("as it is", text)
    guard everyForm else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    file("with CRLF", lines.joined(separator: "\r\n"))
    file("with comments", "// first\n\n" + lines.map { "\($0) // \($0.count)" }.joined(separator: "\n\n") + "\n// last")
    let session = lines.map { ($0.first?.isWhitespace == true || $0 == "}" ? "   ...> " : "graph> ") + $0 }
    file("pasted", session.flatMap { [$0, "what it printed", ""] }.joined(separator: "\n"))
    file("pasted with CRLF", session.joined(separator: "\r\n"))
    let noise = "show model\nnobody.age = 1\nrun \"a.graph\"\nexpect 1 == 2\n"
    file("after statements without an effect", noise + text)
    let expected = judged(typed)
    let effective = attempt.effectiveStatements { judged(grader.grade(prepared, answer: $0)) == expected }
    file("handed in", effective.map { $0 + "\n" }.joined())
  }

  @Test(
    "An answer with its own model begins where a file's does",
    arguments: [
      "show model; model Mine", "model Mine; show model", "nobody.age = 1; model Mine", "undo; model Mine",
      "run \"a.graph\"; model Mine", "entity 7; model Mine", "expect 1 == 2; count Player; model Mine",
      "model Mine; undo; entity Coach { name: String }", "heat.name = \"H\"; model Mine", "save; model Mine",
      "redo\nmodel Mine", "nobody.age = 1\nmodel Mine", "show model\nmodel Mine", "refresh nobody\nmodel Mine",
    ])
  func ownModel(text: String) throws {
    let library = try #require(TranscriptTests.world(progressPath: nil).library)
    let prepared = Self.grader.prepare(try #require(library.exercise("keep-the-players").exercise))
    let team = "entity Team { name: String; players ->> Player?, inverse team }"
    for rest in ["\n\(team)\nentity Player { lastName: String; team -> Team?, inverse players }", ""] {
      let attempt = Self.typed(text + rest, in: prepared.exercise)
      Self.check(text + rest, of: prepared, text, everyForm: false)
      // So is what is seen at the prompt.
      let isOwn = !text.hasPrefix("heat") && !text.hasPrefix("save")
      #expect(
        (attempt.interpreter.context.model[entity: "Player"] == nil)
          == (isOwn && rest.isEmpty && !text.contains("undo; entity")))
    }
  }

  /// The exercises that are played here: every fourth, beginning with one of the first four, or all of them with
  /// `TYPED_ANSWERS=all`. `exercise check` grades all of them from their files.
  static func exercises(from first: Int) -> [(offset: Int, element: String)] {
    library.exercises().entries.map(\.id).enumerated().filter { isWhole || $0.offset % 4 == first }
  }

  /// The solution in every form, and a fifth of the other answers, or all of them.
  @Test("Right and wrong answers", arguments: exercises(from: 0))
  func answers(place: Int, id: String) throws {
    let prepared = Self.grader.prepare(try #require(Self.library.exercise(id).exercise))
    let exercise = prepared.exercise
    Self.check(exercise.solution.text, of: prepared, exercise.solution.name ?? "", everyForm: true)
    for (index, answer) in (exercise.right + exercise.wrong).enumerated()
    where Self.isWhole || (index + place) % 5 == 0 {
      Self.check(answer.text, of: prepared, answer.name ?? "", everyForm: Self.isWhole)
    }
  }

  static let programs: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("WorkbookLanguageTests/Programs")
    let paths = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap { $0 as? String }
    return paths.filter { $0.hasSuffix(".graph") }.sorted().map { folder.appendingPathComponent($0) }
  }()

  @Test("Programs as answers", arguments: exercises(from: 1))
  func programs(place: Int, id: String) throws {
    let prepared = Self.grader.prepare(try #require(Self.library.exercise(id).exercise))
    let count = Self.library.exercises().entries.count
    for (index, file) in Self.programs.enumerated() where Self.isWhole || index % (16 * count) == place {
      let text = try String(contentsOf: file, encoding: .utf8)
      Self.check(text, of: prepared, file.lastPathComponent, everyForm: false)
    }
  }

  @Test(
    "Statements that fail, do not parse or are refused have no effect in either",
    arguments: [
      "entity A { name: String; nme: Strng }\nlet a = 1",
      "let a = 1; run \"a.graph\"; change Team.players, delete nullify",
      "show model\nmodel Mine\nshow model\nentity Team { name: String; players ->> Player? }",
      "nobody\nmodel Mine\nentity A",
      "change Team.players, delete nullify; )",
      "for i in 1...2 { run \"a.graph\" }; change Team.players, delete nullify",
      "entity A { name: String? }\nfor i in 1...2 { A(); save; nobody }",
      "entity A { name: String? }\nlet a = A()\nsave\na.name = \"x\"\ncontext other { A(); save }\nfetch A\na.nme",
      "let heat = Team(name: \"Heat\")\nsave\ndelete heat\nsave\nrollback\nundo",
    ])
  func idle(text: String) throws {
    let library = Library(root: SmallCourse.path)
    let prepared = Self.grader.prepare(try #require(library.exercise("keep-the-players").exercise))
    Self.check(text, of: prepared, "the text", everyForm: false)
  }
}
