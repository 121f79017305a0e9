import Courses
import Diagnostics
import Grading
import JSON

/// What one student handed in: a text or the reason why there is none, for each exercise.
struct StudentWork: Hashable, Sendable {
  var student: Student
  /// In the order of the exercises.
  var answers: [Answer]

  struct Answer: Hashable, Sendable {
    /// Where it is in the submissions; also its name in messages.
    var path: String
    var content: Content
  }

  enum Content: Hashable, Sendable {
    case text(String)
    case refused(Diagnostic)

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
      var members: [(String, JSONValue)] = [("path", .string(answer.path))]
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
    let read = zip(answers, frame.parts).map { answer, text -> Answer in
      let reason = answer["message"]?.text.map { message in
        Diagnostic(answer["id"]?.text ?? "unreadable-file", message, hint: answer["hint"]?.text)
      }
      return Answer(
        path: answer["path"]?.text ?? "",
        content: reason.map(Content.refused) ?? .text(String(decoding: text, as: UTF8.self)))
    }
    return (Int(serial), StudentWork(student: student, answers: read))
  }
}
