import ArgumentParser
import Predicates
import WorkbookLanguage

/// Options that limit what statements may do. They are counted and never timed, so a run stops at the same place everywhere.
struct Limits: ParsableArguments {
  @Option(parsing: .unconditional, help: "The most statements and rounds of loops that are run.")
  var steps = Budget.generous[.statements]

  @Option(parsing: .unconditional, help: "The most objects that are made.")
  var objects = Budget.generous[.objects]

  @Option(parsing: .unconditional, help: "How deep loops, blocks and files can be nested.")
  var nesting = Budget.generous.nesting

  @Option(parsing: .unconditional, help: "The longest text that is read, in bytes.")
  var bytes = Budget.generous.textBytes

  @Option(
    parsing: .unconditional, help: "The most bytes of texts and lists that are made; a single one may have a sixteenth."
  )
  var valueBytes = Budget.generous[.bytes]

  @Option(parsing: .unconditional, help: "The most rows that conditions, sorting and validation look at.")
  var rows = Budget.generous[.rows]

  @Option(parsing: .unconditional, help: "The most objects that deletions reach.")
  var deletions = Budget.generous[.deletions]

  @Option(parsing: .unconditional, help: "The most steps of regular expressions, in ten thousands.")
  var patternSteps = Budget.generous[.patternSteps]

  @Option(parsing: .unconditional, help: "The most cells that are looked at to draw the lines of diagrams.")
  var cells = Budget.generous[.cells]

  @Option(parsing: .unconditional, help: "The most entities and properties that changes of the model lay out.")
  var modelProperties = Budget.generous[.properties]

  @Option(parsing: .unconditional, help: "The most bytes of results that are shown.")
  var printedBytes = Budget.generous[.printedBytes]

  private func limit(of resource: Meter.Resource) -> Int {
    switch resource {
    case .statements: steps
    case .objects: objects
    case .bytes: valueBytes
    case .rows: rows
    case .deletions: deletions
    case .patternSteps: patternSteps
    case .cells: cells
    case .properties: modelProperties
    case .printedBytes: printedBytes
    }
  }

  func validate() throws {
    let named = Meter.Resource.allCases.map { ($0.option, limit(of: $0)) }
    for (name, value) in named + [("--nesting", nesting), ("--bytes", bytes)] where value < 1 {
      throw ValidationError("\(name) takes a number above 0")
    }
    // Deeper nesting than this could exhaust the stack.
    if nesting > 200 { throw ValidationError("--nesting takes at most 200") }
  }

  var budget: Budget {
    let limits = Meter.Resource.allCases.map { ($0, limit(of: $0)) }
    var budget = Budget(limits: Dictionary(uniqueKeysWithValues: limits), textBytes: bytes, nesting: nesting)
    budget.canBeRaised = true
    return budget
  }
}
