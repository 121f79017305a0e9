import Grading

/// The students of a course, who join a class by their ids instead of typing names.
package struct ClassRoster: Hashable, Sendable {
  /// The names under which students are in the class, by their ids, logins and addresses in lower case.
  private var names: [String: String] = [:]

  package init(_ students: [Student]) {
    for student in students {
      let name = student.name == student.id ? student.id : "\(student.id) \(student.name)"
      for key in [student.id, student.login, student.email, student.number] where !key.isEmpty {
        if names[key.lowercased()] == nil { names[key.lowercased()] = name }
      }
    }
  }

  /// Returns the name of the student whom someone says to be; nil for no one on the roster.
  package func name(of id: String) -> String? { names[id.trimmed.lowercased()] }
}
