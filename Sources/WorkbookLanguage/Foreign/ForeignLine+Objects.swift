import ObjectGraph
import Predicates

/// Statements of Swift about objects and contexts.
extension ForeignLine {
  func translation(of statement: SwiftStatement) -> Translation? {
    switch statement {
    case .expression(let tree): expressionTranslation(tree)
    case .binding(let name, let tree): bindingTranslation(name, tree)
    case .assignment(let left, let sign, let right): assignmentTranslation(left, sign, right)
    case .property(let property): propertyTranslation(property)
    case .type(let type): typeTranslation(type)
    case .loop(let variable, let sequence, let body): loopTranslation(variable, sequence, body)
    case .branch(let condition, let body): branchTranslation(condition, body)
    }
  }

  private func expressionTranslation(_ tree: SwiftTree) -> Translation? {
    if let found = contextTranslation(tree) ?? storeTranslation(tree) ?? entityTranslation(tree) { return found }
    if let query = query(tree), let text = text(of: query) { return Translation(Self.fetchReason, [text]) }
    if let values = valuesTranslation(tree) { return values }
    if let (receiver, name, arguments) = tree.calledMethod, let receiver,
      let found = queriedCall(receiver, name, arguments)
    {
      return found
    }
    if let found = macroTranslation(tree) { return found }
    if let (receiver, name, arguments) = tree.calledMethod {
      if let found = setterTranslation(receiver, name, arguments) { return found }
      if let found = callTranslation(tree, receiver, name, arguments) { return found }
    }
    return valueTranslation(tree)
  }

  /// `wade.setAge(3)`, `[wade setAge:3]`: what an accessor sets.
  private func setterTranslation(
    _ receiver: SwiftTree?, _ name: String, _ arguments: [SwiftTree.Argument]
  ) -> Translation? {
    // heat.addPlayer(nash)
    if let owner = receiver?.lastName, let object = arguments.sole?.lastName, arguments.sole == .name(object),
      receiver == .name(owner), name.hasPrefix("add") || name.hasPrefix("remove")
    {
      return membership([
        name.hasPrefix("add") ? "add" : "remove", object, name.hasPrefix("add") ? "to" : "from", owner,
      ])
    }
    // heat.name.equals("Heat")
    if let receiver, ["equals", "isEqualTo", "equalsIgnoreCase"].contains(name), let argument = arguments.sole,
      let (left, right) = value(receiver).flatMap({ path in value(argument).map { (path, $0) } })
    {
      return Translation(
        "values are compared with ==", ["\(left) ==\(name == "equalsIgnoreCase" ? "[c]" : "") \(right)"])
    }
    // System.out.println(heat.name), console.log(heat.name)
    if receiver?.root.lastName == "System" || receiver?.root.lastName == "console",
      let argument = arguments.sole.flatMap(value)
    {
      return Translation("a value is printed by writing it alone", [argument])
    }
    guard let receiver, name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase,
      arguments.count == 1, arguments[0].label == nil
    else { return nil }
    let key = first.lowercased() + name.dropFirst(4)
    return assignmentTranslation(.member(receiver, key), "=", arguments[0].value)
  }

  /// `fetch(Player).forEach(context.delete)`, `Player.deleteAll()`: a method on what a fetch finds.
  private func queriedCall(
    _ receiver: SwiftTree, _ name: String, _ arguments: [SwiftTree.Argument]
  ) -> Translation? {
    if case .name(let entity, _) = receiver, isEntityName(entity),
      ["deleteAll", "removeAll", "destroyAll"].contains(name)
    {
      return Translation("'delete' is a statement here", ["delete fetch \(entity)"])
    }
    if let found = recordCall(receiver, name, arguments) { return found }
    guard name == "forEach", query(receiver) != nil, let argument = arguments.sole else { return nil }
    if case .closure(let parameters, let body) = argument {
      let name = parameters.first ?? "p"
      return loopTranslation(name, receiver, body.map { $0.replacing("$0", with: .name(name)) })
    }
    guard case .member(let context, "delete") = argument, isContext(context) else { return nil }
    let deletion = SwiftTree.call(argument, [.init(label: nil, value: .name("p"))])
    return loopTranslation("p", receiver, [.expression(deletion)])
  }

  /// An expression with a value, printed by being written.
  private func valueTranslation(_ tree: SwiftTree) -> Translation? {
    guard let text = value(tree) else { return nil }
    if case .index(_, .text) = tree { return Translation("a value is read by its key path", [text], isSpecific: true) }
    return Translation(reason(forValue: tree), [text])
  }

  /// Why a value is written in another way.
  private func reason(forValue tree: SwiftTree) -> String {
    let alone = "a value is printed by writing it alone"
    switch tree {
    case .infix(_, "??", _): return "TERNARY gives another value for nil"
    case .member(let owner, "count"), .member(let owner, "isEmpty"):
      return toMany(owner) == nil ? alone : "the number of objects is an operator here"
    case .call:
      guard let (receiver, name, _) = tree.calledMethod else { return alone }
      guard let receiver else { return isEntityName(name) ? "an object is made by its entity's name" : alone }
      switch name {
      case "insertNewObject", "init": return "an object is made by its entity's name"
      case "value", "primitiveValue": return "a value is read by its key path"
      case "mutableSetValue", "mutableOrderedSetValue": return "a to-many relationship is read by its name"
      case "map", "compactMap", "flatMap": return "a key path gives the values of many"
      case "reduce", "max", "min": return "one value of many is a collection operator"
      case "contains", "allSatisfy", "hasPrefix", "hasSuffix", "isEqual": return "operators ask this"
      case _ where isContext(receiver): return "an object is looked up by its ID with object(…)"
      default: return "a value is read by its key path"
      }
    case .member, .index: return "a key path continues through nil by itself"
    default: return alone
    }
  }

  private func bindingTranslation(_ name: String, _ tree: SwiftTree) -> Translation? {
    if tree.calledMethod?.name == "performBackgroundTask", let found = contextTranslation(tree) { return found }
    if let context = newContext(tree, named: name) { return Translation(context.reason, context.statements) }
    let name = OwnName.obstacle(toVariable: name) == nil ? name : "my\(name.prefix(1).uppercased())\(name.dropFirst())"
    if let query = query(tree), let text = text(of: query) {
      return Translation(Self.fetchReason, ["let \(name) = \(text)"])
    }
    if let store = storeTranslation(tree) { return store }
    guard let text = value(tree) else { return nil }
    var reason = "names are made with let here"
    if case .call = tree { reason = self.reason(forValue: tree) }
    return Translation(reason, ["let \(name) = \(text)"])
  }

  private func loopTranslation(_ variable: String, _ sequence: SwiftTree, _ body: [SwiftStatement]) -> Translation? {
    var inner: [String] = []
    let element = elementEntity(of: sequence)
    var names = objects
    if let element { names[variable] = element }
    let translator = ForeignLine(model: model, objects: names, values: values.union([variable]))
    for statement in body {
      guard let found = translator.translation(of: statement) else { return nil }
      inner += found.statements
    }
    let list: String
    if case .infix(let low, "...", let high) = sequence, let low = value(low), let high = value(high) {
      list = "\(low)...\(high)"
    } else if let query = query(sequence), let text = text(of: query) {
      list = "(\(text))"
    } else if case .name(let entity, _) = sequence, isEntityName(entity) {
      list = "(fetch \(entity))"
    } else if let path = value(sequence) {
      list = path
    } else {
      return nil
    }
    return Translation("the loop is for", ["for \(variable) in \(list) { \(inner.joined(separator: "; ")) }"])
  }

  private func elementEntity(of sequence: SwiftTree) -> String? {
    if let relationship = toMany(sequence) { return relationship.destination }
    if let query = query(sequence) { return query.entity ?? entity(having: query.keys) }
    if case .name(let entity, _) = sequence, isEntityName(entity) { return entity }
    return nil
  }

  /// `if wade.age > 30 { delete wade }`: the loop over the one object, if the condition holds.
  private func branchTranslation(_ condition: SwiftTree, _ body: [SwiftStatement]) -> Translation? {
    // if context.hasChanges { try context.save() }
    if case .member(let context, "hasChanges") = condition, isContext(context), body.count == 1 {
      return translation(of: body[0])
    }
    guard let name = firstName(of: condition), let entity = objects[name] else { return nil }
    guard let text = self.condition(condition, Candidate(parameters: [name])) else { return nil }
    let translator = ForeignLine(model: model, objects: ["x": entity], values: values)
    var inner: [String] = []
    for statement in body {
      guard let found = translator.translation(of: statement.replacing(name, with: .name("x"))) else { return nil }
      inner += found.statements
    }
    let separator = text.contains(" OR ") ? "(\(text))" : text
    return Translation(
      "the workbook has no branches: a loop runs for the objects of which a condition holds",
      ["for x in (fetch \(entity) where SELF == $\(name) AND \(separator)) { \(inner.joined(separator: "; ")) }"])
  }

  private func firstName(of tree: SwiftTree) -> String? {
    switch tree {
    case .name(let name, _): objects[name] == nil ? nil : name
    case .member(let owner, _): firstName(of: owner)
    case .infix(let left, _, let right): firstName(of: left) ?? firstName(of: right)
    case .not(let inside): firstName(of: inside)
    case .call(let callee, _): firstName(of: callee)
    default: nil
    }
  }

  private func assignmentTranslation(_ left: SwiftTree, _ sign: String, _ right: SwiftTree) -> Translation? {
    if sign == "=", let found = settingTranslation(left, right) { return found }
    // _ = context.save()
    if case .name("_", _) = left { return translation(of: .expression(right)) }
    guard let path = value(left) else { return nil }
    guard sign != "=" else {
      if case .name = left { return nil }
      return value(right).map { Translation("a value is set with =", ["\(path) = \($0)"]) }
    }
    if toMany(left) != nil, let object = value(right) {
      return Translation(
        "objects are \(sign == "+" ? "added with add" : "removed with remove")",
        ["\(path).\(sign == "+" ? "add" : "remove")(\(object))"])
    }
    guard let amount = value(right) else { return nil }
    if case .infix = right { return Translation("there is no \(sign)=", ["\(path) = \(path) \(sign) (\(amount))"]) }
    return Translation("there is no \(sign)=", ["\(path) = \(path) \(sign) \(amount)"])
  }

  // MARK: Calls

  private func callTranslation(
    _ tree: SwiftTree, _ receiver: SwiftTree?, _ name: String, _ arguments: [SwiftTree.Argument]
  ) -> Translation? {
    guard let receiver else { return functionTranslation(name, arguments) }
    if case .closure? = arguments.last?.value, ["Task", "DispatchQueue", "MainActor"].contains(receiver.root.lastName) {
      return blockTranslation(arguments)
    }
    guard let path = value(receiver) else { return nil }
    let argument = arguments.unlabelled.first.flatMap(value)
    if toMany(receiver) != nil || name.hasPrefix("addTo") || name.hasPrefix("removeFrom")
      || name.hasPrefix("insertInto"),
      let found = collectionTranslation(path, receiver, name, arguments)
    {
      return found
    }
    switch name {
    case "add", "append", "insert", "addObject":
      // heat.add(wade)
      guard let owner = entity(of: receiver), let member = arguments.unlabelled.first, let other = entity(of: member),
        let argument
      else { return nil }
      let ways = model.properties(of: owner).compactMap(\.relationship)
        .filter { $0.isToMany && model.isKind(other, of: $0.destination) }
      guard ways.count == 1 else { return nil }
      return Translation(
        "objects are added to a to-many relationship", ["\(path).\(ways[0].name).add(\(argument))"], isSpecific: true)
    case "setValue", "setPrimitiveValue":
      guard case .text(let key)? = arguments["forKey"] ?? arguments["forKeyPath"], let argument else { return nil }
      return Translation("a value is set with =", ["\(path).\(key) = \(argument)"])
    case "delete" where arguments.isEmpty: return Translation("'delete' is a statement here", ["delete \(path)"])
    case "save" where arguments.isEmpty:
      let isNew = receiver.calledMethod.map { $0.receiver == nil && isEntityName($0.name) } ?? false
      return Translation("'save' is a statement here", isNew ? [path, "save"] : ["save"], isSpecific: isNew)
    case "toggle" where arguments.isEmpty:
      return Translation("a value is set with =", ["\(path) = TERNARY(\(path) == true, false, true)"])
    case "validateForInsert", "validateForUpdate", "validateForDelete":
      return Translation("'validate' is a statement here", ["validate \(path) for \(name.dropFirst(11).lowercased())"])
    default: return nil
    }
  }

  private func collectionTranslation(
    _ path: String, _ receiver: SwiftTree, _ name: String, _ arguments: [SwiftTree.Argument]
  ) -> Translation? {
    let argument = (arguments.unlabelled.first ?? arguments["contentsOf"]).flatMap(value)
    let all = arguments.unlabelled.compactMap(value)
    let listed = all.count > 1 ? "[\(all.joined(separator: ", "))]" : argument
    for (prefix, verb) in [("addTo", "add"), ("removeFrom", "remove"), ("insertInto", "insert")]
    where name.hasPrefix(prefix) {
      guard let first = name.dropFirst(prefix.count).first, first.isUppercase, let argument else { continue }
      let key = first.lowercased() + name.dropFirst(prefix.count + 1)
      let place = verb == "insert" ? arguments["at"].flatMap(value).map { ", at: \($0)" } ?? ", at: 0" : ""
      return Translation(
        verb == "remove" ? "objects are removed with remove" : "objects are added with \(verb)",
        ["\(path).\(key).\(verb)(\(argument)\(place))"])
    }
    switch name {
    case "append", "insert", "add", "push", "union", "formUnion", "adding":
      if name == "insert", let place = arguments["at"].flatMap(value), let argument {
        return Translation("objects are added with insert", ["\(path).insert(\(argument), at: \(place))"])
      }
      let reason = all.count > 1 ? "several objects are a list, in brackets" : "objects are added with add"
      return listed.map { Translation(reason, ["\(path).add(\($0))"]) }
    case "remove", "subtract", "delete", "removing":
      if let place = arguments["at"].flatMap(value) {
        return Translation("objects are removed with remove", ["\(path).remove(\(path)[\(place)])"])
      }
      return listed.map { Translation("objects are removed with remove", ["\(path).remove(\($0))"]) }
    case "removeAll", "removeAllObjects":
      if arguments.isEmpty { return Translation("a relationship is emptied with an empty list", ["\(path) = []"]) }
      guard let query = query(.call(.member(receiver, "filter"), [.init(label: nil, value: arguments[0].value)])),
        let found = text(of: query)
      else { return nil }
      return Translation("the loop is for", ["for x in (\(found)) { \(path).remove(x) }"], isSpecific: true)
    case "forEach":
      guard case .closure(let parameters, let body)? = arguments.sole else { return nil }
      let name = parameters.first ?? "p"
      return loopTranslation(name, receiver, body.map { $0.replacing("$0", with: .name(name)) })
    default: return nil
    }
  }

  /// `print(…)`, `save()`, `Task { … }`, `withAnimation { … }`, `performBackgroundTask { … }`
  private func functionTranslation(_ name: String, _ arguments: [SwiftTree.Argument]) -> Translation? {
    switch name {
    case "print", "debugPrint", "dump", "NSLog":
      let reason = "a value is printed by writing it alone"
      // A text that puts values together: each of them.
      if case .text(let text)? = arguments.sole, value(.text(text)) == nil {
        let statements = SwiftReader.interpolations(of: text).compactMap(value)
        return statements.isEmpty ? nil : Translation(reason, statements, isSpecific: true)
      }
      guard arguments.count == 1, let argument = arguments.first?.value else {
        // A text beside the values only names them.
        let shown = arguments.filter { argument in
          if case .text = argument.value { return false }
          return argument.label == nil && argument.value != .name("_")
        }
        let statements = shown.compactMap { value($0.value) }
        guard !shown.isEmpty, statements.count == shown.count else { return nil }
        return Translation(reason, statements, isSpecific: true)
      }
      if let found = translation(of: .expression(argument)) { return found }
      return value(argument).map { Translation(reason, [$0]) }
    case "save", "undo", "redo", "rollback", "reset", "review":
      return arguments.isEmpty ? Translation("'\(name)' is a statement here", [name]) : nil
    case "delete", "insert", "show", "refresh", "validate":
      guard let argument = arguments.sole.flatMap(value) else { return nil }
      let reason = "'\(name)' is a statement here"
      return Translation(reason, [name == "insert" ? argument : "\(name) \(argument)"])
    case "assert", "precondition", "XCTAssert", "XCTAssertTrue", "#expect", "#require":
      return arguments.first.flatMap { value($0.value) }.map {
        Translation("'expect' is a statement here", ["expect \($0)"])
      }
    case "XCTAssertEqual", "XCTAssertNotEqual":
      guard arguments.count > 1, let first = value(arguments[0].value), let second = value(arguments[1].value) else {
        return nil
      }
      return Translation(
        "'expect' is a statement here", ["expect \(first) \(name == "XCTAssertEqual" ? "==" : "!=") \(second)"])
    case "XCTAssertNil", "XCTAssertNotNil":
      guard let argument = arguments.first.flatMap({ value($0.value) }) else { return nil }
      return Translation(
        "'expect' is a statement here", ["expect \(argument) \(name == "XCTAssertNil" ? "==" : "!=") nil"])
    case _ where Self.aggregates[name] != nil:
      // sum(Book.pages)
      guard case .member(.name(let entity, _), let key)? = arguments.sole, isEntityName(entity),
        let function = Self.aggregates[name], model.property(key, of: entity) != nil
      else { return nil }
      return Translation("one value of many is a collection operator", ["(fetch \(entity)).@\(function).\(key)"])
    case "NSCompoundPredicate":
      guard let entity = model.entityNames.first else { return nil }
      let word = arguments["orPredicateWithSubpredicates"] == nil ? "AND" : "OR"
      return Translation("conditions are joined by \(word)", ["fetch \(entity) where … \(word) …"])
    case "Dictionary":
      guard let list = arguments["grouping"], let keys = groupedKeys(arguments.last?.value) else { return nil }
      guard let path = value(list), let relationship = toMany(list) else {
        let entity = entity(having: keys.prefix(1))
        return entity.map {
          Translation(
            "'group' puts objects together, by key paths alone",
            ["group \($0) by \(keys.joined(separator: ".")): count"], isSpecific: true)
        }
      }
      return Translation(
        "'group' puts objects together, by key paths alone",
        ["group \(relationship.destination) where SELF IN $\(path) by \(keys.joined(separator: ".")): count"],
        isSpecific: true)
    case "performBackgroundTask": return backgroundTranslation(arguments)
    case "Task", "withAnimation", "autoreleasepool", "MainActor":
      return blockTranslation(arguments)
    default: return nil
    }
  }

  /// The key path that `\.team`, `{ $0.team }` or `{ $0.pages / 100 }` begins with: `group` takes nothing else.
  private func groupedKeys(_ tree: SwiftTree?) -> [String]? {
    switch tree {
    case .keyPath(_, let keys)?: return keys
    case .closure(_, let body)?:
      guard body.count == 1, case .expression(var inside) = body[0] else { return nil }
      if case .infix(let left, _, _) = inside { inside = left }
      let keys = Array(path(of: inside).dropFirst())
      return keys.isEmpty ? nil : keys
    default: return nil
    }
  }

  /// The statements of a closure, which run at once here; the block of another context where the closure is empty, or has
  /// a line that is none of Swift's.
  func blockTranslation(_ arguments: [SwiftTree.Argument]) -> Translation? {
    guard case .closure(_, let body)? = arguments.last?.value else { return nil }
    if let lines = statements(of: body) {
      return Translation("statements run at once here, and need no closure", lines)
    }
    return Translation(
      "statements run at once here, and those of another context in its block", ["context background { … }"],
      isSpecific: true)
  }

  /// `form.rollback()`, `form.perform { … }`, where form is one of the learner's contexts.
  func blockTranslation(of context: String, _ name: String, _ arguments: [SwiftTree.Argument]) -> Translation? {
    var inner: [String]?
    if ["perform", "performAndWait"].contains(name), case .closure(_, let body)? = arguments.last?.value {
      inner = statements(of: body) ?? ["…"]
    } else {
      inner = contextTranslation(.call(.member(.name("context"), name), arguments))?.statements
    }
    return inner.map {
      Translation(
        "a context's statements stand in its block", ["context \(context) { \($0.joined(separator: "; ")) }"],
        isSpecific: true)
    }
  }

  /// The statements of a closure's body; nil where there are none, or one cannot be translated.
  private func statements(of body: [SwiftStatement]) -> [String]? {
    let lines = body.map(blockStatement)
    return lines.isEmpty || lines.contains(nil) ? nil : lines.flatMap { $0 ?? [] }
  }

  func backgroundTranslation(_ arguments: [SwiftTree.Argument]) -> Translation? {
    guard case .closure(_, var body)? = arguments.last?.value else { return nil }
    // Objects belong to their context: another one looks them up by their IDs.
    let own = objects.keys.sorted().filter { name in
      let renamed = body.map { $0.replacing(name, with: .name("\(name)2")) }
      return renamed != body
    }
    for name in own { body = body.map { $0.replacing(name, with: .name("\(name)2")) } }
    var names = objects
    for name in own { names["\(name)2"] = objects[name] }
    let translator = ForeignLine(model: model, objects: names, values: values)
    let inner = translator.statements(of: body) ?? ["…"]
    let lookUps = own.map { "let \($0)2 = object(\($0).objectID)" }
    return Translation(
      "another context runs its statements in a block",
      ["context background { \((lookUps + inner).joined(separator: "; ")) }"])
  }

  /// A statement in a closure; one of the workbook stays as it is.
  private func blockStatement(_ statement: SwiftStatement) -> [String]? {
    if let found = translation(of: statement) { return found.statements }
    guard case .expression(.name(let word, _)) = statement,
      ["save", "undo", "redo", "rollback", "reset"].contains(word)
    else { return nil }
    return [word]
  }
}
