import ArgumentParser
import Diagnostics
import Shell

import struct WorkbookLanguage.ModelFile
import struct WorkbookLanguage.StorePath

struct StoreTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Looks into Core Data's SQLite stores, without a prompt.",
    subcommands: [ShowStore.self, FetchStore.self, DumpStore.self, CheckStore.self])

  struct Source: ParsableArguments {
    @Argument(help: "The file.", completion: .file(extensions: StorePath.shownEndings)) var file: String

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

  struct FetchStore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fetch", abstract: "Finds objects of a store without reading the whole store.",
      discussion: """
        The query is one of the workbook: 'Player where age > 30 sort lastName limit 10', or 'count Player where age > 30'. \
        SQLite runs what it answers as NSPredicate does in memory, and memory does the rest; --explain shows which part \
        is run where.
        """)

    @OptionGroup var source: Source

    @Argument(help: "The query.") var query: String

    @Flag(help: "Show the SQL, SQLite's plan, and who decides about each part of the condition.") var explain = false

    @Flag(help: "Let nil be SQL's NULL, as in Core Data's SQLite store: != and NOT leave out rows without a value.")
    var storeSemantics = false

    func run() throws {
      try Start().fetch(
        query, fromStoreAt: source.file, model: source.model, isExplained: explain, answersAsStore: storeSemantics)
    }
  }

  struct DumpStore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "dump", abstract: "Writes a store as JSON.",
      discussion: "Objects by entity and Z_PK, links, metadata, and what leads nowhere.")

    @OptionGroup var source: Source

    @Option(parsing: .unconditional, help: "How many objects of each entity are written.") var limit = 50

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
