import Courses
import Diagnostics
import Grading
import Testing

import struct Foundation.Date

@Suite("The report on a class")
struct ReportTests {
  /// An exercise about objects, whose wrong answers end differently.
  private static func exercise() throws -> Exercise {
    try Fixtures.exercise([
      "task.md": Fixtures.task.replacing("points: 10", with: "points: 10\npractises: [sums]"),
      "start.graph": "model Counting\nentity Item { number: Integer16 }\nItem(number: 1)\nsave\n",
      "check.graph": """
      check "there is a two", points 3 {
        expect (fetch Item where number == 2).@count == 1 else "There should be one two."
      }
      expect (fetch Item where number == 3).@count == 1 else "There should be one three."
      """,
      "solution.graph": "Item(number: 2)\nItem(number: 3)\nsave\n", "right/plain.graph": "",
      "wrong/text.graph": "// There should be one three.\nItem(number: 2)\nsave\n",
      "wrong/off-by-one.graph": "// There should be one two.\nItem(number: 3)\nItem(number: 4)\nsave\n",
    ])
  }

  /// The files of a report on answers to it.
  static func report(
    _ answers: [(student: Student, answer: String?)], anonymous: Bool = false
  ) throws -> [String: String] {
    let exercise = try Self.exercise()
    let prepared = Fixtures.grader.prepare(exercise)
    let idea = Idea(id: "sums", sentence: "A sum has a <value>", chapter: 1, line: 1)
    let index = IdeaIndex(IdeaList(ideas: [idea]), lessons: [], exercises: [])
    let described = ReportedExercise(exercise, in: index)
    // As a report keeps it.
    let kept = ReportedExercise.exercises(of: [described.assignment], in: ReportedExercise.text(for: [described]))
    #expect(kept == [described])
    let time = "2026-01-15T09:00:00.000Z"
    var pages = ReportPages(kept, time: time, studentCount: answers.count)
    var files: [ReportPages.File] = []
    for (place, (student, answer)) in answers.enumerated() {
      let missing = Diagnostic("no-such-file", "nothing was handed in: there is no file '\(student.id)/two.graph'")
      let verdict =
        answer.map { Fixtures.grader.grade(prepared, answer: SourceText($0, name: "\(student.id)/two.graph")) }
        ?? Verdict(on: exercise, refusedFor: [missing])
      var verdicts = StudentVerdicts(student, [verdict])
      if anonymous { verdicts = verdicts.named(.anonymous(at: place, of: answers.count)) }
      files.append(StudentPages(kept, time: time).page(of: verdicts, named: "page-\(place)"))
      if let table = pages.add(verdicts, page: "page-\(place)") { files.append(table) }
    }
    files += pages.finish()
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
  }

  private static let answers = [
    "Item(number: 2)\nItem(number: 3)\nsave\n", "Item(number: 2)\nsave\n", "let x = Item(number: 2) // mine\nsave",
    "Item(number: 4); let x = Item(number: 3); save", "Item(number: 7)\nsave\n",
    "let x = Item(number: 7)\nsave\nshow graph\n", "fetch Nothing\n",
  ]

  private static func students(_ answers: [String?]) -> [(student: Student, answer: String?)] {
    answers.enumerated().map { place, answer in
      (Student(id: "s\(place)", name: "Ada \(place) O'Neil", email: "s\(place)@example.com"), answer)
    }
  }

  @Test("Mistakes are counted under the wrong answer's name, or once for each cause")
  func mistakes() throws {
    let page = try #require(Self.report(Self.students(Self.answers + [nil]))["index.html"])
    #expect(page.contains("8 students · 1 exercise · 7 answers · graded 2026-01-15, 09:00 UTC"))
    #expect(page.contains("1 passed · 6 not yet · 0 could not be graded · 1 not handed in"))
    let known = page.components(from: "<h3>Misconceptions</h3>", to: "</ul>")
    #expect(known.contains("<strong>2 students:</strong> Text"))
    #expect(
      known.contains(
        "<a href=\"students/page-1.html\"><bdi>Ada 1 O&#39;Neil</bdi></a> <span class=\"soft\">s1</span>, "))
    #expect(known.contains("<strong>1 student:</strong> Off by one"))
    let unknown = page.components(from: "<h3>Other mistakes</h3>", to: "</ul>")
    #expect(
      unknown.contains(
        "<strong>2 students:</strong> There should be one two.<div class=\"said\"><p>this does not hold</p>"))
    #expect(unknown.contains("<strong>1 student:</strong> the answer changes nothing yet<p class"))
    #expect(page.contains("A sum has a &lt;value&gt;<br>"))
    #expect(
      page.contains(
        "statements of their own are listed only if they are identical: \(try Fixtures.exercise().title)</p>"))
    #expect(
      page.contains("aria-label=\"0 points: 3 answers; 2 points: 1 answer; 7 points: 2 answers; 10 points: 1 answer\""))
  }

  @Test(
    "Lateness is no mistake: it is in no list of checks or mistakes, and two late answers have one mistake in common")
  func lateness() throws {
    let exercise = try Self.exercise()
    let prepared = Fixtures.grader.prepare(exercise)
    let described = ReportedExercise(exercise, in: IdeaIndex(IdeaList(ideas: []), lessons: [], exercises: []))
    var pages = ReportPages([described], time: "2026-01-15T09:00:00.000Z", studentCount: 3)
    for (place, answer) in [Self.answers[0], Self.answers[1], Self.answers[1]].enumerated() {
      var verdict = Fixtures.grader.grade(prepared, answer: SourceText(answer))
      if place < 2 { verdict.charge(.init(days: 1, percent: 10), of: exercise) }
      #expect(verdict.checks.contains(where: \.isAboutTime) == (place < 2 && verdict.score > 0))
      _ = pages.add(StudentVerdicts(Student(id: "s\(place)"), [verdict]), page: "s\(place)")
    }
    let page = try #require(pages.finish().first { $0.path == "index.html" }?.text)
    #expect(!page.contains("on time"))
    #expect(page.contains("<strong>2 students:</strong>"))
  }

  @Test("What a group has handed in once is not compared with itself", arguments: [true, false])
  func group(isGroup: Bool) throws {
    let exercise = try Self.exercise()
    let prepared = Fixtures.grader.prepare(exercise)
    let described = ReportedExercise(exercise, in: IdeaIndex(IdeaList(ideas: []), lessons: [], exercises: []))
    let text = "let two = 20\nlet four = 4\nlet five = four + 1\nlet seven = two - 13\nlet eight = 8\nlet nine = 9"
    var pages = ReportPages([described], time: "2026-01-15T09:00:00.000Z", studentCount: 2)
    let files = ["ada", "bob"].map { student in
      FileAccount(
        path: isGroup ? "Team A_77/two.graph" : "\(student)/two.graph", student: student, exercise: exercise.slug,
        result: .graded, reason: "")
    }
    pages.copiesInGroups = files.copiesInGroups
    for file in files {
      let verdict = Fixtures.grader.grade(prepared, answer: SourceText(text, name: file.path))
      _ = pages.add(StudentVerdicts(Student(id: file.student), [verdict]), page: file.student)
    }
    let page = try #require(pages.finish().first { $0.path == "index.html" }?.text)
    #expect(page.contains("There are no such pairs.") == isGroup)
  }

  @Test("A student's page begins with the statements that did not run")
  func dropped() throws {
    let page = try #require(
      Self.report(Self.students(["Item(number: 2)\nItem(zzz: 3)\nsave\n"]))["students/page-0.html"])
    let first = page.components(from: "Look at this first:", to: "There should be one three.")
    #expect(first.contains("zzz"))
    // The other item was tried: only the answer without it is named after the known mistake.
    #expect(
      try Self.report(Self.students(["Item(number: 2)\nItem(zzz: 3)\nsave\n", Self.answers[1]]))["index.html"]?
        .contains("<strong>1 student:</strong> Text") == true)
  }

  @Test("Every text is escaped, and nothing but the style sheet may be used")
  func escaping() throws {
    let hostile = Student(
      id: "<i>", name: "\"><script>alert(1)</script>\u{1B}[2J\u{202E}&amp;", email: "a'b@<b>")
    let answer = "let two = \"<img src=x onerror=alert(1)>\"\nlet three = <b>\n"
    let files = try Self.report([(hostile, answer)])
    for (path, text) in files {
      #expect(!text.contains("<script") && !text.contains("<img") && !text.contains("<b>") && !text.contains("<i>"))
      // No piece of HTML was taken for text.
      #expect(!text.contains("HTML(text") && !text.contains("&lt;li&gt;") && !text.contains("&lt;p&gt;"))
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !DisplayText.isHidden($0) }, "\(path)")
    }
    let page = try #require(files["students/page-0.html"])
    #expect(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;␛[2J\u{FFFD}&amp;amp;"))
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(!page.contains("style=") && !page.contains("http://") && !page.contains("https://"))
  }

  @Test("Without names there are none")
  func anonymous() throws {
    let files = try Self.report(
      Self.students(Self.answers + ["let x = \"Ada 7 O'Neil s7@example.com\"\nx.y\n", nil]), anonymous: true)
    for (path, text) in files {
      for word in ["Ada", "Neil", "example.com", "s1", "s7", "s8"] where text.contains(word) {
        Issue.record("\(path) has \(word)")
      }
    }
    #expect(files["students/page-8.html"]?.contains("<title>Student 9</title>") == true)
  }

  @Test("A large class has its table on several pages")
  func large() throws {
    let files = try Self.report(Self.students(Array(repeating: nil, count: 1001)))
    #expect(
      files.keys.filter { $0.hasPrefix("tables/") }.sorted() == ["tables/1.html", "tables/2.html", "tables/3.html"])
    #expect(files["index.html"]?.contains("<a href=\"tables/3.html\">Students 1001 to 1001</a>") == true)
    #expect(files["tables/2.html"]?.contains("<a href=\"../students/page-500.html\">") == true)
    #expect(files["tables/2.html"]?.contains("page-1000.html") == false)
  }

  /// The pages and the gradebooks of a student with one verdict that counts, and one exercise without an answer.
  private static func second(_ verdict: (Exercise) -> Verdict, _ policy: GradingPolicy.Shown) throws -> String {
    let exercise = try Self.exercise()
    let good = Fixtures.grader.grade(
      Fixtures.grader.prepare(exercise), answer: SourceText("Item(number: 2)\nsave\n", name: "a"))
    var other = verdict(exercise)
    other.exercise = "other"
    let index = IdeaIndex(IdeaList(ideas: []), lessons: [], exercises: [])
    let first = ReportedExercise(exercise, in: index, shown: policy)
    var second = first
    second.assignment.exercise = "other"
    let assignments = [first.assignment, second.assignment]
    let described = ReportedExercise.exercises(of: assignments, in: ReportedExercise.text(for: [first, second]))
    #expect(described == [first, second])
    let verdicts = StudentVerdicts(Student(id: "ada"), [good, other])
    var pages = ReportPages(described, time: "2026-01-15T09:00:00.000Z", studentCount: 1)
    let page = StudentPages(described, time: "2026-01-15T09:00:00.000Z").page(of: verdicts, named: "ada").text
    _ = pages.add(verdicts, page: "ada")
    let classPage = pages.finish()[0].text
    let books: [any GradebookFormat] = [GradesFormat(), LTIFormat(time: "2026-01-15T09:00:00.000Z")]
    return page + classPage + books.map { $0.rows(for: verdicts, assignments) }.joined()
  }

  @Test("An error in the checks is the teacher's matter in every format, and no place of it seems to be in the answer")
  func brokenChecks() throws {
    let exercise = try Fixtures.exercise(["check.graph": "check \"two\", points 2 {\n  expect 1 < 2 < 3\n}\n"])
    let verdict = Fixtures.grader.grade(exercise, answer: SourceText("let two = 2\n", name: "answer.graph"))
    #expect(verdict.diagnostics.map(\.id) == ["broken-exercise", "chained-comparison"])
    let matter = "this is a matter for your teacher: it says nothing about your answer"
    let metadata = OutputFormat.Metadata(time: "2026-01-15T09:00:00.000Z")
    // JSON is for programs, Classroom's lines are Base64, and gradebooks leave the verdict out.
    for format in [.gradescope, .prairielearn, .exercism, .junit, .tap, .github, .summary] as [OutputFormat] {
      let text = format.text(for: verdict, metadata)
      #expect(text.contains(matter), "\(format): \(text)")
      #expect(!text.contains("chain"), "\(format): \(text)")
    }
    // Authors see the place, after the name of its file.
    let text = OutputFormat.text.text(for: verdict, metadata)
    #expect(text.contains(matter) && text.contains("check.graph:2:"), "\(text)")
    let index = IdeaIndex(IdeaList(ideas: []), lessons: [], exercises: [])
    var terms = GradingPolicy.Terms()
    (terms.due, terms.late) = (Date(timeIntervalSince1970: 0), 10)
    let lateness = terms.lateness(of: Date(timeIntervalSince1970: 100_000))
    let handover = Handover(
      file: "answer.graph", text: "let two = 2\n", time: Date(timeIntervalSince1970: 100_000), lateness: lateness,
      terms: terms)
    let page = StudentPages([ReportedExercise(exercise, in: index, shown: .feedback)], time: metadata.time)
      .page(of: StudentVerdicts(Student(id: "ada"), [verdict]), [exercise.id: handover], named: "ada").text
    #expect(page.contains(matter) && !page.contains("chain") && !page.contains("Line 2"), "\(page)")
    #expect(page.contains("20 %.") && !page.contains("no points to lose"), "\(page)")
  }

  @Test("A student who is excused has fewer points to reach, and no mistake")
  func excused() throws {
    let text = try Self.second(Verdict.excused(from:), .feedback)
    #expect(text.contains("7.5 of 10 points · graded"))
    #expect(text.contains("<td class=\"number\">7.5 of 10</td>"))
    #expect(text.contains("ada,ada,,7.50,EX,0,0.00,7.50,10.00,0,0"))
    #expect(!text.contains("<span class=\"badge error\">") && text.contains(">excused</span></p>"))
    #expect(text.contains("0 passed · 0 not yet · 0 could not be graded · 0 not handed in"))
    #expect(text.contains("NotReady") && !text.contains("\"Failed\""))
    let missing = try Self.second(
      { Verdict(on: $0, refusedFor: [Diagnostic("no-such-file", "nothing was handed in")]) }, .feedback)
    #expect(missing.contains("7.5 of 20 points, one answer was not handed in · graded"))
    #expect(missing.contains("7.50,,0,0.00,7.50,20.00,0,1") && !missing.contains("0 of 10 points"))
  }

  @Test("A student's page shows what the policy lets students see")
  func shown() throws {
    func page(_ shown: GradingPolicy.Shown) throws -> Substring {
      try Self.second(Verdict.excused(from:), shown).components(from: "<main", to: "</main>")
    }
    #expect(Verdict.excused(from: try Self.exercise()).shown(.points).isExcused)
    let (feedback, checks, points) = (try page(.feedback), try page(.checks), try page(.points))
    #expect(feedback.contains("there is a two") && feedback.contains("There should be one three."))
    #expect(checks.contains("there is a two") && !checks.contains("There should be one three."))
    #expect(!points.contains("there is a two") && !points.contains("There should be one three."))
    // Why an answer could not be graded is no secret.
    let unreadable = try Self.second(
      { Verdict(on: $0, refusedFor: [Diagnostic("not-utf8", "'a.graph' is not UTF-8 text")]) }, .points)
    let page = unreadable.components(from: "<main", to: "</main>")
    #expect(page.contains("&#39;a.graph&#39; is not UTF-8 text"))
    // It has no points, and the sum says that it lacks them.
    #expect(page.contains("<span class=\"badge error\">could not be graded</span></p>"))
    #expect(!page.contains("0 of 10") && page.contains("7.5 of 20 points, one answer could not be graded"))
    #expect([feedback, checks, points].allSatisfy { $0.contains("7.5 of 10 points") && $0.contains(">excused<") })
  }

  @Test("Two students of one name have their ids next to it")
  func namesakes() throws {
    let students = ["20001", "20008"].map { id in
      (student: Student(id: id, name: "Thomas Müller"), answer: Self.answers.first)
    }
    let page = try #require(Self.report(students)["index.html"])
    for id in ["20001", "20008"] {
      #expect(page.contains("<bdi>Thomas Müller</bdi></a> <span class=\"soft\">\(id)</span></th>"))
    }
  }

  @Test("An empty class has a report too")
  func empty() throws {
    #expect(try Self.report([])["index.html"]?.contains("0 students") == true)
  }
}

extension String {
  /// The part between two texts; empty where they are not there.
  fileprivate func components(from start: String, to end: String) -> Substring {
    guard let first = firstRange(of: start) else { return "" }
    let rest = self[first.upperBound...]
    return rest.firstRange(of: end).map { rest[..<$0.lowerBound] } ?? rest
  }
}
