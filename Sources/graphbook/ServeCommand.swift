import ArgumentParser
import Classroom

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Opens the book in your browser: lessons, exercises, drills and a playground.",
    discussion: """
      Only this computer can connect. The progress is the one that the prompt has: start a lesson here, and go on there. \
      With --students, each student of a roster has a link of their own, and the teacher a page about the class. \
      docs/serve.md says more.
      """)

  @Option(help: "The port; \(ClassDoor.usualPort) or the next one that is free, unless given.")
  var port: UInt16?

  @Option(help: "Follow a course, such as evening; the contents lists them.")
  var course: String?

  @Flag(help: "Print the address, and open no browser.")
  var noBrowser = false

  @Option(
    help: "A CSV file with the columns student and name: each student has a link of their own.",
    completion: .file(extensions: ["csv"]))
  var students: String?

  @Option(help: "With --students, the folder for their work; it is made if it is missing.", completion: .directory)
  var folder: String?

  @Option(help: "With --students, the address to listen on, 0.0.0.0 for all; only this computer unless given.")
  var bind: String?

  func validate() throws {
    if students != nil, folder == nil { throw ValidationError("--students needs --folder, where their work is kept") }
    if students == nil, folder != nil || bind != nil {
      throw ValidationError(
        "--folder and --bind belong to --students: without a roster, only this computer can connect")
    }
    if students != nil, course != nil { throw ValidationError("each student chooses a course: leave out --course") }
  }

  func run() throws {
    if let students, let folder {
      return try Start().serve(students: students, folder: folder, bind: bind, port: port)
    }
    try Start().serve(port: port, course: course, opensBrowser: !noBrowser)
  }
}
