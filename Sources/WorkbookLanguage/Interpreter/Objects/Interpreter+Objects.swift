import Diagnostics
import ObjectGraph
import Predicates

/// The statements that make, change and keep objects.
extension Interpreter {
  enum Mutation {
    case add, remove
    case insert(Expression)
  }

  // MARK: Names

  mutating func makeName(_ name: Identifier, _ syntax: ValueSyntax) throws -> (Outcome.Result?, [Diagnostic]) {
    if context.model[composite: name.text] != nil || context.model.fetchRequestTemplate(named: name.text) != nil {
      throw Diagnostic(
        Diagnostic.ID.takenName, "'\(name)' is a name of the model", at: name.range,
        hint: "take another name, such as \(name.text.prefix(1).lowercased() + name.text.dropFirst())")
    }
    if context.model[entity: name.text] != nil {
      throw Diagnostic.takenByEntity(
        name, hint: "take another name, such as \(name.text.prefix(1).lowercased() + name.text.dropFirst())")
    }
    var inner: [Outcome] = []
    let value: Value
    if case .context(let block) = syntax {
      (value, inner) = try run(block)
    } else {
      value = try self.value(of: syntax)
    }
    if let old = names[name.text] {
      try meter.spend(reading: old)
      try meter.spend(reading: value)
    }
    let old = names.updateValue(value, forKey: name.text)
    var notes: [Diagnostic] = []
    let isOther = old.map { $0 != value } ?? false
    if isOther, let id = old?.objectID, value.objectID != nil {
      earlierObjects[name.text] = (earlierObjects[name.text] ?? []).suffix(15) + [id]
    }
    guard detail >= .values else { return (nil, []) }
    if let old, isOther {
      notes.append(
        Diagnostic(
          "name-replaced", "\(name) was \(text(of: old)) before", at: name.range, severity: .note))
    }
    if syntax.isObjectID {
      notes.append(
        Diagnostic(
          "id-is-object",
          "an object and its ID are the same value here, so \(name) is also the object and never goes out of date",
          at: syntax.range, severity: .note,
          hint: "in Core Data a temporary ID that was kept from before a save stays temporary"))
    }
    var named = Outcome.Result.named(name.text, shown(value))
    if let elements = value.elements, !elements.isEmpty, elements.allSatisfy({ $0.objectID.map(isForeign) ?? false }) {
      named = .stated(.objectIDsNamed(name.text, count: elements.count))
    }
    guard !inner.isEmpty else { return (named, notes) }
    return (.sequence(inner + [Outcome(source: statementSource, range: syntax.range, result: named)]), notes)
  }

  /// A value in a line: `Team#1 Miami Heat`, `"Wade"`, `3 values`.
  func text(of value: Value) -> String {
    let shown = shown(value)
    return switch shown {
    case .null, .text, .literal, .absent: shown.written ?? ""
    case .description(let text): text
    case .object(let label): label.description
    case .list(_, let total): total == 0 ? "an empty list" : "a list of \(total)"
    case .dictionary(_, let total): total == 1 ? "a dictionary of 1 value" : "a dictionary of \(total) values"
    }
  }

  // MARK: Setting

  /// `path = value`.
  mutating func assign(_ path: ObjectPath, _ syntax: ValueSyntax) throws -> Outcome.Result? {
    guard let key = path.keys.last else {
      guard case .name(let name) = path.root else {
        throw Diagnostic(
          Diagnostic.ID.notAssignable, "an object ID can't be given another value", at: path.range,
          hint: "set one of its properties")
      }
      if names[name.text] != nil {
        throw Diagnostic(
          Diagnostic.ID.notAssignable, "a name is given with let", at: name.range, hint: "write let \(name) = …")
      }
      throw Diagnostic(
        Diagnostic.ID.notAssignable, "there is nothing called '\(name)' to set", at: name.range,
        hint: "let \(name) = … makes a name; expect \(name) == … compares")
    }
    try context.prepare()
    if try assignElement(path, syntax) { return nil }
    let id = try owner(of: path)
    guard !context.entityName(of: id).isEmpty else {
      var owner = path
      owner.keys.removeLast()
      throw Diagnostic.gone(owner.description, at: path.range)
    }
    asked.objects.insert(id)
    try give(key, of: id, syntax)
    return nil
  }

  /// `heat.players.add(wade)` and its kin.
  mutating func mutate(
    _ path: ObjectPath, _ syntax: ValueSyntax, _ mutation: Mutation, _ notes: inout [Diagnostic]
  ) throws -> Outcome.Result? {
    guard let key = path.keys.last else { return nil }
    try context.prepare()
    let id = try owner(of: path)
    asked.objects.insert(id)
    let entity = context.entityName(of: id)
    try requireProperty(key, of: entity)
    let ids = try objects(in: try value(of: syntax), at: syntax.range)
    try meter.spend(.rows, 4 * ids.count)
    try placed(at: key.range, onlyOneAt: path) {
      switch mutation {
      case .add: try placed(at: syntax.range, ifNot: key) { try context.add(ids, to: key.text, of: id) }
      case .remove: try context.remove(ids, from: key.text, of: id)
      case .insert(let position):
        guard case .integer(let index) = try value(of: position), let place = Int(exactly: index) else {
          throw Diagnostic(
            "bad-position", "a position is a whole number", at: position.range, hint: "at: 0 is the first")
        }
        var moved: ManagedObjectID?
        for (offset, object) in ids.enumerated()
        where try context.insert(object, into: key.text, of: id, at: place &+ offset) {
          moved = moved ?? object
        }
        if let moved { notes.append(move(of: moved, in: key, at: syntax.range)) }
      }
    }
    return nil
  }

  /// A note where `insert` moves an object that is a member: NSMutableOrderedSet's documentation says that it has no
  /// effect there.
  private func move(of object: ManagedObjectID, in key: Identifier, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "member-moved", "\(ObjectFormatter(context: context).label(object)) is in \(key) already, so it moves", at: range,
      severity: .note, hint: "in Core Data insert(_:at:) leaves a member where it is")
  }

  /// The answer to a statement that has changed nothing because it was so already; nil for all other statements.
  func unchanged(_ statement: Statement, in source: SourceText) -> Outcome.Result? {
    switch statement.kind {
    case .assign(let path, _):
      guard let value = try? value(of: path.expression) else { return nil }
      return .stated(
        .isAlready(path: String(source[path.range]), value: text(of: value), marked: unmarkedOwner(of: path)))
    case .addTo(let path, let value):
      return .stated(
        .containsAlready(
          path: String(source[path.range]), member: String(source[value.range]), marked: unmarkedOwner(of: path)))
    case .removeFrom(let path, let value):
      return .stated(.doesNotContain(path: String(source[path.range]), member: String(source[value.range])))
    case .insertInto(let path, let value, _):
      return .stated(.isAtPosition(path: String(source[path.range]), member: String(source[value.range])))
    case .delete(let target): return markedAlready(target)
    default: return nil
    }
  }

  /// The object that Core Data's setter would mark as updated, although its value stays the same; nil if it has changes already.
  private func unmarkedOwner(of path: ObjectPath) -> String? {
    var owner = path
    _ = owner.keys.popLast()
    guard let id = try? value(of: owner.expression).objectID, !context.hasChanges(id) else { return nil }
    return "\(owner)"
  }

  /// Places an error at the key of a path, and offers an assignment to it where it holds no list.
  private func placed(at range: SourceRange, onlyOneAt path: ObjectPath, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      var diagnostic = diagnostic(for: error, at: range)
      switch error as? ObjectGraphError {
      case .notToMany, .notRelationship: diagnostic.hint = "write \(statementSource[path.range]) = …"
      default: break
      }
      throw diagnostic
    }
  }

  /// An error about the relationship points at its key, one about the objects at what was given.
  private func placed(at range: SourceRange, ifNot key: Identifier, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ObjectGraphError {
      if case .wrongType = error { throw diagnostic(for: error, at: range) }
      throw error
    }
  }

  /// The object whose property a path ends in: `wade` of `wade.age`, `heat` of `heat.coach.name`'s `coach`.
  func owner(of path: ObjectPath) throws -> ManagedObjectID {
    if path.keys.count == 1, let id = directOwner(of: path) { return id }
    let keys = Array(path.keys.dropLast())
    let end = path.keys.last?.range.lowerBound ?? path.range.upperBound
    let owner = ObjectPath(root: path.root, keys: keys, range: SourceRange(path.range.lowerBound, end))
    let expression = owner.expression
    let value = try value(of: expression)
    let found = try objects(in: value, at: expression.range)
    if let id = found.first(where: isForeign) { throw belongsElsewhere(id, at: expression.range) }
    guard case .object = value, let id = found.first else {
      throw notOneOwner(found, of: path, at: expression.range)
    }
    return id
  }

  /// The error about a path that leads to several objects, or to none, whose property it names. A property that these objects
  /// do not have is said first: no loop would set it.
  private func notOneOwner(_ found: [ManagedObjectID], of path: ObjectPath, at range: SourceRange) -> Diagnostic {
    guard let first = found.first, let key = path.keys.last else {
      return .notOneObject(0, at: range, hint: "there is nothing in it to set a property of")
    }
    let entity = context.entityName(of: first)
    guard context.model.property(key.text, of: entity) == nil else {
      return .notOneObject(
        found.count, at: range, hint: "for each of them: for x in \(statementSource[range]) { x.\(key) = … }")
    }
    var diagnostic = Diagnostic.unknownProperty(key.text, of: entity, in: context.model, at: key.range)
    let root = SourceRange(path.range.lowerBound, path.keys[0].range.lowerBound)
    if let owner = directOwner(of: path), context.model.property(key.text, of: context.entityName(of: owner)) != nil {
      diagnostic.hint = "\(context.entityName(of: owner)) has it: \(statementSource[root])\(key)"
    }
    return diagnostic
  }

  /// The object that the root of a path names: `wade`, `Player#3`. Nil where that takes more to say.
  private func directOwner(of path: ObjectPath) -> ManagedObjectID? {
    switch path.root {
    case .name(let name):
      guard case .object(let reference)? = names[name.text], let id = ManagedObjectID(reference), !isForeign(id),
        context.exists(id)
      else { return nil }
      return id
    case .object(let literal):
      return (try? context.objectID(entity: literal.entity.text, number: Int64(literal.number))).flatMap { $0 }
    }
  }
}
