import Courses
import Diagnostics

extension Student {
  /// Returns a student without a name or an address: `student-007`, by the place in the list.
  package static func anonymous(at place: Int, of count: Int) -> Student {
    let number = String(place + 1)
    let digits = String(repeating: "0", count: max(0, String(count).count - number.count)) + number
    return Student(id: "student-\(digits)", name: "Student \(number)")
  }
}

extension StudentVerdicts {
  /// Returns a text without the student's name and address, wherever the student wrote them.
  package func withoutNames(_ text: String, as other: Student) -> String {
    let text = text.replacing("\(student.id)/", with: "\(other.id)/")
    return [student.email, student.name.contains(" ") ? student.name : ""].filter { !$0.isEmpty }
      .reduce(text) { $0.replacing($1, with: other.id) }
  }

  /// Returns the same verdicts under another student's name. This replaces the student's id in file paths, and the name
  /// and address wherever they got from an answer into a message.
  package func named(_ other: Student) -> StudentVerdicts {
    func clean(_ text: String) -> String { withoutNames(text, as: other) }
    let verdicts = verdicts.map { verdict in
      var verdict = verdict
      verdict.diagnostics = verdict.diagnostics.map { problem in
        var problem = problem
        problem.message = clean(problem.message).replacing("'\(student.id)'", with: "'\(other.id)'")
        problem.hint = problem.hint.map(clean)
        problem.notes = problem.notes.map(clean)
        problem.source = problem.source.map {
          SourceText($0.text, name: $0.name.map(clean), firstLine: $0.firstLine)
        }
        return problem
      }
      if let cause = verdict.cause {
        verdict.cause?.sentence = clean(cause.sentence)
        verdict.cause?.evidence = cause.evidence.map(clean)
      }
      verdict.checks = verdict.checks.map { check in
        var check = check
        check.feedback = check.feedback.map { if case .text(let line) = $0 { .text(clean(line)) } else { $0 } }
        check.failures = check.failures.map { failure in
          var failure = failure
          failure.found = failure.found.map {
            CheckFinding(clean($0.line), role: $0.role == .unmet ? .unmet : nil)
          }
          return failure
        }
        return check
      }
      return verdict
    }
    return StudentVerdicts(other, verdicts)
  }
}
