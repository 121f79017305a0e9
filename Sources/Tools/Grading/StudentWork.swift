import Courses
import Diagnostics
import Grading
import JSON
import WorkbookLanguage

import struct Foundation.Date

/// The work that one student handed in: for each exercise at least one answer, which is a text or the reason why there
/// is none.
struct StudentWork: Hashable, Sendable {
  var student: Student
  /// The student as the report names them.
  var shown: Student
  /// The answers in the order of the exercises and, for each, of the attempts. The best attempt counts or, of equally
  /// good ones, the last.
  var answers: [Answer]
  /// The points that the teacher gives, by the index of the exercise.
  var corrections: [Int: Correction] = [:]

  struct Answer: Hashable, Sendable {
    /// The index of the exercise.
    var exercise = 0
    /// The path in the submissions, which messages show.
    var path: String
    var content: Content
    /// The name of the file in the student's part of the submissions.
    var file = ""
    /// When it was handed in, and how late.
    var handedIn = HandedIn()
    /// How it was recognised, if that was a guess.
    var note: Diagnostic?
    /// The other files that were handed in for the exercise.
    var passedOver: [PassedOverFile] = []
  }

  enum Content: Hashable, Sendable {
    case text(String)
    case refused(Diagnostic)
    /// The student needs no answer.
    case excused

    var isText: Bool { if case .text = self { true } else { false } }
  }
}

extension StudentWork {
  /// A hash of everything that the verdicts depend on: the texts, their paths and times, and what the teacher decided.
  var sum: UInt64 { StableHash.of(frame(serial: 0).bytes) }

  /// Returns the indices of the other exercises to whose answers a text belongs, too: the file has no line that begins the
  /// exercise's part.
  func exercises(sharing answer: Answer) -> [Int] {
    guard case .text(let text) = answer.content else { return [] }
    let others = answers.filter { other in
      guard other.exercise != answer.exercise, other.path == answer.path else { return false }
      if case .text(let part) = other.content { return text.contains(part) } else { return false }
    }
    return Set(others.map(\.exercise)).sorted()
  }

  /// Returns the work as a worker reads it.
  /// - Parameter serial: the number by which the worker's note identifies it.
  func frame(serial: Int) -> Frame {
    let answers = answers.map { answer in
      var members: [(String, JSONValue)] = [
        ("exercise", .integer(Int64(answer.exercise))), ("path", .string(answer.path)), ("file", .string(answer.file)),
        ("handedIn", answer.handedIn.record),
      ]
      if let note = answer.note { members += [("noteID", .string(note.id)), ("note", .string(note.message))] }
      if !answer.passedOver.isEmpty {
        members.append(
          (
            "passedOver",
            .array(
              answer.passedOver.map {
                JSONValue([("file", .string($0.file)), ("reason", .string($0.reason.rawValue))])
              })
          ))
      }
      if case .excused = answer.content { members.append(("excused", .boolean(true))) }
      if case .refused(let reason) = answer.content {
        members += [
          ("id", .string(reason.id)), ("message", .string(reason.message)), ("hint", .optional(reason.hint)),
          ("notes", .array(reason.notes.map { .string($0) })),
        ]
      }
      return JSONValue(members)
    }
    let texts = self.answers.map { answer -> [UInt8] in
      if case .text(let text) = answer.content { Array(text.utf8) } else { [] }
    }
    let corrections = corrections.sorted { $0.key < $1.key }.map { place, correction in
      JSONValue([
        ("exercise", .integer(Int64(place))), ("points", .digits(pointsText(correction.points))),
        ("reason", .string(correction.reason)),
      ])
    }
    return Frame(
      [
        ("serial", .integer(Int64(serial))), ("student", student.record), ("shown", shown.record),
        ("answers", .array(answers)), ("corrections", .array(corrections)),
      ], texts)
  }

  /// Reads the work and its number from a frame; nil for any other frame.
  static func read(_ frame: Frame) -> (serial: Int, work: StudentWork)? {
    guard let serial = frame["serial"]?.whole, let student = frame["student"].flatMap(Student.init),
      let shown = frame["shown"].flatMap(Student.init), let answers = frame["answers"]?.elements,
      answers.count == frame.parts.count
    else { return nil }
    let found = zip(answers, frame.parts).map(Answer.init)
    var work = StudentWork(student: student, shown: shown, answers: found)
    for record in frame["corrections"]?.elements ?? [] {
      guard let place = record["exercise"]?.whole, let points = record["points"]?.points,
        let reason = record["reason"]?.text
      else { return nil }
      work.corrections[Int(place)] = Correction(points: points, reason: reason)
    }
    return (Int(serial), work)
  }
}

extension Student {
  fileprivate var record: JSONValue {
    JSONValue([
      ("id", .string(id)), ("name", .string(name)), ("email", .string(email)), ("login", .string(login)),
      ("section", .string(section)), ("number", .string(number)), ("participant", .string(participant)),
    ])
  }

  fileprivate init?(_ record: JSONValue) {
    guard let id = record["id"]?.text else { return nil }
    self.init(
      id: id, name: record["name"]?.text, email: record["email"]?.text ?? "", login: record["login"]?.text ?? "",
      section: record["section"]?.text ?? "")
    number = record["number"]?.text ?? ""
    participant = record["participant"]?.text ?? ""
  }
}

extension StudentWork.Answer {
  fileprivate init(_ record: JSONValue, _ text: [UInt8]) {
    let content: StudentWork.Content
    if let message = record["message"]?.text {
      content = .refused(
        Diagnostic(
          record["id"]?.text ?? "unreadable-file", message, hint: record["hint"]?.text,
          notes: record["notes"]?.elements?.compactMap(\.text) ?? []))
    } else if record["excused"] == .boolean(true) {
      content = .excused
    } else {
      content = .text(String(decoding: text, as: UTF8.self))
    }
    self.init(exercise: Int(record["exercise"]?.whole ?? 0), path: record["path"]?.text ?? "", content: content)
    file = record["file"]?.text ?? ""
    handedIn = record["handedIn"].map(HandedIn.init) ?? HandedIn()
    if let note = record["note"]?.text { self.note = Diagnostic(record["noteID"]?.text ?? "", note, severity: .note) }
    passedOver =
      record["passedOver"]?.elements?.compactMap { other in
        guard let file = other["file"]?.text, let reason = other["reason"]?.text.flatMap(PassedOverFile.Reason.init)
        else { return nil }
        return PassedOverFile(file: file, reason: reason)
      } ?? []
  }
}
