import Diagnostics
import ObjectGraph
import Predicates
import Support
import WorkbookLanguage

import struct Foundation.Date

/// Makes drills: the same kind, seed and level give the same drill everywhere.
package enum DrillMaker {
  /// How many of 100 drills may have an answer that could be guessed without reading.
  static let trivialShare = 12
  /// How many worlds are tried until one has an answer that cannot be guessed.
  private static let attempts = 400

  /// The difficulties.
  package static let levels = 1...5
  /// The right answers after which the next level begins.
  package static let answersForLevel = 3

  /// Returns the drill of a seed.
  ///
  /// - Parameter level: the difficulty; one outside ``levels`` counts as the nearest.
  /// - Complexity: a few small workbooks are run until one has an answer that is worth asking for.
  package static func drill(_ kind: DrillKind, seed: UInt64, level: Int) -> Drill {
    let level = min(max(level, levels.lowerBound), levels.upperBound)
    var random = SeededRandom(seed: seed, stream: "\(kind.rawValue) \(level)")
    let allowsTrivial = random.chance(trivialShare)
    var last: DrillDraft?
    for _ in 0..<attempts {
      guard let draft = draft(kind, level, &random) else { continue }
      last = draft
      if allowsTrivial || !draft.key.isTrivial { break }
    }
    guard let last else { preconditionFailure("no world of \(attempts) answered a question about \(kind.rawValue)") }
    return Drill(
      kind: kind, seed: seed, level: level, setup: last.setup, question: last.question, prompt: last.prompt,
      trace: last.trace, reasons: last.reasons, key: last.key, facts: last.facts)
  }

  private static func draft(_ kind: DrillKind, _ level: Int, _ random: inout SeededRandom) -> DrillDraft? {
    switch kind {
    case .fetches: FetchMaker.draft(level, &random)
    case .deleteRules: DeletionMaker.draft(level, &random)
    case .inverses: InverseMaker.draft(level, &random)
    case .validation: ValidationMaker.draft(level, &random)
    case .keys: SchemaMaker.keysDraft(level, &random)
    case .normalForms: SchemaMaker.normalFormsDraft(level, &random)
    case .predicates: PredicateMaker.draft(level, &random)
    case .fetchedProperties: FetchedPropertyMaker.draft(level, &random)
    case .keyPaths: KeyPathMaker.draft(level, &random)
    case .manyToMany: ManyToManyMaker.draft(level, &random)
    case .undo: UndoMaker.draft(level, &random)
    }
  }
}

extension Interpreter {
  /// An interpreter that has run these statements; nil when one of them failed.
  init?(running statements: [String]) {
    self.init(environment: Environment(now: { Date(timeIntervalSinceReferenceDate: 0) }))
    detail = .errors
    let outcomes = run(SourceText(statements.joined(separator: "\n")), onError: .stop)
    if outcomes.contains(where: \.failed) { return nil }
  }

  /// Runs one more statement.
  /// - Returns: whether it succeeded.
  mutating func succeeds(_ statement: String) -> Bool { !run(SourceText(statement)).contains(where: \.failed) }

  /// The learner's names of the objects that an expression gives; empty for nil.
  func objectNames(_ expression: String) -> Set<String> {
    guard case .success(let value) = evaluate(expression) else { return [] }
    let wanted = value.members
    return Set(names.filter { wanted.contains($0.value) }.keys)
  }

  /// The whole number that an expression gives; nil if it gives anything else.
  func wholeNumber(_ expression: String) -> Int? {
    guard case .success(.integer(let number)) = evaluate(expression) else { return nil }
    return Int(number)
  }

  /// Whether an object is marked as deleted.
  func isDeleted(_ name: String) -> Bool {
    guard case .success(.boolean(true)) = evaluate("\(name).isDeleted") else { return false }
    return true
  }

  /// The codes that save reports; empty if it succeeds.
  func codesOfSave() -> Set<Int> {
    do throws(SaveError) {
      _ = try trial().context.save()
      return []
    } catch {
      return error.errors.isEmpty ? [error.code] : Set(error.errors.map(\.code))
    }
  }
}

extension Value {
  /// The elements of a collection; a value that is none is its own element.
  fileprivate var members: Set<Value> {
    switch self {
    case .array(let elements), .set(let elements): Set(elements)
    default: [self]
    }
  }
}
