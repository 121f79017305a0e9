import CIsolation
import Courses
import Diagnostics
import Grading
import JSON
import Platform
import WorkbookLanguage

/// A process that grades answers for another one. It reads its set-up and each student's work as frames from standard
/// input, and writes a frame for each student to standard output.
///
/// Once it has read the exercises, it cannot open files or connections. An answer that ends the process, or has to be
/// stopped, does not affect the others; see ``WorkerPool``.
package struct GradingWorker {
  private let setUp: WorkerSetUp
  private let exercises: [Exercise]
  private let ideas: IdeaIndex
  private let grader: Grader
  private let pages: StudentPages
  /// The prepared exercises by index; each is prepared for its first answer.
  private var prepared: [Int: PreparedExercise] = [:]

  /// Grades until there is no more work.
  /// - Returns: the exit status.
  package static func run(makeInterpreter: @escaping InterpreterMaker) -> Int32 {
    var input = FrameInput()
    guard let frame = input.next(), let setUp = WorkerSetUp(frame) else { return 64 }
    var worker: GradingWorker
    do throws(Diagnostic) {
      worker = try GradingWorker(setUp, makeInterpreter)
    } catch {
      _ = write(Frame([("problem", .string(error.message))]))
      return 1
    }
    let limits = WorkerLimits.standard
    _ = graphbook_limit(limits.memory, limits.fileLength, limits.openFiles)
    let isConfined = graphbook_confine() == 0
    guard write(Frame([("ready", .boolean(true)), ("confined", .boolean(isConfined))])) else { return 1 }
    while let frame = input.next() {
      guard let (serial, work) = StudentWork.read(frame), write(worker.entry(work, serial).frame) else { return 1 }
    }
    return 0
  }

  private init(_ setUp: WorkerSetUp, _ makeInterpreter: @escaping InterpreterMaker) throws(Diagnostic) {
    self.setUp = setUp
    let library = Library(roots: setUp.roots, language: setUp.language)
    var exercises: [Exercise] = []
    for item in setUp.exercises {
      var exercise = try library.foundExercise(item.id)
      exercise.points = item.points
      exercises.append(exercise)
    }
    self.exercises = exercises
    ideas = library.ideaIndex(withExercises: false).index
    let ideas = ideas
    let described = zip(exercises, setUp.exercises).map { ReportedExercise($0, in: ideas, shown: $1.shown) }
    pages = StudentPages(
      described, time: setUp.time, offset: setUp.exercises.lazy.map(\.terms.offset).first { $0 != 0 } ?? 0)
    grader = Grader(
      budget: Budget.grading.share(setUp.budgetShare), checkBudget: Budget.check.share(setUp.budgetShare),
      makeInterpreter: makeInterpreter)
  }

  private mutating func entry(_ work: StudentWork, _ serial: Int) -> StudentEntry {
    var best: [Int: Verdict] = [:]
    var handovers: [String: Handover] = [:]
    for (place, answer) in work.answers.enumerated() where exercises.indices.contains(answer.exercise) {
      let note = WorkerNote(serial: Int32(truncatingIfNeeded: serial), answer: Int32(place))
      var verdict = verdict(answer, note, besides: work.exercises(sharing: answer))
      if case .text(let text) = answer.content, verdict.hasDropped {
        let others = Set(
          work.answers.filter { $0.path == answer.path && $0.exercise != answer.exercise }.map(\.exercise))
        let stray = grader.note(
          onStrayIn: verdict, SourceText(text, name: answer.path), besides: others.sorted().map { prepare($0) })
        if let stray { verdict.diagnostics.append(stray) }
      }
      if let other = best[answer.exercise], other.score > verdict.score { continue }
      best[answer.exercise] = verdict
      handovers[verdict.exercise] = answer.handover(
        setUp.exercises[answer.exercise].terms, among: work.answers.filter { $0.exercise == answer.exercise })
    }
    for (place, correction) in work.corrections where best[place]?.isExcused == false {
      best[place]?.correct(correction, of: exercises[place])
    }
    var listed = StudentVerdicts(work.student, exercises.indices.compactMap { best[$0] })
    if work.shown != work.student {
      handovers = handovers.mapValues { handover in
        var handover = handover
        handover.text = handover.text.map { listed.withoutNames($0, as: work.shown) }
        return handover
      }
      listed = listed.named(work.shown)
    }
    let page = pages.text(of: listed, handovers)
    return StudentEntry(
      listed, page: page, shown: zip(listed.verdicts, setUp.exercises).map { $0.shown(toOthers: $1.shown) },
      formats: setUp.formats, .init(time: setUp.time, homePage: setUp.homePage))
  }

  /// - Parameter others: the indices of the other exercises to which the text is the answer, too.
  private mutating func verdict(
    _ answer: StudentWork.Answer, _ note: WorkerNote, besides others: [Int]
  ) -> Verdict {
    let place = answer.exercise
    let exercise = exercises[place]
    note.write(to: WorkerNote.file)
    switch answer.content {
    case .excused: return .excused(from: exercise)
    case .refused(let reason):
      var verdict = Verdict(on: exercise, refusedFor: [reason])
      verdict.handedIn = answer.handedIn
      return verdict
    case .text(let text):
      _ = graphbook_allow_seconds(WorkerLimits.standard.seconds)
      let preparedExercise = prepare(place)
      var grader = grader
      grader.enter = { stage in
        var note = note
        switch stage {
        case .statement(let number, let line):
          (note.statement, note.line) = (Int32(truncatingIfNeeded: number), Int32(truncatingIfNeeded: line))
        case .checks: note.statement = -1
        }
        note.write(to: WorkerNote.file)
      }
      var verdict = grader.grade(
        preparedExercise, answer: SourceText(text, name: answer.path), besides: others.map { prepare($0) })
      // Whether it is handed in at all is for the teacher to say.
      if verdict.score == 0, verdict.hasDropped, others.isEmpty, let other = likeness(of: text, besides: place) {
        verdict = Verdict(on: exercise, refusedFor: [Diagnostic("exchanged", "it looks like the answer to \(other)")])
        verdict.looksLike = other
      }
      verdict.recallIdeas(of: exercise, in: ideas)
      verdict.handedIn = answer.handedIn
      if let lateness = answer.handedIn.lateness { verdict.charge(lateness, of: exercise) }
      if let note = answer.note { verdict.diagnostics.append(note) }
      return verdict
    }
  }

  private mutating func prepare(_ place: Int) -> PreparedExercise {
    let exercise = prepared[place] ?? grader.prepare(exercises[place])
    prepared[place] = exercise
    return exercise
  }

  /// Returns the name of the other exercise of the class in which all statements of a text can run and earn points; nil if there is
  /// none, or more than one.
  private mutating func likeness(of text: String, besides own: Int) -> String? {
    let fitting = exercises.indices.filter { place in
      guard place != own else { return false }
      let verdict = grader.grade(prepare(place), answer: SourceText(text))
      return verdict.score > 0 && !verdict.diagnostics.containsError
    }
    return fitting.count == 1 ? exercises[fitting[0]].slug : nil
  }

  /// Writes a frame to standard output; returns false if no one reads it any more.
  private static func write(_ frame: Frame) -> Bool {
    writeAllBytes(frame.bytes, to: STDOUT_FILENO)
  }
}

extension StudentWork.Answer {
  /// How it was handed in, for the student's page.
  /// - Parameter attempts: all attempts at the exercise, of which this one counts.
  fileprivate func handover(_ terms: GradingPolicy.Terms, among attempts: [Self]) -> Handover {
    var text: String?
    if case .text(let answer) = content { text = answer }
    var terms = terms
    if let due = handedIn.due { (terms.dueForOthers, terms.due) = (terms.due, due) }
    var handover = Handover(
      file: file, text: text, time: handedIn.time, lateness: handedIn.lateness, terms: terms)
    (handover.source, handover.isMarkedLate) = (handedIn.source, handedIn.isMarkedLate)
    let others = Set(attempts.map(\.file)).subtracting([file]).sorted()
    handover.passedOver =
      others.map { PassedOverFile(file: $0, reason: .betterAttempt) } + attempts.flatMap(\.passedOver)
    return handover
  }
}

/// The frames on standard input.
private struct FrameInput {
  private var reader = Frame.Reader()
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)

  /// Returns the next frame; nil at the end, or after anything that is not a frame.
  mutating func next() -> Frame? {
    while true {
      do { if let frame = try reader.next() { return frame } } catch { return nil }
      let count = chunk.withUnsafeMutableBytes { readBytes(from: STDIN_FILENO, into: $0) }
      guard count > 0 else { return nil }
      reader.add(chunk[..<count])
    }
  }
}

extension Budget {
  /// Returns the budget with its counts divided by `parts`. The limits on lengths and depths of texts are not divided.
  fileprivate func share(_ parts: Int) -> Budget {
    var part = self
    part.limits = limits.mapValues { max(1, $0 / max(1, parts)) }
    return part
  }
}
