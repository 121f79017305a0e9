import Courses
import Diagnostics

/// A class: who is in it, which screen is shown, and what everyone answered.
///
/// A pure state machine: it knows neither the network nor the clock, and changes only by ``apply(_:)``. The same events
/// in the same order give the same class, which is how `--resume` rebuilds one from its journal.
///
/// ```swift
/// var session = ClassSession(lesson: lesson)
/// try session.apply(.joined(student: 1, name: "Ana", token: "…"))
/// try session.apply(.opened(question))
/// try session.apply(.voted(student: 1, question, round: 0, .init(choices: [0], isRight: true)))
/// session.ballots[question]?.tally(ofRound: 0, choices: 3)   // [1, 0, 0]
/// ```
package struct ClassSession: Sendable {
  package struct Student: Hashable, Sendable {
    package var name: String
    /// The secret that the student's browser keeps.
    package var token: String
    /// How many inputs were run, and the number of the latest among those of the whole class.
    package internal(set) var inputs = 0
    package internal(set) var lastInput = 0
    /// The inputs on the graph of a screen since it was begun again, in order.
    package internal(set) var typed: [ClassPlace: [String]] = [:]
    /// The steps whose task is done.
    package internal(set) var solved: Set<Int> = []
    /// The last advice of the checks, by step, while the task is open.
    package internal(set) var advice: [Int: String] = [:]
    /// How often the advice has changed, by step.
    var adviceCount: [Int: Int] = [:]
  }

  package static let studentLimit = 500
  /// The most bytes that are kept of what a student types on one screen.
  package static let typedLimit = 16_384
  /// The most bytes of an input.
  package static let statementLimit = 4_096
  /// The most characters of a typed answer, as a page counts them: UTF-16 units.
  package static let answerLimit = 500
  /// The most bytes of an advice, and the most of them that are kept of a student for a task.
  package static let adviceLimit = 512
  package static let advicesLimit = 100
  /// The most characters of a name.
  package static let nameLimit = 40

  package let lesson: Lesson
  /// By number, from 1.
  package private(set) var students: [Int: Student] = [:]
  package private(set) var place = ClassPlace(step: 0, screen: 0)
  package private(set) var ballots: [QuestionPlace: Ballot] = [:]
  /// Whether anyone with the code may join.
  package private(set) var admitsNewcomers = true
  package private(set) var isOver = false
  /// How many inputs were run in the class.
  private var inputs = 0
  /// The numbers of those who have joined, by token; those who were removed as well.
  private var numbers: [String: Int] = [:]
  /// The removed students, whose browsers may not join again, by number.
  private var barred: [Int: Barred] = [:]

  /// A student who is out for good, with the answers that counted, by question and round.
  private struct Barred: Sendable {
    var student: Student
    var answers: [QuestionPlace: [Int: Ballot.Answer]]
  }

  package init(lesson: Lesson) { self.lesson = lesson }

  /// The number for the next student. None is given twice.
  package var nextStudent: Int { numbers.count + 1 }

  /// The student whose browser has a token. The token is as long and as random as the teacher's secret, so looking it up
  /// by its hash says nothing about the others.
  package func student(withToken token: String) -> Int? { numbers[token].flatMap { students[$0] == nil ? nil : $0 } }

  /// Whether a token was that of a student who has been removed.
  package func wasRemoved(token: String) -> Bool { numbers[token].map { students[$0] == nil } ?? false }

  /// Whether a token was that of a student whose browser may not join again.
  package func isBarred(token: String) -> Bool { numbers[token].map(isBarred) ?? false }

  /// Whether a student who was removed may not join again in the same browser.
  package func isBarred(_ student: Int) -> Bool { barred[student] != nil }

  /// The students who may not join again, and their names, in the order in which they joined.
  package var barredNames: [(student: Int, name: String)] {
    barred.map { ($0.key, $0.value.student.name) }.sorted { $0.0 < $1.0 }
  }

  package func prediction(at place: QuestionPlace) -> Prediction? {
    guard lesson.steps.indices.contains(place.step) else { return nil }
    let predictions = lesson.steps[place.step].predictions
    return predictions.indices.contains(place.number) ? predictions[place.number] : nil
  }

  /// Changes the class as an event says. O(1), but for removing a student: O(questions).
  /// - Throws: ``ClassRefusal``; the class is then unchanged.
  package mutating func apply(_ event: ClassEvent) throws(ClassRefusal) {
    if isOver { throw .hasEnded }
    switch event {
    case .joined(let student, let name, let token): try join(student, name, token)
    case .renamed(let student, let name): try rename(student, name)
    case .removed(let student, let isBarred):
      guard let known = students.removeValue(forKey: student) else { throw .unknownStudent }
      var answers: [QuestionPlace: [Int: Ballot.Answer]] = [:]
      for place in ballots.keys {
        for round in ballots[place]?.rounds.indices ?? 0..<0 {
          answers[place, default: [:]][round] = ballots[place]?.rounds[round].removeValue(forKey: student)
        }
      }
      if isBarred { barred[student] = Barred(student: known, answers: answers) }
    case .readmitted(let student): try readmit(student)
    case .doors(let areOpen): admitsNewcomers = areOpen
    case .moved(let target):
      guard lesson.steps.indices.contains(target.step), target.screen >= 0 else { throw .unknownPlace }
      if target.step != place.step || target.screen != place.screen { closeAll() }
      place = target
    case .opened(let question):
      guard prediction(at: question) != nil else { throw .noQuestion }
      ballots[question, default: Ballot()].phase = .open
    case .voted(let student, let question, let round, let answer): try vote(student, question, round, answer)
    case .present(let students, let question):
      guard ballots[question] != nil else { throw .noQuestion }
      ballots[question]?.present = Set(students)
    case .closed(let question):
      guard ballots[question]?.phase == .open else { throw .nothingToClose }
      ballots[question]?.phase = .closed
    case .askedAgain(let question):
      guard let ballot = ballots[question] else { throw .noQuestion }
      guard ballot.rounds.count < Ballot.roundLimit else { throw .noMoreRounds }
      ballots[question]?.rounds.append([:])
      ballots[question]?.phase = .open
    case .tookBack(let question):
      guard ballots[question]?.canTakeBack == true else { throw .nothingToTakeBack }
      ballots[question]?.rounds.removeLast()
      ballots[question]?.phase = .closed
    case .revealed(let question):
      guard prediction(at: question) != nil else { throw .noQuestion }
      ballots[question, default: Ballot()].phase = .revealed
    case .ran(let student, let place, let text):
      guard students[student] != nil else { throw .unknownStudent }
      guard lesson.steps.indices.contains(place.step) else { throw .unknownPlace }
      if text?.trimmed == StudentSession.restart {
        students[student]?.typed[place] = []
      } else if let text, keeps(text, of: student, at: place) {
        students[student]?.typed[place, default: []].append(text)
      }
      inputs += 1
      students[student]?.inputs += 1
      students[student]?.lastInput = inputs
    case .solved(let student, let step):
      guard students[student] != nil else { throw .unknownStudent }
      guard lesson.steps.indices.contains(step) else { throw .unknownPlace }
      students[student]?.solved.insert(step)
      students[student]?.advice[step] = nil
    case .advised(let student, let step, let advice):
      guard let known = students[student] else { throw .unknownStudent }
      guard lesson.steps.indices.contains(step) else { throw .unknownPlace }
      if known.solved.contains(step) || known.advice[step, default: ""] == advice { return }
      guard known.adviceCount[step, default: 0] < Self.advicesLimit else { return }
      students[student]?.advice[step] = advice.isEmpty ? nil : advice
      students[student]?.adviceCount[step, default: 0] += 1
    case .ended:
      closeAll()
      isOver = true
    }
  }

  private mutating func join(_ student: Int, _ name: String, _ token: String) throws(ClassRefusal) {
    guard students.count < Self.studentLimit else { throw .isFull(limit: Self.studentLimit) }
    guard admitsNewcomers else { throw .isLocked }
    guard student == nextStudent, numbers[token] == nil else { throw .outOfOrder }
    guard let name = Self.name(from: name) else { throw .noName }
    students[student] = Student(name: distinct(name), token: token)
    numbers[token] = student
  }

  private mutating func readmit(_ student: Int) throws(ClassRefusal) {
    guard let known = barred[student] else { throw .unknownStudent }
    guard students.count < Self.studentLimit else { throw .isFull(limit: Self.studentLimit) }
    barred[student] = nil
    var record = known.student
    // Someone else may have the name by now.
    record.name = distinct(record.name)
    students[student] = record
    for (place, answers) in known.answers {
      for (round, answer) in answers { ballots[place]?.rounds[round][student] = answer }
    }
  }

  private mutating func rename(_ student: Int, _ name: String) throws(ClassRefusal) {
    guard let record = students.removeValue(forKey: student) else { throw .unknownStudent }
    // Their own old name is no one else's.
    defer { students[student] = students[student] ?? record }
    guard let name = Self.name(from: name) else { throw .noName }
    var renamed = record
    renamed.name = distinct(name)
    students[student] = renamed
  }

  /// A name as it is kept: on one line, without control characters, at most ``nameLimit`` Unicode scalars; nil for one in
  /// which there is nothing to see.
  package static func name(from text: String) -> String? {
    let words = DisplayText.visible(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    // One character can have any number of marks, so that scalars are counted.
    var name = ""
    name.unicodeScalars.append(contentsOf: words.unicodeScalars.prefix(nameLimit))
    return name.unicodeScalars.contains(where: isVisible) ? name : nil
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    // U+2800 is a Braille pattern without dots.
    if properties.isDefaultIgnorableCodePoint || properties.isWhitespace || scalar == "\u{2800}" { return false }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .nonspacingMark, .spacingMark, .enclosingMark: false
    default: true
    }
  }

  /// `Ana`, and `Ana (2)` for the second one.
  private func distinct(_ name: String) -> String {
    let taken = Set(students.values.map { Self.look(of: $0.name) })
    guard taken.contains(Self.look(of: name)) else { return name }
    var number = 2
    while taken.contains(Self.look(of: "\(name) (\(number))")) { number += 1 }
    return "\(name) (\(number))"
  }

  /// Whether a student got a number after the name because someone else has the same one.
  package func hasNamesake(_ student: Int) -> Bool {
    guard let name = students[student]?.name, let match = name.wholeMatch(of: /(?<own>.+) \([0-9]+\)/) else {
      return false
    }
    let own = Self.look(of: String(match.own))
    return students.values.contains { Self.look(of: $0.name) == own }
  }

  /// The name in lower case, without what cannot be seen in it, such as a zero-width space: two that are equal look the same or
  /// sound the same. Strings that are canonically equivalent are equal.
  private static func look(of name: String) -> String {
    var seen = ""
    seen.unicodeScalars.append(
      contentsOf: name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0 != "\u{2800}" })
    return seen.lowercased()
  }

  private mutating func vote(
    _ student: Int, _ question: QuestionPlace, _ round: Int, _ answer: Ballot.Answer
  ) throws(ClassRefusal) {
    guard students[student] != nil else { throw .unknownStudent }
    guard let prediction = prediction(at: question), let ballot = ballots[question] else { throw .noQuestion }
    guard ballot.phase == .open else { throw .votingIsClosed }
    guard round == ballot.round else { throw .otherRound }
    let isLegal =
      if let value = answer.value { answer.choices.isEmpty && prediction.allows(.value(value)) } else {
        prediction.allows(.choices(answer.choices))
      }
    guard isLegal else { throw .notAChoice }
    ballots[question]?.rounds[round][student] = answer
  }

  /// Whether there is room for one more input of a student on a screen.
  package func keeps(_ text: String, of student: Int, at place: ClassPlace) -> Bool {
    let kept = students[student]?.typed[place]?.reduce(0) { $0 + $1.utf8.count } ?? 0
    return kept + text.utf8.count <= Self.typedLimit
  }

  /// Whether an advice is new to a student, and there is room for it.
  package func keeps(advice: String, of student: Int, step: Int) -> Bool {
    guard let known = students[student], !known.solved.contains(step), known.advice[step, default: ""] != advice else {
      return false
    }
    return known.adviceCount[step, default: 0] < Self.advicesLimit
  }

  /// A screen that is left takes its open vote with it.
  private mutating func closeAll() {
    for (question, ballot) in ballots where ballot.phase == .open { ballots[question]?.phase = .closed }
  }
}
