import ObjectGraph
import Predicates

/// Conditions of Swift as predicates: closures, `#Predicate`, `NSPredicate(format:)`.
extension ForeignLine {
  /// The meaning of a bare word of a condition.
  struct Candidate {
    /// The closure's parameters; `$0` always is one.
    var parameters: Set<String> = []
    /// The entity whose keys are bare words; nil where there is none.
    var entity: String?
    /// The variable of a SUBQUERY that stands for the candidate, with its dollar sign.
    var variable: String?
  }

  /// A condition of a closure: `{ $0.age > 3 }`, `{ player in player.age > 3 }`; nil where it is none.
  func condition(ofClosure tree: SwiftTree, entity: String?, variable: String? = nil) -> String? {
    guard case .closure(let parameters, let body) = tree, body.count == 1, case .expression(let inside) = body[0] else {
      return nil
    }
    return condition(inside, Candidate(parameters: Set(parameters), entity: entity, variable: variable))
  }

  /// The text of a condition; nil where a predicate cannot say it.
  func condition(_ tree: SwiftTree, _ candidate: Candidate) -> String? {
    switch tree {
    case .infix(let left, let sign, let right): return comparison(left, sign, right, candidate)
    case .not(.member(let collection, "isEmpty")):
      guard let text = operand(collection, candidate) else { return nil }
      return isText(collection, candidate) ? "\(text) != \"\"" : "\(text).@count > 0"
    case .not(let inside):
      if let path = operand(inside, candidate), isPath(inside) { return "\(path) == false" }
      return condition(inside, candidate).map { "NOT (\($0))" }
    case .call: return calledCondition(tree, candidate)
    case .member(let collection, "isEmpty"):
      guard let text = operand(collection, candidate) else { return nil }
      return isText(collection, candidate) ? "\(text) == \"\"" : "\(text).@count == 0"
    default: return operand(tree, candidate).map { isPath(tree) ? "\($0) == true" : $0 }
    }
  }

  private func comparison(
    _ left: SwiftTree, _ sign: String, _ right: SwiftTree, _ candidate: Candidate
  ) -> String? {
    switch sign {
    case "&&", "||":
      guard let first = condition(left, candidate), let second = condition(right, candidate) else { return nil }
      func bracketed(_ text: String, _ tree: SwiftTree) -> String {
        if sign == "&&", case .infix(_, "||", _) = tree { return "(\(text))" }
        return text
      }
      return "\(bracketed(first, left)) \(sign == "&&" ? "AND" : "OR") \(bracketed(second, right))"
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==":
      // `$0.name.lowercased() == "wade"`
      if let (receiver, name, arguments) = left.calledMethod, let receiver, arguments.isEmpty,
        ["lowercased", "uppercased"].contains(name)
      {
        guard let first = operand(receiver, candidate), let second = operand(right, candidate) else { return nil }
        return "\(first) \(sign)[c] \(second)"
      }
      // ($0.age ?? 0) > 30: nil compares as what stands for it
      if case .infix(let path, "??", .literal(let instead)) = left, case .literal(let limit) = right,
        let key = operand(path, candidate), let instead = Double(instead), let bound = Double(limit)
      {
        let holds = [
          "==": instead == bound, "!=": instead != bound, "<": instead < bound, ">": instead > bound,
          "<=": instead <= bound, ">=": instead >= bound,
        ]
        let text = "\(key) \(sign) \(limit)"
        return holds[sign] == true ? "(\(key) == nil OR \(text))" : text
      }
      guard let first = operand(left, candidate), let second = operand(right, candidate) else { return nil }
      return "\(first) \(sign.count == 3 ? String(sign.prefix(2)) : sign) \(second)"
    default: return nil
    }
  }

  private func calledCondition(_ tree: SwiftTree, _ candidate: Candidate) -> String? {
    guard let (receiver, name, arguments) = tree.calledMethod, let receiver, let argument = arguments.sole else {
      return nil
    }
    let signs = [
      "hasPrefix": "BEGINSWITH", "starts": "BEGINSWITH", "hasSuffix": "ENDSWITH",
      "localizedStandardContains": "CONTAINS[cd]", "localizedCaseInsensitiveContains": "CONTAINS[c]",
      "localizedContains": "CONTAINS", "isEqual": "==",
    ]
    if let sign = signs[name] {
      guard let first = operand(receiver, candidate), let second = operand(argument, candidate) else { return nil }
      return "\(first) \(sign) \(second)"
    }
    switch name {
    case "contains":
      if case .closure = argument { return quantified(receiver, argument, candidate, isAll: false) }
      // (20...30).contains($0.age), names.contains($0.name)
      if case .infix(let low, "...", let high) = receiver {
        guard let key = operand(argument, candidate), let low = operand(low, candidate),
          let high = operand(high, candidate)
        else { return nil }
        return "\(key) BETWEEN {\(low), \(high)}"
      }
      guard let first = operand(receiver, candidate), let second = operand(argument, candidate) else { return nil }
      if case .text = argument { return "\(first) CONTAINS \(second)" }
      return isText(receiver, candidate) ? "\(first) CONTAINS \(second)" : "\(second) IN \(first)"
    case "allSatisfy": return quantified(receiver, argument, candidate, isAll: true)
    default: return nil
    }
  }

  /// `$0.players.contains { $0.age > 3 }`
  private func quantified(
    _ collection: SwiftTree, _ closure: SwiftTree, _ candidate: Candidate, isAll: Bool
  ) -> String? {
    guard candidate.variable == nil, let list = operand(collection, candidate) else { return nil }
    if let simple = anyOrAll(isAll ? "ALL" : "ANY", list, closure, variable: nil) { return simple }
    guard let inner = condition(ofClosure: closure, entity: nil, variable: "$each") else { return nil }
    return isAll
      ? "SUBQUERY(\(list), $each, NOT (\(inner))).@count == 0" : "SUBQUERY(\(list), $each, \(inner)).@count > 0"
  }

  /// `ANY players.age > 30`, for a closure that compares one key path with a value; nil for any other.
  func anyOrAll(_ word: String, _ list: String, _ closure: SwiftTree, variable: String?) -> String? {
    guard case .closure(let parameters, let body) = closure, body.count == 1,
      case .expression(.infix(let left, let sign, let right)) = body[0],
      ["==", "!=", "<", ">", "<=", ">="].contains(sign)
    else { return nil }
    let candidate = Candidate(parameters: Set(parameters), variable: variable)
    guard case .member = left, case .name(let root, _) = left.root, root == "$0" || parameters.contains(root),
      keys(of: right, parameters: Set(parameters)).isEmpty, let key = operand(left, candidate),
      let value = operand(right, candidate)
    else { return nil }
    return "\(word) \(list).\(key) \(sign) \(value)"
  }

  /// The text of an expression in a condition; nil where there is none.
  func operand(_ tree: SwiftTree, _ candidate: Candidate) -> String? {
    switch tree {
    case .literal(let text): return text
    case .text(let text): return text.contains("\\(") ? nil : "\"\(text)\""
    case .list(let elements):
      let texts = elements.compactMap { operand($0, candidate) }
      return texts.count == elements.count ? "{\(texts.joined(separator: ", "))}" : nil
    case .negative(let inside): return operand(inside, candidate).map { "-\($0)" }
    case .name(let name, _): return word(name, candidate)
    case .implicit("now"): return "now()"
    case .call(.name("Date", _), let arguments) where arguments.isEmpty: return "now()"
    case .call where movedDate(tree) != nil: return movedDate(tree)
    case .member(let owner, let key):
      if case .name("Date", _) = owner, key == "now" { return "now()" }
      if isCandidate(owner, candidate) { return candidate.variable.map { "\($0).\(key)" } ?? key }
      guard let path = operand(owner, candidate), isPath(owner) else { return nil }
      switch key {
      case "count": return isText(owner, candidate) ? "length(\(path))" : "\(path).@count"
      case "rawValue", "persistentModelID", "objectID": return path
      default: return "\(path).\(key)"
      }
    case .infix(let left, let sign, let right):
      guard let first = operand(left, candidate), let second = operand(right, candidate) else { return nil }
      switch sign {
      case "??": return "TERNARY(\(first) == nil, \(second), \(first))"
      case "+", "-", "*", "/": return "\(first) \(sign) \(second)"
      default: return nil
      }
    case .ternary(let test, let first, let second):
      guard let test = condition(test, candidate), let first = operand(first, candidate),
        let second = operand(second, candidate)
      else { return nil }
      return "TERNARY(\(test), \(first), \(second))"
    case .call:
      guard let (receiver, name, arguments) = tree.calledMethod else { return nil }
      if receiver == nil, name == "Date", arguments.isEmpty { return "now()" }
      if receiver == nil, ["Int", "Double", "Float", "String", "NSNumber", "Int16", "Int32", "Int64"].contains(name) {
        return arguments.sole.flatMap { operand($0, candidate) }
      }
      if let receiver, ["lowercased", "uppercased"].contains(name) {
        return operand(receiver, candidate).map { "\(name.dropLast())(\($0))" }
      }
      return nil
    default: return nil
    }
  }

  /// A bare word: a key of the candidate, nil and truth, or one of the learner's own names with its sign.
  private func word(_ name: String, _ candidate: Candidate) -> String? {
    if name == "$0" || candidate.parameters.contains(name) { return candidate.variable ?? "SELF" }
    switch name {
    case "nil", "NULL", "none": return "nil"
    case "true", "false", "YES", "NO", "SELF": return name
    case "self": return "SELF"
    default: break
    }
    if name.hasPrefix("$") { return name }
    if let entity = candidate.entity, candidate.parameters.isEmpty, model.property(name, of: entity) != nil {
      return name
    }
    if objects[name] != nil || values.contains(name) { return "$\(name)" }
    return nil
  }

  private func isCandidate(_ tree: SwiftTree, _ candidate: Candidate) -> Bool {
    guard case .name(let name, _) = tree else { return false }
    return name == "$0" || candidate.parameters.contains(name)
  }

  private func isPath(_ tree: SwiftTree) -> Bool {
    switch tree {
    case .member(let owner, _): isPath(owner)
    case .name(let name, _): !["nil", "true", "false", "YES", "NO"].contains(name)
    default: false
    }
  }

  /// Whether a path of the candidate ends at a text, as far as the model says.
  private func isText(_ tree: SwiftTree, _ candidate: Candidate) -> Bool {
    guard case .member(_, let key) = tree else {
      if case .name(let key, _) = tree, let entity = candidate.entity {
        return model.property(key, of: entity)?.property.attribute?.type == .string
      }
      return false
    }
    let found = model.entityNames.lazy.compactMap { model.property(key, of: $0)?.property }
    return found.first.map { $0.attribute?.type == .string } ?? false
  }

  /// The keys of the candidate that a condition begins its paths with.
  func keys(of tree: SwiftTree, parameters: Set<String>) -> Set<String> {
    switch tree {
    case .member(.name(let root, _), let key) where root == "$0" || parameters.contains(root): [key]
    case .member(let owner, _): keys(of: owner, parameters: parameters)
    case .infix(let left, _, let right):
      keys(of: left, parameters: parameters).union(keys(of: right, parameters: parameters))
    case .not(let inside), .negative(let inside): keys(of: inside, parameters: parameters)
    case .call(let callee, let arguments):
      arguments.reduce(into: keys(of: callee, parameters: parameters)) {
        if case .closure = $1.value { return }
        $0.formUnion(keys(of: $1.value, parameters: parameters))
      }
    default: []
    }
  }

  // MARK: Format strings

  /// `NSPredicate(format: "age > %d", 31)`: the condition with its arguments put in; nil where one cannot be.
  func condition(ofFormat arguments: [SwiftTree.Argument]) -> String? {
    guard case .text(let format)? = arguments["format"] else { return nil }
    var rest = arguments.filter { $0.label == nil }.map(\.value)
    if case .list(let elements)? = arguments["argumentArray"] { rest = elements }
    var text = ""
    var remaining = format[...]
    while let percent = remaining.firstIndex(of: "%") {
      text += remaining[..<percent]
      remaining = remaining[remaining.index(after: percent)...]
      if remaining.first == "%" {
        text += "%"
        remaining.removeFirst()
        continue
      }
      guard !rest.isEmpty else { return nil }
      let argument = rest.removeFirst()
      if remaining.first == "K" {
        switch argument {
        case .text(let key): text += key
        case .keyPath(_, let names): text += names.joined(separator: ".")
        case .call(.name("#keyPath", _), let path):
          guard case .member(_, let key)? = path.sole else { return nil }
          text += key
        default: return nil
        }
        remaining.removeFirst()
      } else {
        guard let value = operand(argument, Candidate()) else { return nil }
        text += value
        if remaining.first == "@" {
          remaining.removeFirst()
        } else {
          while let sign = remaining.first, "lhqfdiu.0123456789".contains(sign) {
            remaining.removeFirst()
            if "dfiu".contains(sign) { break }
          }
        }
      }
    }
    text += remaining
    return text.replacing("\\\"", with: "\"")
  }
}
