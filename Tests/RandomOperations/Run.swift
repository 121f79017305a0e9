import ObjectGraph

/// A program as far as it ran, with what was found wrong at its last line.
package struct Failure: Error {
  package var operations: [Operation]
  package var problems: [String]
}

/// One program, run on the reference and on a context side by side.
struct Run {
  var reference: ReferenceContext
  var subject: Subject
  /// How many lines answered what, for the summary of a soak.
  private(set) var tally = Tally()

  init(_ model: ManagedObjectModel) throws {
    reference = ReferenceContext(model)
    subject = try Subject(model)
  }

  /// Runs a line on both.
  /// - Returns: what is wrong then; nothing as long as all is well.
  mutating func perform(_ operation: Operation, isComparedWhole: Bool) -> [String] {
    guard let operation = operation.known(reference.known.contains) else { return [] }
    let expected = reference.perform(operation)
    let found = subject.perform(operation)
    tally.count(operation, expected)
    var problems: [String] = []
    if found != expected { problems.append("answered \(found), expected \(expected)") }
    problems += subject.context.graph.checkInvariants().map { "the graph is not sound: \($0)" }
    if isComparedWhole { problems += differences() }
    return problems
  }

  /// In what the whole context differs from the whole reference.
  func differences() -> [String] {
    let ghosts = Set(reference.current.objects.filter { $0.value.isGhost }.keys)
    do {
      let found = try Observation(subject, ghosts: ghosts)
      let expected = Observation(reference)
      return found == expected ? [] : found.differences(from: expected)
    } catch {
      return ["reading throws \(error)"]
    }
  }

  /// Runs a whole program, comparing everything after each line.
  /// - Returns: where it fails, or nil.
  static func failure(_ model: ManagedObjectModel, _ operations: [Operation]) -> Failure? {
    guard var run = try? Run(model) else {
      return Failure(operations: [], problems: ["the model is refused: \(model.problems())"])
    }
    for (index, operation) in operations.enumerated() {
      let problems = run.perform(operation, isComparedWhole: true)
      if !problems.isEmpty { return Failure(operations: Array(operations[...index]), problems: problems) }
    }
    return nil
  }
}

/// How many lines of each kind were run, and how they ended.
package struct Tally: Sendable {
  package var operations = 0
  package var refused = 0
  package var saves = 0
  package var refusedSaves = 0
  package var undone = 0
  package var faults: [Int: Int] = [:]

  package init() {}

  mutating func count(_ operation: Operation, _ outcome: Outcome) {
    operations += 1
    switch (operation, outcome) {
    case (_, .refused): refused += 1
    case (_, .saved): saves += 1
    case (_, .notSaved(_, let found)):
      refusedSaves += 1
      for fault in found { faults[fault.code, default: 0] += 1 }
    case (.undo, .answer(true)), (.redo, .answer(true)): undone += 1
    default: break
    }
  }

  package static func += (a: inout Tally, b: Tally) {
    a.operations += b.operations
    a.refused += b.refused
    a.saves += b.saves
    a.refusedSaves += b.refusedSaves
    a.undone += b.undone
    a.faults.merge(b.faults, uniquingKeysWith: +)
  }
}
