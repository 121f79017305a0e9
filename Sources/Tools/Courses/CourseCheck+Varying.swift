import CommandIO
import Courses
import Diagnostics
import Grading

import class Foundation.FileManager

extension CourseCheck {
  /// Writes the variant of an exercise that belongs to a seed into a course of its own, and tries it: its solution must
  /// pass, and that of the original should not.
  /// - Parameter out: the folder of the course.
  package func vary(
    _ word: String, seed: UInt64, to out: String
  ) -> (lines: [String], status: ProgramStatus) {
    do throws(Diagnostic) {
      guard let library else { throw .noLibrary(nil) }
      let (exercise, variant) = try variant(of: word, seed, library)
      let folder = "\(out)/Exercises/\(exercise.id)"
      for file in variant.files {
        try TextFile.write(file.text, makingFoldersOf: "\(folder)/\(file.path)", mayReplace: false)
      }
      try Self.copyIdeas(of: library, to: out)
      let made = try Library(root: out).foundExercise(exercise.id)
      let grader = Grader(makeInterpreter: makeInterpreter)
      let prepared = grader.prepare(made)
      guard grader.grade(prepared, answer: made.solution).status == .passed else {
        throw Diagnostic(
          "broken-variant", "the solution of this variant does not pass",
          hint:
            "a word of 'vary' means several things, or a check depends on it; look at \(DisplayText.visible(folder))")
      }
      let fits = ([exercise.solution] + exercise.right).count { grader.grade(prepared, answer: $0).status == .passed }
      let words = variant.replaced.map { "\(DisplayText.visible($0.word)) → \(DisplayText.visible($0.by))" }
      let warning =
        fits > 0
        ? [
          "\(fits) of \(exercise.right.count + 1) right answers to the original pass here too: they name none of these words"
        ]
        : []
      return (
        ["wrote \(DisplayText.visible(folder)): \(words.joined(separator: ", "))"] + warning
          + ["grade with GRAPHBOOK_COURSES=\(DisplayText.visible(out)); 'exercise export' makes the students' copy"],
        .success
      )
    } catch {
      return (style.diagnosticFormatter.format(error).lines, .failure)
    }
  }

  /// Copies the list of ideas, which the head of the exercise refers to, to a course that has none.
  private static func copyIdeas(of library: Library, to out: String) throws(Diagnostic) {
    let path = "Lessons/ideas.yaml"
    let exists = FileManager.default.fileExists(atPath:)
    guard !exists("\(out)/\(path)"), let source = library.roots.map({ "\($0)/\(path)" }).first(where: exists) else {
      return
    }
    try TextFile.write(try TextFile.read(source).text, makingFoldersOf: "\(out)/\(path)", mayReplace: false)
  }

  /// - Throws: a diagnostic that names the exercises with variants where there is no such exercise, or it has none.
  private func variant(
    of word: String, _ seed: UInt64, _ library: Library
  ) throws(Diagnostic) -> (Exercise, ExerciseVariant) {
    do throws(Diagnostic) {
      let exercise = try library.foundExercise(word)
      return (exercise, try ExerciseVariant(of: exercise, seed: seed))
    } catch {
      let known = library.openExercises().filter { !$0.varies.isEmpty }.map(\.slug)
      guard ["unknown-exercise", "no-variants"].contains(error.id), !known.isEmpty else { throw error }
      var problem = error
      problem.notes.append(
        "\(known.count == 1 ? "this exercise has" : "these exercises have") variants: \(Listing.text(known))")
      throw problem
    }
  }
}
