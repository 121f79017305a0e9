import Diagnostics
import ObjectGraph
import Predicates

/// `context background { … }`: contexts other than the main one. They are made at first use and stay.
extension Interpreter {
  /// A context that the learner has made.
  struct NamedContext {
    var context: ManagedObjectContext
    /// The name of the context that it saves into; nil when it saves into the stores.
    var parent: String?
  }

  /// The name of the context that the statements outside every block work on.
  static let mainName = "main"

  /// The names of all contexts, the main one's first.
  package var contextNames: [String] { [Self.mainName] + contexts.keys.sorted() }

  /// Every context: the one at hand, the main one, and the learner's.
  var allContexts: [ManagedObjectContext] {
    [context, mainContext] + contexts.keys.sorted().compactMap { contexts[$0]?.context }
  }

  /// Runs a block on its context. Its statements are events of that context; at the first that fails it ends, and only
  /// what it saved, or did to the model, stays. In a child context the learner's names mean its own objects, since it has all of its parent's.
  /// - Returns: the value of the last statement, with objects as they belong to the block's context and the IDs of saved
  ///   objects as the current one writes them, and the outcomes of the statements.
  /// - Throws: what the first statement that fails says, and a diagnostic where there are no statements.
  mutating func run(_ block: ContextBlock) throws -> (value: Value, outcomes: [Outcome]) {
    guard let statements = block.block?.statements else {
      throw Diagnostic(
        "context-value", "this has no value: it only says how \(block.name) treats what others save",
        at: block.range, hint: "write it on its own line")
    }
    let isNew = contexts[block.name.text] == nil
    let inner = try context(for: block)
    for setting in block.settings { inner.apply(setting) }
    let outer = (context, names, isInsideLoop, asked.objects)
    defer { (context, names, isInsideLoop, asked.objects) = outer }
    context = inner
    isInsideLoop = false
    do {
      try inner.adoptModel()
    } catch {
      // These drop the changes that can't follow the model.
      guard let first = statements.first?.kind, first == .rollback || first == .reset else { throw error }
      inner.rollback()
      try inner.adoptModel()
    }
    bringNamesDown(to: block.name.text)
    var checkpoint = inner.checkpoint()
    var keeps = false
    func noteSaves() {
      guard inner.isPast(checkpoint) else { return }
      checkpoint = inner.checkpoint()
      keeps = true
    }
    do {
      return try run(statements, of: block, for: outer.0) { noteSaves() }
    } catch {
      inner.goBack(to: checkpoint)
      var problem = diagnostic(for: error, at: block.range)
      if keeps { problem.notes.append("what \(block.name) saved before this stays; the rest was taken back") }
      // A context that this block made is not there if nothing came of it.
      if isNew, !keeps { contexts[block.name.text] = nil }
      throw problem
    }
  }

  private mutating func run(
    _ statements: [Statement], of block: ContextBlock, for outer: ManagedObjectContext, _ noteSaves: () -> Void
  ) throws -> (value: Value, outcomes: [Outcome]) {
    let source = statementSource
    return try nested { interpreter in
      var outcomes: [Outcome] = []
      var value = Value.null
      for (index, statement) in statements.enumerated() {
        if index == statements.count - 1, case .value(let syntax) = statement.kind {
          try interpreter.spendStep()
          value = try interpreter.lastValue(syntax, of: statement, in: source, &outcomes)
          if syntax.isObjectID { value = interpreter.ownIDs(in: value, for: outer) }
          break
        }
        let outcome = interpreter.execute(statement, in: source)
        outcomes.append(outcome)
        if outcome.failed {
          throw outcome.diagnostics.last(where: { $0.severity == .error })
            ?? Diagnostic("context-stopped", "\(block.name) stopped here", at: outcome.range)
        }
        noteSaves()
      }
      return (value, outcomes)
    }
  }

  /// `context main, merging`.
  mutating func applySettings(of block: ContextBlock) throws -> Outcome.Result {
    let context = try context(for: block)
    let parent = contexts[block.name.text]?.parent
    let name = block.name.text
    var consequences: [ContextConsequence] = []
    for setting in block.settings {
      context.apply(setting)
      switch (setting.setting, setting.isOn) {
      case (.merging, true):
        consequences.append(.merges(context: name, parent: parent))
        let stale = context.staleObjects
        guard let first = stale.first else { continue }
        consequences.append(.staysStale(ObjectFormatter(context: context).label(first), more: stale.count - 1))
      case (.merging, false): consequences.append(.keepsValues(context: name))
      case (.deletingFaults, true): consequences.append(.deletesFaults(context: name))
      case (.deletingFaults, false): consequences.append(.failsFaults(context: name))
      }
    }
    return .stated(.contextSettings(consequences))
  }

  private mutating func lastValue(
    _ syntax: ValueSyntax, of statement: Statement, in source: SourceText, _ outcomes: inout [Outcome]
  ) throws -> Value {
    do {
      let value = try value(of: syntax)
      var outcome = Outcome(source: source, range: statement.range)
      endEvent(of: statement, in: source, outcome: &outcome)
      if outcome.result != nil { outcomes.append(outcome) }
      return value
    } catch {
      context.discardEvent()
      throw diagnostic(for: error, at: statement.range)
    }
  }

  /// The context of a block, made when it is met for the first time.
  private mutating func context(for block: ContextBlock) throws -> ManagedObjectContext {
    let name = block.name.text
    if name == Self.mainName {
      guard block.parent == nil else {
        throw Diagnostic("context-parent", "main saves into the stores", at: block.range, hint: "leave out on …")
      }
      return mainContext
    }
    if let known = contexts[name] {
      if let parent = block.parent, parent.text != known.parent {
        throw Diagnostic(
          "context-parent", "\(name) is there already, and saves into \(known.parent ?? "the stores")",
          at: parent.range, hint: "take another name for a context on \(parent)")
      }
      return known.context
    }
    guard names[name] == nil, context.model[entity: name] == nil else {
      throw Diagnostic(
        Diagnostic.ID.takenName, "'\(name)' is a name already", at: block.name.range, hint: "take another name")
    }
    // Each has its own number, so that an object knows which context it belongs to.
    guard let identifier = UInt8(exactly: contexts.count + 1) else {
      throw Diagnostic("too-many-contexts", "there is room for 255 contexts", at: block.name.range)
    }
    let made: ManagedObjectContext
    if let parent = block.parent {
      guard let above = parent.text == Self.mainName ? mainContext : contexts[parent.text]?.context else {
        let known = [Self.mainName] + contexts.keys.sorted()
        throw Diagnostic(
          "unknown-context", "there is no context '\(parent)'", at: parent.range,
          nearest: Suggestions.nearest(to: parent.text, among: known), hint: "there is \(Listing.text(known))")
      }
      made = ManagedObjectContext(parent: above, name: name, identifier: identifier)
    } else {
      made = ManagedObjectContext(
        coordinator: mainContext.coordinator, name: name, identifier: identifier, clock: environment.now)
    }
    made.checksInvariants = mainContext.checksInvariants
    made.cancellation = mainContext.cancellation
    contexts[name] = NamedContext(context: made, parent: block.parent?.text)
    return made
  }

  /// Lets the names of objects of the parent contexts refer to the same objects in the current context. A name whose
  /// object is gone there keeps its owner, so that a message can say whose it is.
  private mutating func bringNamesDown(to name: String) {
    var above: Set<UInt8> = []
    var parent = contexts[name]?.parent
    while let known = parent {
      above.insert((contexts[known]?.context ?? mainContext).identifier)
      parent = contexts[known]?.parent
    }
    guard !above.isEmpty else { return }
    let inner = context
    func own(_ value: Value) -> Value {
      guard let id = value.objectID, above.contains(id.context) else { return value }
      return (try? inner.existingObject(with: id).objectID.value) ?? value
    }
    names = names.mapValues { value in
      guard case .array(let elements) = value, inner.cancellation.allows(.rows, elements.count) else {
        return own(value)
      }
      return .array(elements.map(own))
    }
  }

  /// `show contexts`: a line for each, main first: where its objects come from, and what is pending or stale in it.
  func contextsView() -> Outcome.Result {
    let named = contexts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.context) }
    let lines = ([(Self.mainName, mainContext)] + named).map { name, context in
      ContextLine(
        name: name, parent: context.parent?.name, isMerging: context.automaticallyMergesChangesFromParent,
        isDeletingFaults: context.shouldDeleteInaccessibleFaults,
        mergePolicy: context.parent == nil ? context.mergePolicy : nil,
        pending: (context.insertedObjects + context.updatedObjects + context.deletedObjects).count,
        stale: context.staleObjects.count)
    }
    return .stated(.contexts(lines))
  }

  // MARK: Whose an object is

  /// The name of the context that an object belongs to.
  func contextName(of id: ManagedObjectID) -> String {
    contexts.first { $0.value.context.identifier == id.context }?.key ?? Self.mainName
  }

  func isForeign(_ id: ManagedObjectID) -> Bool { id.context != context.identifier }

  /// Returns the value with the IDs of saved objects as a context writes them, the current one unless another is given: a
  /// permanent ID is the same in all contexts over its store. A temporary ID remains its own context's.
  func ownIDs(in value: Value, for owner: ManagedObjectContext? = nil) -> Value {
    let owner = owner ?? context
    func own(_ id: ManagedObjectID) -> Value {
      id.context == owner.identifier || owner.hasTemporaryID(id) ? id.value : owner.object(with: id).objectID.value
    }
    guard let ids = value.objectIDs, ids.contains(where: { $0.context != owner.identifier }) else { return value }
    return switch value {
    case .array: .array(ids.map(own))
    case .set: .set(ids.map(own))
    default: own(ids[0])
    }
  }

  /// Returns a statement as it is typed at the prompt to act on the current context: `context draft { save }`.
  func typed(_ statement: String) -> String { typed(statement, in: context) }

  /// Returns a statement as it is typed at the prompt to act on a context.
  func typed(_ statement: String, in context: ManagedObjectContext) -> String {
    context.name == Self.mainName ? statement : "context \(context.name) { \(statement) }"
  }

  /// Refuses the path of a statement that starts at an object of another context, and offers it with this context's own.
  func refuseForeign(
    _ path: ObjectPath, in word: StatementWord, followedBy end: String = ""
  ) throws(Diagnostic) {
    guard case .name(let name) = path.root, let id = names[name.text]?.objectID, isForeign(id),
      path.keys.first?.text != "objectID"
    else { return }
    let owner = contextName(of: id)
    guard let own = try? context.existingObject(with: id).objectID else { throw notFound(id, at: name.range) }
    let reference = "\(context.entityName(of: own))#\(own.number)"
    let rest = path.keys.map { ".\($0)" }.joined()
    throw Diagnostic(
      "foreign-object", "\(name) belongs to \(owner); in \(context.name) it is \(reference)", at: name.range,
      hint: "write \(typed("\(word.rawValue) \(reference)\(rest)\(end)"))")
  }

  /// `133000  there is no Player#5 in draft`.
  private func notFound(_ id: ManagedObjectID, at range: SourceRange) -> Diagnostic {
    let owner = allContexts.first { $0.identifier == id.context }
    let isUnsaved = isForeign(id) && owner?.isInserted(id) == true
    return Diagnostic(
      "no-such-object",
      "\(StoreCode.referentialIntegrity.rawValue)  there is no \(context.entityName(of: id))#\(id.number) in \(context.name)",
      at: range,
      hint: isUnsaved
        ? owner.map { "first: \(typed("save", in: $0))" }
        : mainContext.closedFileNames.first.map {
          "it was deleted or never saved, or its store is closed: reopen \($0)"
        } ?? "it was deleted, or never saved"
    ).with(code: StoreCode.referentialIntegrity.rawValue)
  }

  /// `ada belongs to main; use object(ada.objectID)`.
  func belongsElsewhere(_ id: ManagedObjectID, at range: SourceRange?) -> Diagnostic {
    let named = names.filter { $0.value == id.value }.keys.sorted().first
    let text = named ?? "\(context.entityName(of: id))#\(id.number)"
    let found = "object(\(text)\(named == nil ? "" : ".objectID"))"
    var diagnostic = Diagnostic(
      "foreign-object", "\(text) belongs to \(contextName(of: id)); use \(found)", at: range)
    let foreign = Set(names.filter { $0.value.objectID.map(isForeign) == true }.keys)
    if let range, let rest = statementSource.restOfAssignment(after: range, lookingUp: foreign) {
      // After the loop its name is gone.
      diagnostic.hint =
        isInsideLoop
        ? "look it up inside the loop, and give it a name there"
        : "write \(typed("let here = \(found); here\(rest)"))"
    }
    return diagnostic
  }

  /// The objects here that the IDs of any context refer to.
  func looked(up lookup: ObjectLookup) throws -> Value {
    let value = try value(of: lookup.ids)
    guard value.objectIDs != nil else {
      throw Diagnostic(
        "not-an-id", "\(ObjectFormatter.literal(value)) is no object's ID", at: lookup.ids.range,
        hint: "such as object(wade.objectID), or Player#1 by its number")
    }
    let ids = try objects(in: value, at: lookup.ids.range)
    var found: [ManagedObjectID] = []
    for id in ids {
      do {
        found.append(try context.existingObject(with: id).objectID)
      } catch ObjectGraphError.objectGone {
        // Objects that are gone are left out of many, as a fetch would.
        guard lookup.isSingle else { continue }
        throw notFound(id, at: lookup.ids.range)
      }
    }
    guard lookup.isSingle else { return .array(found.map(\.value)) }
    guard found.count == 1 else {
      throw Diagnostic(
        "not-one-object", "object takes one ID, and these are \(found.count)", at: lookup.ids.range,
        hint: "write objects(…)")
    }
    return found[0].value
  }
}

extension ManagedObjectContext {
  fileprivate func apply(_ setting: ContextBlock.Setting) {
    switch setting.setting {
    case .merging: automaticallyMergesChangesFromParent = setting.isOn
    case .deletingFaults: shouldDeleteInaccessibleFaults = setting.isOn
    }
  }
}

extension SourceText {
  /// `.age = 3` after the name that begins a statement; nil where the name does not begin one that sets a property or
  /// changes a set.
  /// - Parameter foreign: The names of objects that have to be looked up in it, too.
  fileprivate func restOfAssignment(after name: SourceRange, lookingUp foreign: Set<String>) -> String? {
    let before = text.utf8.prefix(name.lowerBound).last { $0 != UInt8(ascii: " ") }
    guard before.map({ "\n;{".utf8.contains($0) }) ?? true else { return nil }
    let tokens = Lexer.tokens(of: text, dialect: .workbook)
    guard let first = tokens.firstIndex(where: { $0.range.lowerBound >= name.upperBound }),
      tokens[first].isSymbol(.dot), tokens[first].range.lowerBound == name.upperBound
    else { return nil }
    var depth = 0
    var end = name.upperBound
    var rest = ""
    for (place, token) in tokens.enumerated().dropFirst(first) {
      if token.isSymbol(.leftBracket) || token.isSymbol(.leftParenthesis) || token.isSymbol(.leftBrace) { depth += 1 }
      if token.isSymbol(.rightBracket) || token.isSymbol(.rightParenthesis) || token.isSymbol(.rightBrace) {
        depth -= 1
      }
      if depth < 0 || token.kind == .end || depth == 0 && (token.startsLine || token.isSymbol(.semicolon)) { break }
      let text = String(self[token.range])
      let isName = token.isIdentifier && !tokens[place - 1].isSymbol(.dot) && foreign.contains(text)
      rest += self[SourceRange(end, token.range.lowerBound)] + (isName ? "object(\(text).objectID)" : text)
      end = token.range.upperBound
    }
    guard rest.contains("=") || rest.hasSuffix(")") else { return nil }
    // `; save` belongs to what was meant, unless it needs to be looked up as well.
    let following = self[SourceRange(end, text.utf8.count)].prefix { $0 != "}" && !$0.isNewline }
    let isPlain =
      following.first == ";"
      && Lexer.tokens(of: String(following), dialect: .workbook).allSatisfy { token in
        !token.isIdentifier || !foreign.contains(String(SourceText(String(following))[token.range]))
      }
    return isPlain ? rest + following.reversed().drop(while: \.isWhitespace).reversed() : rest
  }
}
