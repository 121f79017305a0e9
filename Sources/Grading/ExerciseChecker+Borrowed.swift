import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

extension ExerciseChecker {
  /// Reports a check of what is saved that asks a template or a fetched property of the learner's about it, if another check judges this:
  /// a slip in it would cost the points of both, and the sentence about the objects would not be true.
  static func checkBorrowed(of prepared: PreparedExercise, _ report: inout CheckReport) {
    let names = prepared.ownConditions
    guard !names.isEmpty else { return }
    let script = prepared.script
    for (place, check) in script.checks.enumerated() where check.points > 0 {
      guard let end = check.statements.first(where: { $0.kind == .rollback })?.range.upperBound else { continue }
      let others = script.checks.enumerated().filter { $0.offset != place && $0.element.points > 0 }.map(
        \.element.range)
      for statement in check.statements where statement.range.lowerBound >= end {
        guard case .expect = statement.kind else { continue }
        let used = script.names(among: names, in: statement.range)
        let borrowed = used.filter { name in
          others.contains { !script.names(among: [name], in: $0).isEmpty }
        }
        guard let name = borrowed.sorted().first else { continue }
        report.findings.append(
          Diagnostic(
            "borrowed",
            "this judges objects by \(name), which another check judges: a slip there costs the points of both",
            at: statement.range, hint: "ask the objects themselves", source: script.source))
      }
    }
  }
}

extension PreparedExercise {
  /// The names of the templates and fetched properties that a solution has and the start has not, or otherwise, and that no property of
  /// another kind has.
  fileprivate var ownConditions: Set<String> {
    let begun = solutions.start.model
    var names: Set<String> = []
    for model in solutions.ends.map(\.model) {
      for template in model.fetchRequestTemplates where begun.fetchRequestTemplate(named: template.name) != template {
        names.insert(template.name)
      }
      for entity in model.entities {
        for case .fetched(let fetched) in entity.properties
        where begun[entity: entity.name]?[property: fetched.name] != .fetched(fetched) {
          names.insert(fetched.name)
        }
      }
    }
    let others = solutions.ends.flatMap(\.model.entities).flatMap(\.properties).filter {
      if case .fetched = $0 { false } else { true }
    }
    return names.subtracting(others.map(\.name))
  }
}

extension CheckScript {
  /// The names among some that a part of the text has as words.
  fileprivate func names(among names: Set<String>, in range: SourceRange) -> Set<String> {
    Set(
      source.words.filter { range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound }
        .map(\.text)
    ).intersection(names)
  }
}
