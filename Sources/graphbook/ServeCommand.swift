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

  @Option(
    parsing: .unconditional, help: "The port; \(ServerBootstrap.usualPort) or the next one that is free, unless given.",
    transform: portNumber)
  var port: UInt16?

  @Option(help: "Follow a course, such as evening; the contents lists them.")
  var course: String?

  @Flag(help: "Print the address, and open no browser.")
  var noBrowser = false

  @Option(
    help: "A CSV file with the columns student and name: each student has a link of their own.",
    completion: .file(extensions: ["csv"]))
  var students: String?

  @Option(help: "A code with which anyone joins by name, for a workshop: at least six letters and digits.")
  var open: String?

  @Option(
    help: "With --students or --open, the folder for their work; it is made if it is missing.", completion: .directory)
  var folder: String?

  @Option(
    help: "With --students or --open, the address to listen on, 0.0.0.0 for all; only this computer unless given.")
  var bind: String?

  @Option(
    help:
      "With --students or --open, the policy that 'grade --all' reads: due times, and which solutions are withheld.",
    completion: .file(extensions: ["yml", "yaml"]))
  var policy: String?

  @Flag(help: "With --students or --open, let no one set a password: links alone sign in.")
  var linksOnly = false

  @Option(help: "The address before a proxy: https://graphs.uni.example/book.")
  var url: String?

  @Option(help: "Another name by which browsers may call this computer; may be given several times.")
  var allowHost: [String] = []

  @Option(help: "The address of a proxy that is believed; may be given several times.")
  var trustFrom: [String] = []

  @Option(help: "With --trust-from, the header in which the proxy says who is signed in, by the roster's id.")
  var trustHeader: String?

  @Option(
    help: "Listen on a Unix socket and no port, for a proxy of the same user such as JupyterHub's.", completion: .file()
  )
  var socket: String?

  @Option(help: "With --socket, the path below which the proxy shows the book: /user/ada/graphbook.")
  var basePath: String?

  private var isShared: Bool { students != nil || open != nil }

  func validate() throws {
    if trustHeader != nil, trustFrom.isEmpty {
      throw ValidationError("--trust-header needs --trust-from: without it, anyone could send the header")
    }
    if trustHeader != nil, open != nil {
      throw ValidationError("--open and --trust-header are two ways in: choose one")
    }
    if isShared, folder == nil { throw ValidationError("--students and --open need --folder, where the work is kept") }
    if let open, open.utf8.count < 6 || !open.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      throw ValidationError("--open takes at least six letters and digits, so that it cannot be guessed")
    }
    if !isShared,
      folder != nil || bind != nil || url != nil || !allowHost.isEmpty || !trustFrom.isEmpty
        || policy != nil
    {
      throw ValidationError(
        "--folder, --policy, --bind, --url, --allow-host and --trust-from belong to --students or --open: alone, only this computer "
          + "can connect")
    }
    if socket != nil, isShared || port != nil { throw ValidationError("--socket is for one person, and takes no port") }
    if basePath != nil, socket == nil { throw ValidationError("--base-path belongs to --socket") }
    if !isShared, linksOnly { throw ValidationError("--links-only belongs to --students or --open") }
    if isShared, course != nil { throw ValidationError("each student chooses a course: leave out --course") }
  }

  func run() throws {
    if isShared, let folder { return try Start().serve(self, folder: folder) }
    try Start().serve(self)
  }
}
