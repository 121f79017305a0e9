import struct Foundation.Date

/// A student as platforms know them. Every text may be hostile: formats escape it.
package struct Student: Hashable, Sendable {
  /// The student's id in the submissions, by which platforms find the student; never empty.
  package var id: String
  /// The full name; the id if none is known.
  package var name: String
  package var email: String
  /// The login and the section, as Canvas has them.
  package var login: String
  package var section: String
  /// The number by which an institution knows the student, Moodle's *ID number* or Canvas's *SIS User ID*; empty if unknown.
  package var number = ""
  /// The student as a participant of a Moodle course, `Participant 1001`; empty if unknown.
  package var participant = ""
  /// The most points that Moodle's worksheet allows for the assignment; nil if unknown.
  package var maximum: Double?
  /// When Moodle's worksheet says that the submission was last changed, as if its clock showed UTC; nil if unknown.
  package var localTime: Date?
  /// When Moodle's worksheet says that the grade was last changed, in its own words; empty if unknown.
  package var gradeTime = ""
  /// The cells of the student's row in Moodle's worksheet as they are in the file; empty if unknown.
  package var sheetCells: [String] = []
  /// The group or groups, separated by commas.
  package var group = ""
  /// Whether there is a roster that does not have the student: a platform could take the id for someone else's.
  package var isStranger = false

  /// The number for Moodle's column *ID number*: the student's own, or the id if it can only be that. A participant's number,
  /// a login of GitHub's or an address is none.
  var institutionNumber: String {
    if !number.isEmpty { return number }
    if isStranger { return "" }
    return participant.isEmpty && id != email ? id : ""
  }

  /// Whether a row of Moodle's *Import* can be mapped to the student.
  package var isKnownToMoodle: Bool { !institutionNumber.isEmpty || !email.isEmpty }

  package init(id: String, name: String? = nil, email: String = "", login: String = "", section: String = "") {
    self.id = id
    self.name = name ?? id
    self.email = email
    self.login = login
    self.section = section
  }
}

/// An exercise as a column of a gradebook.
package struct Assignment: Hashable, Sendable {
  /// The exercise's id: `09-delete/whose`.
  package var exercise: String
  package var title: String
  package var maxScore: Double
  /// The assignment's number on a platform, if it has one.
  package var number: Int?

  /// The exercise's name without its chapter: `whose`.
  package var slug: String { exercise.split(separator: "/").last.map(String.init) ?? exercise }

  package init(exercise: String, title: String, maxScore: Double, number: Int? = nil) {
    self.exercise = exercise
    self.title = title
    self.maxScore = maxScore
    self.number = number
  }
}

/// The verdicts on all answers of one student.
package struct StudentVerdicts: Hashable, Sendable {
  package var student: Student
  package var verdicts: [Verdict]

  package init(_ student: Student, _ verdicts: [Verdict]) {
    self.student = student
    self.verdicts = verdicts
  }
}
