import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// The statements of a file with the answers to several exercises that belong to one of them.
///
/// A statement that runs in some of the exercises and fails in the others belongs to those in which it runs; one that adds a part to
/// the model and runs in several, to those of which a solution has a part of that name. One that names
/// nothing, such as `save`, runs in all, and belongs to the same exercise as the statement before it. One that fails everywhere is a
/// mistake that cannot be told, and one that runs everywhere is left in each.
struct SharedAnswer {
  /// The other exercises to which the file has answers.
  private let others: [PreparedExercise]
  private let grader: Grader

  init(with others: [PreparedExercise], _ grader: Grader) {
    self.others = others
    self.grader = grader
  }

  /// Returns the statements that belong to an exercise. O(running them in each of the exercises).
  func statements(of tree: SyntaxTree, for prepared: PreparedExercise) -> [Statement] {
    let ran = ([prepared] + others).map { places(of: tree, thatRunIn: $0) }
    let parts = ([prepared] + others).map(\.namesOfParts)
    let all = Set(ran.indices)
    var owners = all
    return tree.statements.enumerated().filter { index, statement in
      if statement.namesNothing { return owners.contains(0) }
      var running = all.filter { ran[$0].contains(index) }
      let added = SourceText(String(tree.source[statement.range])).partsNamed
      let known = running.filter { !parts[$0].isDisjoint(with: added) }
      if !known.isEmpty { running = known }
      if running.isEmpty || running == all { return true }
      owners = owners.isDisjoint(with: running) ? running : owners.intersection(running)
      return running.contains(0)
    }.map(\.element)
  }

  /// The places of the statements that run in an exercise. A declaration that names what the model never has, such as a template of
  /// an entity that is not there, has not run: it would keep every object after it from being made and saved.
  fileprivate func places(of tree: SyntaxTree, thatRunIn prepared: PreparedExercise) -> Set<Int> {
    guard prepared.problems.isEmpty else { return [] }
    var left = Array(tree.statements.indices)
    while true {
      let (places, unsound) = run(left, of: tree, in: prepared)
      guard !unsound.isEmpty else { return places }
      left.removeAll(where: unsound.contains)
    }
  }

  /// Runs some of the statements.
  /// - Returns: the places of those that ran, and of the declarations whose problems the model has to the end.
  private func run(_ left: [Int], of tree: SyntaxTree, in prepared: PreparedExercise) -> (Set<Int>, unsound: Set<Int>) {
    var places: Set<Int> = []
    var interpreter = prepared.start.trial()
    interpreter.budget = grader.allowance(of: prepared.exercise)
    var known = interpreter.modelProblems
    var causes: [(place: Int, problems: Set<String>)] = []
    grader.run(left.map { tree.statements[$0] }, of: tree.source, in: &interpreter) { index, outcome, interpreter in
      if !outcome.failed { places.insert(left[index]) }
      if case .model = tree.statements[left[index]].kind {
        let problems = interpreter.modelProblems
        causes.append((left[index], problems.subtracting(known)))
        known = problems
      }
      return !outcome.wasStopped
    }
    let lasting = interpreter.modelProblems
    return (places, Set(causes.filter { !$0.problems.isDisjoint(with: lasting) }.map(\.place)))
  }
}

extension Interpreter {
  /// The messages about what keeps the model from having objects.
  fileprivate var modelProblems: Set<String> { Set(context.model.problems().map(\.diagnostic.message)) }
}

extension Grader {
  /// Returns a note about the first statement of an answer that failed and runs in another exercise to which the same file has an answer;
  /// nil where there is none.
  package func note(
    onStrayIn verdict: Verdict, _ answer: SourceText, besides others: [PreparedExercise]
  ) -> Diagnostic? {
    let errors = verdict.diagnostics.filter { $0.severity == .error }
    let tree = WorkbookParser.parse(answer)
    let failed = tree.statements.indices.filter { place in errors.contains(where: tree.statements[place].contains) }
    guard !failed.isEmpty else { return nil }
    for other in others {
      let places = SharedAnswer(with: [], self).places(of: tree, thatRunIn: other)
      guard let place = failed.first(where: places.contains) else { continue }
      let range = tree.statements[place].range
      return Diagnostic(
        Diagnostic.ID.runsElsewhere,
        other.exercise.words(
          .runsElsewhere, "\(answer.position(at: range.lowerBound).line)", other.exercise.slug),
        at: range, severity: .note, source: answer)
    }
    return nil
  }
}

extension Diagnostic.ID {
  /// A statement that fails in an answer, and runs in another exercise to which its file has an answer.
  package static let runsElsewhere = "runs-elsewhere"
}

extension Statement {
  /// Whether it has an effect and the same text in every exercise.
  var namesNothing: Bool {
    switch kind {
    case .save, .rollback, .undo, .redo, .reset, .beginGroup, .endGroup: true
    default: false
    }
  }
}
