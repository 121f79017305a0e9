import ArgumentParser
import Shell

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
    try start.finish(start.normalizationTools().normalize(start.lines(of: file)))
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
