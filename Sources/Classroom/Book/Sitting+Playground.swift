import Diagnostics
import Pages
import Shell
import WorkbookLanguage

// The playground: a graph of one's own.
extension Sitting {
  /// The most bytes of a file that the playground opens.
  static let fileLimit = 256 << 10

  /// Runs what was typed before.
  mutating func replayPlayground(_ earlier: Kept) {
    for case .typed(let text) in earlier.inputs {
      guard let lines = session.take(text, width: columns) else { continue }
      add(.entry(Self.shortened(text), maker.html(lines)))
    }
    (kept.inputs, kept.size) = (earlier.inputs, earlier.size)
  }

  /// Runs the statements of a file in an empty playground.
  mutating func open(file text: String, named name: String) -> HTML {
    clear()
    let lines =
      session.take(text, width: columns)
      ?? session.lines(
        of: Diagnostic("incomplete-file", "the file ends in the middle of a statement"))
    let entry = HTML.entry("// \(name)", maker.html(Document(lines.blocks.suffix(40))))
    keepFile(text)
    add(entry)
    return entry
  }

  /// A file may take all the room that the inputs of a sitting have, and more.
  private mutating func keepFile(_ text: String) {
    kept.inputs = [.typed(text)]
    kept.size = 0
  }

  /// Empties the playground.
  mutating func clear() {
    session.playground = session.world.makeInterpreter(nil)
    forgetLog()
    kept = Kept()
  }

  /// Returns the playground in the form of a file's ending: `graph`, `svg`, `sql`, `swift` and others.
  func export(ending: String) -> Result<String, ExportProblem> {
    var copy = session.playground.trial()
    let written = WrittenText()
    copy.environment.writeFile = { text, _, _, _ in
      written.text = text
      return false
    }
    let outcomes = copy.run(SourceText("export \"playground.\(ending)\""))
    if let text = written.text, !outcomes.contains(where: \.failed) { return .success(text) }
    let message = outcomes.flatMap(\.diagnostics).first?.message ?? "this cannot be written as .\(ending)"
    return .failure(ExportProblem(message: message))
  }

  struct ExportProblem: Error { var message: String }

  /// The text that a statement wrote.
  private final class WrittenText: @unchecked Sendable {
    // Written and read on one thread.
    var text: String?
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 4_096 ? text : "// a file of \(text.utf8.count >> 10) KB"
  }
}
