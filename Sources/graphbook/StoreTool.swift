import ArgumentParser
import Diagnostics
import Shell

import struct WorkbookLanguage.ModelFile

struct StoreTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Looks into the SQLite files of Core Data, without a prompt.",
    subcommands: [ShowStore.self, DumpStore.self, CheckStore.self])

  struct Source: ParsableArguments {
    @Argument(help: "The file.", completion: .file(extensions: ["sqlite", "sqlite3", "db", "store"])) var file: String

    @Option(
      help: "The model, in an .xcdatamodeld, .xcdatamodel or .graph file; the version that fits best is taken.",
      completion: .file(extensions: ModelFile.endings)) var model: String?
  }

  struct ShowStore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Lists the entities of a store with their numbers of objects.",
      discussion:
        "Without --model the model is the store's own, or put together from its tables. The exit status is 1 when the file cannot be read or does not fit the model."
    )

    @OptionGroup var source: Source

    func run() throws {
      try Start().store(source.file, model: source.model) { (tools) throws(Diagnostic) in try tools.show() }
    }
  }

  struct DumpStore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "dump", abstract: "Writes a store as JSON.",
      discussion: "Objects by entity and Z_PK, links, metadata, and what leads nowhere.")

    @OptionGroup var source: Source

    @Option(help: "How many objects of each entity are written.") var limit = 50

    func validate() throws { if limit < 0 { throw ValidationError("--limit cannot be negative") } }

    func run() throws {
      try Start().store(source.file, model: source.model) { (tools) throws(Diagnostic) in try tools.dump(limit: limit) }
    }
  }

  struct CheckStore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Looks for broken links and values in a store.",
      discussion:
        "Links that lead nowhere or have one side, wrong entities, values that the model refuses, Z_MAX, join rows, damaged pages. The exit status is 1 when there are findings."
    )

    @OptionGroup var source: Source

    func run() throws {
      try Start().store(source.file, model: source.model) { (tools) throws(Diagnostic) in try tools.check() }
    }
  }
}
