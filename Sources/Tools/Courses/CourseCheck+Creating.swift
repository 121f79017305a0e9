import CommandIO
import Courses
import Diagnostics

extension CourseCheck {
  /// Creates the file of a new lesson in the first course.
  /// - Parameter chapter: nil for the lesson's own number.
  package func newLesson(
    _ number: Int, title: String, chapter: Int?
  ) -> (lines: [String], status: ProgramStatus) {
    make { library throws(Diagnostic) in try Skeleton.lesson(number, title: title, chapter: chapter, in: library) }
  }

  /// Creates the folder of a new exercise in the first course.
  package func newExercise(_ slug: String, chapter: Int) -> (lines: [String], status: ProgramStatus) {
    make { library throws(Diagnostic) in try Skeleton.exercise(slug, chapter: chapter, in: library) }
  }

  private func make(
    _ design: (Library) throws(Diagnostic) -> Skeleton
  ) -> (lines: [String], status: ProgramStatus) {
    do throws(Diagnostic) {
      guard let library else { throw .noLibrary(nil) }
      let skeleton = try design(library)
      for file in skeleton.files {
        try TextFile.write(file.text, makingFoldersOf: "\(library.root)/\(file.path)", mayReplace: false)
      }
      let width = skeleton.commands.map { DisplayText.width($0.text) }.max() ?? 0
      return (
        ["made \(DisplayText.visible(library.root))/\(skeleton.place): its comments say what to replace"]
          + skeleton.commands.map { command in
            let space = String(repeating: " ", count: width - DisplayText.width(command.text) + 2)
            return "  " + style.paint(command.text, .code) + space + command.purpose
          }, .success
      )
    } catch {
      return (style.diagnosticFormatter.format(error).lines, .failure)
    }
  }
}
