import Diagnostics
import Predicates
import WorkbookLanguage

/// Leaving the program with a graph that is in no file.
extension Session {
  /// Takes down whether the learner's own graph is in a file after these statements.
  mutating func noteKept(_ outcomes: [Outcome], of tree: SyntaxTree) {
    for outcome in outcomes {
      if case .exported(let export)? = outcome.result, !outcome.failed {
        if export.objectCount != nil || playgroundObjectCount == 0 { hasUnkeptWork = false }
      } else if outcome.changesGraph, !tree.isFromFile(outcome.range) {
        hasUnkeptWork = true
        hasAskedToExport = false
      }
    }
  }

  /// Whether the session may end: where a person leaves with work that is in no file, they are asked once whether to export it.
  mutating func leaves(_ reader: some LineReader, _ show: ([String]) -> Void) -> Bool {
    guard reader.isWatched, hasUnkeptWork, !hasAskedToExport, let work = unkeptWork else { return true }
    hasAskedToExport = true
    let name = Self.fileName(for: playground.context.model.name)
    let text =
      StyledText(work + " in no file. ") + StyledText("y", .code)
      + StyledText(" exports to \(name), or type another name; Enter leaves without.")
    show(TextWrap(width: style.width).lines(text).map { $0.painted(style) })
    switch reader.nextLine(prompt: "export? ", completions: { _, _ in .none }) {
    case .end, .unreadable: return true
    case .interrupted: isOver = false
    case .line(let line): isOver = take(answer: line.trimmed, name, show)
    }
    return isOver
  }

  /// `Your model and 6 objects are`; nil where there is nothing.
  private var unkeptWork: String? {
    let count = playgroundObjectCount
    if count > 0 { return "Your model and \(count == 1 ? "1 object" : "\(DisplayText.grouped(count)) objects") are" }
    return playground.context.model.entities.isEmpty ? nil : "Your model is"
  }

  private var playgroundObjectCount: Int {
    let context = playground.context
    return context.model.entities.filter { $0.parent == nil }.reduce(0) { count, entity in
      count + context.graph.objectIDs(of: entity.name).count
    }
  }

  /// - Returns: whether to leave.
  private mutating func take(answer: String, _ name: String, _ show: ([String]) -> Void) -> Bool {
    let word = answer.lowercased()
    if ["", "n", "no", "q", "quit", "exit"].contains(word) { return true }
    if ["y", "yes"].contains(word) { return export(to: name, show) }
    let tree = WorkbookParser.parse(SourceText(answer))
    let quoted = answer.count > 1 && answer.hasPrefix("\"") && answer.hasSuffix("\"")
    let path = quoted ? String(answer.dropFirst().dropLast()) : answer
    let isStatement = !tree.diagnostics.containsError && !tree.statements.isEmpty && !tree.isOneWord
    if quoted || !isStatement, quoted || !path.contains(where: \.isWhitespace) {
      return export(to: path.hasSuffix(".graph") ? path : path + ".graph", show)
    }
    // It is none of the answers, and must not be lost.
    isOver = false
    show(evaluate(tree))
    return isOver || tree.exports && !hasUnkeptWork
  }

  private mutating func export(to path: String, _ show: ([String]) -> Void) -> Bool {
    let outcomes = playground.run(SourceText("export \(Value.string(path).canonicalText)"))
    noteKept(outcomes, of: WorkbookParser.parse(SourceText("")))
    show(OutcomeRenderer(style: style).lines(for: outcomes))
    return !outcomes.contains(where: \.failed)
  }

  /// `league-manager.graph`.
  private static func fileName(for model: String) -> String {
    let words = model.lowercased().split { !$0.isLetter && !$0.isNumber }
    return (words.isEmpty ? "model" : words.joined(separator: "-")) + ".graph"
  }
}

extension Outcome {
  /// Whether the model or an object may be another than before, also where a part of it failed.
  fileprivate var changesGraph: Bool {
    switch result {
    case .modelChanged, .named, .changed, .marked, .saved, .travelled, .imported, .proposalApplied, .migrated,
      .sequence,
      .refreshed, .storeOpened:
      true
    default: false
    }
  }
}

extension SyntaxTree {
  /// Whether the statement at a place reads a file, which then has what it made.
  fileprivate func isFromFile(_ range: SourceRange) -> Bool {
    statements.contains { statement in
      guard statement.range == range else { return false }
      return switch statement.kind {
      case .run, .importFile: true
      default: false
      }
    }
  }

  /// Whether it is a single word that is not a name here: a file's, perhaps.
  fileprivate var isOneWord: Bool {
    guard statements.count == 1, case .value = statements[0].kind else { return false }
    return !source.text.trimmed.contains(where: \.isWhitespace)
  }

  fileprivate var exports: Bool {
    statements.contains { if case .export = $0.kind { true } else { false } }
  }
}
