import Diagnostics
import Grading

extension ClassGrading {
  /// Lines about a roster, a policy or times that do not fit the submissions, so that points would be missing or wrong.
  /// O(students and files).
  func warnings(_ formats: [OutputFormat]) -> [String] {
    rosterWarnings + roster + lacking + submissions.warnings + unknownStudents + otherWorth
      + (formats.contains(.worksheet) ? worksheet : [])
      + (formats.contains(.moodle) ? moodle : []) + (formats.contains(.canvas) ? canvas + canvasMaxima : [])
  }

  private static func names(_ students: some Collection<Student>) -> String {
    Listing.text(students.prefix(Listing.limit).map { DisplayText.visible($0.id) }, of: students.count)
  }

  /// The students on the roster without files, and the files of students who are not on it.
  private var roster: [String] {
    let count = submissions.rosterCount
    let (listed, others) = (submissions.students.prefix(count), submissions.students.dropFirst(count))
    guard !listed.isEmpty else { return [] }
    let silent = listed.count { submissions.files(of: $0).isEmpty }
    let strangers = others.reduce(0) { $0 + submissions.files(of: $1).count }
    guard strangers > 0 || silent == listed.count else { return [] }
    let files = strangers == 1 ? "1 file is" : "\(DisplayText.grouped(strangers)) files are"
    return [
      "the roster and the submissions do not meet: \(DisplayText.grouped(silent)) of \(DisplayText.grouped(listed.count)) on the "
        + "roster handed in nothing, and \(files) of no one on it" + (others.isEmpty ? "" : ": \(Self.names(others))")
    ]
  }

  /// The students who handed something in, as Moodle's worksheet says, and of whom no file is here.
  private var lacking: [String] {
    let lacking = submissions.students.filter { $0.localTime != nil && submissions.files(of: $0).isEmpty }
    guard !lacking.isEmpty, lacking.count < submissions.rosterCount else { return [] }
    return [
      "Moodle's worksheet says when \(Self.names(lacking)) handed something in, but no file of theirs is here: the download is "
        + "probably incomplete"
    ]
  }

  /// Refuses submissions of which none is a student's on the roster: everyone would get a report with nothing handed in.
  func refuseOtherRoster() throws(Diagnostic) {
    let (listed, others) = (
      submissions.students.prefix(submissions.rosterCount), submissions.students.dropFirst(submissions.rosterCount)
    )
    guard !listed.isEmpty, listed.allSatisfy({ submissions.files(of: $0).isEmpty }),
      others.contains(where: { !submissions.files(of: $0).isEmpty })
    else { return }
    throw Diagnostic(
      "other-roster",
      "no file is of a student on the roster: the submissions, read as \(submissions.layoutWords), are of "
        + Self.names(others),
      hint: "--pattern names the layout; a roster names the students as the platform does")
  }

  /// The ids in the policy and in the times that are no student's.
  private var unknownStudents: [String] {
    let known = Set(submissions.students.map(\.id))
    let excused = policy.exercises.values.reduce(policy.general.excused) { $0.union($1.excused) }
    func line(_ ids: Set<String>, _ what: String) -> [String] {
      let unknown = ids.subtracting(known).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      guard !unknown.isEmpty else { return [] }
      let one = unknown.count == 1
      return [
        "\(what) \(Listing.text(unknown.map { "'\(DisplayText.visible($0))'" })), "
          + "but \(one ? "no student has this id" : "no students have these ids")"
      ]
    }
    let longer = policy.exercises.values.reduce(Set(policy.general.extensions.keys)) { $0.union($1.extensions.keys) }
    let unknownFiles = submissions.unknownGivenFiles
    let files =
      unknownFiles.isEmpty
      ? []
      : [
        "--files names files that no student handed in: \(Listing.text(unknownFiles.map { "'\(DisplayText.visible($0))'" }))"
      ]
    return files + line(excused, "the policy excuses") + line(longer, "the policy gives more time to")
      + line(corrections.students, "--corrections corrects answers of")
      + line(times?.students ?? [], "--times gives times of")
  }

  /// Canvas's import: the students whom the roster does not have, and whom Canvas could take for others.
  private var canvas: [String] {
    let unknown = submissions.students.filter(\.isStranger)
    guard !unknown.isEmpty else { return [] }
    return [
      "Canvas's import has no row for \(Self.names(unknown)): the roster does not have \(unknown.count == 1 ? "this id" : "these ids")"
    ]
  }

  /// Canvas's import: the assignments that have other points in Canvas than here.
  private var canvasMaxima: [String] {
    CanvasFormat().files(of: assignments).compactMap { parts in
      let points = parts.reduce(0) { $0 + $1.maxScore }
      guard let number = parts[0].number, let maximum = canvasPoints[number], maximum != points else { return nil }
      return
        "Canvas's assignment \(number) has \(pointsText(maximum)) points in the gradebook, and \(Listing.all(parts.map { $0.exercise })) "
        + "\(parts.count == 1 ? "has" : "have together") \(pointsText(points)): canvas.csv is out of \(pointsText(points)), and its "
        + "points are not scaled; set the points of the assignment to \(pointsText(points)) in Canvas before you import it, or give the "
        + "exercises other points in the policy"
    }
  }

  /// Corrections of exercises to which the policy gives other points, and that do not say what they are out of.
  private var otherWorth: [String] {
    exercises.compactMap { exercise in
      guard let points = policy.terms(of: exercise.slug).points, points != exercise.points,
        corrections.withoutWorth.contains(exercise.slug)
      else { return nil }
      return
        "the policy gives \(exercise.slug) \(points) points instead of \(exercise.points), and its corrections are taken as points "
        + "out of \(points): a column 'of' in --corrections says what they are out of"
    }
  }

  /// Whether a correction was made for an answer that is graded: for one of these files, or for whatever is handed in.
  static func holds(_ correction: Correction, for answers: [CollectedWork.Answer]) -> Bool {
    correction.file.isEmpty
      || answers.contains { [$0.path, $0.item?.path, $0.file].contains(correction.file) && $0.refusal == nil }
  }

  /// A line for each correction of a student's answers that was made for another file than the one that counts.
  func outdatedCorrections(of student: Student, _ collected: CollectedWork) -> [String] {
    exercises.compactMap { exercise in
      let answers = collected.answers[exercise.slug] ?? []
      guard let correction = corrections.correction(of: student.id, exercise.slug),
        !Self.holds(correction, for: answers)
      else { return nil }
      return
        "the correction of \(DisplayText.visible(student.id))'s answer to \(exercise.slug) is left out: it was made for "
        + "'\(DisplayText.visible(correction.file))', and what counts is '\(DisplayText.visible(answers.last?.path ?? ""))'"
    }
  }

  /// Moodle's import: the students of whom neither the number nor the address is known.
  private var moodle: [String] {
    let unknown = submissions.students.filter { !$0.isKnownToMoodle }
    guard !unknown.isEmpty else { return [] }
    return ["Moodle's import has no row for \(Self.names(unknown)): neither an ID number nor an address is known"]
  }

  /// Moodle's worksheet: the students whom Moodle would not find, and points that it would read as others.
  private var worksheet: [String] {
    let unknown = submissions.students.filter(\.participant.isEmpty)
    var lines: [String] = []
    if !unknown.isEmpty {
      lines.append(
        "worksheet.csv has \(submissions.students.count - unknown.count) rows for \(submissions.students.count) students: "
          + "the number of the participant is not known of \(Self.names(unknown)); "
          + "--roster with Moodle's own worksheet has the numbers")
    }
    let points = exercises.reduce(0.0) { $0 + Double(policy.terms(of: $1.slug).points ?? $1.points) }
    if let maximum = submissions.students.lazy.compactMap(\.maximum).first(where: { $0 != points }) {
      lines.append(
        points > 0
          ? "worksheet.csv has the points scaled to the roster's maximum grade: \(pointsText(points)) points are "
            + "\(pointsText(maximum))"
          : "the roster's maximum grade is \(pointsText(maximum)), and the exercises have \(pointsText(points)) points together: "
            + "set the maximum grade of Moodle's assignment to \(pointsText(points)) before you upload worksheet.csv, "
            + "or give the exercises other points in the policy")
    }
    return lines
  }
}
