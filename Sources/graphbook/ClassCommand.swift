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

  @Option(
    parsing: .unconditional, help: "The port; \(ServerBootstrap.usualPort) or the next one that is free, unless given.",
    transform: portNumber)
  var port: UInt16?

  @Option(
    help: "The address at which students reach this computer, behind a proxy: https://graphs.uni.example/book.")
  var url: String?

  @Option(help: "The address of the book, where students go on alone after the class: https://graphs.uni.example/book.")
  var book: String?

  @Option(help: "Another name by which browsers may call this computer; may be given several times.")
  var allowHost: [String] = []

  @Option(help: "The address of a proxy that says where requests come from; may be given several times.")
  var trustFrom: [String] = []

  @Option(
    help: "The list of students, who then join with their ids; a CSV file as for 'grade --all'.",
    completion: .file(extensions: ["csv"]))
  var roster: String?

  @Flag(
    help:
      "Let students type while a question is undecided; without it, their prompts are locked until the answer is shown."
  )
  var openPrompts = false

  @Flag(help: "Continue the class of this lesson that was interrupted.")
  var resume = false

  @Option(
    help: "Continue the class of this journal, if several were interrupted.",
    completion: .file(extensions: ["journal"]))
  var journal: String?

  @Flag(help: "Leave names out of the report: student-007.")
  var anonymous = false

  @Option(
    help:
      "The folder for the journal and the report; with that of 'graphbook serve', its students join with their ids.",
    completion: .directory)
  var folder = ""

  func run() throws {
    try Start().classroom(self)
  }
}
