import ArgumentParser
import Shell

struct Filter: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds the lines of a JSON Lines file for which a predicate holds.",
    discussion: """
      graphbook filter 'age > 30 AND team.name == "Heat"' people.jsonl
      A key that a line lacks is nil. The exit status is 1 when the predicate or a line cannot be read.
      """)

  @Argument(help: "The predicate, in NSPredicate's format language.")
  var predicate: String

  @Argument(help: "The file; - is standard input.", completion: .file(extensions: ["jsonl", "ndjson", "json"]))
  var file = "-"

  @Flag(help: "Prints how many lines there are, and not the lines.")
  var count = false

  @Flag(help: "Prints how many objects went through each part, and why the first ones were left out.")
  var explain = false

  @Option(name: .customLong("let"), help: "Binds $name: --let limit=30. The value is JSON, or a text.")
  var bindings: [String] = []

  func validate() throws {
    if count, explain { throw ValidationError("--count and --explain are two answers: ask for one") }
    for binding in bindings where !binding.contains("=") {
      throw ValidationError("--let takes name=value, not '\(binding)'")
    }
  }

  func run() throws {
    let start = Start()
    try start.finish(
      start.predicateTools().filter(
        predicate, path: file, bindings: bindings, output: count ? .count : explain ? .explanation : .lines))
  }
}

struct PredicateTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predicate",
    abstract: "Answers questions about predicates, one JSON object a line.",
    discussion: """
      {"id": 1, "kind": "filter", "format": "age > %d", "args": [30], "objects": [{"age": 31}]}
      {"id": 1, "parsed": true, "canonical": "age > 30", "result": [0]}
      Kinds: eval, filter, count, print, parse_ok, parse_error, tree, operator, constant, left_function, eval_error, \
      expr, expr_print, expr_parse_error, expr_eval_error, sort.
      """)

  @Flag(help: "Reads questions and writes answers as JSON Lines.")
  var jsonl = false

  @Option(help: "A file with lists of objects that questions name with \"dataset\".")
  var datasets: String?

  @Argument(help: "The file with the questions; - is standard input.", completion: .file(extensions: ["jsonl"]))
  var file = "-"

  func validate() throws {
    if !jsonl { throw ValidationError("write graphbook predicate --jsonl: it is the one form there is") }
  }

  func run() throws {
    let start = Start()
    try start.finish(start.predicateTools().answer(path: file, datasets: datasets))
  }
}
