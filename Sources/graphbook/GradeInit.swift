import ArgumentParser
import Grading
import Shell

extension GradingPlatform: ExpressibleByArgument {}

struct GradeInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade-init", abstract: "Writes what a platform needs to grade exercises.",
    usage: "graphbook grade init <platform> [<folder>] --exercise <exercise> ...",
    discussion: """
      The folder gets the platform's own files, the exercises with their solutions, this program and its libraries, so \
      that nothing has to be installed there. What to do with it is printed. docs/grading.md says more.
      """)

  @Argument(help: "The platform.")
  var platform: GradingPlatform

  @Argument(help: "The folder; the platform's name, unless given.", completion: .directory)
  var folder: String?

  @Option(help: "An exercise; may be given several times.")
  var exercise: [String] = []

  func validate() throws {
    if exercise.isEmpty { throw ValidationError("name an exercise with --exercise") }
    if Set(exercise).count < exercise.count { throw ValidationError("an exercise is given twice") }
  }

  func run() throws {
    let start = Start()
    try start.finish(start.courseCheck().prepare(platform, in: folder ?? platform.rawValue, exercise))
  }
}
