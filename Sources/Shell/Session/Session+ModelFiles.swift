import CommandIO
import CoreDataStore
import Diagnostics
import Predicates
import WorkbookLanguage

/// `graphbook open` and `graphbook model`: what is done with a file that has a model.
extension Session {
  /// `graphbook open App.xcdatamodeld`: the prompt begins with the model of a file, and with the objects of a `.graph` file
  /// or of a store. Where the file cannot be opened, the session ends.
  /// - Parameters:
  ///   - model: The file of a store's model; nil for the store's own.
  ///   - isLazy: Whether a store's objects stay in the file until a fetch reads them.
  package mutating func open(_ path: String, model: String? = nil, isLazy: Bool = false) -> Document {
    let imported = model.map { takeModel($0, ofStoreAt: path) } ?? []
    if hasFailed {
      couldNotOpen = true
      return imported
    }
    var statement = Self.importing(path)
    if isLazy {
      statement = "store \(Self.storeName(path)) at \(CanonicalText.quoted(path)), lazy"
    } else if StorePath.isSQLite(path) || CoreDataFile.isDatabase(path) {
      // New objects should go to the file, too.
      _ = evaluate(ofCommand: "close main")
      statement = "store \(Self.storeName(path)) at \(CanonicalText.quoted(path))"
    } else if path.hasSuffix(".graph") {
      statement = "run \(CanonicalText.quoted(path))"
    }
    let lines = imported + evaluate(ofCommand: statement)
    couldNotOpen = hasFailed
    let store = playground.context.coordinator.stores.first as? SQLiteStore
    // The model is in the store already.
    if store?.opening?.isNew == false || playground.lazyStore != nil {
      keptWork.noteModelExport(of: playground)
    }
    return couldNotOpen ? lines : title + [""] + lines
  }

  /// The name of a store that is opened without one.
  private static func storeName(_ path: String) -> String {
    let name = path.split(separator: "/").last?.split(separator: ".").first?.lowercased() ?? ""
    let isPlain = name.first?.isLetter == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isPlain && name != "main" && name.count <= 16 && OwnName.obstacle(to: name) == nil ? name : "app"
  }

  /// Runs a query over a store that is open lazily.
  /// - Parameters:
  ///   - model: The file of the model; nil for the store's own.
  ///   - query: `fetch Player where …`, `count …` or the query alone.
  ///   - answersAsStore: Whether nil counts as SQL's NULL.
  package mutating func fetch(
    _ query: String, fromStoreAt path: String, model: String?, isExplained: Bool, answersAsStore: Bool
  ) -> (lines: Document, status: ProgramStatus) {
    var opened = model.map { takeModel($0, ofStoreAt: path) } ?? []
    if !hasFailed { opened = evaluate(ofCommand: "store app at \(CanonicalText.quoted(path)), lazy") }
    if hasFailed { return (opened, .failure) }
    playground.lazyStore?.answersAsStore = answersAsStore
    let isWhole = ["fetch ", "count "].contains { query.hasPrefix($0) }
    let text = (isExplained ? "explain " : "") + (isWhole ? query : "fetch \(query)")
    let lines = evaluate(WorkbookParser.parse(SourceText(text)))
    return (lines, hasFailed ? .failure : .success)
  }

  /// Imports the model of a file, in the version that a store was written under.
  private mutating func takeModel(_ model: String, ofStoreAt path: String) -> Document {
    let lines = evaluate(ofCommand: Self.importing(model))
    guard !hasFailed, let version = playground.version(ofStoreAt: path),
      version != playground.context.modelHistory.currentName
    else { return lines }
    let used = evaluate(ofCommand: "use version \(CanonicalText.quoted(version))")
    return lines
      + (hasFailed ? used : ["version \(CanonicalText.quoted(version)) is the one that the store was written under"])
  }

  /// Imports the model of a file, and runs statements unless that failed.
  package mutating func run(
    withModelOf path: String, _ statements: [String]
  ) -> (lines: Document, status: ProgramStatus) {
    var lines = Document()
    for statement in [Self.importing(path)] + statements where !hasFailed {
      lines += evaluate(ofCommand: statement)
    }
    return (lines, hasFailed ? .failure : .success)
  }

  /// Runs a statement on behalf of a command. Problems are reported without quoting it, because the user did not type it.
  private mutating func evaluate(ofCommand statement: String) -> Document {
    var outcomes = runInPlayground(WorkbookParser.parse(SourceText(statement)))
    hasFailed = hasFailed || outcomes.contains(where: \.failed)
    for place in outcomes.indices {
      for index in outcomes[place].diagnostics.indices where outcomes[place].diagnostics[index].source == nil {
        outcomes[place].diagnostics[index].range = nil
      }
    }
    // What is inferred is part of the model that is shown, and not said by a quiet import.
    let inferred = isQuiet ? outcomes.compactMap { $0.result?.imported?.inferred }.flatMap(\.self) : []
    return Document(lines: inferred.map { "// SwiftData infers that \(DisplayText.visible($0)) are inverse" })
      + render(outcomes)
  }

  private static func importing(_ path: String) -> String { "import \(CanonicalText.quoted(path))" }
}
