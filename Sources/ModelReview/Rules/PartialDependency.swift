import ObjectGraph

/// Check (a3), second normal form: a part of a compound key decides something.
package enum PartialDependency: ReviewRule {
  package static let page = RulePage(
    id: "partialDependency", title: "a part of the key decides an attribute",
    why: """
      An enrollment is identified by its student and course. The course's title depends on the course alone, so it says \
      nothing about the enrollment, and is repeated for each student.
      """,
    example: """
      entity Course { code: String }
      entity Student { name: String }
      entity Enrollment {
        courseTitle: String?; student -> Student?; course -> Course?
        unique student, course
      }
      """,
    fix: "move it to the part of the key that decides it")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    subject.relations.flatMap { relation -> [Finding] in
      (subject.facts[relation.entity]?.partial ?? []).map { dependency -> Finding in
        dependency.finding(
          page.id, in: relation,
          "\(dependency.dependent) depends on \(dependency.determinant.joined(separator: ", ")), which is only a part of the key",
          fix: "move it to where \(dependency.determinant.joined(separator: ", ")) is described", subject)
      }
    }
  }
}
