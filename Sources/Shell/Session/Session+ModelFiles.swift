import Diagnostics
import WorkbookLanguage

/// `graphbook open` and `graphbook model`: what is done with a file that has a model.
extension Session {
  /// `graphbook open App.xcdatamodeld`: the prompt begins with the model of a file.
  package mutating func open(_ path: String) -> [String] {
    guard StorePath.isSQLite(path) else {
      return greeting() + evaluate(WorkbookParser.parse(SourceText(Self.importing(path))))
    }
    // New objects should go to the file, too.
    let name = Self.storeName(path)
    let statements = ["store \(name) at \(Self.quoted(path))", "close main"]
    var lines = greeting()
    for statement in statements where !hasFailed || statement == statements[0] {
      lines += evaluate(WorkbookParser.parse(SourceText(statement)))
    }
    return lines
  }

  /// The name of a store that is opened without one.
  private static func storeName(_ path: String) -> String {
    let file = path.split(separator: "/").last?.split(separator: ".").first ?? ""
    let letters = file.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    return letters.first?.isLetter == true && letters != "main" && letters.count <= 16 ? letters : "app"
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
