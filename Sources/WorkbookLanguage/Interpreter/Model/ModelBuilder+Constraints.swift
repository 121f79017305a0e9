import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// Uniqueness constraints, rules and user info that come and go after the declaration.
extension ModelBuilder {
  // MARK: Uniqueness

  /// `change Booking, unique gym, day`.
  mutating func constrain(_ entity: inout EntityDescription, _ names: [Identifier]) throws(Diagnostic) {
    for (index, name) in names.enumerated() {
      if names[..<index].contains(name) { throw .givenTwice(name.text, at: name.range) }
      try requireUniqueKey(name, of: entity.name)
    }
    let keys = names.map(\.text)
    for owner in [entity] + model.lineage(of: entity.name).filter({ $0.name != entity.name })
    where owner.uniquenessConstraints.contains(where: { Set($0) == Set(keys) }) {
      notes.append(
        Diagnostic(
          "unchanged", "\(owner.name) is unique by \(keys.joined(separator: ", ")) already", at: names.first?.range,
          severity: .note))
      return
    }
    noteImplied(by: keys, in: entity, at: names.first?.range)
    entity.uniquenessConstraints.append(keys)
    noteKeys(names, of: entity.name)
  }

  /// Notes a constraint that follows from another one: what is unique by `number` is unique by `room` and `number`.
  private mutating func noteImplied(by keys: [String], in entity: EntityDescription, at range: SourceRange?) {
    for other in entity.uniquenessConstraints {
      let isShorter = Set(other).isStrictSubset(of: keys)
      guard isShorter || Set(keys).isStrictSubset(of: other) else { continue }
      let (short, long) = isShorter ? (other, keys) : (keys, other)
      notes.append(
        Diagnostic(
          "implied-key",
          "\(Listing.text(short)) alone \(short.count == 1 ? "is" : "are") unique\(isShorter ? " already" : " now"), so \(Listing.text(long)) together forbid nothing more",
          at: range, severity: .note,
          hint: "change \(entity.name), no unique \(other.joined(separator: ", ")) takes away what was declared before")
      )
      return
    }
  }

  /// Notes a key of a constraint that Core Data does not document.
  mutating func noteKeys(_ names: [Identifier], of entity: String) {
    for name in names {
      guard let key = UndocumentedKey(name.text, model.property(name.text, of: entity)?.property) else { continue }
      notes.append(Diagnostic("unique-key", key.message, at: name.range, severity: .note, hint: key.fix))
      return
    }
  }

  /// Requires that a part of a constraint is an attribute, a to-one relationship, or an element of a composite.
  private func requireUniqueKey(_ name: Identifier, of entity: String) throws(Diagnostic) {
    guard !name.text.contains(".") else { return }
    guard let (property, _) = model.property(name.text, of: entity) else {
      throw .unknownProperty(name.text, of: entity, in: model, at: name.range)
    }
    switch property {
    case .attribute: break
    case .relationship(let relationship) where !relationship.isToMany: break
    case .relationship, .fetched:
      throw Diagnostic(
        "unfit-key", "\(name) is \(property.fetched == nil ? "to-many" : "a fetched property"), so it can't be unique",
        at: name.range, hint: "a constraint takes attributes and to-one relationships")
    }
  }

  /// `change Booking, no unique gym, day`, in any order; without names the only constraint goes.
  func release(
    _ entity: inout EntityDescription, _ names: [Identifier], at range: SourceRange
  ) throws(Diagnostic) {
    let constraints = entity.uniquenessConstraints
    let keys = Set(names.map(\.text))
    let found = constraints.filter { names.isEmpty || Set($0) == keys }
    if found.count == 1 {
      entity.uniquenessConstraints.removeAll { $0 == found[0] }
      return
    }
    let offers = constraints.map { "change \(entity.name), no unique \($0.joined(separator: ", "))" }
    let notes = constraints.count < 2 ? [] : constraints.map { "unique \($0.joined(separator: ", "))" }
    let text = names.map(\.text).joined(separator: ", ")
    if found.count > 1 {
      throw Diagnostic(
        "several-constraints", "\(entity.name) has \(found.count) uniqueness constraints", at: range,
        hint: Self.choice(of: offers), notes: notes)
    }
    let message =
      names.isEmpty ? "\(entity.name) has no uniqueness constraint" : "\(entity.name) is not unique by \(text)"
    if let owner = model.lineage(of: entity.name).first(where: { owner in
      owner.name != entity.name && owner.uniquenessConstraints.contains { names.isEmpty || Set($0) == keys }
    }) {
      throw Diagnostic(
        "unknown-constraint", "\(entity.name) inherits this constraint from \(owner.name)", at: range,
        hint: "write change \(owner.name), no unique\(text.isEmpty ? "" : " " + text)")
    }
    throw Diagnostic(
      "unknown-constraint", message, at: range,
      hint: Self.choice(of: offers) ?? "show \(entity.name) lists what it has", notes: notes)
  }

  // MARK: Rules

  /// `change Task, rule "due after created": …`: new, or in place of the one with this sentence.
  func addRule(
    _ name: String, _ condition: Predicate, to entity: inout EntityDescription, at range: SourceRange
  ) throws(Diagnostic) {
    let problems = condition.check(
      against: ConditionShape(model: model), entity: entity.name, variables: [], ownNames: [])
    if let problem = problems.first(where: { $0.severity == .error }) { throw problem }
    let rule = ValidationRule(name, condition)
    if let place = entity.rules.firstIndex(where: { $0.name == name }) {
      entity.rules[place] = rule
    } else {
      entity.rules.append(rule)
    }
  }

  /// `change Task, no rule "due after created"`; without a sentence the only rule goes.
  func removeRule(
    _ name: String?, from entity: inout EntityDescription, at range: SourceRange
  ) throws(Diagnostic) {
    let found = entity.rules.filter { name == nil || $0.name == name }
    if found.count == 1 {
      entity.rules.removeAll { $0.name == found[0].name }
      return
    }
    let offers = entity.rules.map { "change \(entity.name), no rule \(ModelText.string($0.name))" }
    if found.count > 1 {
      throw Diagnostic(
        "several-rules", "\(entity.name) has \(found.count) rules", at: range, hint: Self.choice(of: offers),
        notes: entity.rules.map { "rule \(ModelText.string($0.name))" })
    }
    let owner = model.lineage(of: entity.name).first { owner in
      owner.name != entity.name && owner.rules.contains { name == nil || $0.name == name }
    }
    if let owner {
      throw Diagnostic(
        "unknown-rule", "\(entity.name) inherits this rule from \(owner.name)", at: range,
        hint: "write change \(owner.name), no rule\(name.map { " " + ModelText.string($0) } ?? "")")
    }
    let meant = name.flatMap { Suggestions.didYouMean($0, among: entity.rules.map(\.name)) }
    throw Diagnostic(
      "unknown-rule",
      name.map { "\(entity.name) has no rule \(DisplayText.visible(ModelText.string($0)))" }
        ?? "\(entity.name) has no rules", at: range,
      hint: meant ?? Self.choice(of: offers) ?? "show \(entity.name) lists what it has")
  }

  // MARK: User info

  /// `no userInfo color`; without a key all entries go.
  func takeAway(_ key: Identifier?, from userInfo: inout [String: Value], of owner: String) throws(Diagnostic) {
    guard let key else {
      userInfo = [:]
      return
    }
    guard userInfo.removeValue(forKey: key.text) != nil else {
      let known = userInfo.keys.sorted()
      throw Diagnostic(
        Diagnostic.ID.unknownKey, "the userInfo of \(owner) has no '\(DisplayText.visible(key.text))'", at: key.range,
        nearest: Suggestions.nearest(to: key.text, among: known),
        hint: (known.isEmpty ? "it is empty" : "its keys are \(Listing.text(known))"))
    }
  }

  private static func choice(of offers: [String]) -> String? {
    offers.first.map { (offers.count == 1 ? "write " : "name one of them: ") + $0 }
  }
}

extension EntityChange {
  /// The entity's declaration from now on.
  var text: String {
    switch kind {
    case .unique(let names): "unique " + names.map(\.text).joined(separator: ", ")
    case .noUnique(let names):
      names.isEmpty ? "no longer unique" : "no longer unique by " + names.map(\.text).joined(separator: ", ")
    case .rule(let name, let condition): "rule \(ModelText.string(name)): \(condition.declaration)"
    case .noRule(let name): name.map { "no rule \(ModelText.string($0))" } ?? "no rule"
    case .userInfo(let entry): ModelText.userInfo([entry.key.text: entry.value.value])[0]
    case .noUserInfo(let key): key.map { "no userInfo \($0)" } ?? "no userInfo"
    case .setting(let setting): ModelText.setting(setting)
    case .noIndex(let name): "no index \(ModelText.key(name.text))"
    case .abstract: "abstract"
    case .parent(let parent): "parent \(parent)"
    case .renamed(let old): "renamed from \(ModelText.string(old))"
    case .hashModifier(let modifier): ModelText.hashModifier(modifier)
    case .no(.abstract): "not abstract"
    case .no(.parent): "no parent"
    case .no(.renamed): "no earlier name"
    case .no(.hash): "no hash modifier"
    case .no(.class): "the class has the entity's name"
    }
  }
}
