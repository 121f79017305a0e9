import Courses
import Grading
import Pages

/// The class: who is where.
struct StaffPage {
  var host: BookHost
  var outline: BookOutline
  var ideas: IdeaIndex
  var students: [StudentRecord]

  private var links: BookLinks { host.links.forStaff }

  /// The place of a student: `9.4` is step 4 of lesson 9.
  private func place(_ progress: Progress) -> String {
    guard let place = progress.place, let lesson = outline.lesson(place.lesson) else { return "" }
    return "\(lesson.entry.number).\(place.step + 1)"
  }

  private func points(_ progress: Progress) -> Double { progress.exercises.values.reduce(0) { $0 + $1.bestScore } }

  private func passed(_ progress: Progress) -> Int { progress.exercises.values.count { $0.isDone } }

  private func shaky(_ progress: Progress) -> [Idea] {
    ideas.ideas.filter { progress.state(of: $0, in: ideas) == .shaky }
  }

  /// How much of a lesson is done, in percent; nil for one that was not begun.
  private func share(of lesson: BookOutline.LessonLine, _ progress: Progress) -> Int? {
    guard let record = progress.lessons[lesson.entry.slug], !lesson.steps.isEmpty else { return nil }
    return record.done.count * 100 / lesson.steps.count
  }

  var html: HTML {
    let heads = outline.lessons.html {
      "<th scope=\"col\" class=\"number\"><abbr title=\"\(text: $0.entry.title)\">\($0.entry.number)</abbr></th>"
    }
    let rows = students.html { record -> HTML in
      let (student, progress) = (record.student, record.progress)
      let cells = outline.lessons.html { lesson -> HTML in
        let share = share(of: lesson, progress)
        return
          "<td class=\"number\">\(share.map { $0 == 100 ? "✓" : "\($0) %" } ?? "<span class=\"soft\">·</span>")</td>"
      }
      return """
        <tr><th scope="row"><a href="\(text: links.base)/staff/student?id=\(HTML(lines: [BookPlace.encoded(student.id)]))">\(text: student.name)</a></th>\
        <td>\(text: place(progress))</td>\(cells)<td class="number">\(passed(progress))</td>\
        <td class="number">\(text: pointsText(points(progress)))</td><td class="number">\(shaky(progress).count)</td>\
        <td>\(text: record.latest.map { "\($0.slug), \(host.words(for: $0.time))" } ?? "")</td></tr>

        """
    }
    return BookPage(
      "The class", "staff", links,
      """
      <h1>The class</h1>
      <p>\(HTML.count(students.count, "student")). The numbers are those of the lessons: how much of each is done.</p>
      <div class="wide" role="region" aria-label="Students" tabindex="0"><table>
      <thead><tr><th scope="col">Student</th><th scope="col">Is at</th>\(heads)<th scope="col" class="number">Exercises passed</th>\
      <th scope="col" class="number">Points</th><th scope="col" class="number">Shaky ideas</th><th scope="col">Handed in last</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      \(due)\(handedIn)\(common)<p><a href="\(text: links.base)/staff/progress.csv" download>Download as CSV</a></p>
      \(lecture)
      """
    ).withoutWays.html
  }

  /// The way to a class of these students.
  private var lecture: HTML {
    let address: HTML =
      host.front.url.map { " With <code>--book \(text: $0.text)</code>, they go on here afterwards." } ?? ""
    let terminal: HTML = """
      <code>graphbook class 9 --folder \(HTML(lines: [host.semester?.path ?? ""]))</code> teaches lesson 9 to these students, who \
      join with their ids.\(address)
      """
    guard host.startClass != nil else { return "<h2>A class</h2>\n<p>In a terminal, \(terminal)</p>\n" }
    let options = outline.lessons.html {
      "<option value=\"\(text: $0.entry.slug)\">\($0.entry.number). \(text: $0.entry.title)</option>\n"
    }
    return """
      <h2>A class</h2>
      <form method="post" action="\(text: links.base)/staff/class" class="prompt-row"><label for="lesson">Lesson</label>
      <select id="lesson" name="lesson">
      \(options)</select> <button type="submit">Start the class</button></form>
      <p class="small">In a terminal, \(terminal)</p>

      """
  }

  /// The exercises to which there are answers, in the order of the book.
  private var handedIn: HTML {
    let counts = students.reduce(into: [String: Int]()) { counts, record in
      for slug in record.answers.keys { counts[slug, default: 0] += 1 }
    }
    let items = outline.exercises.html { exercise -> HTML in
      guard let count = counts[exercise.slug] else { return "" }
      return
        "<li><a href=\"\(text: links.base)/staff/answers?exercise=\(HTML(lines: [BookPlace.encoded(exercise.slug)]))\">\(text: exercise.title)</a>: \(HTML.count(count, "answer"))</li>\n"
    }
    return items.text.isEmpty ? "" : "<h2>Handed in</h2>\n<ul>\n\(items)</ul>\n"
  }

  /// The due exercises, each with the number of answers that are there.
  private var due: HTML {
    let handedIn = students.reduce(into: Set<String>()) { $0.formUnion($1.answers.keys) }
    let rows = host.dueExercises(in: outline, handedIn: handedIn).html { exercise, due -> HTML in
      let handovers = students.compactMap { record -> Handover? in
        let handover = host.handover(of: exercise.slug, by: record.student.id, at: record.answers[exercise.slug])
        return handover.terms.due == nil ? nil : handover
      }
      let words = Handover.words(due, offset: host.policy.terms(of: exercise.slug).offset)
      let (all, late) = (handovers.count { $0.time != nil }, handovers.count { $0.lateness != nil })
      return """
        <tr><th scope="row">\(text: exercise.title)</th><td data-label="Due">\(text: words)</td>\
        <td data-label="Handed in">\(all) of \(handovers.count)</td><td data-label="Late">\(late)</td></tr>

        """
    }
    let general: HTML =
      host.policy.general.due.map {
        let words = Handover.words($0, offset: host.policy.general.offset)
        return "<p>Other exercises are due on \(text: words).</p>\n"
      } ?? ""
    guard !rows.text.isEmpty || !general.text.isEmpty else { return "" }
    let table: HTML =
      rows.text.isEmpty
      ? ""
      : """
      <table class="listed"><thead><tr><th scope="col">Exercise</th><th scope="col">Due</th><th scope="col">Handed in</th>\
      <th scope="col">Late</th></tr></thead>
      <tbody>
      \(rows)</tbody></table>

      """
    return "<h2>Due</h2>\n\(table)\(general)"
  }

  /// The ideas that most students are unsure of.
  private var common: HTML {
    var counts: [String: Int] = [:]
    for record in students { for idea in shaky(record.progress) { counts[idea.id, default: 0] += 1 } }
    let most = ideas.ideas.filter { counts[$0.id] != nil }.sorted {
      (counts[$1.id] ?? 0, $0.id) < (counts[$0.id] ?? 0, $1.id)
    }.prefix(10)
    guard !most.isEmpty else { return "" }
    let items = most.html { idea -> HTML in
      let place: HTML =
        ideas.steps(teaching: idea.id).first.map { " <span class=\"soft\">\(text: $0.words)</span>" } ?? ""
      return "<li>\(text: idea.sentence)\(place): \(HTML.count(counts[idea.id] ?? 0, "student"))</li>\n"
    }
    return
      "<h2>Ideas to come back to</h2>\n<p class=\"soft\">The latest answer of so many students was wrong.</p>\n<ul>\n\(items)</ul>\n"
  }

  /// A row for each student.
  var csv: String {
    var text = CSV.row(
      [.plain("student"), .plain("name"), .plain("place")]
        + outline.lessons.map { .plain("lesson \($0.entry.number) %") }
        + ["exercises passed", "points", "shaky ideas", "handed in last", "handed in at"].map { .plain($0) })
    for record in students {
      let (student, progress) = (record.student, record.progress)
      text += CSV.row(
        [.text(student.id), .text(student.name), .plain(place(progress))]
          + outline.lessons.map { .plain(share(of: $0, progress).map(String.init) ?? "") }
          + [
            .plain("\(passed(progress))"), .plain(pointsText(points(progress))), .plain("\(shaky(progress).count)"),
            .text(record.latest?.slug ?? ""),
            .plain(record.latest.map { host.words(for: $0.time) } ?? ""),
          ])
    }
    return text
  }
}

/// One student, for the teacher: lessons, exercises with their points, and what is shaky.
struct StaffStudentPage {
  var host: BookHost
  var outline: BookOutline
  var ideas: IdeaIndex
  var record: StudentRecord
  /// The answers that were handed in, the latest first, with their verdicts; nil for an exercise that the course does not have.
  var answers: [(file: SemesterFolder.Answer, verdict: Verdict?)] = []

  private var student: Accounts.Student { record.student }
  private var progress: Progress { record.progress }
  private var links: BookLinks { host.links.forStaff }

  private var handedIn: HTML {
    answers.html { file, verdict -> HTML in
      let worth =
        verdict.map { $0.isUngraded ? ": could not be graded" : ": \(TextFormat.points($0.score, of: $0.maxScore))" }
        ?? ""
      return "<li>\(text: verdict?.title ?? file.slug), \(text: host.words(for: file.time))\(text: worth)</li>\n"
    }
  }

  var html: HTML {
    let lessons = outline.lessons.html { lesson -> HTML in
      guard let record = progress.lessons[lesson.entry.slug] else { return "" }
      return
        "<li>\(lesson.entry.number). \(text: lesson.entry.title): \(record.done.count) of \(HTML.count(lesson.steps.count, "step")), \(HTML.count(record.hints, "hint"))</li>\n"
    }
    let exercises = outline.exercises.html { exercise -> HTML in
      let attempts = progress.exercises[exercise.id].flatMap { $0.attempts > 0 ? $0 : nil }
      let handover = host.handover(of: exercise.slug, by: student.id, at: record.answers[exercise.slug])
      let isNamed = handover.terms.due != nil && host.policy.exercises[exercise.slug] != nil
      guard attempts != nil || handover.time != nil || isNamed else { return "" }
      let tried: HTML =
        attempts.map {
          "\(text: pointsText($0.bestScore)) of \(HTML.count(exercise.points, "point")), \(HTML.count($0.attempts, "attempt"))\($0.isDone ? " <span class=\"passed-mark\">✓ passed</span>" : "")"
        } ?? "not tried"
      let sentences = FixedWords.english.sentences(handover, points: exercise.points).joined(separator: " ")
      return
        "<li>\(text: exercise.title): \(tried)\(sentences.isEmpty ? "" : "<br><span class=\"soft\">\(text: sentences)</span>")</li>\n"
    }
    let shaky = ideas.ideas.filter { progress.state(of: $0, in: ideas) == .shaky }
    func list(_ title: HTML, _ items: HTML, _ none: HTML) -> HTML {
      items.text.isEmpty
        ? "<h2>\(title)</h2>\n<p class=\"soft\">\(none)</p>\n" : "<h2>\(title)</h2>\n<ul>\n\(items)</ul>\n"
    }
    return BookPage(
      student.name, "plain", links,
      """
      <p class="where"><a href="\(text: links.base)/staff">The class</a></p>
      <h1>\(text: student.name)</h1>
      <p class="soft">\(text: student.id)</p>
      \(list("Lessons", lessons, "None was begun."))\(list("Exercises", exercises, "None was tried."))\
      \(list("Handed in, the latest first", handedIn, "Nothing was handed in."))\
      \(list("Shaky ideas", shaky.html { "<li>\(text: $0.sentence)</li>\n" }, "None."))
      \(links.signsOut ? link + removal : "")
      """
    ).withoutWays.html
  }

  private var removal: HTML {
    """
    <h2>Removing</h2>
    <details><summary>Remove \(text: student.name) from the book</summary>
    <form method="post" action="\(text: links.base)/staff/remove"><input type="hidden" name="id" value="\(text: student.id)">
    <p>The student is signed out, and the link and the password no longer work. The work stays in the folder. Someone who is on the
    roster gets a new link when the book is started again.</p>
    <p class="buttons"><button type="submit">Remove</button></p></form></details>
    """
  }

  private var link: HTML {
    let hasPassword = student.password != nil
    return """
      <h2>\(hasPassword ? "The password" : "The link")</h2>
      <form method="post" action="\(text: links.base)/staff/invite"><input type="hidden" name="id" value="\(text: student.id)">\
      <p class="buttons"><button type="submit">\(hasPassword ? "Reset the password: make a new link" : "Make a new link")</button></p></form>
      <p class="small">\(hasPassword ? "The password" : "The link before it") then no longer works, and the student's browsers are signed \
      out. The work stays.</p>
      """
  }
}
