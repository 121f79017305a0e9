/// How far a learner has come: which steps and exercises are done, where they are, how many hints it took.
///
/// A value that a ``ProgressStore`` keeps as JSON. A step is a number in its lesson, and the record keeps the names of the steps
/// that the numbers mean: see ``renumber(_:)``.
package struct Progress: Hashable, Sendable {
  /// The version of the record that this program writes.
  package static let currentVersion = 1

  package var place: Place?
  /// The name of the course that the learner follows; nil for none.
  package var course: String?
  /// Keyed by the lesson's slug.
  package var lessons: [String: LessonProgress] = [:]
  /// Keyed by the exercise's id.
  package var exercises: [String: ExerciseProgress] = [:]
  /// Keyed by the kind of drill.
  package var drills: [String: DrillProgress] = [:]
  /// Keyed by the item's key.
  package internal(set) var practice: [String: PracticeCard] = [:]
  /// Whether the latest answer to an item was right, by the item's key.
  package internal(set) var answers: [String: Bool] = [:]

  package init() {}

  /// The learner's place: a lesson's slug, and the step from 0.
  package struct Place: Codable, Hashable, Sendable {
    package var lesson: String
    package var step: Int

    package init(lesson: String, step: Int) {
      self.lesson = lesson
      self.step = step
    }
  }
}

/// How far one lesson is.
package struct LessonProgress: Codable, Hashable, Sendable {
  /// How many steps the lesson had when it was last played.
  package var steps = 0
  /// The names of these steps, in order, as a ``StepName`` writes them; nil in the record of a program that did not keep them.
  package var names: [String]?
  /// The steps that were done, and those that were skipped, in ascending order from 0.
  package var done: [Int] = []
  package var skipped: [Int] = []
  /// How many hints were taken.
  package var hints = 0
  /// The step that the learner was in last, from 0.
  package var place: Int?
  /// The statements of tasks that the learner left half done: at most one entry for each step, the latest last.
  /// Empty, and not nil, once there was one: a key that is missing keeps its value in the file.
  package var drafts: [Draft]?

  package init() {}

  /// The statements of a task that is not done yet.
  package struct Draft: Codable, Hashable, Sendable {
    /// The step, from 0.
    package var step: Int
    package var statements: [String]

    package init(step: Int, statements: [String]) {
      self.step = step
      self.statements = statements
    }
  }

  /// The statements of a step that the learner left half done, if there are any.
  package func draft(of step: Int) -> Draft? { drafts?.last { $0.step == step } }

  /// Replaces the draft of its step; one without statements takes the earlier one away.
  mutating func keep(_ draft: Draft) {
    var kept = (drafts ?? []).filter { $0.step != draft.step }
    if !draft.statements.isEmpty { kept.append(draft) }
    if drafts != nil || !kept.isEmpty { drafts = kept }
  }

  /// The step that the lesson goes on with, from 0: where something was left, or else the step that the learner was in,
  /// or the next that is open.
  package var nextStep: Int {
    if let draft = drafts?.last { return draft.step }
    let closed = Set(done + skipped)
    let place = place ?? 0
    return (place..<max(place, steps)).first { !closed.contains($0) } ?? (0..<steps).first { !closed.contains($0) }
      ?? place
  }

  /// Whether every step was done or skipped.
  package var isFinished: Bool { steps > 0 && Set(done + skipped).isSuperset(of: 0..<steps) }

  /// The first step that was skipped and not done since, from 0.
  package var firstSkipped: Int? { skipped.first { !done.contains($0) } }

  /// Whether every step was done, none skipped.
  package var isDone: Bool { steps > 0 && Set(done).isSuperset(of: 0..<steps) }
}

/// How an exercise went.
package struct ExerciseProgress: Codable, Hashable, Sendable {
  package var attempts = 0
  package var bestScore = 0.0
  package var maxScore = 0.0
  package var hints = 0
  package var isDone = false
  /// The statements of an answer that was left before it was handed in; nil when nothing was left.
  package var draft: [String]?

  package init() {}

  /// Both records of one exercise together: passed where one of them is. The draft is this one's.
  func merged(with other: ExerciseProgress) -> ExerciseProgress {
    var result = self
    result.attempts = max(attempts, other.attempts)
    result.hints = max(hints, other.hints)
    result.bestScore = max(bestScore, other.bestScore)
    result.maxScore = max(maxScore, other.maxScore)
    result.isDone = isDone || other.isDone
    result.draft = draft ?? other.draft
    return result
  }
}

/// How the drills of a kind went.
package struct DrillProgress: Codable, Hashable, Sendable {
  package var attempts = 0
  package var right = 0

  package init() {}
}

extension Progress {
  /// Takes down the answer to a drill.
  package mutating func note(drill kind: String, isRight: Bool) {
    var drill = drills[kind] ?? DrillProgress()
    guard drill.attempts < Self.numberLimit else { return }
    drill.attempts += 1
    if isRight { drill.right += 1 }
    drills[kind] = drill
  }

  /// Takes down what happened in a lesson: call it with every list of events that the player returns.
  package mutating func note(_ events: [LessonEvent], in player: LessonPlayer) {
    let slug = player.lesson.slug
    var lesson = lessons[slug] ?? LessonProgress()
    lesson.steps = player.lesson.steps.count
    if lesson.names?.count != lesson.steps {
      let names = StepName.all(in: player.lesson.source.text).map(\.text)
      lesson.names = names.count == lesson.steps ? names : nil
    }
    for event in events {
      switch event {
      case .stepBegins(let index, _, _, _):
        place = Place(lesson: slug, step: index)
        lesson.place = index
      case .hint: lesson.hints = min(lesson.hints + 1, Self.numberLimit)
      case .stepDone(let index, let isSkipped): lesson.note(step: index, isSkipped: isSkipped)
      case .introduction, .prose, .note, .run, .question, .questionHint, .revealed, .predictionResult, .taskBegins,
        .executed, .checks, .solution, .taskDone, .lessonDone, .refused:
        break
      }
    }
    lessons[slug] = lesson
  }

  /// Takes down a verdict; the best score stays.
  package mutating func note(exercise id: String, score: Double, maxScore: Double, passed: Bool) {
    var exercise = exercises[id] ?? ExerciseProgress()
    if exercise.attempts < .max { exercise.attempts += 1 }
    exercise.bestScore = max(exercise.bestScore, score)
    exercise.maxScore = maxScore
    exercise.isDone = exercise.isDone || passed
    exercises[id] = exercise
  }

  /// Takes down an answer that is not handed in yet; an empty one takes the earlier one away.
  package mutating func keep(draft: [String], ofExercise id: String) {
    exercises[id, default: ExerciseProgress()].draft = draft
  }

  /// Takes down what was typed in a step that is not done yet.
  package mutating func keep(draft: LessonProgress.Draft, ofLesson slug: String) {
    lessons[slug, default: LessonProgress()].keep(draft)
  }

  /// Takes down that a hint to an exercise was given.
  package mutating func noteHint(exercise id: String) {
    var exercise = exercises[id] ?? ExerciseProgress()
    if exercise.hints < .max { exercise.hints += 1 }
    exercises[id] = exercise
  }
}

extension LessonProgress {
  mutating func note(step: Int, isSkipped: Bool) {
    keep(Draft(step: step, statements: []))
    if isSkipped {
      if !done.contains(step), !skipped.contains(step) { skipped = (skipped + [step]).sorted() }
    } else {
      skipped.removeAll { $0 == step }
      if !done.contains(step) { done = (done + [step]).sorted() }
    }
  }
}

// MARK: - The record

extension Progress: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, place, course, lessons, exercises, drills, practice, answers
  }

  /// Why a record cannot be read.
  enum RecordError: Error {
    case newerVersion(Int)
    case outOfBounds
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version <= Self.currentVersion else { throw RecordError.newerVersion(version) }
    guard version > 0 else { throw RecordError.outOfBounds }
    place = try container.decodeIfPresent(Place.self, forKey: .place)
    course = try container.decodeIfPresent(String.self, forKey: .course)
    // Both are always written: a record without one is damaged, and whatever is under another name would be lost.
    lessons = try container.decode([String: LessonProgress].self, forKey: .lessons)
    exercises = Self.renumbered(try container.decode([String: ExerciseProgress].self, forKey: .exercises)) {
      $0.merged(with: $1)
    }
    drills = try container.decodeIfPresent([String: DrillProgress].self, forKey: .drills) ?? [:]
    practice = Self.renumbered(try container.decodeIfPresent([String: PracticeCard].self, forKey: .practice) ?? [:])
    answers = Self.renumbered(try container.decodeIfPresent([String: Bool].self, forKey: .answers) ?? [:])
    // Numbers that only damage can explain.
    var numbers = [place?.step ?? 0]
    for lesson in lessons.values {
      numbers += [lesson.steps, lesson.hints, lesson.place ?? 0] + lesson.done + lesson.skipped
      numbers += (lesson.drafts ?? []).map(\.step)
    }
    for drill in drills.values { numbers += [drill.attempts, drill.right, drill.attempts - drill.right] }
    numbers += practice.values.flatMap { [$0.box &- 1, $0.due] }
    guard numbers.allSatisfy((0...Self.numberLimit).contains),
      exercises.values.allSatisfy({ $0.attempts >= 0 && $0.hints >= 0 && $0.bestScore >= 0 && $0.maxScore >= 0 })
    else { throw RecordError.outOfBounds }
  }

  /// Returns a record with the exercises under the ids that they have now: an id begins with the folder, and the key of an
  /// item of practice with `exercise/`. O(entries).
  /// - Parameter merge: makes one of the entry under the new id and the one under the old id; without it the first counts.
  private static func renumbered<Entry>(
    _ entries: [String: Entry], merge: (Entry, Entry) -> Entry = { new, _ in new }
  ) -> [String: Entry] {
    var result = entries
    for (key, entry) in entries {
      var parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let place = parts[0] == "exercise" ? 1 : 0
      guard place < parts.count, let folder = RenumberedChapters.folders[parts[place]] else { continue }
      parts[place] = folder
      result[key] = nil
      let id = parts.joined(separator: "/")
      result[id] = entries[id].map { merge($0, entry) } ?? entry
    }
    return result
  }

  /// No lesson has as many steps, no one takes as many hints to one, and no day of practice is as far away.
  static let numberLimit = 1_000_000

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentVersion, forKey: .version)
    try container.encodeIfPresent(place, forKey: .place)
    try container.encodeIfPresent(course, forKey: .course)
    try container.encode(lessons, forKey: .lessons)
    try container.encode(exercises, forKey: .exercises)
    if !drills.isEmpty { try container.encode(drills, forKey: .drills) }
    if !practice.isEmpty { try container.encode(practice, forKey: .practice) }
    if !answers.isEmpty { try container.encode(answers, forKey: .answers) }
  }
}
