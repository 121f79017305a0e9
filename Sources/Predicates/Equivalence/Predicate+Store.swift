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
    var notes: [Diagnostic] = []
    untranslated(entity, shape, &notes)
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
  }

  /// The predicate that holds in memory exactly where this one is true in SQL, with the comparisons in which nil may make a
  /// difference, at least one; nil where none can, as for `age > 30`.
  package var inStore: (predicate: Predicate, suspects: [Suspect])? {
    guard isSuspect else { return nil }
    var suspects: [Suspect] = []
    let stored = storeReading(isNegated: false, &suspects)
    return suspects.isEmpty ? nil : (stored, suspects)
  }

  /// Whether it has NOT, or a comparison that may hold of nil.
  private var isSuspect: Bool {
    switch kind {
    case .constant, .truth: false
    case .not: true
    case .and(let operands), .or(let operands): operands.contains(where: \.isSuspect)
    case .comparison(let comparison): comparison.mayHoldOfNil
    }
  }

  /// A note for each part that a SQLite store refuses: two to-many steps, and keys of values such as `age.stringValue`.
  package func storeRefusals(entity: String, in shape: some ModelShape) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    untranslated(entity, shape, &notes)
    return notes.filter { $0.id == Diagnostic.ID.storeRefuses }
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
    case .comparison(let comparison):
      let answer = isNegated ? Predicate(.not(self), at: range) : self
      let values = comparison.nullable
      guard !values.isEmpty else { return answer }
      let isThere = values.map { value in
        Predicate(.comparison(Comparison(value, .notEqual, Expression(.constant(.null)))))
      }
      suspects.append(Suspect(range: comparison.operatorRange, isThere: Predicate(.and(isThere))))
      // The values first: with nil in them the comparison may have no answer at all.
      return Predicate(.and(isThere + [answer]), at: range)
    }
  }

  /// Notes the parts that are not translated to SQL.
  private func untranslated(_ entity: String, _ shape: some ModelShape, _ notes: inout [Diagnostic]) {
    switch kind {
    case .constant, .truth: break
    case .and(let operands), .or(let operands): for operand in operands { operand.untranslated(entity, shape, &notes) }
    case .not(let operand): operand.untranslated(entity, shape, &notes)
    case .comparison(let comparison):
      func note(_ what: String, _ place: SourceRange, _ hint: String, _ id: String = Diagnostic.ID.storeRefuses) {
        notes.append(
          Diagnostic(
            id, "a SQLite store does not translate \(what)", at: place, severity: .note, hint: hint))
      }
      func refuse(_ difference: StoreDifference, _ place: SourceRange, _ hint: String) {
        note(difference.row.subject, place, hint)
      }
      let inMemory = "fetch without it and filter the objects"
      if comparison.operator == .matches { note("MATCHES", comparison.operatorRange, inMemory, "store-matches") }
      if comparison.modifier == .all {
        // Apple's guide lists ALL (Persistent Store Types and Behaviors), and developers replace it: not established.
        notes.append(
          Diagnostic(
            Diagnostic.ID.storeRefuses, "a SQLite store may refuse ALL", at: comparison.left.range, severity: .note,
            hint: "write it with SUBQUERY: none of them fails"))
      }
      if comparison.modifier == .any, comparison.left.toManySteps(entity, shape) > 1 {
        refuse(.anyOverTwoSteps, comparison.left.range, "write SUBQUERY(a, $x, ANY $x.b …).@count > 0")
      }
      if comparison.operator == .between, case .aggregate(let bounds) = comparison.right.kind, bounds.count == 2,
        let bound = bounds.first(where: \.isCalculated)
      {
        let (value, lower, upper) = (comparison.left.declaration, bounds[0].declaration, bounds[1].declaration)
        refuse(.calculatedBound, bound.range, "write \(value) >= \(lower) AND \(value) <= \(upper)")
      }
      if comparison.operator == .in, case .ternary = comparison.left.kind {
        refuse(.ternaryInList, comparison.left.range, "ask for each of the two values, with OR between")
      }
      for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        if case .selector = side.kind { refuse(.function, side.range, inMemory) }
        if side.keyPath?.last == "@count", side.toManySteps(entity, shape) > 1 {
          refuse(.countOverTwoSteps, side.range, inMemory)
        }
        if other.constant != .null, side.endsInTransformable(entity, shape) {
          refuse(.transformable, side.range, inMemory)
        }
        if let key = side.keyOfValue(entity, shape) {
          note("\(side): a column has no '\(key)'", side.range, side.withOperatorFirst ?? inMemory)
        }
      }
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
    default: return []
    }
  }

  /// The hint for a path that ends with its collection operator, `players.age.@sum`; nil for another.
  fileprivate var withOperatorFirst: String? {
    guard let path = keyPath, path.count > 2, let last = path.last, last.hasPrefix("@"), last != "@count" else {
      return nil
    }
    return "write \((path.dropLast(2) + [last] + path.dropLast().suffix(1)).joined(separator: "."))"
  }

  /// The key that a path asks of an attribute's value, such as `uppercaseString` of a text; nil where it asks none, and for
  /// the length of a text, which apps fetch by (magicalpanda/MagicalRecord, issue 1279).
  fileprivate func keyOfValue(_ entity: String, _ shape: some ModelShape) -> String? {
    var here = entity
    for (place, key) in (keyPath ?? []).enumerated() {
      switch shape.property(key, of: here) {
      case .toMany(let destination), .fetched(let destination), .toOne(let destination, _): here = destination
      case .attribute(let type, _):
        let next = keyPath?.dropFirst(place + 1).first
        return type == .any || type == .string && next == "length" ? nil : next
      case nil: return nil
      }
    }
    return nil
  }

  /// Whether arithmetic is in it.
  fileprivate var isCalculated: Bool {
    switch kind {
    case .binary(let sign, _, _): ![.union, .intersect, .minus].contains(sign)
    case .negation(let operand), .onesComplement(let operand), .cast(let operand, _): operand.isCalculated
    case .function(_, let arguments): arguments.contains(where: \.isCalculated)
    default: false
    }
  }

  /// Whether a path ends in a Transformable.
  fileprivate func endsInTransformable(_ entity: String, _ shape: some ModelShape) -> Bool {
    guard let path = keyPath, let last = path.last else { return false }
    var here = entity
    for key in path.dropLast() {
      switch shape.property(key, of: here) {
      case .toMany(let destination), .fetched(let destination), .toOne(let destination, _): here = destination
      case .attribute, nil: return false
      }
    }
    return shape.isTransformable(last, of: here)
  }

  /// How many to-many relationships a path goes through.
  fileprivate func toManySteps(_ entity: String, _ shape: some ModelShape) -> Int {
    guard let keyPath else { return 0 }
    var here = entity
    var steps = 0
    for key in keyPath {
      switch shape.property(key, of: here) {
      case .toMany(let destination), .fetched(let destination):
        steps += 1
        here = destination
      case .toOne(let destination, _): here = destination
      case .attribute, nil: return steps
      }
    }
    return steps
  }
}
