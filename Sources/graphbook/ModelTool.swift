import ArgumentParser
import Courses
import Diagnostics
import Shell
import Tools

import enum Predicates.CanonicalText
import struct WorkbookLanguage.Export
import enum WorkbookLanguage.ExportOptionWord
import struct WorkbookLanguage.ModelFile
import struct WorkbookLanguage.StorePath

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Opens the prompt with a model, a .graph file or a store.",
    discussion:
      "The model of an .xcdatamodeld or .xcdatamodel of Xcode, the @Model classes of a .swift file or of a folder, what the statements of a .graph file make, or a Core Data store (.sqlite) with its objects."
  )

  @Argument(help: "The file.", completion: .file(extensions: ModelFile.endings + StorePath.shownEndings))
  var file: String

  @Option(
    help:
      "The model of a store, in an .xcdatamodeld, .xcdatamodel or .graph file; the version that fits best is taken.",
    completion: .file(extensions: ModelFile.endings)) var model: String?

  @Flag(help: "Leave the objects of a store in its file: fetch and count read what they need.")
  var lazy = false

  @OptionGroup(title: "Limits, for each input")
  var limits: Limits

  func run() throws { try Start(budget: limits.budget).prompt { $0.open(file, model: model, isLazy: lazy) } }
}

struct ModelTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Works on the models in files, without a prompt.",
    subcommands: [Show.self, ReviewModel.self, Rules.self, Diff.self, Convert.self])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows a model as statements.",
      discussion: "The exit status is 1 when the file cannot be read.")

    @Argument(help: "The file.", completion: .file(extensions: ModelFile.endings))
    var file: String

    func run() throws { try Start().model(file, ["show model"]) }
  }

  struct ReviewModel: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "review",
      abstract: "Reviews models: everything wrong or doubtful, each with its place and what to do.",
      discussion: """
        Of an .xcdatamodeld the current version is reviewed, of a .graph file the model and the objects, of a .swift file or a \
        folder the @Model classes and their versions. Rules are switched \
        off in .graphbook.yml, in the model's folder or in one around it. Questions come after the \
        findings: only the author of the app can answer them. The exit status is 1 if a finding is as severe as --fail-on says, or if a file cannot be \
        read; questions do not change it. See docs/review.md.
        """)

    @Argument(help: "The files.", completion: .file(extensions: ModelFile.endings))
    var files: [String]

    @Option(help: "text, json, sarif or github.")
    var format: ModelReviewTool.Format = .text

    @Option(help: "The least severity that gives exit status 1: error, warning, note or never.")
    var failOn: ReviewSettings.Threshold?

    @Option(help: "A file of known findings, which are not reported.", completion: .file(extensions: ["json"]))
    var baseline: String?

    @Flag(help: "Write all findings into the file of --baseline, and report none.")
    var writeBaseline = false

    @Option(help: "The settings, instead of the nearest .graphbook.yml.", completion: .file(extensions: ["yml"]))
    var config: String?

    @Flag(help: "Also ask what a store mirrored to CloudKit asks of a model.")
    var cloudkit = false

    @Flag(help: "Report nothing that only the app's author can answer.")
    var noQuestions = false

    func validate() throws {
      if writeBaseline, baseline == nil { throw ValidationError("--write-baseline needs --baseline FILE") }
    }

    func run() throws {
      var options = ModelReviewTool.Options()
      options.format = format
      options.failOn = failOn
      options.baseline = baseline
      options.isWritingBaseline = writeBaseline
      options.config = config
      options.isForCloudKit = cloudkit
      options.hasQuestions = !noQuestions
      let start = Start()
      try start.finish(start.modelReviewTool().review(files, options))
    }
  }

  struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the rules of review.")

    func run() throws { StandardOutput.write(ModelReviewTool.ruleList.map { $0 + "\n" }.joined()) }
  }

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compares two models, and says of each change whether a lightweight migration can do it.",
      discussion: """
        With one bundle or one folder of Swift sources, two of its versions are compared: the current one with the one before \
        it, or those of --from and --to. The exit status is 0 if a lightweight migration is enough for every store, and 1 if not or \
        if a file cannot be read.
        """)

    @Argument(
      help: "The old model and the new one, or one with versions.",
      completion: .file(extensions: ModelFile.endings))
    var models: [String]

    @Option(help: "The old version in the bundle.")
    var from: String?

    @Option(help: "The new version in the bundle.")
    var to: String?

    @Option(help: "text or json.")
    var format: ModelDifferenceTool.Format = .text

    func validate() throws {
      if models.count > 2 { throw ValidationError("two models can be compared, not \(models.count)") }
      if models.count == 2, from != nil || to != nil {
        throw ValidationError("--from and --to are versions of one bundle")
      }
    }

    func run() throws {
      let start = Start()
      try start.finish(
        start.modelDifferenceTool().compare(
          models.count == 2 ? .files(old: models[0], new: models[1]) : .versions(of: models[0], old: from, new: to),
          format))
    }
  }

  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a model in another form.",
      discussion:
        "The ending of the second file says which: \(Listing.alternatives(endings)). An .xcdatamodeld has all versions, "
        + "the others the current one. With --all, app.svg stands for a folder app with a file for each version, such as "
        + "'app/App 2.svg'. With --split the output is a folder, which gets a .swift file for each entity.")

    private static let endings = (ModelFile.endings + Export.endings).reduce(into: [String]()) { known, ending in
      if !known.contains("." + ending) { known.append("." + ending) }
    }

    @Argument(help: "The file to read.", completion: .file(extensions: ModelFile.endings))
    var input: String

    @Argument(help: "The file to write; one with a model is not replaced.", completion: .file())
    var output: String

    @Flag(name: .customLong("swiftdata"), help: "Classes with @Model instead of subclasses of NSManagedObject.")
    var isSwiftData = false

    @Flag(name: .customLong("split"), help: "Swift source in one file for each entity.")
    var isSplit = false

    @Flag(
      name: .customLong("all"),
      help: "All versions, in a file each; for Swift, also the classes that are written by hand.")
    var isOfAll = false

    func run() throws {
      let quoted = CanonicalText.quoted(output)
      let options: [(isGiven: Bool, word: ExportOptionWord)] = [
        (output.lowercased().hasSuffix(".graph"), .model), (isSwiftData, .swiftdata), (isSplit, .split),
        (isOfAll, .all),
      ]
      let words = options.filter(\.isGiven).map { ", " + $0.word.statement }.joined()
      try Start().model(input, ["export \(quoted)\(words)"], isQuiet: false)
    }
  }
}

extension ModelReviewTool.Format: ExpressibleByArgument {}

extension ReviewSettings.Threshold: ExpressibleByArgument {}

extension ModelDifferenceTool.Format: ExpressibleByArgument {}
