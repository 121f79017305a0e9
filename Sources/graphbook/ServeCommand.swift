import ArgumentParser
import Classroom

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Opens the book in your browser: lessons, exercises, drills and a playground.",
    discussion: """
      Only this computer can connect. The progress is the one that the prompt has: start a lesson here, and go on there. \
      docs/serve.md says more.
      """)

  @Option(help: "The port; \(ClassDoor.usualPort) or the next one that is free, unless given.")
  var port: UInt16?

  @Option(help: "Follow a course, such as evening; the contents lists them.")
  var course: String?

  @Flag(help: "Print the address, and open no browser.")
  var noBrowser = false

  func run() throws { try Start().serve(port: port, course: course, opensBrowser: !noBrowser) }
}
