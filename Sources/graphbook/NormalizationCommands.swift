import ArgumentParser
import Shell
import Tools

struct Normalize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answers questions about normal forms, one JSON object a line.",
    discussion: """
      {"id": 1, "attributes": ["A", "B", "C"], "fds": [[["A"], ["B"]], [["B"], ["C"]]]}
      The answer has keys, prime, normalForm, violations, minimalCover, synthesis3NF and bcnf; fourNF with "mvds" or \
      "jds"; lossless and preserving with "decomposition". A line that cannot be answered gets an "error".
      """)

  @Flag(help: "Reads schemas and writes answers as JSON Lines.")
  var jsonl = false

  @Argument(help: "The file with the schemas; - is standard input.", completion: .file(extensions: ["jsonl"]))
  var file = "-"

  func validate() throws {
    if !jsonl { throw ValidationError("write graphbook normalize --jsonl: it is the one form there is") }
  }

  func run() throws {
    let start = Start()
    try start.finish(start.normalizationTools().normalize(path: file))
  }
}

struct Review: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reviews a model and its objects: everything wrong or doubtful, each with what to do.",
    discussion: """
      The file is one of statements, and what they make is reviewed. With --jsonl each line is a model with objects, \
      {"id": 1, "model": {"entities": {"Player": {"attributes": {"name": "string"}, "toOne": {"team": "Team"}}, …}, \
      "objects": {…}}}, and the answer has its findings: [check, entity, attribute, determinant].
      """)

  @Flag(help: "Reads models and writes answers as JSON Lines.")
  var jsonl = false

  @Flag(help: "Also asks what a store mirrored to CloudKit asks of a model.")
  var cloudkit = false

  @Argument(help: "The file; - is standard input, with --jsonl.", completion: .file(extensions: ["graph", "jsonl"]))
  var file = "-"

  func validate() throws {
    if !jsonl, file == "-" { throw ValidationError("name a file of statements, or write --jsonl") }
  }

  func run() throws {
    let start = Start()
    let tools = start.normalizationTools()
    try start.finish(jsonl ? tools.reviewLines(path: file) : tools.review(file, forCloudKit: cloudkit))
  }
}

struct Discover: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds the dependencies and keys that hold in CSV files.",
    discussion: """
      The first line of a file names its columns; an empty field is a missing value. With several files also which \
      columns occur in which.
      """)

  @Argument(help: "The files.", completion: .file(extensions: ["csv"]))
  var tables: [String]

  @Flag(help: "Writes a JSON object for each table, with everything that was found.")
  var json = false

  func run() throws {
    let start = Start()
    try start.finish(start.normalizationTools().discover(tables, asJSON: json))
  }
}
