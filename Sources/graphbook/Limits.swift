import ArgumentParser
import WorkbookLanguage

/// Options that bound what statements may do. They are counted and never timed, so a run stops at the same place everywhere.
struct Limits: ParsableArguments {
  @Option(help: "The most statements and rounds of loops that are run.")
  var steps = Budget.generous.steps

  @Option(help: "The most objects that are made.")
  var objects = Budget.generous.objects

  @Option(help: "How deep loops, blocks and files may stand inside each other.")
  var nesting = Budget.generous.nesting

  @Option(help: "The longest text that is read, in bytes.")
  var bytes = Budget.generous.textBytes

  func validate() throws {
    for (name, value) in [("--steps", steps), ("--objects", objects), ("--nesting", nesting), ("--bytes", bytes)]
    where value < 1 {
      throw ValidationError("\(name) takes a number above 0")
    }
    // Deeper nesting than this could exhaust the stack.
    if nesting > 200 { throw ValidationError("--nesting takes at most 200") }
  }

  var budget: Budget {
    var budget = Budget(steps: steps, objects: objects, textBytes: bytes, nesting: nesting)
    budget.canBeRaised = true
    return budget
  }
}
