import Diagnostics

import struct Foundation.Date

extension Checker {
  mutating func check(_ comparison: Predicate.Comparison) {
    let found = diagnostics.count
    var left = type(of: comparison.left)
    let right = type(of: comparison.right)
    hintQuotes(comparison, left, since: found)
    // One finding for a comparison: the consequences of an unknown key are not reported as well.
    if diagnostics.dropFirst(found).containsError { return }
    noteTextOfNil(comparison)
    if comparison.modifier == .direct {
      if checkToMany(comparison, left, right) { return }
    } else {
      switch left {
      case .collection(let element): left = element
      case .unknown, .null, .value(.any): left = .unknown
      case .value, .object:
        return report(
          "not-a-collection",
          "\(comparison.modifier.rawValue) needs a to-many, and \(name(of: comparison.left)) is one value",
          at: comparison.left.range, hint: "leave \(comparison.modifier.rawValue) out")
      }
    }
    switch comparison.operator {
    case .equal, .notEqual, .utiEquals: checkSameType(comparison, left, right, of: comparison.right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if checkOrdered(comparison, left, comparison.left), checkOrdered(comparison, right, comparison.right) {
        checkSameType(comparison, left, right, of: comparison.right)
      }
    case .between: checkBetween(comparison, left, right)
    case .in: checkContainer(comparison, element: left, container: right, comparison.right)
    case .contains: checkContainer(comparison, element: right, container: left, comparison.left)
    case .beginsWith, .endsWith, .like, .matches, .utiConformsTo:
      _ = checkText(comparison, left, comparison.left) && checkText(comparison, right, comparison.right)
    case .selector: break
    }
  }

  /// `nickname == "nil"`: a text of three letters, which an object without a value does not have.
  private mutating func noteTextOfNil(_ comparison: Predicate.Comparison) {
    guard comparison.operator == .equal || comparison.operator == .notEqual else { return }
    for side in [comparison.left, comparison.right] {
      guard case .constant(.string(let text)) = side.kind,
        ["nil", "null", "<null>", "(null)"].contains(text.lowercased())
      else { continue }
      let quoted = CanonicalText.quoted(text)
      report(
        Diagnostic.ID.textOfNil, "\(quoted) is a text, which no object without a value has", at: side.range,
        severity: .note, hint: "write nil without quotes, if that is meant", fix: "nil")
    }
  }

  /// `lastName == Wade`: where a text is compared with a word that is no key, the word is likely the text itself.
  private mutating func hintQuotes(_ comparison: Predicate.Comparison, _ left: InferredType, since found: Int) {
    var element = left
    if comparison.modifier != .direct, case .collection(let inner) = left { element = inner }
    guard element == .value(.string), let path = comparison.right.keyPath, path.count == 1, let word = path.first,
      let index = diagnostics[found...].firstIndex(where: {
        $0.id == Diagnostic.ID.unknownKey && $0.range == comparison.right.range
      })
    else { return }
    let text = CanonicalText.quoted(word)
    let near = Suggestions.didYouMean(word, among: shape.keys(of: entity))
    diagnostics[index].hint = (near.map { "\($0) " } ?? "") + "write text in quotes: \(text)"
    if near == nil, let range = diagnostics[index].range { diagnostics[index].fix = .init(range, with: text) }
  }

  // MARK: To-many

  /// A to-many compared as if it were one object; true when that was reported.
  private mutating func checkToMany(
    _ comparison: Predicate.Comparison, _ left: InferredType, _ right: InferredType
  ) -> Bool {
    let isContainer = comparison.operator == .contains
    if left.isCollection, !right.isCollection, right != .unknown, !isContainer, comparison.left.isPath {
      reportToMany(comparison, comparison.left, left, other: comparison.right)
      return true
    }
    if left.isCollection, comparison.operator == .in, comparison.left.isPath, case .collection(let element) = right,
      element != .unknown
    {
      reportToMany(comparison, comparison.left, left, other: comparison.right)
      return true
    }
    if left.isCollection, right == .unknown, !isContainer, isOrder(comparison.operator), comparison.left.isPath {
      reportToMany(comparison, comparison.left, left, other: comparison.right)
      return true
    }
    if right.isCollection, !left.isCollection, left != .unknown, comparison.right.isPath, comparison.operator != .in,
      comparison.operator != .between
    {
      reportToMany(comparison, comparison.right, right, other: comparison.left)
      return true
    }
    return false
  }

  private func isOrder(_ sign: Predicate.Comparison.Operator) -> Bool {
    [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(sign)
  }

  private mutating func reportToMany(
    _ comparison: Predicate.Comparison, _ path: Expression, _ type: InferredType, other: Expression
  ) {
    let isObjects: Bool
    if case .collection(.object) = type { isObjects = true } else { isObjects = false }
    let sign = CanonicalText.spelling(of: comparison.operator) + comparison.options.description
    let isLeft = path.range == comparison.left.range
    let hint: String
    if case .constant(.null) = other.kind, isObjects {
      hint = "write \(path.declaration).@count \(comparison.operator == .notEqual ? ">" : "==") 0"
    } else if case .constant(let value) = other.kind, value.isNumber, isObjects {
      hint = "write \(path.declaration).@count \(sign) \(other.declaration)"
    } else if isLeft {
      hint = "write ANY \(path.declaration) \(sign) \(other.declaration), or ALL, or NONE"
    } else {
      let turned = CanonicalText.spelling(of: comparison.operator.turned ?? .equal) + comparison.options.description
      hint =
        comparison.operator.turned == nil
        ? "write ANY \(path.declaration) on the left side"
        : "write ANY \(path.declaration) \(turned) \(other.declaration), or ALL, or NONE"
    }
    report("to-many", "\(name(of: path)) leads to many", at: path.range, hint: hint)
  }

  // MARK: Types

  private mutating func checkSameType(
    _ comparison: Predicate.Comparison, _ left: InferredType, _ right: InferredType, of constant: Expression
  ) {
    switch (left, right) {
    case (.unknown, _), (_, .unknown), (.null, _), (_, .null), (.value(.any), _), (_, .value(.any)): return
    case (.value(let a), .value(let b)):
      if a == b || (a.isNumber && b.isNumber) { return }
      if a == .boolean, b.isNumber { return checkBooleanNumber(comparison.right) }
      if b == .boolean, a.isNumber { return checkBooleanNumber(comparison.left) }
      reportTypes(comparison, left, right)
    case (.object(let a), .object(let b)):
      // Related entities can hold the same object; the shape does not say which are.
      if a == b { return }
    case (.collection, .collection): return
    case (.object, .value), (.value, .object), (.collection, _), (_, .collection):
      reportTypes(comparison, left, right)
    }
  }

  /// A Boolean may be compared with 0 and 1 only.
  private mutating func checkBooleanNumber(_ expression: Expression) {
    guard case .constant(.integer(let number)) = expression.kind, number != 0, number != 1 else { return }
    report(
      "type-mismatch", "a Boolean is never \(number)", at: expression.range, hint: "write TRUE or FALSE")
  }

  private mutating func reportTypes(_ comparison: Predicate.Comparison, _ left: InferredType, _ right: InferredType) {
    let isConstant = comparison.right.isConstant || !comparison.left.isConstant
    let place = isConstant ? comparison.right : comparison.left
    let (path, pathType) = isConstant ? (comparison.left, left) : (comparison.right, right)
    let constantType = isConstant ? right : left
    if case .collection = constantType, place.keyPath != nil {
      return report(
        "type-mismatch", "\(name(of: place)) is many values, and \(name(of: path)) is compared with one",
        at: place.range, hint: "@max and @min make one value of many; SUBQUERY compares with each")
    }
    report(
      "type-mismatch", "\(name(of: path)) is \(pathType.words), not \(constantType.words)", at: place.range,
      hint: hint(for: pathType, of: name(of: path), insteadOf: place), fix: literal(of: pathType, insteadOf: place))
  }

  /// How a constant of another type is written as one of a type: `30` for `"30"`; nil where it is none.
  private func literal(of type: InferredType, insteadOf expression: Expression) -> String? {
    guard case .value(let type) = type, case .constant(let value) = expression.kind else { return nil }
    switch (type, value) {
    case (.integer, .string(let text)), (.double, .string(let text)), (.decimal, .string(let text)):
      return Double(text) == nil ? nil : text
    case (.string, _) where value.isNumber: return "\"\(value.canonicalText)\""
    case (.date, .string(let text)): return Date(internetText: text) == nil ? nil : text
    default: return nil
    }
  }

  private func hint(for type: InferredType, of path: String, insteadOf expression: Expression) -> String? {
    switch (type, expression.kind) {
    case (.value(.integer), .constant(.string(let text))), (.value(.double), .constant(.string(let text))),
      (.value(.decimal), .constant(.string(let text))):
      return Double(text) == nil ? nil : "write \(text) without quotes"
    case (.value(.boolean), _): return "write TRUE or FALSE"
    case (.value(.string), .constant(let value)) where value.isNumber: return "write \"\(value.canonicalText)\""
    case (.value(.date), .constant(.string(let text))) where Date(internetText: text) != nil:
      return "write \(text) without quotes"
    case (.value(.date), _): return "a date is written 2026-11-20, in NSPredicate CAST(seconds, \"NSDate\")"
    case (.value(.uuid), .constant(.string(let text))): return "write uuid \"\(text)\""
    case (.value(.url), .constant(.string(let text))): return "write url \"\(text)\""
    case (.value(.data), .constant(.string(let text))):
      let isHexadecimal = !text.isEmpty && text.count.isMultiple(of: 2) && text.allSatisfy(\.isHexDigit)
      return isHexadecimal ? "write data \"\(text)\"" : "bytes are written in hexadecimal: data \"0a0b\""
    case (.object(let entity), .constant(let value)):
      guard let key = attribute(of: entity, { $0 == ValueType(value) }) else { return nil }
      return "name one of its attributes, as in \(path).\(key)"
    case (.collection, _): return "ask for \(path).@count"
    default: return nil
    }
  }

  /// Whether the value has an order; says so when not.
  private mutating func checkOrdered(
    _ comparison: Predicate.Comparison, _ type: InferredType, _ expression: Expression
  ) -> Bool {
    let sign = CanonicalText.spelling(of: comparison.operator)
    switch type {
    case .value(.boolean), .value(.uuid), .value(.url), .value(.data), .object:
      let what = expression.isConstant ? type.words : "\(name(of: expression)) is \(type.words), which"
      report(
        Diagnostic.ID.noOrder, "\(what) has no order", at: expression.range,
        hint: type == .value(.boolean) ? "write == TRUE or == FALSE" : "\(sign) takes numbers, dates and text")
      return false
    case .unknown, .null, .value, .collection: return true
    }
  }

  private mutating func checkBetween(_ comparison: Predicate.Comparison, _ left: InferredType, _ right: InferredType) {
    guard checkOrdered(comparison, left, comparison.left) else { return }
    switch comparison.right.kind {
    case .aggregate(let bounds):
      guard bounds.count == 2 else {
        return report(
          "not-a-pair", "BETWEEN needs two bounds, not \(bounds.count)", at: comparison.right.range,
          hint: "write BETWEEN {1, 10}")
      }
      if case .constant(let low) = bounds[0].kind, case .constant(let high) = bounds[1].kind,
        low.compare(to: high) == .descending, !low.isNull, !high.isNull
      {
        report(
          "empty-range", "nothing is between \(bounds[0]) and \(bounds[1])", at: comparison.right.range,
          severity: .warning, hint: "write {\(bounds[1]), \(bounds[0])}", fix: "{\(bounds[1]), \(bounds[0])}")
      }
      for bound in bounds {
        let single = Predicate.Comparison(comparison.left, .greaterOrEqual, bound)
        let found = diagnostics.count
        let type = self.type(of: bound)
        diagnostics.removeSubrange(found...)
        checkSameType(single, left, type, of: bound)
      }
    default:
      switch right {
      case .value(let type) where type != .any:
        report(
          "not-a-pair", "BETWEEN needs two bounds, not one", at: comparison.right.range,
          hint: comparison.right.isConstant ? "write BETWEEN {\(comparison.right), …}" : "write BETWEEN {1, 10}")
      default: break
      }
    }
  }

  private mutating func checkContainer(
    _ comparison: Predicate.Comparison, element: InferredType, container: InferredType, _ expression: Expression
  ) {
    let sign = CanonicalText.spelling(of: comparison.operator)
    switch container {
    case .collection(let inner):
      guard case .value(let a) = inner, case .value(let b) = element, a != .any, b != .any, a != b,
        !(a.isNumber && b.isNumber), a != .boolean, b != .boolean
      else { return }
      var list: String?
      if case .aggregate(let members) = expression.kind {
        let literals = members.compactMap { literal(of: .value(b), insteadOf: $0) }
        list = literals.count == members.count ? "{\(literals.joined(separator: ", "))}" : nil
      }
      report(
        "type-mismatch", "\(name(of: expression)) has \(a.words) in it, never \(b.words)", at: expression.range,
        hint: list.map { "write \($0)" }, fix: list)
    case .value(.string):
      let other = comparison.operator == .in ? comparison.left : comparison.right
      _ = checkText(comparison, element, other)
    case .unknown, .null, .value(.any): break
    case .value, .object:
      report(
        "not-a-collection", "\(sign) needs a collection or text, and \(name(of: expression)) is \(container.words)",
        at: expression.range, hint: comparison.operator == .in ? "write a list: {1, 2, 3}" : nil)
    }
  }

  /// Whether the value may be text; says so when not.
  private mutating func checkText(
    _ comparison: Predicate.Comparison, _ type: InferredType, _ expression: Expression
  ) -> Bool {
    switch type {
    case .unknown, .null, .value(.string), .value(.any): return true
    case .value, .object, .collection:
      report(
        "not-text",
        "\(CanonicalText.spelling(of: comparison.operator)) compares text, and \(name(of: expression)) is \(type.words)",
        at: expression.range, hint: type.isCollection ? "put ANY before it" : nil)
      return false
    }
  }
}

extension Expression {
  fileprivate var isConstant: Bool {
    if case .constant = kind { true } else { false }
  }

  /// A chain of keys from anywhere: the candidate, a variable.
  fileprivate var isPath: Bool {
    if case .key = kind { true } else { false }
  }
}
