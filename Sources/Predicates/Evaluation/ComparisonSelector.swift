import Diagnostics

/// The selectors used as operators, `SELF isKindOfClass: %@`, as far as values without methods can answer them.
///
/// Source: the methods of NSObject, NSString and NSObject's scripting comparisons that take one object and return a
/// Boolean.
enum ComparisonSelector: String, CaseIterable {
  case isEqual, isEqualTo, isEqualToString, isEqualToNumber, isEqualToDate, isEqualToArray, isEqualToSet
  case isNotEqualTo, isLessThan, isLessThanOrEqualTo, isGreaterThan, isGreaterThanOrEqualTo
  case hasPrefix, hasSuffix, containsString, localizedCaseInsensitiveContainsString, localizedStandardContainsString
  case doesContain, containsObject, isLike, isCaseInsensitiveLike
  case isSubsetOfSet, intersectsSet, isKindOfClass, isMemberOfClass

  func holds(_ left: Value, _ right: Value, at range: SourceRange) throws -> Bool {
    let either: Predicate.Comparison.Options = [.caseInsensitive]
    switch self {
    case .isEqual, .isEqualTo, .isEqualToString, .isEqualToNumber, .isEqualToDate, .isEqualToArray, .isEqualToSet:
      // A message to nil answers no.
      return !left.isNull && left.isEqual(to: right)
    case .isNotEqualTo: return !left.isNull && !left.isEqual(to: right)
    case .isLessThan: return try order(left, right, at: range) { $0 == .ascending }
    case .isLessThanOrEqualTo: return try order(left, right, at: range) { $0 != .descending }
    case .isGreaterThan: return try order(left, right, at: range) { $0 == .descending }
    case .isGreaterThanOrEqualTo: return try order(left, right, at: range) { $0 != .ascending }
    case .hasPrefix: return try texts(left, right, [], at: range) { $0.hasPrefix($1) }
    case .hasSuffix: return try texts(left, right, [], at: range) { $0.hasSuffix($1) }
    case .containsString: return try texts(left, right, [], at: range) { TextSearch($1).isFound(in: $0) }
    case .localizedCaseInsensitiveContainsString:
      return try texts(left, right, either, at: range) { TextSearch($1).isFound(in: $0) }
    case .localizedStandardContainsString:
      return try texts(left, right, [.caseInsensitive, .diacriticInsensitive], at: range) {
        TextSearch($1).isFound(in: $0)
      }
    case .isLike: return try texts(left, right, [], at: range) { LikePattern($1).matches($0) }
    case .isCaseInsensitiveLike: return try texts(left, right, either, at: range) { LikePattern($1).matches($0) }
    case .doesContain, .containsObject:
      return try elements(left, at: range).contains { $0.isEqual(to: right) }
    case .isSubsetOfSet:
      let others = ConstantSet(try elements(right, at: range))
      return try elements(left, at: range).allSatisfy(others.holds)
    case .intersectsSet:
      let others = ConstantSet(try elements(right, at: range))
      return try elements(left, at: range).contains(where: others.holds)
    case .isKindOfClass, .isMemberOfClass:
      guard case .string(let name) = right else {
        throw EvaluationError(.notText(right, operator: rawValue), at: range)
      }
      if case .object = left { throw EvaluationError(.unsupported("\(rawValue): of an object"), at: range) }
      return left.classNames.contains(name)
    }
  }

  private func order(
    _ left: Value, _ right: Value, at range: SourceRange, _ test: (ValueOrder) -> Bool
  ) throws -> Bool {
    if left.isNull || right.isNull { return false }
    guard let order = left.compare(to: right) else { throw EvaluationError(.noOrder(left, right), at: range) }
    return test(order)
  }

  private func texts(
    _ left: Value, _ right: Value, _ options: Predicate.Comparison.Options, at range: SourceRange,
    _ test: (String, String) -> Bool
  ) throws -> Bool {
    if left.isNull || right.isNull { return false }
    guard case .string(let text) = left else { throw EvaluationError(.notText(left, operator: rawValue), at: range) }
    guard case .string(let part) = right else { throw EvaluationError(.notText(right, operator: rawValue), at: range) }
    return !part.isEmpty && test(options.folded(text), options.folded(part))
  }

  private func elements(_ value: Value, at range: SourceRange) throws -> [Value] {
    if value.isNull { return [] }
    guard let elements = value.elements else {
      throw EvaluationError(.notCollection(value, operator: rawValue), at: range)
    }
    return elements
  }
}

extension Value {
  /// The classes that Foundation's object for the value is a kind of.
  fileprivate var classNames: Set<String> {
    switch self {
    case .null: []
    case .boolean, .integer, .double: ["NSNumber", "NSValue", "NSObject"]
    case .decimal: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
    case .string: ["NSString", "NSObject"]
    case .date: ["NSDate", "NSObject"]
    case .data: ["NSData", "NSObject"]
    case .uuid: ["NSUUID", "NSObject"]
    case .url: ["NSURL", "NSObject"]
    case .array: ["NSArray", "NSObject"]
    case .set: ["NSSet", "NSObject"]
    case .dictionary: ["NSDictionary", "NSObject"]
    case .object: ["NSManagedObject", "NSObject"]
    }
  }
}
