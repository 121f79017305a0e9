import CommandIO
import Diagnostics
import Predicates
import WorkbookLanguage

/// Leaving the program with work that is in no file.
extension Session {
  /// Runs statements in the learner's own graph, and notes what of it is in a file after them.
  mutating func runInPlayground(_ tree: SyntaxTree) -> [Outcome] {
    guard mode == .prompt, tree.diagnostics.isEmpty,
      tree.statements.contains(where: { $0.readsFile || $0.exports || $0.retreats || $0.kind == .redo })
    else { return playground.run(tree) }
    return tree.statements.map { statement in
      let before = statement.readsFile || statement.retreats ? playground.trial() : nil
      let outcome = playground.execute(statement, in: tree.source)
      if !outcome.failed {
        if let before {
          statement.readsFile
            ? keptWork.noteRun(from: before, to: playground) : keptWork.noteRetreat(from: before, to: playground)
        }
        if statement.kind == .redo { keptWork.noteReturn(to: playground) }
        if case .exported(let export)? = outcome.result { noteKept(export) }
      }
      return outcome
    }
  }

  private mutating func noteKept(_ export: Export) {
    if case .xcode = export.content { return keptWork.noteModelExport(of: playground) }
    guard export.content == .source else { return }
    if export.objectCount != nil {
      keptWork.noteExport(of: playground)
    } else {
      keptWork.noteModelExport(of: playground)
    }
  }

  /// Whether the session may end. A person who leaves with work that is in no file is asked for the name of one, until
  /// they give one that can be written, leave without, or go back to the prompt.
  mutating func leaves(_ reader: some LineReader, _ show: ([String]) -> Void) -> Bool {
    guard reader.isWatched, let work = unkeptWork else { return true }
    var name = freeFileName(Self.fileName(for: playground.context.model.name))
    func offer(_ name: String) -> StyledText {
      StyledText("Enter exports to \(DisplayText.visible(name)), or type another name; ") + StyledText("n", .code)
        + StyledText(" leaves without.")
    }
    show(wrapped(StyledText(work + ". ") + offer(name)).lines(style))
    isOver = false
    while true {
      switch reader.nextLine(prompt: "export? ", completions: { _, _ in .none }) {
      case .end: return true
      case .unreadable(let problem):
        show(format(problem).lines(style))
        return false
      case .interrupted: return false
      case .line(let line):
        switch take(answer: line.trimmed, name, show) {
        case .leaves: return true
        case .goesOn: return false
        case .proposes(let path):
          name = path
          show(wrapped(offer(name)).lines(style))
        case .triesAgain:
          show(
            wrapped(
              StyledText("Type another name, in quotes if it has blanks; ") + StyledText("n", .code)
                + StyledText(" leaves without, Ctrl-C goes back.")
            ).lines(style))
        }
      }
    }
  }

  func wrapped(_ text: StyledText) -> Document { Document(text) }

  /// `Your model and 6 objects are in no file`; nil where all is in files.
  private var unkeptWork: String? {
    let missing = keptWork.missing(from: playground)
    guard !missing.isEmpty else { return nil }
    var parts = missing.hasModel ? ["your model"] : []
    if missing.objectCount > 0 { parts.append(counted(missing.objectCount, "object")) }
    if !missing.hasModel, missing.objectCount == missing.unsavedObjectCount,
      missing.deletionCount == missing.unsavedDeletionCount
    {
      let total = missing.objectCount + missing.deletionCount
      let isOne = total == 1
      return counted(total, missing.objectCount == 0 ? "deletion" : "change") + (isOne ? " is" : " are")
        + " not saved; Ctrl-C goes back, and save "
        + (isOne ? "writes it" : "writes them")
    }
    if parts.isEmpty { parts = [counted(missing.deletionCount, "deletion")] }
    let isOne = parts.count == 1 && (missing.hasModel || missing.objectCount + missing.deletionCount == 1)
    let subject = parts.joined(separator: " and ")
    let now = missing.hasEarlierState && (missing.hasModel || missing.objectCount > 0)
    var text = subject.prefix(1).uppercased() + subject.dropFirst()
    text += now ? (isOne ? " has" : " have") + " changes that are in no file" : (isOne ? " is" : " are") + " in no file"
    if missing.hasModel, !missing.stores.isEmpty {
      text += ", and \(Listing.text(missing.stores)) cannot be opened without the model"
    }
    return text
  }

  /// The effect of an answer to the question for a file.
  private enum Answer {
    case leaves, goesOn, triesAgain
    /// A word that may be meant as a file's name.
    case proposes(String)
  }

  private mutating func take(answer: String, _ name: String, _ show: ([String]) -> Void) -> Answer {
    let word = answer.lowercased()
    if ["n", "no", "q", "quit", "exit"].contains(word) { return .leaves }
    if ["", "y", "yes"].contains(word) { return export(to: name, show) }
    let tree = WorkbookParser.parse(SourceText(answer))
    let isQuoted = answer.count > 1 && answer.hasPrefix("\"") && answer.hasSuffix("\"")
    let path = isQuoted ? String(answer.dropFirst().dropLast()) : answer
    let hasEnding = path.hasSuffix(".graph")
    let isOneWord = !path.contains { $0.isWhitespace || "\"(){}=".contains($0) }
    if isQuoted || hasEnding && (isOneWord || !tree.beginsLikeStatement) {
      return export(to: hasEnding ? path : path + ".graph", show)
    }
    if isFileWord(answer, tree) { return .proposes(freeFileName(answer)) }
    if tree.diagnostics.containsError {
      show(evaluate(tree).lines(style))
      return .triesAgain
    }
    if tree.exports {
      show(render(runInPlayground(tree)).lines(style))
      return unkeptWork == nil ? .leaves : .triesAgain
    }
    // It is none of the answers, and must not be lost.
    show(evaluate(tree).lines(style))
    return isOver ? .leaves : .goesOn
  }

  /// Whether an answer can be the name of a file without its ending: one word, which is neither a statement's word nor a
  /// name in the graph, or several that are no statement.
  private func isFileWord(_ answer: String, _ tree: SyntaxTree) -> Bool {
    guard answer.first?.isLetter == true, !tree.beginsLikeStatement, !tree.statements.contains(where: \.isCommand),
      interpreter.names[answer] == nil, interpreter.context.model[entity: answer] == nil
    else { return false }
    return answer.allSatisfy {
      $0.isLetter || $0.isNumber || "-_./".contains($0) || $0 == " " && tree.diagnostics.containsError
    }
  }

  /// Exports what is in no file. Where that is the model alone, the objects are left out: they are in stores that are files.
  private mutating func export(to path: String, _ show: ([String]) -> Void) -> Answer {
    let missing = keptWork.missing(from: playground)
    let isModelOnly = missing.objectCount + missing.deletionCount == 0 && !missing.stores.isEmpty
    let option = isModelOnly ? ", model only" : ""
    let tree = WorkbookParser.parse(SourceText("export \(Value.string(path).canonicalText)\(option)"))
    let outcomes = runInPlayground(tree)
    show(OutcomeRenderer().document(for: outcomes).lines(style))
    if outcomes.contains(where: \.failed) { return .triesAgain }
    let name = path.contains(where: { !$0.isLetter && !$0.isNumber && !"-_./".contains($0) }) ? "'\(path)'" : path
    show(
      wrapped(
        StyledText("graphbook open \(DisplayText.visible(name))", .code)
          + StyledText(isModelOnly ? " brings the model back." : " brings it back.")
      ).lines(style))
    return .leaves
  }

  /// `league-manager`.
  private static func fileName(for model: String) -> String {
    let words = model.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "model" : words.joined(separator: "-")
  }

  /// `league-manager.graph`, or with a number where such files are there: `league-manager-2.graph`.
  private func freeFileName(_ path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let taken = Set(world.listFolder?(folder) ?? [])
    func isFree(_ path: String) -> Bool { !taken.contains(String(path.dropFirst(folder.count))) }
    let name = path + ".graph"
    if isFree(name) { return name }
    return (2...FolderListing.limit).lazy.map { "\(path)-\($0).graph" }.first(where: isFree) ?? name
  }
}

extension Statement {
  /// Whether it reads a file, which then has what it made.
  fileprivate var readsFile: Bool {
    switch fileUse {
    case .reads: true
    case .writesOrCompares, .store, nil: false
    }
  }

  /// Whether objects may go that are not deleted: what made them is taken back, or their store is closed.
  fileprivate var retreats: Bool {
    switch kind {
    case .undo, .rollback, .reset, .store(.close), .store(.reopen): true
    default: false
    }
  }

  fileprivate var exports: Bool { if case .export = kind { true } else { false } }
}

extension SyntaxTree {
  /// Whether its first word begins a statement.
  fileprivate var beginsLikeStatement: Bool {
    let word = source.text.trimmed.prefix { $0.isLetter }
    return StatementWord(rawValue: String(word)) != nil
  }

  fileprivate var exports: Bool { statements.contains(where: \.exports) }
}
