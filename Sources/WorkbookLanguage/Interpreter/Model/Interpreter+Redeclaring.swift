import Diagnostics
import ObjectGraph
import Predicates

/// `entity Booking …` of an entity that exists: a model is described once and then changed.
extension Interpreter {
  /// Returns the message for a second declaration, with the statements that turn the entity into what it declares.
  /// Parts that the second declaration omits stay.
  func redeclaration(_ declaration: EntityDeclaration, in model: ManagedObjectModel) -> Diagnostic {
    let name = declaration.name.text
    var diagnostic = Diagnostic(
      Diagnostic.ID.takenName, "there is an entity \(name) already", at: declaration.name.range,
      hint: "add \(name).… adds a property to it")
    var builder = ModelBuilder(model: model)
    builder.model[entity: name] = nil
    guard let before = model[entity: name], (try? builder.declare(declaration)) != nil,
      let after = builder.model[entity: name]
    else { return diagnostic }
    let lines = EntityRestatement(before: before, after: after).statements
    var trial = trial()
    for line in lines {
      let failure = trial.run(SourceText(line)).first(where: \.failed)
      guard let problem = failure?.diagnostics.first(where: { $0.severity == .error }) else {
        diagnostic.statements.append(line)
        continue
      }
      diagnostic.notes.append("\(line) would be refused: \(problem.message)")
    }
    let left = before.properties.map(\.name).filter { after[property: $0] == nil }
    if lines.isEmpty {
      diagnostic.hint = left.isEmpty ? "its description is the same" : "what is written here is in it: show \(name)"
    } else if !diagnostic.statements.isEmpty {
      diagnostic.hint = "to make it as it is written here:"
    }
    if !left.isEmpty {
      diagnostic.notes.append(
        "\(Listing.text(left)) \(left.count == 1 ? "stays" : "stay"): remove \(name).\(left[0]) takes a property away")
    }
    return diagnostic
  }

  /// A note for each rule of a statement that existing objects break.
  func brokenRules(of change: ModelStatement) -> [Diagnostic] {
    guard case .changeEntity(let entity, let changes) = change else { return [] }
    return changes.compactMap { change in
      guard case .rule(_, let condition) = change.kind else { return nil }
      let request = FetchRequest(entity.text, predicate: Predicate(.not(condition)))
      guard let ids = try? context.fetch(request), let first = ids.first else { return nil }
      let label = ObjectFormatter(context: context).label(first).description
      let others = ids.count - 1
      let text =
        switch others {
        case 0: "\(label) breaks this rule"
        case 1: "\(label) and 1 other object break this rule"
        default: "\(label) and \(DisplayText.grouped(others)) other objects break this rule"
        }
      return Diagnostic(
        "rule-broken", text, at: change.range, severity: .warning,
        hint: "a save checks the objects that it inserts or updates, as in Core Data; to see them: "
          + "fetch \(entity) where NOT (\(condition.declaration))")
    }
  }
}

extension EntityDescription {
  /// The settings that another description of the entity does not have.
  fileprivate func settingsAdded(to before: EntityDescription) -> [String] {
    let known = ModelText.settings(of: before)
    return ModelText.settings(of: self).filter { !known.contains($0) }
  }
}

/// The statements that turn one description of an entity into another, as far as the other one says something.
struct EntityRestatement {
  let before: EntityDescription
  let after: EntityDescription

  var statements: [String] {
    let name = before.name
    var lines: [String] = []
    if after.isAbstract, !before.isAbstract { lines.append("change \(name), abstract") }
    if let parent = after.parent, parent != before.parent { lines.append("change \(name), parent \(parent)") }
    for property in after.properties { lines += statements(for: property) }
    for keys in after.uniquenessConstraints
    where !before.uniquenessConstraints.contains(where: { Set($0) == Set(keys) }) {
      lines.append("change \(name), unique \(keys.joined(separator: ", "))")
    }
    for rule in after.rules where !before.rules.contains(rule) {
      lines.append("change \(name), \(ModelText.rule(rule))")
    }
    lines += (after.settingsAdded(to: before)).map { "change \(name), \($0)" }
    let info = after.userInfo.filter { before.userInfo[$0.key] != $0.value }
    if !info.isEmpty { lines.append("change \(name), " + ModelText.userInfo(info).joined(separator: ", ")) }
    return lines
  }

  private func statements(for property: PropertyDescription) -> [String] {
    let path = "\(before.name).\(property.name)"
    guard let old = before[property: property.name] else {
      return ["add \(before.name).\(ModelText.property(property))"]
    }
    if old == property { return [] }
    let change: (head: String, options: [String])
    switch (old, property) {
    case (.attribute(let old), .attribute(let new)): change = self.change(from: old, to: new)
    case (.relationship(let old), .relationship(let new)): change = self.change(from: old, to: new)
    case (.fetched(let old), .fetched(let new)):
      var lines: [String] = []
      let gone = noUserInfo(old.userInfo, new.userInfo)
      if !gone.isEmpty { lines.append("change \(path), " + gone.joined(separator: ", ")) }
      lines.append("change \(before.name).\(ModelText.property(property))")
      return lines
    case (.fetched, _), (_, .fetched): return ["remove \(path)", "add \(before.name).\(ModelText.property(property))"]
    default: return ["change \(before.name).\(ModelText.property(property))"]
    }
    guard !change.head.isEmpty || !change.options.isEmpty else { return [] }
    return ["change " + ([path + change.head] + change.options).joined(separator: ", ")]
  }

  private func change(
    from old: AttributeDescription, to new: AttributeDescription
  ) -> (head: String, options: [String]) {
    var head = ""
    var options: [String] = []
    if old.type != new.type || old.compositeName != new.compositeName {
      head = PropertyText.kind(.attribute(new))
      if new.defaultValue == nil, old.defaultValue != nil { options.append("no default") }
    } else {
      if old.defaultValue != new.defaultValue { head = " = " + (PropertyText.defaultText(new) ?? "nil") }
      if old.isOptional != new.isOptional { options.append(new.isOptional ? "optional" : "required") }
    }
    let parts = ModelText.options(new)
    func option(_ word: String, _ isDifferent: Bool) {
      guard isDifferent else { return }
      options.append(parts.first { $0 == word || $0.hasPrefix(word + " ") } ?? "no \(word)")
    }
    option("length", old.minimumLength != new.minimumLength || old.maximumLength != new.maximumLength)
    option("range", old.minimumValue != new.minimumValue || old.maximumValue != new.maximumValue)
    option("matches", old.pattern != new.pattern)
    option("indexed", old.isIndexed != new.isIndexed)
    option("transient", old.isTransient != new.isTransient)
    option("transformer", old.transformerName != new.transformerName)
    options += notes(.attribute(old), .attribute(new))
    if old.derivation != new.derivation {
      options.append(new.derivation.map { "derived \($0.declaration)" } ?? "no derived")
    }
    return (head, options)
  }

  private func change(
    from old: RelationshipDescription, to new: RelationshipDescription
  ) -> (head: String, options: [String]) {
    var head = ""
    var options: [String] = []
    let isRetyped = old.destination != new.destination || old.isToMany != new.isToMany
    if isRetyped {
      head = PropertyText.kind(.relationship(new))
    } else if old.isOptional != new.isOptional {
      options.append(new.isOptional ? "optional" : "required")
    }
    let parts = ModelText.options(new)
    func option(_ word: String, _ isDifferent: Bool) {
      guard isDifferent else { return }
      options.append(parts.first { $0 == word || $0.hasPrefix(word + " ") } ?? "no \(word)")
    }
    option("inverse", old.inverse != new.inverse || (isRetyped && new.inverse != nil))
    option(
      "count",
      isRetyped
        ? new.isToMany && (new.minimumCount > 0 || new.maximumCount > 0)
        : old.minimumCount != new.minimumCount || old.maximumCount != new.maximumCount)
    option("ordered", old.isOrdered != new.isOrdered && new.isToMany)
    option("transient", old.isTransient != new.isTransient)
    option("indexed", old.isIndexed != new.isIndexed)
    if old.deleteRule != new.deleteRule { options.append("delete \(new.deleteRule.rawValue)") }
    return (head, options + notes(.relationship(old), .relationship(new)))
  }

  /// `renamed from`, `hash modifier` and the user info. An identifier or a modifier that only the first declaration has stays: versions give them.
  private func notes(_ old: PropertyDescription, _ new: PropertyDescription) -> [String] {
    let settings = ModelText.settings(of: old)
    var parts = ModelText.settings(of: new).filter { !settings.contains($0) }
    if let identifier = new.renamingIdentifier, identifier != old.renamingIdentifier {
      parts.append("renamed from \(ModelText.string(identifier))")
    }
    if let modifier = new.versionHashModifier, modifier != old.versionHashModifier {
      parts.append(ModelText.hashModifier(modifier))
    }
    parts += ModelText.userInfo(new.userInfo.filter { old.userInfo[$0.key] != $0.value })
    return parts + noUserInfo(old.userInfo, new.userInfo)
  }

  private func noUserInfo(_ old: [String: Value], _ new: [String: Value]) -> [String] {
    old.keys.filter { new[$0] == nil }.sorted().map { "no userInfo \(ModelText.key($0))" }
  }
}
