import Courses
import Diagnostics
import Grading

import struct Foundation.Date

/// The command `graphbook grade --all`, which grades the answers of a class. Each gets exactly one verdict, whatever
/// was handed in.
///
/// Students are graded one after the other, and so are their exercises; with several jobs, students are graded at the same
/// time and reported in order. This process reads the answers and writes the report; workers run the answers (``WorkerPool``).
package struct ClassGrading: Sendable {
  package var library: Library
  /// The program that runs the answers, and its arguments: `graphbook grade-worker`.
  package var worker: [String]
  package var submissions: Submissions
  package var exercises: [Exercise]
  /// The exercises' numbers on a platform, by their ids.
  package var numbers: [String: Int] = [:]
  /// The rules of the class. Who is excused or has longer is named by id, in any capitals, or by ID number.
  package var policy = GradingPolicy() { didSet { policy.rename(students: submissions.ids(of: policy.students)) } }
  /// The times at which answers were handed in, as the teacher gives them.
  package var times: SubmissionTimes? {
    didSet { if let times { self.times?.rename(students: submissions.ids(of: times.students)) } }
  }
  /// Whether the times at which files were last changed are used where nothing else gives a time.
  package var usesFileTimes = false
  /// The points that the teacher gives by hand, to students named by id, in any capitals, or by ID number.
  package var corrections = Corrections() {
    didSet { corrections.rename(students: submissions.ids(of: corrections.students)) }
  }
  /// When everything was handed in, if the platform says it of the only student.
  package var submitted: Date?
  /// The part of the class that is graded; nil for all of it.
  package var shard: Shard?
  /// The number by which an answer's budget is divided, so that a test need not wait for all of it.
  package var budgetShare = 1
  /// The secret of the names of the students' pages; without one, the names are others in the next process.
  package var pageSecret = Self.ownSecret
  private static let ownSecret = PageNames.makeSecret()
  /// Moodle's worksheet that was given as the roster, to write it back.
  package var sheet: GradingSheet?
  /// The points of Canvas's assignments by their numbers, as the gradebook says that is the roster.
  package var canvasPoints: [Int: Double] = [:]
  /// Lines about columns of the roster that are not recognised (``Roster/warnings(about:)``).
  package var rosterWarnings: [String] = []
  /// Whether the report leaves names and addresses out.
  package var isAnonymous = false
  package var isInterrupted: @Sendable () -> Bool
  /// Called with a line for the teacher that is not part of the report.
  package var note: @Sendable (String) -> Void = { _ in }
  /// Called with a line about what makes points wrong or missing (``warnings(_:)``).
  package var warn: @Sendable (String) -> Void = { _ in }

  package init(
    library: Library, worker: [String], submissions: Submissions, exercises: [Exercise],
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.library = library
    self.worker = worker
    self.submissions = submissions
    self.exercises = exercises
    self.isInterrupted = isInterrupted
  }

  /// Grades everyone who is not in the report yet.
  /// - Parameter progress: called with the number of students who are done, and of all students.
  package func run(
    out: String, formats: [OutputFormat], metadata: OutputFormat.Metadata, jobs: Int, resuming: Bool,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Diagnostic) -> Summary {
    try submissions.source.refuse(report: out)
    note("the submissions are read as \(submissions.layoutWords)")
    for note in submissions.notes { self.note(note) }
    let all = submissions.students
    guard !all.isEmpty else {
      throw Diagnostic(
        "no-submissions", "there is no one to grade: no file is a student's, and no roster names anyone",
        hint: "--all names the folder or the zip file with what the class handed in")
    }
    try refuseOtherRoster()
    for warning in warnings(formats) { warn(warning) }
    let places = all.indices.filter { shard?.contains(all[$0]) ?? true }
    let students = places.map { GradingReport.Member(place: $0, student: shown(all[$0], at: $0, of: all.count)) }
    var request = ReportRequest(
      assignments: assignments, layout: submissions.layout, formats: formats, students: all.count,
      time: metadata.time, homePage: metadata.homePage, policy: policy.text,
      times: times?.digest ?? (usesFileTimes ? "files" : nil), shard: shard?.text,
      isAnonymous: isAnonymous)
    request.offset = exercises.lazy.map { policy.terms(of: $0.slug).offset }.first { $0 != 0 } ?? 0
    if !isAnonymous { (request.title, request.sheet) = (submissions.name, sheet) }
    // The whole report has the time at which it was started, and the name.
    if resuming, let earlier = ReportRequest.read(from: out) {
      (request.time, request.title) = (earlier.time, earlier.title)
    }
    var report = GradingReport(folder: out, request, PageNames(secret: pageSecret, assignments))
    var summary = Summary()
    let works = collect(places, all)
    for warning in zip(places, works).flatMap({ outdatedCorrections(of: all[$0], $1) }) { warn(warning) }
    let times = try timeLine(zip(places, works).flatMap { handedIn($1, by: all[$0]) })
    if let line = times.note { note(line) }
    for warning in times.warnings { warn(warning) }
    func work(_ place: Int) -> StudentWork {
      self.work(of: all[places[place]], shownAs: students[place].student, works[place], at: request.time)
    }
    let done = try report.begin(students, accounts(works), resuming: resuming) { work($0).sum }
    (summary.students, summary.counts) = (done.students, done.counts)
    var setUp = WorkerSetUp(
      roots: library.roots, language: library.language, exercises: items(at: request.time), formats: formats,
      request.metadata)
    setUp.budgetShare = budgetShare
    var pool = WorkerPool(command: worker, setUp: setUp, folder: out, jobs: jobs, isInterrupted: isInterrupted)
    pool.isNotConfined = { note("this system cannot block files and the network; only the language protects them") }
    var sums: [Int: UInt64] = [:]
    try pool.run(
      from: summary.students, to: students.count,
      work: { place in
        let work = work(place)
        sums[place] = work.sum
        return work
      }
    ) {
      (place, entry) throws(Diagnostic) in
      // The next run grades the students who are not in the report yet.
      if isInterrupted() { return false }
      var entry = entry
      entry.work = sums.removeValue(forKey: place) ?? 0
      try report.add(entry, of: students[place].student)
      summary.students += 1
      for case let status? in entry.statuses { summary.counts[status, default: 0] += 1 }
      progress(summary.students, students.count)
      return true
    }
    summary.wasInterrupted = summary.students < students.count
    if !summary.wasInterrupted {
      let index = library.ideaIndex(withExercises: false).index
      let time = request.time
      try report.write(
        exercises.map { exercise in
          var reported = ReportedExercise(exercise, in: index, shown: shown(of: exercise, at: time))
          reported.isDue = policy.terms(of: exercise.slug).due != nil
          return reported
        })
      try summary.take(report.finish(students.map(\.student), threads: jobs))
    }
    return summary
  }

  /// Returns the student at a place in the class as the report names them.
  private func shown(_ student: Student, at place: Int, of count: Int) -> Student {
    isAnonymous ? .anonymous(at: place, of: count) : student
  }

  var assignments: [Assignment] {
    exercises.map { exercise in
      Assignment(
        exercise: exercise.id, title: exercise.title, maxScore: Double(points(of: exercise)),
        number: numbers[exercise.id])
    }
  }

  package func points(of exercise: Exercise) -> Int { policy.terms(of: exercise.slug).points ?? exercise.points }

  /// Returns the exercises for the set-up of the workers.
  private func items(at time: String) -> [WorkerSetUp.Item] {
    exercises.map { exercise in
      WorkerSetUp.Item(
        id: exercise.id, points: points(of: exercise), shown: shown(of: exercise, at: time),
        terms: policy.terms(of: exercise.slug))
    }
  }

  /// Returns the parts of a verdict that students see at a time.
  private func shown(of exercise: Exercise, at time: String) -> GradingPolicy.Shown {
    let terms = policy.terms(of: exercise.slug)
    return GradingTime.date(time).map(terms.shown) ?? terms.show
  }

  /// Decides what the students handed in. Every file is read once.
  private func collect(_ places: [Int], _ all: [Student]) -> [CollectedWork] {
    places.map { place in
      let shown = shown(all[place], at: place, of: all.count)
      return submissions.collect(
        all[place], shownAs: shown.id, names: policy.names, attempts: { policy.terms(of: $0).attempts }
      ) { path(of: $0, shown) }
    }
  }

  /// The path of a file as the report shows it: without names in an anonymous report.
  private func path(of file: Submissions.File, _ shown: Student) -> String {
    isAnonymous ? ([shown.id] + file.owner.inner).joined(separator: "/") : file.item.path
  }

  /// Accounts for every file of the students, and in the first part of a class for those of no student.
  private func accounts(_ works: [CollectedWork]) -> [FileAccount] {
    var accounts = works.flatMap(\.accounts)
    if shard.map({ $0.number == 1 }) ?? true {
      accounts += submissions.looseAccounts { item in
        guard isAnonymous else { return item.path }
        let ending = (item.names.last ?? "").split(separator: ".").dropFirst().last
        return "a file" + (ending.map { ".\($0)" } ?? "")
      }
    }
    return accounts.sorted(by: FileAccount.inOrder)
  }

  /// Returns what a student handed in: of several attempts, those that count.
  /// - Parameter time: the time of the grading, before which students who have longer may see less.
  private func work(of student: Student, shownAs shown: Student, _ collected: CollectedWork, at time: String)
    -> StudentWork
  {
    var answers: [StudentWork.Answer] = []
    for (place, exercise) in exercises.enumerated() {
      let terms = policy.terms(of: exercise.slug).terms(for: student.id)
      if terms.excused.contains(student.id) {
        answers.append(.init(exercise: place, path: exercise.slug, content: .excused))
        continue
      }
      var attempts = collected.answers[exercise.slug] ?? []
      if terms.attempts == .last { attempts.removeFirst(max(0, attempts.count - 1)) }
      for attempt in attempts {
        var answer = StudentWork.Answer(exercise: place, path: attempt.path, content: content(of: attempt))
        (answer.note, answer.file, answer.passedOver) = (attempt.note, attempt.file, attempt.passedOver)
        if let item = attempt.item { answer.handedIn = handedIn(item, by: student, exercise.slug, terms) }
        if terms.dueForOthers != nil {
          answer.handedIn.due = terms.due
          answer.handedIn.shown = GradingTime.date(time).map(terms.shown)
        }
        answers.append(answer)
      }
    }
    var work = StudentWork(student: student, shown: shown, answers: answers)
    for (place, exercise) in exercises.enumerated() {
      guard let correction = corrections.correction(of: student.id, exercise.slug),
        Self.holds(correction, for: collected.answers[exercise.slug] ?? [])
      else { continue }
      work.corrections[place] = correction
    }
    return work
  }

  private func content(of attempt: CollectedWork.Answer) -> StudentWork.Content {
    do throws(Diagnostic) {
      return .text(try submissions.text(of: attempt))
    } catch {
      return .refused(error)
    }
  }
}
