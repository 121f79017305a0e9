import Diagnostics

/// The patterns by which a platform names submissions in a download; the first that matches a path counts.
package struct SubmissionLayout: Hashable, Sendable {
  package let patterns: [SubmissionPattern]

  /// The layouts that have a name.
  ///
  /// Moodle: *Download all submissions*, with and without folders; the student is the participant's number, as in the
  /// grading worksheet. Canvas: *Download Submissions*; the student is the user's number, as in the column `ID`. If
  /// everyone was given one exercise, the file may have any name. Source: downloads from both platforms.
  static let named: [(name: String, patterns: [String])] = [
    (
      "moodle",
      [
        "*_{student}_assignsubmission_file*/{exercise}.graph", "*_{student}_assignsubmission_file_{exercise}.graph",
        "*_{student}_assignsubmission_file*/*.graph", "*_{student}_assignsubmission_file_*.graph",
      ]
    ),
    (
      "canvas",
      [
        "*_{student}_{number}_{exercise}.graph", "*_{student}_{number}_{exercise}-{number}.graph",
        "*_{student}_{number}_*.graph",
      ]
    ),
  ]

  /// Creates the layout of a name, `moodle` or `canvas`, or of one pattern.
  /// - Parameter exercises: the number of exercises that everyone was given.
  /// - Throws: a diagnostic for an invalid pattern, or for one without `{exercise}` although there are several
  ///   exercises.
  package init(_ text: String, exercises: Int) throws(Diagnostic) {
    var patterns: [SubmissionPattern] = []
    let known = Self.named.first { $0.name == text }?.patterns
    for pattern in known ?? [text] { patterns.append(try SubmissionPattern(pattern)) }
    if exercises != 1 { patterns.removeAll { !$0.hasExercise } }
    guard !patterns.isEmpty else {
      throw Diagnostic(
        "pattern", "the pattern '\(DisplayText.visible(text))' has no {exercise}, but there are \(exercises) exercises",
        hint: "--pattern \"{student}/{exercise}.graph\"")
    }
    self.patterns = patterns
  }

  /// Returns the name of the layout that the paths of a zip file have; nil if it is unknown.
  static func name(for paths: some Sequence<String>) -> String? {
    paths.contains { $0.contains("_assignsubmission_") } ? "moodle" : nil
  }

  /// Returns the parts of a path, and the index of the pattern that it matches; nil if it matches none.
  /// - Parameter isKnown: whether there is an exercise of this name.
  func match(_ path: [Substring], isKnown: (String) -> Bool) -> (match: SubmissionPattern.Match, rank: Int)? {
    for (rank, pattern) in patterns.enumerated() {
      if let match = pattern.match(path), match.exercise.map(isKnown) ?? true { return (match, rank) }
    }
    return nil
  }

  /// Returns the student whose folder a path is in.
  func student(inFolder path: [Substring]) -> String? {
    for pattern in patterns { if let student = pattern.student(inFolder: path) { return student } }
    return nil
  }

  /// The number of names in the longest path that can match.
  var depth: Int { patterns.map(\.depth).max() ?? 0 }
}
