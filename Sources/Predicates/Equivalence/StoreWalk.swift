import Diagnostics

/// The walk over a condition that finds what a SQLite store refuses: the one reader of `StoreDifference`, for the workbook,
/// `explain fetch` and ``Predicate/storeNotes(entity:in:variables:limits:)``.
struct StoreWalk<Shape: ModelShape> {
  private let shape: Shape
  private let entity: String
  private let notesMatches: Bool
  private(set) var notes: [Diagnostic] = []
  /// The variables of the SUBQUERYs around, the innermost last, each with the entity of its objects where it is known.
  private var scope: [(name: String, entity: String?)] = []
  /// The keys without a column that have been noted.
  private var columnless: Set<String> = []

  init(shape: Shape, entity: String, notesMatches: Bool) {
    self.shape = shape
    self.entity = entity
    self.notesMatches = notesMatches
  }

  // MARK: Conditions

  /// The sign before a comparison, which a hint replaces with it or has to leave whole.
  private enum Sign { case plain, not, none }

  mutating func visit(_ predicate: Predicate) { visit(predicate, .plain) }

  private mutating func visit(_ predicate: Predicate, _ sign: Sign) {
    switch predicate.kind {
    case .constant: break
    case .truth(let expression): visit(expression)
    case .and(let operands), .or(let operands): for operand in operands { visit(operand) }
    // NONE is read as NOT of ANY in the same place.
    case .not(let operand): visit(operand, operand.range == predicate.range ? .none : .not)
    case .comparison(let comparison): visit(comparison, sign)
    }
  }

  private mutating func visit(_ comparison: Predicate.Comparison, _ sign: Sign) {
    if notesMatches, comparison.operator == .matches {
      note("store-matches", "a SQLite store does not translate MATCHES", comparison.operatorRange, Self.inMemory)
    }
    let overTwo = comparison.modifier != .direct && hasTwoSteps(comparison.left)
    if comparison.modifier == .all, !overTwo {
      // Apple's guide lists ALL (Persistent Store Types and Behaviors), and developers replace it: not established.
      note(
        Diagnostic.ID.storeRefuses, "a SQLite store may refuse ALL", comparison.left.range,
        "write it with SUBQUERY: none of them fails")
    }
    if comparison.operator == .between, case .aggregate(let bounds) = comparison.right.kind, bounds.count == 2,
      let bound = bounds.first(where: \.isCalculated)
    {
      refuse(.calculatedBound, bound.range, twoComparisons(comparison, bounds, sign))
    }
    if comparison.operator == .in, case .ternary = comparison.left.kind {
      refuse(.ternaryInList, comparison.left.range, "ask for each of the two values, with OR between")
    }
    let counted = overTwo && comparison.modifier == .any ? subquery(of: comparison, sign) : nil
    visit(
      comparison.left, isComparedWithNil: comparison.right.constant == .null,
      twoSteps: comparison.modifier == .any ? .anyOverTwoSteps : .twoSteps, hint: counted)
    visit(comparison.right, isComparedWithNil: comparison.left.constant == .null)
  }

  // MARK: Expressions

  /// - Parameters:
  ///   - isComparedWithNil: Whether it is one side of `x == nil`, which is IS NULL in SQL, also of a Transformable.
  ///   - twoSteps: The row for a path with two to-many steps, with its hint.
  private mutating func visit(
    _ expression: Expression, isComparedWithNil: Bool = false, twoSteps: StoreDifference = .twoSteps,
    hint: String? = nil
  ) {
    if let path = path(of: expression) {
      return visit(path, expression, isComparedWithNil: isComparedWithNil, twoSteps: twoSteps, hint: hint)
    }
    switch expression.kind {
    case .constant, .candidate, .variable, .argument, .anyKey, .extension: break
    case .key(let base, _), .variableKey(let base, _), .assignment(_, let base), .cast(let base, _),
      .negation(let base), .onesComplement(let base):
      visit(base)
    case .aggregate(let elements): for element in elements { visit(element) }
    case .index(let base, let index):
      visit(base)
      if case .position(let position) = index { visit(position) }
    case .binary(_, let left, let right):
      visit(left)
      visit(right)
    case .function(let name, let arguments):
      for argument in arguments { visit(argument, twoSteps: name == "count" ? .countOverTwoSteps : .twoSteps) }
    case .selector(let receiver, _, let arguments):
      refuse(.function, expression.range, Self.inMemory)
      for operand in [receiver] + arguments { visit(operand) }
    case .ternary(let test, let first, let second):
      visit(test)
      visit(first)
      visit(second)
    case .subquery(let collection, let name, let condition):
      visit(collection)
      scope.append((name, path(of: collection)?.end))
      visit(condition)
      scope.removeLast()
    }
  }

  private mutating func visit(
    _ path: Path, _ expression: Expression, isComparedWithNil: Bool, twoSteps: StoreDifference, hint: String?
  ) {
    if let (key, reason) = path.missing {
      // A store that has no column for a key does not come to the rest of the path.
      if columnless.insert(key).inserted { note(missing: key, reason, expression.range) }
      return
    }
    if path.steps > 1 {
      let row = path.keys.last == "@count" ? .countOverTwoSteps : twoSteps
      refuse(row, expression.range, hint ?? Self.inMemory)
    }
    if path.isTransformable, !isComparedWithNil { refuse(.transformable, expression.range, Self.inMemory) }
    if let key = path.keyOfValue {
      note(
        Diagnostic.ID.storeRefuses, "a SQLite store does not translate \(expression): a column has no '\(key)'",
        expression.range, expression.withOperatorFirst ?? Self.inMemory)
    }
  }

  // MARK: Key paths

  /// A path from the candidate or from an object of a SUBQUERY, followed as far as the model knows its keys.
  private struct Path {
    var keys: [String]
    /// How many to-many relationships it goes through.
    var steps = 0
    /// The entity that it leads to; nil for a value.
    var end: String?
    var isTransformable = false
    /// The key that it asks of an attribute's value, such as `uppercaseString` of a text.
    var keyOfValue: String?
    /// The first key without a column.
    var missing: (key: String, reason: MissingColumn)?
  }

  private func path(of expression: Expression) -> Path? {
    var keys: [String] = []
    var current = expression
    while case .key(let base, let key) = current.kind {
      keys.append(key)
      current = base
    }
    switch current.kind {
    case .candidate: return path(keys.reversed(), from: entity)
    case .variable(let name):
      guard let start = scope.last(where: { $0.name == name })?.entity else { return nil }
      return path(keys.reversed(), from: start)
    default: return nil
    }
  }

  private func path(_ keys: [String], from start: String) -> Path {
    var path = Path(keys: keys, end: start)
    for (place, key) in keys.enumerated() where !key.hasPrefix("@") {
      guard let here = path.end else { break }
      if let reason = shape.missingColumn(key, of: here) {
        path.missing = (key, reason)
        break
      }
      switch shape.property(key, of: here) {
      case .toMany(let destination), .fetched(let destination):
        path.steps += 1
        path.end = destination
      case .toOne(let destination, _): path.end = destination
      case .attribute(let type, _):
        path.end = nil
        path.isTransformable = shape.isTransformable(key, of: here)
        // Apps fetch by the length of a text (magicalpanda/MagicalRecord, issue 1279).
        let next = keys.dropFirst(place + 1).first
        if type != .any, !(type == .string && next == "length") { path.keyOfValue = next }
      case nil: path.end = nil
      }
    }
    return path
  }

  private func hasTwoSteps(_ expression: Expression) -> Bool {
    path(of: expression).map { $0.steps > 1 && $0.missing == nil } ?? false
  }

  // MARK: Notes

  private static var inMemory: String { "fetch without it and filter the objects" }

  private mutating func note(_ id: String, _ message: String, _ place: SourceRange, _ hint: String) {
    notes.append(Diagnostic(id, message, at: place, severity: .note, hint: hint))
  }

  private mutating func refuse(_ difference: StoreDifference, _ place: SourceRange, _ hint: String) {
    note(
      Diagnostic.ID.storeRefuses, "a SQLite store does not translate \(difference.row.subject)", place, hint)
  }

  private mutating func note(missing key: String, _ reason: MissingColumn, _ place: SourceRange) {
    let isFetched = reason == .fetchedProperty
    note(
      isFetched ? Diagnostic.ID.fetchedInCondition : Diagnostic.ID.noColumn,
      "\(key) is \(reason.words); Core Data's SQLite store has no column for it and refuses a condition over it", place,
      isFetched ? "there, read \(key) of each object that was fetched" : "there, filter the objects that were fetched")
  }

  // MARK: Hints

  /// BETWEEN as two comparisons, in one SUBQUERY where it asks some object of a to-many; advice where no condition means
  /// the same.
  private func twoComparisons(
    _ comparison: Predicate.Comparison, _ bounds: [Expression], _ sign: Sign
  ) -> String {
    func inBounds(_ value: Expression) -> Predicate {
      let limits: [(Predicate.Comparison.Operator, Expression)] = [
        (.greaterOrEqual, bounds[0]), (.lessOrEqual, bounds[1]),
      ]
      return Predicate(.and(limits.map { Predicate(.comparison(.init(value, $0, $1))) }))
    }
    switch comparison.modifier {
    case .direct:
      let text = inBounds(comparison.left).declaration
      return "write \(sign == .plain ? text : "(\(text))")"
    case .any: return counting(comparison.left, sign, where: inBounds) ?? Self.inMemory
    case .all: return Self.inMemory
    }
  }

  /// `ANY tracks.events.name == "x"` with one to-many step in each path: a SUBQUERY that asks ANY of each track.
  private func subquery(of comparison: Predicate.Comparison, _ sign: Sign) -> String? {
    counting(comparison.left, sign) { left in
      var inner = comparison
      inner.left = left
      return Predicate(.comparison(inner))
    }
  }

  /// The condition that some object of a path's first to-many relationship meets a condition, and of NONE that no object
  /// does; nil where the path has
  /// operators, or nothing after that relationship.
  private func counting(_ expression: Expression, _ sign: Sign, where condition: (Expression) -> Predicate) -> String? {
    guard let path = path(of: expression), path.steps <= 2, !path.keys.contains(where: { $0.hasPrefix("@") })
    else { return nil }
    var parts = [expression]
    while case .key(let base, _) = parts[parts.count - 1].kind { parts.append(base) }
    // From the root on: SELF, `tracks`, `tracks.events`, …
    parts.reverse()
    guard let place = parts.indices.dropLast().first(where: { self.path(of: parts[$0])?.steps == 1 }) else {
      return nil
    }
    let (members, rest) = (parts[place], path.keys.dropFirst(place))
    let name = ["x", "y", "z"].first { name in !scope.contains { $0.name == name } } ?? "x\(scope.count)"
    let value = rest.reduce(Expression(.variable(name))) { Expression(.key($0, $1)) }
    let found = Expression(.subquery(members, name, condition(value)))
    let counted = Predicate.Comparison(
      Expression(.key(found, "@count")), sign == .none ? .equal : .greater, Expression(.constant(.integer(0))))
    return "write \(Predicate(.comparison(counted)).declaration)"
  }
}

extension MissingColumn {
  /// The words for a key of this kind, after "is".
  package var words: String {
    switch self {
    case .transient: "transient"
    case .fetchedProperty: "a fetched property"
    case .objectState: "what an object in memory says"
    }
  }
}

extension Expression {
  /// The hint for a path that ends with its collection operator, `players.age.@sum`; nil for another.
  fileprivate var withOperatorFirst: String? {
    guard case .key(let values, let last) = kind, last.hasPrefix("@"), last != "@count",
      case .key(let members, let key) = values.kind, case .key = members.kind
    else { return nil }
    let text = Expression(.key(Expression(.key(members, last)), key)).declaration
    // Equal values of a set are one, which a sum and an average show.
    return ["@min", "@max"].contains(last) ? "write \(text)" : "\(text) takes each object"
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
}
