import Diagnostics
import ObjectGraph
import Predicates

/// Finds the first unknown name in an expression before it is evaluated, so that the message can point at it.
struct NameCheck {
  let interpreter: Interpreter

  private var model: ManagedObjectModel { interpreter.context.model }

  /// The variables of the enclosing SUBQUERYs, which are not names.
  private func bound(in predicate: Predicate?, _ expression: Expression?) -> Set<String> {
    var names: Set<String> = []
    func note(_ expression: Expression) -> Expression? {
      if case .subquery(_, let variable, _) = expression.kind { names.insert(variable) }
      return nil
    }
    _ = predicate?.rewriting(note)
    _ = expression?.rewriting(note)
    return names
  }

  func problem(in predicate: Predicate) -> Diagnostic? {
    let bound = bound(in: predicate, nil)
    if let problem = wordProblem(in: predicate) { return problem }
    var found: Diagnostic?
    _ = predicate.rewriting { expression in
      if found == nil { found = pathProblem(expression, bound) }
      return isPath(expression) ? expression : nil
    }
    return found
  }

  func problem(in expression: Expression) -> Diagnostic? {
    let bound = bound(in: nil, expression)
    var found: Diagnostic?
    _ = expression.rewriting { expression in
      if found == nil { found = pathProblem(expression, bound) }
      return isPath(expression) ? expression : nil
    }
    return found
  }

  /// The destination of a path, as far as it is known before it runs.
  private enum Reach {
    case unknown
    case object(String)
    case objects(String)
    /// A list of values, as a name may have it.
    case list(Value)
    /// The ID of an object, which `object(…)` takes.
    case identity(String)
    case value
  }

  private func isPath(_ expression: Expression) -> Bool {
    if case .key = expression.kind { root(of: expression) != nil } else { false }
  }

  /// The keys of a path with their places, outermost last; nil for an expression that is none.
  private func keys(of expression: Expression) -> [Identifier]? {
    var keys: [Identifier] = []
    var current = expression
    while case .key(let base, let key) = current.kind {
      let end = current.range.upperBound
      keys.append(Identifier(key, at: SourceRange(max(current.range.lowerBound, end - key.utf8.count), end)))
      current = base
    }
    return keys.reversed()
  }

  private func root(of expression: Expression) -> Expression? {
    var current = expression
    while case .key(let base, _) = current.kind { current = base }
    switch current.kind {
    case .candidate, .variable, .extension: return current
    default: return nil
    }
  }

  private func pathProblem(_ expression: Expression, _ bound: Set<String>) -> Diagnostic? {
    if case .variable(let name) = expression.kind, interpreter.names[name] == nil, !bound.contains(name) {
      return unknownName(Identifier(name, at: expression.range))
    }
    guard case .key = expression.kind, let root = root(of: expression), var keys = keys(of: expression) else {
      return nil
    }
    var reach: Reach
    switch root.kind {
    case .candidate:
      let first = keys.removeFirst()
      guard let value = interpreter.value(ofName: first.text) else { return unknownName(first) }
      if let id = value.objectID, interpreter.isForeign(id), let key = keys.first {
        guard key.text == "objectID" else { return interpreter.belongsElsewhere(id, at: first.range) }
        keys.removeFirst()
        return problem(in: keys, from: .identity(interpreter.context.entityName(of: id)))
      }
      if let id = value.objectID, !interpreter.context.exists(id), !keys.isEmpty,
        !interpreter.context.isInaccessible(id), !isState(keys[0])
      {
        let closed = interpreter.mainContext.closedFileNames
        let way =
          !closed.isEmpty
          ? "reopen \(closed[0]), undo or redo may bring it back; "
          : interpreter.wayBack(to: id).map { "\($0); " } ?? ""
        return Diagnostic(
          Diagnostic.ID.missingObject, "\(first) is no longer in the graph", at: first.range,
          hint: "\(way)let \(first) = … gives the name to another")
      }
      reach = self.reach(of: value)
    case .variable(let name):
      if bound.contains(name) { return nil }
      guard let value = interpreter.names[name] else { return unknownName(Identifier(name, at: root.range)) }
      reach = self.reach(of: value)
    case .extension(let form):
      guard let literal = form.base as? ObjectIDLiteral else { return nil }
      guard model[entity: literal.entity.text] != nil else { return nil }
      reach = .object(literal.entity.text)
    default: return nil
    }
    return problem(in: keys, from: reach)
  }

  /// Whether an object answers this key even when it is gone.
  private func isState(_ key: Identifier) -> Bool {
    key.text == "objectID" || ObjectKey.states.contains(key.text)
  }

  private func problem(in keys: [Identifier], from start: Reach) -> Diagnostic? {
    var reach = start
    for key in keys {
      switch follow(key, from: reach) {
      case .success(let next): reach = next
      case .failure(let problem): return problem
      }
    }
    return nil
  }

  private func reach(of value: Value) -> Reach {
    switch value {
    case .array, .set: .list(value)
    default: value.objectID.map { .object(interpreter.context.entityName(of: $0)) } ?? .unknown
    }
  }

  private func follow(_ key: Identifier, from reach: Reach) -> Result<Reach, Diagnostic> {
    let entity: String
    let isMany: Bool
    switch reach {
    case .unknown, .value: return .success(.unknown)
    case .list(let value):
      let entities = Set((value.objectIDs ?? []).map { interpreter.context.entityName(of: $0) })
      let isProperty = entities.contains { model.anyProperty(key.text, of: $0) != nil }
      return isProperty ? .success(.unknown) : foreignCollectionCall(key).map(Result.failure) ?? .success(.unknown)
    case .object(let name): (entity, isMany) = (name, false)
    case .objects(let name): (entity, isMany) = (name, true)
    case .identity(let entity):
      if IdentityKey.words.contains(key.text) { return .success(.value) }
      if model.anyProperty(key.text, of: entity) != nil {
        return .failure(
          Diagnostic(
            "id-key", "an object ID has no \(key), which is a property of the object", at: key.range,
            hint: "leave out .objectID"))
      }
      return .failure(
        Diagnostic(
          "id-key", "an object ID has no \(DisplayText.visible(key.text))", at: key.range,
          nearest: Suggestions.nearest(to: key.text, among: IdentityKey.words),
          hint: "it has \(Listing.text(IdentityKey.words))"))
    }
    if key.text.hasPrefix("@") {
      // `players.@avg.age`: the key after the operator is one of the elements'.
      return .success(isMany && key.text != "@count" ? .objects(entity) : .value)
    }
    if key.text == "objectID" { return .success(isMany ? .unknown : .identity(entity)) }
    if key.text == "self" { return .success(reach) }
    if key.text == "entity" { return .success(.unknown) }
    guard let property = model.anyProperty(key.text, of: entity) else {
      if ObjectKey.states.contains(key.text) { return .success(.unknown) }
      if IdentityKey.words.contains(key.text) {
        return .failure(
          Diagnostic(
            "id-key", "\(key) is a key of an object's ID", at: key.range, hint: "write objectID.\(key)"))
      }
      if isMany, let foreignSyntax = foreignCollectionCall(key) { return .failure(foreignSyntax) }
      if isMany, key.text == "first" || key.text == "last" {
        return .failure(
          Diagnostic(
            Diagnostic.ID.foreignSyntax, "an object of a list has a position", at: key.range,
            hint: key.text == "first" ? "write [0] without a dot" : "write [LAST] without a dot"))
      }
      if key.text.lowercased() == "id" {
        return .failure(
          Diagnostic(
            "id-key", "\(entity) has no '\(key)', and every object has an objectID", at: key.range,
            hint: "write objectID"))
      }
      return .failure(
        .unknownProperty(
          key.text, of: entity, in: model, besides: ObjectKey.states + ["objectID"], at: key.range))
    }
    switch property {
    case .attribute(let attribute) where attribute.compositeName != nil: return .success(.unknown)
    case .attribute: return .success(isMany ? .unknown : .value)
    case .relationship(let relationship):
      return .success(
        isMany || relationship.isToMany ? .objects(relationship.destination) : .object(relationship.destination))
    case .fetched(let fetched): return .success(.objects(fetched.destination))
    }
  }

  /// `players.count` and the like, from Swift.
  private func foreignCollectionCall(_ key: Identifier) -> Diagnostic? {
    guard let spelling = CollectionOperator.spelling(forSwift: key.text) else { return nil }
    let isCount = spelling.hasPrefix(CollectionOperator.count.rawValue)
    return Diagnostic(
      Diagnostic.ID.foreignSyntax,
      isCount ? "the number of objects is an operator here" : "a collection has no '\(key)'", at: key.range,
      hint: "write \(spelling)")
  }

  private func unknownName(_ name: Identifier) -> Diagnostic {
    if name.text.first?.isUppercase == true { return .unknownEntity(name.text, in: model, at: name.range) }
    if ["id", "objectid"].contains(name.text.lowercased()),
      let object = interpreter.names.filter({ $0.value.objectID != nil }).keys.min()
    {
      return Diagnostic(
        Diagnostic.ID.unknownName, "there is nothing called '\(name)', and an object has an objectID", at: name.range,
        hint: "write \(object).objectID")
    }
    if name.text == "now" {
      return Diagnostic(
        Diagnostic.ID.unknownName, "the time it is now is a function", at: name.range, nearest: ["now()"])
    }
    if StatementWord(rawValue: name.text) != nil {
      return Diagnostic(
        Diagnostic.ID.unknownName, "'\(name)' begins a statement, and the rest of it is missing", at: name.range,
        hint: "help \(name) shows its forms")
    }
    let hint =
      Self.hint(forWord: name.text)
      ?? (interpreter.names.isEmpty
        ? "let \(name) = … gives something this name"
        : "your names are \(Listing.text(interpreter.names.keys.sorted()))")
    return Diagnostic(
      Diagnostic.ID.unknownName, "there is nothing called '\(DisplayText.visible(name.text))'", at: name.range,
      nearest: Suggestions.nearest(to: name.text, among: interpreter.knownNames), hint: hint)
  }

  /// Words about models that have a page of help.
  static let terms: Set<String> = [
    "attribute", "relationship", "property", "entity", "object", "model", "inverse", "optional", "key", "context",
    "store", "cascade",
    "deny", "nullify",
  ]

  /// The hint for a word that is no name: `deny`, `lesson1`.
  private static func hint(forWord word: String) -> String? {
    if terms.contains(word.lowercased()) { return "help \(word.lowercased()) explains the word" }
    if let match = word.wholeMatch(of: /(lesson|exercises)(\d+)/) { return "write \(match.1) \(match.2)" }
    return nil
  }

  /// `Team.players.deleteRule == "cascad"`: the values of some keys are words of the declaration.
  private func wordProblem(in predicate: Predicate) -> Diagnostic? {
    switch predicate.kind {
    case .comparison(let comparison):
      guard comparison.operator == .equal || comparison.operator == .notEqual,
        case .key(_, let key) = comparison.left.kind, let words = DescriptionReference.words(forKey: key),
        case .constant(.string(let text)) = comparison.right.kind, !words.contains(text),
        let first = keys(of: comparison.left)?.first, interpreter.names[first.text] == nil,
        model[entity: first.text] != nil || first.text == "model"
      else { return nil }
      return Diagnostic(
        "unknown-word", "no \(key) is called \"\(DisplayText.visible(text))\"", at: comparison.right.range,
        nearest: Suggestions.nearest(to: text, among: words), hint: "it is one of \(words.joined(separator: ", "))")
    case .and(let operands), .or(let operands): return operands.lazy.compactMap(wordProblem).first
    case .not(let operand): return wordProblem(in: operand)
    case .constant, .truth: return nil
    }
  }
}
