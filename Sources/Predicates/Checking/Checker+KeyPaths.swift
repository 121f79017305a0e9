import Diagnostics

extension Checker {
  /// The type at the end of a key path, each key looked up where the one before it leads.
  mutating func pathType(of expression: Expression) -> InferredType {
    var keys: [(name: String, range: SourceRange, path: Expression)] = []
    var base = expression
    while case .key(let inner, let name) = base.kind {
      keys.append((name, base.range.keyRange(name), base))
      base = inner
    }
    var type = self.type(of: base)
    /// The collection operator read so far, until its path ends.
    var pending: CollectionOperator?
    for (position, (name, range, path)) in keys.reversed().enumerated() {
      if name == "self" { continue }
      if name.hasPrefix("@") {
        guard let found = CollectionOperator(rawValue: name) else {
          report(
            "unknown-operator", "there is no collection operator '\(name)'", at: range,
            hint: CollectionOperator.hint(for: name))
          return .unknown
        }
        checkCollection(type, before: path, found, at: range)
        if found == .count {
          type = .value(.integer)
        } else {
          pending = found
          if !type.isCollection { type = .unknown }
        }
        continue
      }
      let isFirst = position == 0 && base.kind == .candidate
      type = step(from: type, to: name, at: range, isFirst: isFirst, behind: path)
    }
    if let pending { return result(of: pending, over: type, at: expression) }
    return type
  }

  private mutating func step(
    from type: InferredType, to key: String, at range: SourceRange, isFirst: Bool, behind path: Expression
  ) -> InferredType {
    switch type {
    case .unknown, .null, .value(.any): return .unknown
    case .value(let value): return valueKey(key, of: value, at: range)
    case .object(let entity):
      if key == "%K" { return .unknown }
      guard let property = shape.property(key, of: entity) else {
        reportUnknown(key, of: entity, at: range, isFirst: isFirst)
        return .unknown
      }
      return InferredType(property)
    case .collection(let element):
      if case .object(let entity) = element, shape.property(key, of: entity) == nil,
        let right = CollectionOperator.spelling(forSwift: key)
      {
        report(
          Diagnostic.ID.collectionKey, "a collection has no '\(key)'", at: range, hint: "write \(right)",
          fix: right.contains(" ") ? nil : right)
        return .value(.integer)
      }
      switch step(from: element, to: key, at: range, isFirst: false, behind: path) {
      case .collection(let inner): return .collection(inner)
      case let inner: return .collection(inner)
      }
    }
  }

  private mutating func valueKey(_ key: String, of type: ValueType, at range: SourceRange) -> InferredType {
    if let known = ValueKey.keys(of: type)[key] { return .value(known.result) }
    let hint = ValueKey.hint(for: key, of: type)
    report(
      "no-key", "\(type.words) has no '\(DisplayText.visible(key))'", at: range, hint: hint?.text, fix: hint?.fix)
    return hint?.fix.flatMap { ValueKey.keys(of: type)[$0] }.map { .value($0.result) } ?? .unknown
  }

  private mutating func reportUnknown(_ key: String, of entity: String, at range: SourceRange, isFirst: Bool) {
    if isFirst, ownNames.contains(key) {
      report(
        "own-name", "\(entity) has no \(key)", at: range,
        hint: "for your own \(key), write $\(key); for the text, \"\(key)\"", fix: "$\(key)")
      return
    }
    let near = Suggestions.nearest(to: key, among: shape.keys(of: entity), limit: 1)
    let unknown = Diagnostic.unknown(key, of: entity, among: shape.keys(of: entity))
    report(unknown.id, unknown.message, at: range, hint: unknown.hint, fix: near.first)
  }

  /// The first attribute of an entity of a wanted type, for hints that name one.
  func attribute(of entity: String, _ isWanted: (ValueType) -> Bool) -> String? {
    shape.keys(of: entity).first { key in
      if case .attribute(let type, _)? = shape.property(key, of: entity) { isWanted(type) } else { false }
    }
  }

  private mutating func checkCollection(
    _ type: InferredType, before path: Expression, _ found: CollectionOperator, at range: SourceRange
  ) {
    switch type {
    case .collection, .unknown, .null, .value(.any): break
    case .value, .object:
      guard case .key(let base, _) = path.kind else { return }
      let what = base.keyPath?.isEmpty ?? false ? "the candidate" : name(of: base)
      report(
        "not-a-collection", "\(found.rawValue) needs a collection, and \(what) is \(type.words)", at: range,
        hint: type == .value(.string) ? "a text's length is .length" : nil)
    }
  }

  private mutating func result(
    of found: CollectionOperator, over type: InferredType, at expression: Expression
  ) -> InferredType {
    guard case .collection(let element) = type else { return .unknown }
    switch found {
    case .count: return .value(.integer)
    case .sum, .average:
      switch element {
      case .value(let value) where value.isNumber: return found == .sum ? element : .value(.double)
      case .unknown, .null, .value(.any), .value(.boolean): return .unknown
      default:
        var hint: String?
        if case .object(let entity) = element, let key = attribute(of: entity, \.isNumber) {
          hint = "name one of its attributes, as in \(expression.declaration).\(key)"
        }
        report(
          Diagnostic.ID.notANumber, "\(found.rawValue) needs numbers, not \(element.words)", at: expression.range,
          hint: hint)
        return .unknown
      }
    case .minimum, .maximum: return element
    case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays, .unionOfSets,
      .distinctUnionOfSets:
      return type
    }
  }
}

extension InferredType {
  init(_ property: PropertyShape) {
    switch property {
    case .attribute(let type, _): self = .value(type)
    case .toOne(let entity, _): self = .object(entity)
    case .toMany(let entity), .fetched(let entity): self = .collection(.object(entity))
    }
  }
}
