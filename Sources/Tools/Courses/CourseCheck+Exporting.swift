import CommandIO
import Courses
import Diagnostics

extension CourseCheck {
  /// Writes exercises without their solutions to a folder that can be given to students; without words, all exercises.
  package func exportForStudents(
    to out: String, _ words: [String], withChecks: Bool
  ) -> (lines: [String], status: ProgramStatus) {
    do throws(Diagnostic) {
      guard let library else { throw .noLibrary(nil) }
      let names = words.isEmpty ? library.exercises().entries.map(\.id) : words
      guard !names.isEmpty else { throw .noLibrary(library) }
      var exercises: [Exercise] = []
      for name in names {
        let exercise = try library.foundExercise(name)
        guard !exercise.isHandout else {
          throw Diagnostic(
            "handout", "'\(exercise.id)' is a copy for students already", hint: "export it from the teacher's course")
        }
        exercises.append(exercise)
      }
      for exercise in exercises {
        try Self.write(StudentsCopy(of: exercise, withChecks: withChecks), exercise, to: out)
      }
      let shown = DisplayText.visible(out)
      let count = counted(exercises.count, "exercise")
      let checks = withChecks ? "" : " and without checks"
      return (
        [
          "wrote \(count) to \(shown), without solutions, right and wrong answers\(checks)",
          "Students open them with GRAPHBOOK_COURSES=\(shown) graphbook",
        ], .success
      )
    } catch {
      return (style.diagnosticFormatter.format(error).lines, .failure)
    }
  }

  private static func write(_ copy: StudentsCopy, _ exercise: Exercise, to out: String) throws(Diagnostic) {
    let folder = "\(out)/Exercises/\(exercise.id)"
    for file in copy.files {
      try TextFile.write(file.text, makingFoldersOf: "\(folder)/\(file.path)", mayReplace: false)
    }
  }
}
