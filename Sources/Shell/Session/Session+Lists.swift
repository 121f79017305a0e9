import Courses
import Diagnostics
import Grading

extension Session {
  mutating func listLessons() -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    let (entries, diagnostics) = library.lessons()
    guard !entries.isEmpty else { return problems + format(.noLibrary(library)) + diagnostics.flatMap(format) }
    let exercises = Dictionary(grouping: library.exercises().entries, by: \.chapterNumber)
    let rows = entries.map { entry -> [String] in
      let minutes = library.lesson(entry.slug).lesson.map { "\(LessonMeasures(of: $0).minutesText) min" }
      let exerciseMinutes = exercises[entry.chapterNumber]?.minutes.map { "\($0) min" }
      let state = Self.state(of: progress?.lessons[entry.slug])
      let row = ["\(entry.number)", entry.title, minutes ?? "", exerciseMinutes ?? "", state]
      return row + (entry.course.map { [DisplayText.visible($0)] } ?? [])
    }
    let way = wayOn(among: entries)
    var columns: [TextTable.Column] = [.trailing(""), "", .trailing("lesson"), .trailing("exercises"), ""]
    if entries.contains(where: { $0.course != nil }) { columns.append("") }
    let table = TextTable(columns: columns, rows: rows, firstColumnRole: .code)
    return problems + table.document(indent: 2)
      + Document(StyledText(way, .faint))
      + diagnostics.flatMap(format)
  }

  /// Returns the sentence under the list of lessons: a lesson that is not finished, or else a step that was skipped.
  private func wayOn(among entries: [LessonEntry]) -> String {
    func record(_ entry: LessonEntry) -> LessonProgress? { progress?.lessons[entry.slug] }
    if let next = entries.first(where: { record($0)?.isFinished != true }) {
      let verb = Self.state(of: record(next)).isEmpty ? "starts" : "goes on with"
      return "lesson \(next.number) \(verb) \(DisplayText.visible(next.title))"
    }
    for entry in entries {
      guard let step = record(entry)?.firstSkipped else { continue }
      return "lesson \(entry.number) step \(step + 1) begins the step that you skipped"
    }
    return "all lessons are done; lesson \(entries[0].number) lists the steps of the first"
  }

  /// All exercises by chapter, or the chapters alone where there are many; `exercises 4` lists those of one.
  mutating func listExercises(ofChapter word: String? = nil) -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    var (entries, diagnostics) = library.exercises()
    guard !entries.isEmpty else { return problems + format(.noLibrary(library)) + diagnostics.flatMap(format) }
    if let word {
      let chapters = entries.map(\.folder).uniqued()
      let number = Int(word)
      entries.removeAll { $0.folder != word && (number == nil || $0.chapterNumber != number) }
      guard !entries.isEmpty else {
        return problems
          + format(
            Diagnostic(
              "unknown-chapter", "no chapter '\(DisplayText.visible(word))' has exercises",
              nearest: Suggestions.nearest(to: word, among: chapters), hint: "exercises lists the chapters"))
      }
      diagnostics = []
    } else if entries.count > Self.listedExercises {
      return problems + listChapters(of: entries, in: library) + diagnostics.flatMap(format)
    }
    let width = entries.map { DisplayText.width($0.slug) }.max() ?? 0
    let titleWidth = entries.map { DisplayText.width(DisplayText.visible($0.title)) }.max() ?? 0
    var lines = Document()
    for folder in entries.map(\.folder).uniqued() {
      let chapter = entries.filter { $0.folder == folder }
      let passed = chapter.count { progress?.exercises[$0.id]?.isDone == true }
      lines += wrapped(
        StyledText(chapterTitle(chapter[0], in: library), .strong)
          + StyledText(" · \(passed) of \(chapter.count) passed", .faint))
      for entry in chapter {
        let record = progress?.exercises[entry.id]
        let isDone = record?.isDone == true
        let points = counted(entry.points, "point")
        let state = isDone ? "passed" : Self.tried(record).map { "\($0) of \(points)" } ?? points
        let facts = [state] + (entry.minutes.map { [counted($0, "minute")] } ?? [])
        var line: StyledText = "  \(isDone ? "✓" : "·", isDone ? .success : .faint) "
        line.append(entry.slug.padding(to: width), .code)
        line.append("  " + DisplayText.visible(entry.title).padding(to: titleWidth) + "  ")
        line.append((facts + (entry.course.map { [DisplayText.visible($0)] } ?? [])).joined(separator: " · "), .faint)
        lines.append(line)
      }
    }
    return problems + lines + diagnostics.flatMap(format)
  }

  /// How many exercises are listed at once.
  private static let listedExercises = 40

  /// One line a chapter: how many exercises it has, and how many of them are passed.
  private func listChapters(of entries: [ExerciseEntry], in library: Library) -> Document {
    let rows = entries.map(\.folder).uniqued().map { folder in
      let chapter = entries.filter { $0.folder == folder }
      let passed = chapter.count { progress?.exercises[$0.id]?.isDone == true }
      let number = chapter[0].chapterNumber
      return [
        "exercises \(number.map(String.init) ?? folder)", chapterTitle(chapter[0], in: library, isNumbered: false),
        "\(passed) of \(chapter.count) passed", chapter.minutes.map { counted($0, "minute") } ?? "",
      ]
    }
    let table = TextTable(columns: ["", "", .trailing(""), .trailing("")], rows: rows, firstColumnRole: .code)
    let passed = entries.count { progress?.exercises[$0.id]?.isDone == true }
    return table.document(indent: 2)
      + wrapped(
        StyledText(
          "\(passed) of \(entries.count) exercises passed; exercises and a chapter's number lists the chapter's", .faint
        ))
  }

  /// `Chapter 9 · Delete rules`: the title is that of the lesson about the chapter, or else the folder's name.
  private func chapterTitle(_ exercise: ExerciseEntry, in library: Library, isNumbered: Bool = true) -> String {
    guard let number = exercise.chapterNumber else { return DisplayText.visible(exercise.folder) }
    let lesson = library.lessons().entries.first { $0.chapterNumber == number }
    let name = String(exercise.folder.drop { $0.isNumber || $0 == "-" }.replacing("-", with: " "))
    let title = lesson?.title ?? name.prefix(1).uppercased() + name.dropFirst()
    return (isNumbered ? "Chapter \(number) · " : "") + DisplayText.visible(title)
  }

  /// The points of the best attempt; nil where there was none.
  private static func tried(_ exercise: ExerciseProgress?) -> String? {
    guard let exercise, exercise.attempts > 0 else { return nil }
    return pointsText(exercise.bestScore)
  }

  mutating func listProgress() -> Document {
    let problems = loadProgress()
    let record = progress ?? Progress()
    guard !record.lessons.isEmpty || !record.exercises.isEmpty || !record.drills.isEmpty else {
      return problems + wrapped(StyledText("nothing yet: lessons lists the lessons, exercises the exercises"))
    }
    // In the order of the book; what the courses no longer have comes last.
    let lessons = world.library?.lessons().entries ?? []
    let lessonOrder = lessons.map(\.slug).places
    let exerciseOrder = (world.library?.exercises().entries ?? []).map(\.id).places
    var rows = record.lessons.sorted { lessonOrder.puts($0.key, before: $1.key) }.map { slug, lesson in
      [lessonOrder[slug].map { "lesson \(lessons[$0].number)" } ?? "lesson", slug, Self.state(of: lesson)]
    }
    rows += record.exercises.sorted { exerciseOrder.puts($0.key, before: $1.key) }.map {
      ["exercise", $0.key, Self.state(of: $0.value)]
    }
    rows += record.drills.sorted { $0.key < $1.key }.map {
      ["drill", DisplayText.visible($0.key), "\($0.value.right) of \($0.value.attempts) right"]
    }
    let due = world.library.map { dueTasks(in: $0).count } ?? 0
    if due > 0 { rows.append(["practice", "asks again what you got wrong", "\(due) due"]) }
    return problems + TextTable(columns: ["", "", ""], rows: rows, firstColumnRole: .faint).document(indent: 2)
      + ideaSummary()
  }

  private static func state(of lesson: LessonProgress?) -> String {
    guard let lesson, !lesson.done.isEmpty || !lesson.skipped.isEmpty else { return "" }
    return lesson.isDone ? "done" : "\(lesson.done.count) of \(lesson.steps) steps"
  }

  private static func state(of exercise: ExerciseProgress?) -> String {
    guard let exercise, exercise.attempts > 0 else { return "" }
    return exercise.isDone ? "passed" : "\(pointsText(exercise.bestScore)) of \(pointsText(exercise.maxScore))"
  }
}

extension [String] {
  /// The places of the elements.
  fileprivate var places: [String: Int] {
    Dictionary(zip(self, indices)) { first, _ in first }
  }
}

extension [String: Int] {
  /// Whether one key comes before another: by their places, and those without a place last, by name.
  fileprivate func puts(_ first: String, before second: String) -> Bool {
    (self[first] ?? .max, first) < (self[second] ?? .max, second)
  }
}
