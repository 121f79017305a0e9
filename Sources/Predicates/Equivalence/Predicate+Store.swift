import Diagnostics

extension Predicate {
  /// Returns notes where a SQLite store answers otherwise than NSPredicate does in memory, or not at all, each with a
  /// witness where there is one.
  ///
  /// ```swift
  /// predicate.storeNotes(entity: "Player", in: model)   // team.name != "Heat"
  /// // a SQLite store leaves out what has nil here
  /// //   team.name != "Heat"
  /// //             ^^ found in memory and not in the store: Player#1: team nil
  /// ```
  ///
  /// SQL has three truth values. A comparison with NULL is unknown, NOT of it too, and a row is found only if the
  /// condition is true; so `!=` and NOT leave out rows without a value. `StoreDifference` lists what is not translated
  /// to SQL, with sources.
  /// - Complexity: O(nodes), and for a predicate with a suspect comparison that of
  ///   ``Predicate/distinguish(_:_:entity:in:variables:limits:)``.
  public func storeNotes(
    entity: String, in shape: some ModelShape, variables: [String: Value] = [:], limits: SearchLimits = SearchLimits()
  ) -> [Diagnostic] {
    var notes = storeRefusals(entity: entity, in: shape, notesMatches: true)
    var suspects: [Suspect] = []
    let stored = storeReading(isNegated: false, &suspects)
    guard let place = suspects.first?.range,
      case .differ(let witness) = Predicate.distinguish(
        self, stored, entity: entity, in: shape, variables: variables, limits: limits)
    else { return notes }
    let isFound = witness.answers.first == .holds
    let shown = witness.description.split(separator: "\n").map(String.init)
    notes.append(
      Diagnostic(
        "store-differs", "a SQLite store \(isFound ? "leaves out" : "finds") what has nil here", at: place,
        severity: .note,
        hint: "\(isFound ? "found in memory and not in the store" : "found in the store and not in memory"): "
          + (shown.first ?? ""), notes: Array(shown.dropFirst())))
    return notes
  }

  /// A comparison in which nil may make a difference.
  package struct Suspect {
    /// Its operator's.
    package let range: SourceRange
    /// Holds where none of its values is nil.
    package let isThere: Predicate
    /// Whether it is inside an expression, such as a SUBQUERY, so that what has nil need not be the candidate.
    package var isNested = false
  }

  /// The predicate that holds in memory exactly where this one is true in SQL, with the comparisons in which nil may make a
  /// difference, at least one; nil where none can, as for `age > 30`.
  package var inStore: (predicate: Predicate, suspects: [Suspect])? {
    guard isSuspect else { return nil }
    var suspects: [Suspect] = []
    let stored = storeReading(isNegated: false, &suspects)
    return suspects.isEmpty ? nil : (stored, suspects)
  }

  /// Whether it has NOT, or a comparison that may hold of nil, inside SUBQUERY and TERNARY too.
  private var isSuspect: Bool {
    switch kind {
    case .constant: false
    case .not: true
    case .and(let operands), .or(let operands): operands.contains(where: \.isSuspect)
    case .truth(let expression): expression.conditions.contains(where: \.isSuspect)
    case .comparison(let comparison):
      comparison.mayHoldOfNil
        || [comparison.left, comparison.right].contains { $0.conditions.contains(where: \.isSuspect) }
    }
  }

  /// The notes for the parts that a SQLite store refuses: those of `StoreDifference`, and keys without a column.
  /// - Parameter notesMatches: Whether MATCHES is noted as well.
  /// - Complexity: O(nodes).
  package func storeRefusals(
    entity: String, in shape: some ModelShape, notesMatches: Bool = false
  ) -> [Diagnostic] {
    var walk = StoreWalk(shape: shape, entity: entity, notesMatches: notesMatches)
    walk.visit(self)
    return walk.notes
  }

  // MARK: Three truth values

  /// The predicate that holds in memory exactly where this one is true in SQL; with `isNegated`, where it is false there.
  /// Collects the comparisons in which nil can make a difference.
  func storeReading(isNegated: Bool, _ suspects: inout [Suspect]) -> Predicate {
    switch kind {
    case .constant, .truth: return isNegated ? Predicate(.not(self), at: range) : self
    case .not(let operand): return operand.storeReading(isNegated: !isNegated, &suspects)
    case .and(let operands):
      let read = operands.map { $0.storeReading(isNegated: isNegated, &suspects) }
      return Predicate(isNegated ? .or(read) : .and(read), at: range)
    case .or(let operands):
      let read = operands.map { $0.storeReading(isNegated: isNegated, &suspects) }
      return Predicate(isNegated ? .and(read) : .or(read), at: range)
    case .comparison(var comparison):
      let values = comparison.nullable
      comparison.left = comparison.left.storeReading(&suspects)
      comparison.right = comparison.right.storeReading(&suspects)
      let read = Predicate(.comparison(comparison), at: range)
      let answer = isNegated ? Predicate(.not(read), at: range) : read
      guard !values.isEmpty else { return answer }
      let isThere = values.map { value in
        Predicate(.comparison(Comparison(value, .notEqual, Expression(.constant(.null)))))
      }
      suspects.append(Suspect(range: comparison.operatorRange, isThere: Predicate(.and(isThere))))
      // The values first: with nil in them the comparison may have no answer at all.
      return Predicate(.and(isThere + [answer]), at: range)
    }
  }
}

extension Predicate.Comparison {
  /// The parts of both sides whose value may be nil where SQL compares them: none in `x == nil`, which is IS NULL, and under
  /// a quantifier, which is a separate query.
  fileprivate var nullable: [Expression] {
    guard modifier == .direct, left.constant != .null, right.constant != .null else { return [] }
    return left.nullable + right.nullable
  }

  /// Whether it may be true in memory of a nil: `!=` of one, `==`, `<=` and `>=` of two, and IN of one in a list with nil.
  /// Every other operator is false of nil.
  fileprivate var mayHoldOfNil: Bool {
    guard !nullable.isEmpty else { return false }
    return switch `operator` {
    case .notEqual: true
    case .equal, .utiEquals, .lessOrEqual, .greaterOrEqual: !left.nullable.isEmpty && !right.nullable.isEmpty
    case .in: right.constant?.elements?.contains(.null) == true
    default: false
    }
  }
}

extension Expression {
  /// The parts whose value may be nil: paths, each as a whole. Counts and the like are numbers always.
  fileprivate var nullable: [Expression] {
    switch kind {
    case .key(_, let key): return key == "@count" || key == "@sum" ? [] : [self]
    case .aggregate(let elements): return elements.flatMap(\.nullable)
    case .binary(let sign, let left, let right):
      return [.union, .intersect, .minus].contains(sign) ? [] : left.nullable + right.nullable
    case .negation(let operand), .onesComplement(let operand), .cast(let operand, _): return operand.nullable
    case .ternary(_, let first, let second): return first.nullable.isEmpty && second.nullable.isEmpty ? [] : [self]
    default: return []
    }
  }

  /// The conditions inside it: those of SUBQUERY and of TERNARY, the outer ones only.
  fileprivate var conditions: [Predicate] {
    var found: [Predicate] = []
    _ = rewriting { expression in
      switch expression.kind {
      case .subquery(let collection, _, let condition): found += collection.conditions + [condition]
      case .ternary(let test, let first, let second): found += [test] + first.conditions + second.conditions
      default: return nil
      }
      return expression
    }
    return found
  }

  /// The expression with its conditions as SQL decides them: an unknown one is false. Collects their comparisons.
  fileprivate func storeReading(_ suspects: inout [Predicate.Suspect]) -> Expression {
    rewriting { expression in
      var nested: [Predicate.Suspect] = []
      func read(_ condition: Predicate) -> Predicate { condition.storeReading(isNegated: false, &nested) }
      let kind: Kind
      switch expression.kind {
      case .subquery(let collection, let name, let condition):
        kind = .subquery(collection.storeReading(&suspects), name, read(condition))
      case .ternary(let test, let first, let second):
        kind = .ternary(read(test), first.storeReading(&suspects), second.storeReading(&suspects))
      default: return nil
      }
      suspects += nested.map { Predicate.Suspect(range: $0.range, isThere: $0.isThere, isNested: true) }
      return Expression(kind, at: expression.range)
    }
  }
}
