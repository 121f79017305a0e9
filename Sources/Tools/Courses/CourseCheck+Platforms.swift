import CommandIO
import Courses
import Diagnostics
import Grading

import class Foundation.FileManager

extension CourseCheck {
  /// Writes what a platform needs to grade exercises: its own files, the exercises, the program and its libraries.
  /// - Parameter withProgram: false leaves the program out.
  package func prepare(
    _ platform: GradingPlatform, in folder: String, _ words: [String], withProgram: Bool = true
  ) -> (lines: [String], status: ProgramStatus) {
    do throws(Diagnostic) {
      guard let library else { throw .noLibrary(nil) }
      var exercises: [Exercise] = []
      for word in words {
        let exercise = try library.foundExercise(word)
        guard !exercise.isHandout else {
          throw Diagnostic("handout", "'\(exercise.id)' is a copy for students, without its solution")
        }
        exercises.append(exercise)
      }
      guard !platform.takesOneExercise || exercises.count == 1 else {
        throw Diagnostic(
          "one-exercise", "\(platform.rawValue) has one exercise in a folder", hint: "make a folder for each")
      }
      let grader = Grader(makeInterpreter: makeInterpreter)
      let files =
        platform.files(for: exercises) { exercise, answer in
          grader.grade(
            exercise, answer: answer == .solution ? exercise.solution : exercise.wrong.first ?? exercise.start)
        } + exercises.flatMap { Self.files(of: $0, in: "\(platform.graderFolder)/course") }
      guard (FileManager.default.contents(ofFolder: folder) ?? []).isEmpty else {
        throw Diagnostic(
          "folder-not-empty", "there are files in '\(DisplayText.visible(folder))' already", hint: "name a new folder")
      }
      for file in files { try Self.write(file, in: folder) }
      if withProgram { try ProgramFiles.copy(to: "\(folder)/\(platform.graderFolder)") }
      let shown = DisplayText.visible(folder)
      return (["wrote \(shown) for \(platform.rawValue)"] + platform.steps(in: shown).map { "  \($0)" }, .success)
    } catch {
      return (style.diagnosticFormatter.format(error).lines, .failure)
    }
  }

  /// The files of an exercise in a course of its own.
  private static func files(of exercise: Exercise, in course: String) -> [GradingPlatform.File] {
    let folder = "\(course)/Exercises/\(exercise.id)"
    func file(_ source: SourceText, _ name: String) -> GradingPlatform.File {
      GradingPlatform.File(path: "\(folder)/\(name)", text: source.text)
    }
    func inner(_ inner: String, _ sources: [SourceText]) -> [GradingPlatform.File] {
      sources.map { file($0, "\(inner)/\(($0.name ?? "").split(separator: "/").last ?? "answer.graph")") }
    }
    let own = [
      (exercise.source, "task.md"), (exercise.start, "start.graph"), (exercise.again, "again.graph"),
      (exercise.check, "check.graph"), (exercise.solution, "solution.graph"),
    ]
    return own.compactMap { source, name in source.map { file($0, name) } } + inner("right", exercise.right)
      + inner("wrong", exercise.wrong)
  }

  private static func write(_ file: GradingPlatform.File, in folder: String) throws(Diagnostic) {
    let path = "\(folder)/\(file.path)"
    try TextFile.write(file.text, makingFoldersOf: path, mayReplace: false)
    guard file.isExecutable else { return }
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}

extension FileManager {
  /// The names in a folder; nil where there is none.
  fileprivate func contents(ofFolder path: String) -> [String]? { try? contentsOfDirectory(atPath: path) }
}
