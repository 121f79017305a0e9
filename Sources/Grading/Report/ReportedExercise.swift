import Courses
import Diagnostics
import JSON

/// An exercise as the report on a class shows it, with the facts from its folder.
///
/// A report keeps it in `exercises.json`, so that reports on parts of a class can be merged on a machine without the
/// course.
package struct ReportedExercise: Hashable, Sendable {
  /// An idea that it practises, and what a learner types to read about it, if a lesson explains it.
  struct PractisedIdea: Hashable, Sendable {
    var id: String
    var sentence: String
    var place: String?

    /// `Deny is checked at save, not at delete: lesson 9 step 4`.
    var words: String { sentence + (place.map { ": \($0)" } ?? "") }
  }

  package var assignment: Assignment
  /// About how long it takes; nil where its author does not say.
  var minutes: Int?
  var ideas: [PractisedIdea] = []
  /// Whether the solution is long enough to compare answers of any length with each other.
  var isComparable = false
  /// The fixed words, in the language of the exercise. A report keeps those of gradebooks.
  package var words = FixedWords.english
  /// Whether the policy says when answers are due.
  package var isDue = false
  /// The parts of a verdict that the student's page shows.
  package var shown = GradingPolicy.Shown.feedback

  /// An exercise about which nothing else is known.
  package init(_ assignment: Assignment) { self.assignment = assignment }

  package init(_ exercise: Exercise, in index: IdeaIndex, shown: GradingPolicy.Shown = .feedback) {
    self.shown = shown
    words = exercise.words
    assignment = Assignment(exercise: exercise.id, title: exercise.title, maxScore: Double(exercise.points))
    minutes = exercise.minutes
    ideas = exercise.practises.compactMap { id in
      index.idea(id).map { idea in
        PractisedIdea(id: id, sentence: idea.sentence, place: index.steps(teaching: id).first?.words)
      }
    }
    isComparable = exercise.solutionLineCount >= AlikeAnswers.lineMinimum
  }

  /// `about 8 minutes`; none where its author does not say.
  var time: [String] { minutes.map { [words(.meantToTake, words.about(minutes: $0))] } ?? [] }

  /// Its title, or its id if it has none.
  var name: String { assignment.title.isEmpty ? assignment.exercise : assignment.title }
}

extension ReportedExercise {
  /// Returns the contents of `exercises.json`: a list on one line.
  package static func text(for exercises: [ReportedExercise]) -> String {
    JSONValue.array(exercises.map(\.record)).line + "\n"
  }

  /// The words that gradebooks have.
  private static let keptKeys: [FixedWords.Key] = [
    .pointsOf, .points, .point, .decimalMark, .notHandedIn, .excused, .passed, .notYet, .error, .thisDoesNotHold,
    .andMore, .checkNothingElse, .checkAsAsked, .checkSaved, .checkFits, .checkQuestionMarks, .checkOwnNames,
    .checkNames, .checkStatements, .checkFactOnce, .checkAgain, .checkTime, .scaledTo,
    .corrected, .stepOfSteps,
    .meantToTake, .looksLikeOther, .notGraded, .oneNotGraded, .someNotGraded, .oneNotHandedIn, .someNotHandedIn,
  ]

  private var record: JSONValue {
    JSONValue([
      ("exercise", .string(assignment.exercise)), ("title", .string(assignment.title)),
      ("maxScore", .digits(pointsText(assignment.maxScore))), ("isComparable", .boolean(isComparable)),
      ("shown", .string(shown.rawValue)), ("minutes", minutes.map { .integer(Int64($0)) } ?? .null),
      ("isDue", .boolean(isDue)), ("language", .string(words.language)),
      ("words", words == .english ? .null : JSONValue(Self.keptKeys.map { ($0.rawValue, .string(words($0))) })),
      (
        "ideas",
        .array(
          ideas.map { idea in
            JSONValue([
              ("id", .string(idea.id)), ("sentence", .string(idea.sentence)), ("place", .optional(idea.place)),
            ])
          })
      ),
    ])
  }

  /// Reads `exercises.json`; for an exercise that is not in it, only the assignment is known.
  package static func exercises(of assignments: [Assignment], in text: String?) -> [ReportedExercise] {
    let bytes = Array((text ?? "").utf8)
    let records = bytes.withUnsafeBufferPointer { try? JSONValue($0) }?.elements ?? []
    return assignments.map { assignment in
      var exercise = ReportedExercise(assignment)
      guard let record = records.first(where: { $0["exercise"]?.text == assignment.exercise }) else { return exercise }
      if case .object(let members)? = record["words"] {
        let texts = members.compactMap { member in
          FixedWords.Key(rawValue: member.key).flatMap { key in member.value.text.map { (key, $0) } }
        }
        exercise.words = FixedWords(
          language: record["language"]?.text ?? "en", texts: Dictionary(texts, uniquingKeysWith: { first, _ in first }))
      }
      exercise.minutes = record["minutes"]?.whole.map(Int.init)
      exercise.isDue = record["isDue"] == .boolean(true)
      exercise.isComparable = record["isComparable"] == .boolean(true)
      exercise.shown = record["shown"]?.text.flatMap(GradingPolicy.Shown.init) ?? .feedback
      exercise.ideas = (record["ideas"]?.elements ?? []).compactMap { idea in
        guard let id = idea["id"]?.text, let sentence = idea["sentence"]?.text else { return nil }
        return PractisedIdea(id: id, sentence: sentence, place: idea["place"]?.text)
      }
      return exercise
    }
  }
}
