import Courses
import Diagnostics
import Grading
import WorkbookLanguage

import class Foundation.Bundle
import struct Foundation.Date
import class Foundation.FileManager
import class Foundation.ProcessInfo

enum Fixtures {
  static let make: InterpreterMaker = { now in
    Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) }))
  }
  static let grader = Grader(makeInterpreter: make)

  static let task = """
    ---
    title: Two and three
    points: 10
    ---
    Make `two` two, and `three` three.

    ```hint
    What is one and one?
    ```

    ```hint
    A name can stand for a sum.
    ```

    ```hint
    `let two = one + one` and `let three = two + one`
    ```
    """
  static let check = """
    let second = one + 1
    check "two is two", points 3 {
      expect two == second else "Two is one and one."
    }
    expect three == 3 else "Three comes after two."
    """

  /// The exercise of these tests; files given replace its own.
  static func exercise(_ files: [String: String] = [:]) throws -> Exercise {
    var texts = [
      "task.md": task, "start.graph": "let one = 1\n", "check.graph": check,
      "solution.graph": "let two = one + one\nlet three = two + one\n", "right/plain.graph": "let two = 2; let three = 3",
      "wrong/text.graph": "// Two is one and one.\nlet two = \"2\"\nlet three = 3\n",
      "wrong/off-by-one.graph": "// Three comes after two.\nlet two = 2\nlet three = 2\n",
    ]
    for (name, text) in files { texts[name] = text }
    var sources: [String: SourceText] = [:]
    for (name, text) in texts where !text.isEmpty { sources[name] = SourceText(text, name: "two/\(name)") }
    let (exercise, diagnostics) = ExerciseReader.read(sources, slug: "two", folder: "01-counting")
    guard let exercise else { throw diagnostics.first ?? Diagnostic("none", "no exercise") }
    return exercise
  }

  static func grade(_ answer: String, _ files: [String: String] = [:]) throws -> Verdict {
    grader.grade(try exercise(files), answer: SourceText(answer, name: "answer.graph"))
  }

  /// The text kept in a golden file beside these tests. With `UPDATE_EXPECTATIONS=1` the file in the sources is written
  /// anew, and nil is given, so that the test fails that recorded.
  static func golden(_ name: String, recording text: String) -> String? {
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTATIONS"] == "1" {
      let folder = #filePath.dropLast("Fixtures.swift".count) + "Fixtures"
      _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: .init(text.utf8))
      return nil
    }
    let path = (Bundle.module.resourcePath ?? ".") + "/Fixtures/\(name)"
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
