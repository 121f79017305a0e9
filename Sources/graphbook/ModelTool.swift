import ArgumentParser
import Shell

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Opens the prompt with the model of a file.",
    discussion: "An .xcdatamodeld or .xcdatamodel of Xcode, or a .graph file, whose objects are left out.")

  @Argument(help: "The file.", completion: .file(extensions: ["xcdatamodeld", "xcdatamodel", "graph"]))
  var file: String

  @OptionGroup(title: "Limits, for each input")
  var limits: Limits

  func run() throws { try Start(budget: limits.budget).prompt { $0.open(file) } }
}

struct ModelTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Works on the models in files, without a prompt.",
    subcommands: [Show.self, ReviewModel.self, Convert.self])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows a model as statements.",
      discussion: "The exit status is 1 when the file cannot be read.")

    @Argument(help: "The file.", completion: .file(extensions: ["xcdatamodeld", "xcdatamodel", "graph"]))
    var file: String

    func run() throws { try Start().model(file, ["show model"]) }
  }

  struct ReviewModel: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "review", abstract: "Reviews a model.",
      discussion: "The exit status is 1 when the file cannot be read; findings do not change it.")

    @Argument(help: "The file.", completion: .file(extensions: ["xcdatamodeld", "xcdatamodel", "graph"]))
    var file: String

    func run() throws { try Start().model(file, ["review"]) }
  }

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a model in another form.",
      discussion:
        "The ending of the second file says which: .xcdatamodeld, .xcdatamodel, .graph, .sql, .svg, .dot or .mmd. "
        + "An .xcdatamodeld has all versions, the others the current one.")

    @Argument(help: "The file to read.", completion: .file(extensions: ["xcdatamodeld", "xcdatamodel", "graph"]))
    var input: String

    @Argument(help: "The file to write; one with a model is not replaced.", completion: .file())
    var output: String

    func run() throws {
      let quoted = Session.quoted(output)
      let isSource = output.lowercased().hasSuffix(".graph")
      try Start().model(input, [isSource ? "export \(quoted), model only" : "export \(quoted)"], isQuiet: false)
    }
  }
}
