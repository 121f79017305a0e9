import ArgumentParser
import Grading
import Shell

extension OutputFormat: ExpressibleByArgument {}

struct Grade: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Grades an answer to an exercise.",
    discussion: """
      The exit status is 0 when it passes, else 1. The formats canvas, moodle, csv, lti and xapi need --student; \
      docs/grading.md describes all of them.
      """)

  @Argument(help: "The exercise's name.")
  var exercise: String

  @Argument(help: "The file with the answer; - is standard input.", completion: .file(extensions: ["graph"]))
  var answer: String

  @Option(help: "How the verdict is written.")
  var format = OutputFormat.text

  @OptionGroup(title: "What platforms want to know")
  var platform: PlatformOptions

  func validate() throws {
    if format.needsStudent, platform.student == nil {
      throw ValidationError(
        "--format \(format.rawValue) needs --student, the id by which the platform knows the student")
    }
  }

  func run() throws {
    let circumstances = try platform.circumstances(answer: answer)
    try Start().grade(exercise, answer: answer, as: format, circumstances, number: platform.assignment)
  }
}

/// What the formats of platforms say besides the verdict.
struct PlatformOptions: ParsableArguments {
  @Option(help: "The student's id on the platform.")
  var student: String?

  @Option(help: "The student's full name.")
  var name: String?

  @Option(help: "The student's e-mail address.")
  var email = ""

  @Option(help: "The number of the assignment on Canvas, as in the column's title.")
  var assignment: Int?

  @Option(help: "For xAPI: the address of the system whose accounts the students have.")
  var homePage = OutputFormat.Circumstances.anyHomePage

  @Option(help: "When the answer was graded, 2026-01-15T09:00:00Z; now, unless given.")
  var time: String?

  func circumstances(answer: String?) throws -> OutputFormat.Circumstances {
    guard let time = GradingTime.text(time) else {
      throw ValidationError("--time is written like 2026-01-15T09:00:00Z")
    }
    return OutputFormat.Circumstances(
      student: student.map { Student(id: $0, name: name, email: email) }, answer: answer, time: time, homePage: homePage
    )
  }
}
