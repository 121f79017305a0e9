import Diagnostics
import WorkbookLanguage

/// `graphbook open` and `graphbook model`: what is done with a file that has a model.
extension Session {
  /// `graphbook open App.xcdatamodeld`: the prompt begins with the model of a file.
  package mutating func open(_ path: String) -> [String] {
    greeting() + evaluate(WorkbookParser.parse(SourceText(Self.importing(path))))
  }

  /// Imports the model of a file, and runs statements unless that failed.
  package mutating func run(
    withModelOf path: String, _ statements: [String]
  ) -> (lines: [String], status: ProgramStatus) {
    var lines: [String] = []
    for statement in [Self.importing(path)] + statements where !hasFailed {
      lines += evaluate(WorkbookParser.parse(SourceText(statement)))
    }
    return (lines, hasFailed ? .failure : .success)
  }

  private static func importing(_ path: String) -> String { "import \(quoted(path))" }

  /// A text as the workbook writes it.
  package static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
