import Predicates

/// How much a text may do, counted and never timed, so that a verdict is the same on every machine.
package struct Budget: Hashable, Sendable {
  /// The most of each resource; what is missing is not limited.
  package var limits: [Meter.Resource: Int]
  /// The length of the text, in bytes.
  package var textBytes: Int
  /// How deep loops, blocks and files can be nested.
  package var nesting: Int
  /// Whether the limits can be raised with an option of the program, which the message then names.
  package var canBeRaised = false

  package init(limits: [Meter.Resource: Int], textBytes: Int, nesting: Int) {
    self.limits = limits
    self.textBytes = textBytes
    self.nesting = nesting
  }

  package init(steps: Int, objects: Int, textBytes: Int, nesting: Int) {
    self.init(limits: [.statements: steps, .objects: objects], textBytes: textBytes, nesting: nesting)
  }

  /// The most of one resource.
  package subscript(_ resource: Meter.Resource) -> Int {
    get { limits[resource] ?? .max }
    set { limits[resource] = newValue }
  }

  /// No limit but on nesting, so that a file that runs itself ends.
  package static let unlimited = Budget(limits: [:], textBytes: .max, nesting: 50)

  /// The budget of one's own program unless its options say otherwise, and of each input at the prompt: far more than
  /// anyone needs, so that a runaway loop ends.
  package static let generous = {
    var budget = Budget(
      limits: [
        .statements: 1_000_000_000, .objects: 100_000_000, .bytes: 4_000_000_000, .rows: 20_000_000_000,
        .deletions: 1_000_000_000, .patternSteps: 1_000_000, .cells: 1_000_000_000, .properties: 2_000_000,
        .printedBytes: 4_000_000_000,
      ], textBytes: 64 << 20, nesting: 50)
    budget.canBeRaised = true
    return budget
  }()

  /// The budget of an answer to an exercise, and again of its start.
  package static let grading = Budget(
    limits: [
      .statements: 100_000, .objects: 100_000, .bytes: 64_000_000, .rows: 2_000_000, .deletions: 500_000,
      .patternSteps: 1_000, .cells: 1_000_000, .properties: 60_000, .printedBytes: 4_000_000,
    ], textBytes: 1_000_000, nesting: 20)

  /// The budget of a check of an exercise: a fifth of the answer's, as there are several.
  package static let check = Budget(
    limits: grading.limits.mapValues { $0 / 5 }, textBytes: grading.textBytes, nesting: grading.nesting)

  /// The budget of a student's input in a class, where a few threads run the statements of all: a tenth of an answer's, but
  /// as many rows and steps of a pattern, which lessons need and which take less than a second.
  package static let classroom = {
    var budget = Budget(
      limits: grading.limits.mapValues { $0 / 10 }, textBytes: grading.textBytes, nesting: grading.nesting)
    for resource in [Meter.Resource.rows, .patternSteps] { budget[resource] = grading[resource] }
    return budget
  }()

  /// The budget of a typed answer to a question in a class, for which everyone waits: a few milliseconds.
  package static let typedAnswer = Budget(
    limits: grading.limits.mapValues { max(1, $0 / 100) }, textBytes: 10_000, nesting: grading.nesting)

  /// The budget of a whole lesson while it is checked: ten times that of an answer.
  package static let lesson = Budget(
    limits: grading.limits.mapValues { 10 * $0 }, textBytes: grading.textBytes, nesting: grading.nesting)
}

extension Meter.Resource {
  /// The option of `graphbook run` and of the prompt that allows more.
  package var option: String {
    switch self {
    case .statements: "--steps"
    case .objects: "--objects"
    case .bytes: "--value-bytes"
    case .rows: "--rows"
    case .deletions: "--deletions"
    case .patternSteps: "--pattern-steps"
    case .cells: "--cells"
    case .properties: "--model-properties"
    case .printedBytes: "--printed-bytes"
    }
  }
}
