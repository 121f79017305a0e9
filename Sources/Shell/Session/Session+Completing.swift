import Diagnostics
import WorkbookLanguage

extension Session {
  /// Returns the candidates that Tab offers in a line, given the unfinished lines above it.
  package func completions(of line: String, at cursor: Int, after pending: String = "") -> Completions {
    let before = pending.isEmpty ? "" : pending + "\n"
    let text = before + line
    let typed = String(SourceText(text)[SourceRange(0, before.utf8.count + cursor)])
    var names = CompletionWorld(interpreter, library: text.namesCourse ? world.library : nil)
    // A lesson has no files.
    if interpreter.environment.readFile != nil, let quoted = QuotedArgument(typed), quoted.kind.isFile {
      names.files = world.listFolder?(quoted.folder) ?? []
    }
    var found = Completion.candidates(in: typed, at: typed.utf8.count, of: names)
    if found.candidates.count > 1 {
      found.descriptions = Completion.descriptions(of: found.candidates, in: typed, of: names)
    }
    found.start = max(0, found.start - before.utf8.count)
    return found
  }
}

extension String {
  /// Whether lessons and exercises need be looked up to complete the line.
  fileprivate var namesCourse: Bool { contains("lesson") || contains("exercise") }
}
