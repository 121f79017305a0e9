import Courses
import Diagnostics
import Grading
import JSON

/// What one student handed in: a text or the reason why there is none, for each exercise at least one.
struct StudentWork: Hashable, Sendable {
  var student: Student
  /// In the order of the exercises and, for each, of the attempts. The best attempt counts, the later of two as good.
  var answers: [Answer]

  struct Answer: Hashable, Sendable {
    /// The place of the exercise.
    var exercise = 0
    /// Where it is in the submissions; also its name in messages.
    var path: String
    var content: Content
    /// How late it was handed in; nil for in time.
    var lateness: GradingPolicy.Lateness?
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
  /// The work as a worker reads it.
  /// - Parameter serial: a number by which the worker's note names it.
  func frame(serial: Int) -> Frame {
    let who = JSONValue([
      ("id", .string(student.id)), ("name", .string(student.name)), ("email", .string(student.email)),
      ("login", .string(student.login)), ("section", .string(student.section)),
    ])
    let answers = answers.map { answer in
      var members: [(String, JSONValue)] = [
        ("exercise", .integer(Int64(answer.exercise))), ("path", .string(answer.path)),
      ]
      if let late = answer.lateness {
        members += [("days", .integer(Int64(late.days))), ("percent", .integer(Int64(late.percent)))]
      }
      if case .excused = answer.content { members.append(("excused", .boolean(true))) }
      if case .refused(let reason) = answer.content {
        members += [
          ("id", .string(reason.id)), ("message", .string(reason.message)), ("hint", .optional(reason.hint)),
        ]
      }
      return JSONValue(members)
    }
    let texts = self.answers.map { answer -> [UInt8] in
      if case .text(let text) = answer.content { Array(text.utf8) } else { [] }
    }
    return Frame([("serial", .integer(Int64(serial))), ("student", who), ("answers", .array(answers))], texts)
  }

  /// The work and its number in a frame; nil for any other frame.
  static func read(_ frame: Frame) -> (serial: Int, work: StudentWork)? {
    guard let serial = frame["serial"]?.whole, let who = frame["student"], let id = who["id"]?.text,
      let answers = frame["answers"]?.elements, answers.count == frame.parts.count
    else { return nil }
    let student = Student(
      id: id, name: who["name"]?.text, email: who["email"]?.text ?? "", login: who["login"]?.text ?? "",
      section: who["section"]?.text ?? "")
    return (Int(serial), StudentWork(student: student, answers: zip(answers, frame.parts).map(Answer.init)))
  }
}

extension StudentWork.Answer {
  fileprivate init(_ record: JSONValue, _ text: [UInt8]) {
    let content: StudentWork.Content
    if let message = record["message"]?.text {
      content = .refused(
        Diagnostic(record["id"]?.text ?? "unreadable-file", message, hint: record["hint"]?.text))
    } else if record["excused"] == .boolean(true) {
      content = .excused
    } else {
      content = .text(String(decoding: text, as: UTF8.self))
    }
    self.init(exercise: Int(record["exercise"]?.whole ?? 0), path: record["path"]?.text ?? "", content: content)
    if let days = record["days"]?.whole, let percent = record["percent"]?.whole {
      lateness = .init(days: Int(days), percent: Int(percent))
    }
  }
}
