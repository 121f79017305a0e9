import CIsolation
import Diagnostics
import Grading
import JSON
import Platform

/// The workers that grade a class. The pool hands out the students' work, takes the entries in order, and replaces a
/// worker that ends.
///
/// If a worker ends while it runs an answer, another one tries the answer once more, because a worker may also be ended
/// from outside. If that one ends too, or an answer takes too long, the answer is refused as `stopped`, and the
/// student's other answers are graded again. Only a few students' work is in memory at any time.
struct WorkerPool {
  /// The program and its arguments.
  var command: [String]
  var setUp: WorkerSetUp
  /// The folder for the workers' notes.
  var folder: String
  var limits = WorkerLimits.standard
  /// The most workers at a time.
  var jobs: Int
  var isInterrupted: () -> Bool
  /// Called once if the system cannot keep workers away from files and the network.
  var isNotConfined: () -> Void = {}

  /// One student's work.
  struct Task {
    var place: Int
    var work: StudentWork
    /// The number by which a worker's note identifies it; it changes each time a worker gets the task.
    var serial: Int32 = 0
    /// The number of workers that each answer has ended.
    var strikes: [Int: Int] = [:]
    /// The number of workers that ended although there was no answer to refuse.
    var failures = 0
  }

  /// The number of tasks that a worker has at a time, so that it has work while an entry is on its way.
  private static let depth = 2
  /// The number of entries for each worker that may wait for an earlier one.
  private static let window = 16
  /// The interval at which the notes are read.
  private static let beat = Duration.milliseconds(250)

  /// Grades the students from `first` to the one before `count`.
  /// - Parameters:
  ///   - work: reads what a student handed in.
  ///   - use: takes the entries in order; returns false to end the grading.
  mutating func run(
    from first: Int, to count: Int, work: (Int) -> StudentWork,
    use: (Int, StudentEntry) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) {
    // A worker that no longer reads is noticed when its output ends.
    signal(SIGPIPE, SIG_IGN)
    var state = State()
    state.next = first
    state.used = first
    let limit = max(1, jobs) * Self.window
    while state.used < count, !isInterrupted() {
      while let entry = state.entries.removeValue(forKey: state.used) {
        guard try use(state.used, entry) else { return }
        state.used += 1
      }
      guard state.used < count else { return }
      try start(&state, count)
      give(&state, upTo: min(count, state.used + limit), work)
      try hear(&state)
    }
  }

  private struct State {
    var workers: [WorkerProcess] = []
    /// The next student whose work has not been given to a worker.
    var next = 0
    /// The next student whose entry is used.
    var used = 0
    var entries: [Int: StudentEntry] = [:]
    /// The work of workers that ended, the earliest student first.
    var returned: [Task] = []
    var serial: Int32 = 0
    /// The number of workers in a row that ended before they were ready.
    var failedStarts = 0
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    var lastBeat = ContinuousClock.now

    /// Returns the number of students without an entry.
    func left(of count: Int) -> Int { count - used - entries.count }
  }

  private func start(_ state: inout State, _ count: Int) throws(Diagnostic) {
    while state.workers.count < min(max(1, jobs), state.left(of: count)) {
      let worker = try WorkerProcess(command, notesIn: folder, now: .now)
      worker.send(setUp.frame)
      state.workers.append(worker)
    }
  }

  /// Gives work to the workers that have the least.
  private func give(_ state: inout State, upTo limit: Int, _ work: (Int) -> StudentWork) {
    for depth in 1...Self.depth {
      for worker in state.workers where worker.isReady && worker.tasks.count < depth {
        var task: Task
        if !state.returned.isEmpty {
          task = state.returned.removeFirst()
        } else if state.next < limit {
          task = Task(place: state.next, work: work(state.next))
          state.next += 1
        } else {
          return
        }
        state.serial &+= 1
        task.serial = state.serial
        if worker.tasks.isEmpty { worker.lastSign = .now }
        worker.tasks.append(task)
        worker.send(task.work.frame(serial: Int(task.serial)))
      }
    }
  }

  /// Waits until a worker sends something, and handles it.
  private mutating func hear(_ state: inout State) throws(Diagnostic) {
    var requests = state.workers.flatMap(\.requests)
    _ = poll(&requests, nfds_t(requests.count), Int32(250))
    let talking = Set(requests.filter { $0.revents != 0 }.map(\.fd))
    for worker in state.workers {
      if worker.hasUnsent { worker.flush() }
      guard talking.contains(worker.output) else { continue }
      var (frames, hasEnded) = worker.receive(into: &state.chunk)
      for frame in frames where !hasEnded || !worker.tasks.isEmpty || !worker.isReady {
        if try !take(frame, from: worker, &state) {
          hasEnded = true
          break
        }
      }
      if hasEnded { try bury(worker, &state) }
    }
    let now = ContinuousClock.now
    guard now - state.lastBeat >= Self.beat else { return }
    state.lastBeat = now
    for worker in state.workers where !worker.tasks.isEmpty || !worker.isReady {
      let note = worker.note
      if (note.serial, note.answer) != (worker.lastNote.serial, worker.lastNote.answer) { worker.lastSign = now }
      worker.lastNote = note
      if now - worker.lastSign > limits.patience {
        worker.isOverdue = true
        try bury(worker, &state)
      }
    }
  }

  /// Takes a frame of a worker; returns false for one that a worker would never send.
  private mutating func take(
    _ frame: Frame, from worker: WorkerProcess, _ state: inout State
  ) throws(Diagnostic) -> Bool {
    worker.lastSign = .now
    guard worker.isReady else {
      if let problem = frame["problem"]?.text { throw Diagnostic("no-worker", problem) }
      guard frame["ready"] == .boolean(true) else { return false }
      if frame["confined"] != .boolean(true) {
        isNotConfined()
        isNotConfined = {}
      }
      worker.isReady = true
      state.failedStarts = 0
      return true
    }
    guard let task = worker.tasks.first, let entry = StudentEntry(frame),
      entry.statuses.count == setUp.exercises.count
    else { return false }
    worker.tasks.removeFirst()
    state.entries[task.place] = entry
    return true
  }

  /// Removes a worker that ended or has to be ended, finds out which answer it was running, and takes its work back.
  private func bury(_ worker: WorkerProcess, _ state: inout State) throws(Diagnostic) {
    let end = worker.end()
    state.workers.removeAll { $0 === worker }
    if !worker.isReady {
      state.failedStarts += 1
      guard state.failedStarts < 3, !worker.isOverdue else {
        throw Diagnostic("no-worker", "a grading process \(Self.words(for: end)) before it began")
      }
    }
    var tasks = worker.tasks
    if !tasks.isEmpty, worker.isReady { try blame(&tasks[0], worker, end) }
    state.returned = (tasks + state.returned).sorted { $0.place < $1.place }
  }

  private func blame(_ task: inout Task, _ worker: WorkerProcess, _ end: graphbook_end) throws(Diagnostic) {
    let note = worker.note
    let isSlow = worker.isOverdue || end.signal == SIGXCPU
    let answer = note.serial == task.serial ? Int(note.answer) : 0
    guard task.work.answers.indices.contains(answer), task.work.answers[answer].content.isText else {
      // It ended after the last answer, or not because of one: the second time, all answers are refused, and the fourth
      // time there is no verdict.
      task.failures += 1
      if task.failures > 1 { task.refuseAll(Self.stopped("the worker \(Self.words(for: end))")) }
      guard task.failures < 4 else {
        throw Diagnostic(
          "no-verdict", "the verdicts on '\(DisplayText.visible(task.work.student.id))' cannot be written",
          hint: "please report this to the authors of Graphbook")
      }
      return
    }
    task.strikes[answer, default: 0] += 1
    guard isSlow || task.strikes[answer, default: 0] > 1 else { return }
    let why =
      worker.isOverdue
      ? "it took longer than \(limits.patience.components.seconds) s"
      : end.signal == SIGXCPU
        ? "it took more than \(limits.seconds) s of processor time"
        : "the process that ran it \(Self.words(for: end))"
    task.work.answers[answer].content = .refused(
      Self.stopped("the answer was stopped\(note.serial == task.serial ? note.place : ""): \(why)"))
  }

  private static func stopped(_ message: String) -> Diagnostic { Diagnostic("stopped", message) }

  /// `was ended by signal 11`.
  private static func words(for end: graphbook_end) -> String {
    end.signal != 0 ? "was ended by signal \(end.signal)" : "ended with status \(end.status)"
  }
}

extension WorkerPool.Task {
  fileprivate mutating func refuseAll(_ reason: Diagnostic) {
    for place in work.answers.indices where work.answers[place].content.isText {
      work.answers[place].content = .refused(reason)
    }
  }
}

/// The limits that the system enforces on a worker. They are far above what an answer's budgets allow: the budgets take
/// effect first, so that a verdict is the same on every machine, and these limits are only a safety net.
struct WorkerLimits: Hashable, Sendable {
  /// The address space, in bytes.
  var memory: UInt64 = 4 << 30
  /// The length of a file that it writes, in bytes; its note is the only one.
  var fileLength: UInt64 = 4096
  var openFiles: UInt64 = 16
  /// The processor time of one answer, in seconds, including the preparation of its exercise.
  var seconds: UInt64 = 30
  /// The elapsed time of one answer, for one that waits without using the processor.
  var patience: Duration = .seconds(60)

  static let standard = WorkerLimits()
}
