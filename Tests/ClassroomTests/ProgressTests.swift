import Courses
import Diagnostics
import JSON
import Support
import Testing

@testable import Classroom

/// What a teacher sees of the students' work: who is how far, and whose attempts end alike.
@Suite("How far the students are")
struct ProgressTests {
  private static let teacher = "graphbook-teacher-abc234=0123456789abcdef0123456789abcdef"

  private func act(_ host: ClassHost, _ body: String) async {
    let answer = await Routes.answer(post("/teach/do", body, cookie: Self.teacher), host)
    #expect(answer.status == 200, "\(body): \(answer.text)")
  }

  private func run(_ host: ClassHost, _ student: Int, _ texts: String...) async {
    for text in texts {
      let body = JSONValue([("text", .string(text)), ("width", .integer(60))])
      let answer = await Routes.answer(
        post("/run", body.line, cookie: "graphbook-student-abc234=token-\(student)"), host)
      #expect(answer.status == 200, "\(text)")
    }
  }

  /// A lesson whose task is a model, checked in four places.
  private static let modelling = lesson("")

  /// - Parameter wishes: further lines of the task.
  private static func lesson(_ wishes: String) -> Lesson {
    let text = """
      ---
      title: Wishes
      chapter: 1
      world: blank
      ---

      ## A model

      ```task
      Make an entity Task with a title and a priority, and an entity Tag.
      \(wishes)
      ```

      ```check
      expect "Task" IN model.entities.name else "There is no entity Task yet."
      expect "title" IN Task.attributes.name else "Task has no attribute title yet."
      expect "priority" IN Task.attributes.name else "Task has no attribute priority yet."
      expect "Tag" IN model.entities.name
      ```

      ```hint
      entity Task { … }
      ```

      ```solution
      entity Task { title: String; priority: Integer16 }
      entity Tag { name: String }
      ```
      """
    let (lesson, diagnostics) = LessonReader.read(
      SourceText(text, name: "Lessons/01-wishes.md"), number: 1, slug: "wishes")
    precondition(diagnostics.isEmpty, "\(diagnostics)")
    return lesson ?? smallLesson
  }

  /// Students at the task of the model, none of whom has typed anything.
  private func host(_ students: Int) throws -> ClassHost {
    var session = ClassSession(lesson: Self.modelling)
    for number in 1...students {
      try session.apply(.joined(student: number, name: "s\(number)", token: "token-\(number)"))
    }
    return makeHost(session)
  }

  private func makeHost(_ session: ClassSession) -> ClassHost {
    // A second passes between two statements.
    let clock = Locked(0.0)
    return ClassHost(
      session: session, facts: testFacts, journal: nil, threads: 2,
      now: {
        clock.withLock {
          $0 += 1
          return $0
        }
      }, makeInterpreter: makeTestInterpreter)
  }

  private func groups(_ host: ClassHost) async -> [String] {
    let latest = await host.json(of: .attempts)["latest"]?.elements ?? []
    return latest.map { attempt in
      let names = attempt["names"]?.elements?.compactMap(\.text).sorted().joined(separator: ",") ?? ""
      let held = attempt["held"]?.whole.map { "\($0) of \(attempt["checks"]?.whole ?? -1)" } ?? "-"
      return "\(names): \(held)"
    }.sorted()
  }

  @Test("Attempts at a model are alike when the model, the checks and the error are")
  func models() async throws {
    let host = try host(6)
    await run(host, 1, "entity Task { title: String }")
    await run(host, 2, "entity Task { title: String; priority: Integer16 }")
    await run(host, 3, "entity Task { title: String }", "show Tasks")
    await run(host, 4, "entity Task {", "entity Task { title: String }")
    await run(host, 5, "show Tasks")
    await run(host, 6, "entity Task {}", "add Task.title: String")
    let found = await groups(host)
    #expect(
      found == ["s1,s4,s6: 2 of 4", "s2: 3 of 4", "s3: 2 of 4", "s5: -"])
  }

  @Test(
    "Whoever comes back to a screen finds the results, the objects and the errors again, and so does a resumed class")
  func comingBack() async throws {
    var session = try session("Ana", "Bo")
    try session.apply(.moved(to: ClassPlace(step: 2, screen: 0)))
    let host = makeHost(session)
    await run(host, 1, "let a = Team(name: \"Nets\")", "show Tasks")
    let before = await host.json(of: .me(1))
    #expect(before["output"]?.elements?.count == 2)
    for action in ["back", "next"] { await act(host, "{\"do\":\"\(action)\"}") }
    #expect(await host.json(of: .me(2))["output"] == nil)
    for host in [host, makeHost(await host.snapshot)] {
      await host.restoreWork()
      _ = await host.desk(of: 1)
      let after = await host.json(of: .me(1))
      #expect(after["output"] == before["output"])
      #expect(after["graph"] == before["graph"])
      let people = await host.json(of: .people).elements ?? []
      #expect(people.first?["failures"]?.whole == 1)
      #expect(people.first?["held"]?.whole == 0)
    }
  }

  @Test("An attempt that ends alike has the text of most, the others are variants, and who only looked is apart")
  func variants() async throws {
    let host = try host(6)
    await run(host, 1, "entity Task { title: String }", "review")
    await run(host, 2, "show Tasks", "entity Task { title: String }")
    await run(host, 3, "entity Task {}", "add Task.title: String")
    await run(host, 4, "entity Other", "undo", "entity Task { title: String }", "show model")
    await run(host, 5, "show model")
    await run(host, 6, "review", "show model")
    #expect(["undo", "delete a", "undo", "save"].withoutUndone == ["undo", "save"])
    #expect(["undo", "redo", "delete a", "undo", "redo"].withoutUndone == ["delete a"])
    let latest = await host.json(of: .attempts)["latest"]?.elements ?? []
    let texts = latest.map { "\($0["count"]?.whole ?? 0) \($0["text"]?.text ?? "")" }
    #expect(texts == ["4 entity Task { title: String }", "1 review\nshow model", "1 show model"])
    let variants = latest.first?["variants"]?.elements ?? []
    #expect(variants.map { $0["text"]?.text } == ["entity Task {}\nadd Task.title: String"])
    #expect(variants.first?["names"]?.elements?.map(\.text) == ["s3"])
    #expect(variants.first?["student"]?.whole == 3)
  }

  @Test("Attempts that are done come last, and one that is done by now is not shown as one that is not")
  func finished() async throws {
    let host = try host(3)
    let solution = "entity Task { title: String; priority: Integer16 }\nentity Tag { name: String }"
    await run(host, 1, "entity Task { title: String }")
    for student in 2...3 { await run(host, student, solution) }
    let latest = await host.json(of: .attempts)["latest"]?.elements ?? []
    #expect(latest.map { $0["count"]?.whole } == [1, 2])
    #expect(latest.map { $0["solved"] } == [.boolean(false), .boolean(true)])
    for (student, solved, status) in [(1, false, 200), (2, false, 409), (2, true, 200)] {
      let body = "{\"do\":\"show\",\"student\":\(student),\"solved\":\(solved)}"
      #expect(await Routes.answer(post("/teach/do", body, cookie: Self.teacher), host).status == status)
    }
  }

  @Test("Attempts at objects are alike under whatever names")
  func objects() async throws {
    var session = try session("Ana", "Bo", "Cy")
    try session.apply(.moved(to: ClassPlace(step: 2, screen: 0)))
    let host = makeHost(session)
    await run(host, 1, "let a = Team(name: \"Nets\")")
    await run(host, 2, "let b = Team(name: \"Nets\")")
    await run(host, 3, "let a = Team(name: \"Hawks\")")
    #expect(await groups(host) == ["Ana,Bo: 0 of 1", "Cy: 0 of 1"])
  }

  @Test("The list of names says how many checks hold, how often an input failed, and why the last did")
  func people() async throws {
    let host = try host(3)
    // A capital at the beginning, as phones make it, is no error.
    await run(host, 1, "Entity Task { title: String }", "Hint")
    for _ in 1...3 { await run(host, 2, "show Tasks") }
    // A hint does not mend an error, and is no statement.
    await run(host, 2, "hint", "hint", "solution")
    await run(host, 3, "hint")
    var people = await host.json(of: .people).elements ?? []
    #expect(people.map { $0["statements"]?.whole ?? -1 } == [1, 3, 0])
    #expect(people.map { $0["hints"]?.whole ?? -1 } == [1, 1, 1])
    #expect(people.map { $0["wantsSolution"] } == [.boolean(false), .boolean(true), .boolean(false)])
    // The words are those that the student saw.
    await run(host, 3, "nomralize Task")
    people = await host.json(of: .people).elements ?? []
    #expect(people[2]["problem"]?.text == "no statement begins with 'nomralize'")
    #expect(people.map { $0["held"]?.whole ?? -1 } == [2, -1, -1])
    #expect(people.map { $0["failures"]?.whole ?? -1 } == [0, 3, 1])
    #expect(people[0]["problem"] == .null)
    #expect(people[1]["problem"]?.text == "there is no entity 'Tasks'")
  }

  @Test("An attempt has no commands, shows its end, and says how much it leaves out")
  func lines() async throws {
    let host = try host(1)
    await run(host, 1, "hint", "entity A {}", "hint")
    for number in 1...7 { await run(host, 1, "entity B\(number) {}") }
    let attempt = await host.json(of: .attempts)["latest"]?.elements?.first
    #expect(attempt?["text"]?.text == (2...7).map { "entity B\($0) {}" }.joined(separator: "\n"))
    #expect(attempt?["earlier"]?.whole == 2)
    await act(host, "{\"do\":\"show\",\"student\":1}")
    let shown = await host.json(of: .spot)["html"]?.text ?? ""
    #expect(shown.contains("entity A") && !shown.contains("<code>hint"))
    // What only looks or was taken back is not shown, and the picture is that of the attempt.
    await run(host, 1, "show model", "entity Taken {}", "undo", "entity C { nme }")
    await act(host, "{\"do\":\"show\",\"student\":1}")
    let spot = await host.json(of: .spot)
    let page = spot["html"]?.text ?? ""
    #expect(page.contains("entity B7") && page.contains("entity C { nme }"))
    #expect(!page.contains("show model") && !page.contains("Taken") && !page.contains("undo"))
    #expect(spot["diagram"]?.text?.contains("B7") == true)
    #expect(spot["graph"]?["objects"] != nil)
    // Of a relationship between entities without objects the diagram shows more.
    await run(host, 1, "restart", "entity C {}", "entity D {}", "C.all <-->> D.one")
    await act(host, "{\"do\":\"show\",\"student\":1}")
    let related = await host.json(of: .spot)
    #expect(related["graph"] == .null && related["diagram"]?.text?.contains("all") == true)
    await run(host, 1, "restart", "entity C {}")
    #expect(await host.json(of: .attempts)["latest"]?.elements?.first?["text"]?.text == "entity C {}")
  }

  @Test("An attempt at a task has no advice and no hints on the board: they may say what to write")
  func remarks() async throws {
    let host = try host(1)
    func output(_ student: Int) async -> String {
      await host.json(of: .me(student))["output"]?.elements?.compactMap(\.text).joined() ?? ""
    }
    func onBoard(_ student: Int) async -> String {
      await act(host, "{\"do\":\"show\",\"student\":\(student)}")
      return await host.json(of: .spot)["html"]?.text ?? ""
    }
    await run(host, 1, "entity Task { title: String }", "entity Other {}", "add Task priority: Integer16")
    let mine = await output(1)
    #expect(mine.contains("Task has no attribute priority yet.") && mine.contains("hint shows hint 1 of 1"))
    #expect(mine.contains("Task.priority"))
    let shown = await onBoard(1)
    #expect(shown.contains("entity Other") && shown.contains("a dot joins") && shown.contains("2 of 4"))
    #expect(!shown.contains("has no attribute") && !shown.contains("hint shows") && !shown.contains("Task.priority"))
    // The page of the student keeps them.
    #expect(await output(1) == mine)
  }

  @Test("The attempt that is on the board is marked until it is taken off, or its students have typed more")
  func shown() async throws {
    let host = try host(3)
    func shown() async -> [String] {
      let latest = await host.json(of: .attempts)["latest"]?.elements ?? []
      let all: [JSONValue] = latest.flatMap { (attempt: JSONValue) -> [JSONValue] in
        [attempt] + (attempt["variants"]?.elements ?? [])
      }
      return all.filter { $0["shown"] == .boolean(true) }.compactMap { $0["text"]?.text }
    }
    await run(host, 1, "entity A {}")
    await run(host, 2, "entity A { }")
    await run(host, 3, "entity B {}")
    #expect(await shown().isEmpty)
    await act(host, "{\"do\":\"show\",\"student\":2}")
    #expect(await shown() == ["entity A { }"])
    await act(host, "{\"do\":\"show\",\"student\":3}")
    #expect(await shown() == ["entity B {}"])
    await run(host, 3, "entity C {}")
    #expect(await shown().isEmpty)
    await act(host, "{\"do\":\"show\",\"student\":1}")
    #expect(await shown() == ["entity A {}"])
    await act(host, "{\"do\":\"hide\"}")
    #expect(await shown().isEmpty)
  }

  @Test("After restart nothing is checked yet, and the last error is of before")
  func restarted() async throws {
    let host = try host(1)
    await run(host, 1, "entity Wrong {}", "fetch Nothing")
    let before = await host.json(of: .me(1))
    #expect(before["checks"]?.whole != nil)
    await run(host, 1, "restart")
    let after = await host.json(of: .me(1))
    #expect(after["checks"]?.whole == nil && after["held"]?.whole == nil)
    let person = await host.json(of: .people).elements?.first
    #expect(person?["checks"]?.whole == nil && person?["problem"]?.text == nil)
    await run(host, 1, "entity Wrong {}")
    #expect(await host.json(of: .me(1))["checks"]?.whole != nil)
  }

  @Test("A task is one screen with one working copy, however long it is", arguments: [0, 11, 40])
  func longTask(wishes: Int) {
    let lesson = Self.lesson((0..<wishes).map { "- wish \($0)" }.joined(separator: "\n"))
    var screens = ClassScreens(lesson: lesson, makeInterpreter: makeTestInterpreter)
    let kinds = (0..<screens.count(ofStep: 0)).map { screens.screen(at: ClassPlace(step: 0, screen: $0)).kind }
    #expect(kinds.count { $0 == .task } == 1)
  }

  @Test("The table says who tried a task and who did not")
  func table() async throws {
    let host = try host(3)
    await run(host, 1, "entity Tag { name: String }", "entity Task { title: String; priority: Integer16 }")
    await run(host, 2, "entity Tag { name: String }")
    let csv = await host.report(isAnonymous: false).csv.split(whereSeparator: \.isNewline)
    #expect(csv == ["student,step 1 task,right,answers,statements", "s1,done,0,0,2", "s2,tried,0,0,1", "s3,,0,0,0"])
  }

  @Test("A student's answer to one question is not shown at the next")
  func otherQuestion() async throws {
    var session = try session("Ana")
    try session.apply(.moved(to: ClassPlace(step: 1, screen: 0)))
    try session.apply(.opened(secondQuestion))
    try session.apply(.voted(student: 1, secondQuestion, round: 0, Ballot.Answer(value: "17", isRight: false)))
    let host = makeHost(session)
    let page = try #require(await host.connect(.student(1), lastEventID: nil))
    let first = try #require(await host.message(for: page, since: 0))
    await act(host, "{\"do\":\"jump\",\"step\":2}")
    let second = try #require(await host.message(for: page, since: first.version))
    #expect(first.data.contains("\"17\""))
    #expect(second.data.contains("\"me\":") && !second.data.contains("\"17\""))
  }

  @Test("Whoever comes late can read the screens before, and no one without a place in the class")
  func earlier() async throws {
    let host = makeHost(try session("Ana"))
    let ana = "graphbook-student-abc234=token-1"
    #expect(await Routes.answer(get("/earlier"), host).status == 403)
    #expect(await Routes.answer(get("/earlier", cookie: ana), host).json == .array([]))
    await act(host, "{\"do\":\"jump\",\"step\":2}")
    let steps = await Routes.answer(get("/earlier", cookie: ana), host).json?.elements ?? []
    #expect(steps.compactMap { $0["title"]?.text } == ["1 A team", "2 Counting"])
    let text = steps.compactMap { $0["html"]?.text }.joined()
    for part in ["About teams.", "There is one team.", "How many players", "delete"] { #expect(text.contains(part)) }
    #expect(!text.contains("the rule is nullify") && !text.contains("Make a team called Bulls"))
  }

  @Test(
    "The board is blank until something is done with it",
    arguments: ["next", "jump", "open", "join", "enlarge", "blank"])
  func blank(button: String) async throws {
    let host = makeHost(try session("Ana"))
    func isBlank(_ hasCode: Bool) async -> Bool {
      await host.json(of: .room(hasCode: hasCode))["blank"] == .boolean(true)
    }
    await act(host, "{\"do\":\"jump\",\"step\":1}")
    await act(host, "{\"do\":\"blank\"}")
    #expect(await isBlank(true))
    #expect(await isBlank(false))
    // Who is in the class has nothing to do with it.
    await act(host, "{\"do\":\"rename\",\"student\":1,\"name\":\"Bo\"}")
    #expect(await isBlank(true))
    await act(host, "{\"do\":\"\(button)\",\"step\":1}")
    #expect(await !isBlank(true))
    // The pages say that a class stops.
    await act(host, "{\"do\":\"blank\"}")
    await host.stop()
    #expect(await !isBlank(false))
  }

  @Test("After the last hint a class is sent to people, and not in a circle")
  func lastHint() async throws {
    let host = try host(1)
    await run(host, 1, "solution", "hint", "hint", "solution", "help", "help prompt")
    let output = await host.json(of: .me(1))["output"]?.elements?.compactMap(\.text) ?? []
    #expect(output.count == 6)
    #expect(output[0].contains("hint helps without giving it away"))
    for place in [2, 3] {
      #expect(output[place].contains("your neighbour or your teacher can help"), "\(output[place])")
    }
    for word in ["drill", "exercises", "practice", "solution", "lessons"] {
      #expect(!output[4].contains(">\(word)<") && !output[5].contains(word), "\(word): \(output[4]) \(output[5])")
    }
    #expect(output[4].contains("hint") && output[4].contains("normalize"))
  }

  @Test("A class does not see the blocks for someone who learns alone, and all others")
  func alone() async throws {
    let text = """
      ---
      title: Teams
      ---

      ```alone
      Take your time.
      ```

      ## A team {pause}

      There is *one* team.

      ```alone
      This is the end of a part. `drill keys` asks for more.

          export model "team.graph"
      ```

      In lesson 2 they are teams, and the exercises come next.

      ```alone
      The second part is longer.
      ```
      """
    let lesson = try #require(
      LessonReader.read(SourceText(text, name: "Lessons/01-teams.md"), number: 1, slug: "teams").0)
    var all = lesson.introduction
    for case .prose(let blocks) in lesson.steps[0].blocks { all += blocks }
    let everything = MarkdownDocument(blocks: all).plainText
    for words in ["your time", "drill keys", "export", "is longer"] { #expect(everything.contains(words)) }
    #expect(lesson.forClass.introduction.isEmpty)
    let html = await makeHost(ClassSession(lesson: lesson)).json(of: .screen)["html"]?.text ?? ""
    let everyones = "team.</p>\n<p>In lesson 2 they are teams, and the exercises come next.</p>"
    #expect(html.contains(everyones), "\(html)")
    for words in ["drill", "export", "longer", "alone"] { #expect(!html.contains(words), "\(html)") }
  }

  @Test("The board's picture is enlarged until the next screen")
  func enlarging() async throws {
    let host = makeHost(try session("Ana"))
    func isLarge(_ hasCode: Bool) async -> Bool {
      await host.json(of: .room(hasCode: hasCode))["enlarged"] == .boolean(true)
    }
    await act(host, "{\"do\":\"enlarge\"}")
    #expect(await isLarge(true))
    #expect(await isLarge(false))
    await act(host, "{\"do\":\"next\"}")
    #expect(await !isLarge(true))
  }
}
