import Diagnostics
import WorkbookLanguage

/// The statements of a file with the answers to several exercises that belong to one of them.
///
/// A statement that runs in some of the exercises and fails in the others belongs to those in which it runs. One that names
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
    let all = Set(ran.indices)
    var owners = all
    return tree.statements.enumerated().filter { index, statement in
      if statement.namesNothing { return owners.contains(0) }
      let running = all.filter { ran[$0].contains(index) }
      if running.isEmpty || running == all { return true }
      owners = owners.isDisjoint(with: running) ? running : owners.intersection(running)
      return running.contains(0)
    }.map(\.element)
  }

  private func places(of tree: SyntaxTree, thatRunIn prepared: PreparedExercise) -> Set<Int> {
    var places: Set<Int> = []
    guard prepared.problems.isEmpty else { return places }
    var interpreter = prepared.start.trial()
    interpreter.budget = grader.allowance(of: prepared.exercise)
    grader.run(tree.statements, of: tree.source, in: &interpreter) { index, outcome, _ in
      if !outcome.failed { places.insert(index) }
      return !outcome.wasStopped
    }
    return places
  }
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
