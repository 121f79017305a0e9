import Drills
import JSON

/// Drills to print: the questions, and the key after them.
package struct Worksheet {
  /// How a worksheet is written.
  package enum Format: String, CaseIterable, Sendable {
    case text, json, md
  }

  private let drills: [Drill]
  private let kind: DrillKind

  /// Makes drills with `count` seeds, from `seed` on.
  package init(_ kind: DrillKind, seed: UInt64, count: Int, level: Int) {
    self.kind = kind
    drills = (0..<max(count, 0)).map { DrillMaker.drill(kind, seed: seed &+ UInt64($0), level: level) }
  }

  /// The worksheet as text, with a line break at its end.
  package func text(as format: Format) -> String {
    switch format {
    case .text: page(title: { $0 }, part: { $0 == "Key" ? $0 : $0 + "." }, code: { $0.map { "    " + $0 } })
    case .md: page(title: { "# \($0)" }, part: { "## \($0)" }, code: { ["```graph"] + $0 + ["```"] })
    case .json: json.line + "\n"
    }
  }

  private func page(
    title: (String) -> String, part: (String) -> String, code: ([String]) -> [String]
  ) -> String {
    var lines = [title("Drill: \(kind.rawValue)")]
    for (index, drill) in drills.enumerated() {
      let statements = drill.setup.flatMap { $0.split(separator: "\n").map(String.init) }
      lines += ["", part("\(index + 1)"), ""] + code(statements)
      lines += ["", drill.question, "Answer with \(drill.prompt)."]
    }
    lines += ["", part("Key"), ""]
    lines += drills.enumerated().map { index, drill in "\(index + 1). \(drill.answer) (seed \(drill.seed))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var json: JSONValue {
    func member(_ key: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(key, value) }
    let questions = drills.map { drill in
      JSONValue.object([
        member("seed", .digits(String(drill.seed))), member("setup", .array(drill.setup.map(JSONValue.string))),
        member("question", .string(drill.question)), member("prompt", .string(drill.prompt)),
      ])
    }
    return .object([
      member("kind", .string(kind.rawValue)), member("level", .integer(Int64(drills.first?.level ?? 0))),
      member("questions", .array(questions)), member("key", .array(drills.map { .string($0.answer) })),
    ])
  }
}
