/// A predicate that counts, part by part, the objects that come in and go out: what `explain fetch` shows.
///
/// ```swift
/// var profile = try predicate.profile(over: source, entity: "Player")
/// for player in players { _ = try profile.matches(player) }
/// profile.rows   // age > 30 AND team.name == "X": 12 in, 2 out; age > 30: 12 in, 7 out; …
/// ```
///
/// It answers what ``CompiledPredicate`` answers, some times slower.
public struct PredicateProfile {
  /// One part of the predicate.
  public struct Row: Hashable, Sendable {
    /// The part.
    public var predicate: Predicate
    /// Its depth in the tree; the whole predicate is 0.
    public var depth: Int
    /// How many objects it was asked about.
    public var rowsIn = 0
    /// For how many of them it was true.
    public var rowsOut = 0
    /// For how many of them it had no answer.
    public var failures = 0
  }

  private final class Counts {
    var rows: [Row] = []
  }

  private let counts = Counts()
  private let condition: Condition
  private let frames: FramePool

  fileprivate init<Source: KeyValueSource>(_ predicate: Predicate, _ compiler: Compiler<Source>) throws {
    var compiler = compiler
    condition = try Self.counted(predicate, depth: 0, counts, &compiler)
    frames = FramePool(slots: compiler.slots)
  }

  /// The parts from the outside in, operands after the part they belong to.
  public var rows: [Row] { counts.rows }

  /// Whether the predicate holds for a candidate, counting on the way. O(nodes × values that the paths lead to).
  /// - Throws: ``EvaluationError`` when a part of the predicate has no value for the candidate; other errors of the
  ///   source as they are.
  public func matches(_ candidate: Value) throws -> Bool { try frames.with(candidate) { try condition($0) } }

  private static func counted<Source: KeyValueSource>(
    _ predicate: Predicate, depth: Int, _ counts: Counts, _ compiler: inout Compiler<Source>
  ) throws -> Condition {
    let place = counts.rows.count
    counts.rows.append(Row(predicate: predicate, depth: depth))
    let condition: Condition
    switch predicate.kind {
    case .constant, .comparison, .truth: condition = try compiler.condition(predicate)
    case .not(let operand):
      let inner = try counted(operand, depth: depth + 1, counts, &compiler)
      condition = { try !inner($0) }
    case .and(let operands):
      let inner = try operands.map { try counted($0, depth: depth + 1, counts, &compiler) }
      condition = { frame in try inner.allSatisfy { try $0(frame) } }
    case .or(let operands):
      let inner = try operands.map { try counted($0, depth: depth + 1, counts, &compiler) }
      condition = { frame in try inner.contains { try $0(frame) } }
    }
    return { [counts] frame in
      counts.rows[place].rowsIn += 1
      do {
        let holds = try condition(frame)
        if holds { counts.rows[place].rowsOut += 1 }
        return holds
      } catch {
        counts.rows[place].failures += 1
        throw error
      }
    }
  }
}

extension Predicate {
  /// Returns the predicate prepared to count. See ``PredicateProfile``. O(nodes).
  /// - Throws: ``EvaluationError`` for errors that show without a candidate: a constant that is not a regular
  ///   expression.
  public func profile(over source: some KeyValueSource, entity: String? = nil) throws -> PredicateProfile {
    try PredicateProfile(self, Compiler(source: source, entity: entity))
  }
}
