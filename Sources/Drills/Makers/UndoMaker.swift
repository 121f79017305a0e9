import Support
import WorkbookLanguage

/// Makes drills about undo: a few changes of one value, taken back and made again.
enum UndoMaker {
  static func draft(_ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    let domain = random.pick(DrillDomain.all)
    let name = random.pick(domain.item.names)
    let numbers = (0...8).map { domain.number.range.lowerBound + $0 }
    var facts = UndoFacts(start: numbers[0], steps: [])
    // Each step is possible when it comes.
    var undone = 0
    var done = 0
    for place in 1...(level + 3) {
      let roll = random.below(10)
      if roll < 4, done > 0 {
        facts.steps.append(.undo)
        (done, undone) = (done - 1, undone + 1)
      } else if roll < 6, undone > 0 {
        facts.steps.append(.redo)
        (done, undone) = (done + 1, undone - 1)
      } else if roll == 6, level >= 3, facts.steps.last != .save, facts.steps.last != nil {
        facts.steps.append(.save)
      } else if roll == 7, level >= 4, facts.steps.last != .rollback, done > 0 {
        facts.steps.append(.rollback)
        (done, undone) = (0, 0)
      } else {
        facts.steps.append(.set(numbers[min(place, 8)]))
        (done, undone) = (done + 1, 0)
      }
    }
    // After an assignment the answer could be read off.
    guard let last = facts.steps.last, [.undo, .redo, .rollback].contains(last) else { return nil }
    let path = "\(name).\(domain.number.key)"
    let setup = [
      "model \(domain.model)", "entity \(domain.item.entity) {\n  \(domain.number.key): Integer32\n}",
      "let \(name) = \(domain.item.entity)(\(domain.number.key): \(facts.start))", "save",
    ]
    let statements = facts.steps.map { step in
      switch step {
      case .set(let number): "\(path) = \(number)"
      case .undo: "undo"
      case .redo: "redo"
      case .save: "save"
      case .rollback: "rollback"
      }
    }
    guard var interpreter = Interpreter(running: setup) else { return nil }
    var values: [Int] = []
    for statement in statements {
      guard interpreter.succeeds(statement), let value = interpreter.wholeNumber(path) else { return nil }
      values.append(value)
    }
    guard let number = values.last else { return nil }
    let list = statements.map { "`\($0)`" }.joined(separator: ", ")
    return DrillDraft(
      setup: setup, question: "After \(list), what is `\(path)`?", prompt: "a whole number",
      trace: statements + [path],
      reasons: ["It is \(facts.start) at first, and then \(values.map(String.init).joined(separator: ", "))."],
      key: .number(number), facts: .undo(facts))
  }
}
