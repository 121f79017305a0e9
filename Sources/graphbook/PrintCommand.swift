import ArgumentParser
import Courses
import Diagnostics
import Shell
import Tools

struct Print: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes lessons as one HTML page, to be read in a browser or printed.",
    discussion: """
      The page needs no other file. Answers and solutions can be opened in a browser and are not on paper, unless \
      --solutions asks for them.
      """)

  @Argument(help: "Numbers or names of lessons.")
  var lessons: [String] = []

  @Flag(help: "Print the whole course: contents, every lesson with its exercises, and an index of the ideas.")
  var book = false

  @Flag(help: "Print a handout of the questions, with boxes to tick.")
  var questionsOnly = false

  @Flag(help: "Print the notes for the teacher.")
  var notes = false

  @Flag(help: "Print the answers to the questions and the solutions of the tasks.")
  var solutions = false

  func validate() throws {
    if book, !lessons.isEmpty { throw ValidationError("--book prints all lessons: name none") }
    if book, questionsOnly { throw ValidationError("--book and --questions-only cannot be combined") }
    if questionsOnly, notes { throw ValidationError("--questions-only prints no notes") }
    if !book, lessons.isEmpty { throw ValidationError("name a lesson, such as 9, or write --book") }
  }

  func run() throws {
    let start = Start()
    var printer = try start.lessonPrinter()
    (printer.hasNotes, printer.hasSolutions) = (notes, solutions)
    do throws(Diagnostic) {
      StandardOutput.write(
        try book ? printer.book() : questionsOnly ? printer.handout(for: lessons) : printer.page(for: lessons))
    } catch {
      throw start.failure(error)
    }
  }
}

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a lesson as a recording for asciinema (asciicast v3), with a marker at each step.",
    discussion:
      "The recording is made from the lesson, so it is the same each time. Nothing is recorded from a terminal.")

  @Argument(help: "The lesson's number or name.")
  var lesson: String

  func run() throws { StandardOutput.write(LessonRecording(try Start().lessonScript(lesson)).text) }
}
