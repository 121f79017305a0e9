import ArgumentParser
import Classroom

struct ClassTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "class", abstract: "Teaches a lesson to a class in its browsers.",
    discussion: """
      Prints three addresses: for the board, for the teacher, and for the students, who join with a code. Each student has \
      a copy of the lesson's graph. Votes are kept in a journal in the working folder; after the class there is a report, \
      as JSON and CSV. docs/classroom.md says more.
      """)

  @Argument(help: "The lesson's number or name.")
  var lesson: String

  @Option(
    help: "The address to listen on, 0.0.0.0 for all; only this computer can connect unless it is given.")
  var bind: String?

  @Option(help: "The port; \(ClassDoor.usualPort) or the next one that is free, unless given.")
  var port: UInt16?

  @Flag(help: "Continue the class of this lesson that was interrupted.")
  var resume = false

  @Flag(help: "Leave names out of the report: student-007.")
  var anonymous = false

  @Option(help: "The folder for the journal and the report.", completion: .directory)
  var folder = ""

  func run() throws {
    try Start().classroom(
      lesson, bind: bind, port: port, resuming: resume, isAnonymous: anonymous, folder: folder)
  }
}
