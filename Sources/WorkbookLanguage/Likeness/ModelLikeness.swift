import Diagnostics
import ObjectGraph

/// The comparison of a model's behaviour with that of the solutions' models, whose names may differ.
struct ModelLikeness {
  let mine: ManagedObjectModel
  let solutions: Solutions

  /// The difference from the solution that differs least.
  enum Difference: Sendable {
    /// A script on which the two behave differently: what happens here, and with the solution.
    /// - Parameter beyond: sentences about the declarations here that the solution does not have.
    case script([ScriptStep], mine: ScriptEnd, theirs: ScriptEnd, beyond: [String])
    /// The differences of declarations, where no script was found that is short enough.
    case declarations([String])
  }

  /// Returns nil where the model is like one of the solutions'.
  ///
  /// Declarations are compared first. Only where they differ in something that could show is a script searched for; where the
  /// search ends too early to tell, the declarations do.
  /// - Parameter search: nil where it ended before it had tried all scripts.
  /// - Throws: what `search` throws: a budget that is used up, or a cancellation.
  func difference(
    _ search: (ManagedObjectModel, ManagedObjectModel) throws -> BehaviorFinding?
  ) throws -> Difference? {
    let problem = mine.problems().first
    guard let nearest = nearest() else { return nil }
    let mine = mine.withoutIdleSettings
    if let problem { return .declarations([problem.diagnostic.message]) }
    switch try search(mine, nearest.model) {
    case .differ(let script, let own, let others):
      let beyond = nearest.changes.filter(\.isAddition).flatMap { sentences(about: $0, in: nearest.model) }
      return .script(script, mine: own, theirs: others, beyond: beyond)
    case .agree:
      // A value that is not kept may be out of every script's sight.
      let transient = nearest.changes.filter(\.concernsTransience)
      return transient.isEmpty ? nil : .declarations(transient.flatMap { sentences(about: $0, in: nearest.model) })
    case nil: return .declarations(nearest.changes.flatMap { sentences(about: $0, in: nearest.model) })
    }
  }

  /// A solution's model under the learner's names, and what is different in this one.
  struct Nearest {
    var model: ManagedObjectModel
    var match: NameMatch
    var changes: [ModelDifference.Change]
    var weight: Int
  }

  /// Returns the solution from which this model's declarations differ least; nil where they are like one of them.
  func nearest() -> Nearest? {
    var nearest: Nearest?
    for end in solutions.ends {
      guard let found = self.nearest(in: end) else { return nil }
      if nearest.map({ found.weight < $0.weight }) ?? true { nearest = found }
    }
    return nearest
  }

  /// Returns what differs from one solution; nil where nothing does.
  func nearest(in end: EndState) -> Nearest? {
    let mine = mine.withoutIdleSettings
    let isSound = mine.problems().isEmpty
    var nearest: Nearest?
    for (match, model) in NameMatch.best(of: end.model, in: mine, fixed: solutions.fixedNames) {
      var freed = freeing(model, match, end.model).withoutIdleSettings
      if isSound { freed = freed.writingConditions(as: mine, start: solutions.start.model) }
      if freed == mine { return nil }
      let changes = mine.difference(from: freed, renaming: ModelRenaming()).changes
      if changes.isEmpty { return nil }
      let weight = changes.reduce(0) { $0 + $1.weight }
      if nearest.map({ weight < $0.weight }) ?? true {
        nearest = Nearest(model: freed, match: match, changes: changes, weight: weight)
      }
    }
    return nearest
  }

  /// Returns how this model differs from a solution's under the learner's names. A solution's own names are not given
  /// away.
  private func sentences(about change: ModelDifference.Change, in theirs: ManagedObjectModel) -> [String] {
    switch change {
    case .entityChanged(let name, let details): return details.map { $0.sentence(comparing: name) }
    case .propertyChanged(let name, let entity, let details):
      return details.map { $0.sentence(comparing: "\(entity).\(name)") }
    case .entityAdded(let name): return ["the entity \(name) is not asked for"]
    case .propertyAdded(let name, let entity): return ["\(entity).\(name) is not asked for"]
    case .entityRemoved(let name):
      return [mine[entity: name] == nil && isKnown(name) ? "the entity \(name) is missing" : "an entity is missing"]
    case .propertyRemoved(let name, let entity):
      if isKnown("\(entity).\(name)") { return ["\(entity).\(name) is missing"] }
      let isRelationship = theirs.property(name, of: entity)?.property.relationship != nil
      return ["\(entity) lacks \(isRelationship ? "a relationship" : "an attribute")"]
    case .propertyMoved(let name, let from, let to): return ["\(name) should belong to \(from), and not to \(to)"]
    case .entityRenamed(let old, let new): return ["\(new) should be called \(old)"]
    case .propertyRenamed(let old, let new, let entity): return ["\(entity).\(new) should be called \(old)"]
    case .partAdded(let part, let name): return ["the \(part.rawValue) \(name) is not asked for"]
    case .partRemoved(let part, let name): return ["the \(part.rawValue) \(name) is missing"]
    case .partChanged(let part, let name, _): return ["the \(part.rawValue) \(name) is not what the task asks for"]
    }
  }

  /// Returns what is wrong here in one sentence, without what would be right.
  func observation(about change: ModelDifference.Change, in theirs: ManagedObjectModel) -> String {
    func sentence(_ subject: String, _ details: [ModelDifference.Detail]) -> String? {
      details.first.map { $0.observation(of: subject) }
    }
    let found: String? =
      switch change {
      case .entityChanged(let name, let details), .partChanged(_, let name, let details): sentence(name, details)
      case .propertyChanged(let name, let entity, let details): sentence("\(entity).\(name)", details)
      default: nil
      }
    return found ?? sentences(about: change, in: theirs).first ?? "the model is not what the task asks for"
  }

  /// Whether the learner knows the name: the task fixes it, or the start has it.
  func isKnown(_ name: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    let start = solutions.start.model
    let isOfStart = parts.count == 2 ? start.property(parts[1], of: parts[0]) != nil : start[entity: name] != nil
    return solutions.fixedNames.contains(name) || isOfStart
  }

  /// Gives a solution's model my settings where they are free: those that change no behaviour, unless the solution
  /// changed them itself, and the order of a relationship that the task has made.
  private func freeing(
    _ theirs: ManagedObjectModel, _ match: NameMatch, _ original: ManagedObjectModel
  ) -> ManagedObjectModel {
    var model = theirs
    let start = solutions.start.model
    let names = Dictionary(match.entities.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for place in model.entities.indices {
      guard let own = mine[entity: model.entities[place].name] else { continue }
      let theirName = names[own.name] ?? own.name
      let (before, after) = (start[entity: theirName], original[entity: theirName])
      model.entities[place].take(own, besides: before, after)
      let keys = Dictionary(
        match.properties.filter { $0.key.entity == theirName }.map { ($1, $0.name) },
        uniquingKeysWith: { first, _ in first })
      for index in model.entities[place].properties.indices {
        let name = model.entities[place].properties[index].name
        guard let ownProperty = own[property: name] else { continue }
        let key = keys[name] ?? name
        model.entities[place].properties[index].take(
          ownProperty, besides: before?[property: key], after?[property: key])
      }
    }
    model.configurations = mine.configurations
    return model
  }
}

extension ManagedObjectModel {
  /// The model without settings that nothing can depend on: a length of at least 0, a constraint that follows from a shorter one,
  /// and in a to-many that may be empty the minimum count of 1 and the word required (``Validator``).
  var withoutIdleSettings: Self {
    var model = self
    for place in model.entities.indices {
      let constraints = model.entities[place].uniquenessConstraints
      model.entities[place].uniquenessConstraints = constraints.enumerated().filter { index, names in
        !constraints.enumerated().contains { other, shorter in
          let isPart = Set(shorter).isSubset(of: names)
          return other != index && isPart && (shorter.count < names.count || other < index)
        }
      }.map(\.element)
      for index in model.entities[place].properties.indices {
        switch model.entities[place].properties[index] {
        case .attribute(var attribute) where attribute.minimumLength == 0:
          attribute.minimumLength = nil
          model.entities[place].properties[index] = .attribute(attribute)
        case .relationship(var relationship) where relationship.isToMany:
          if relationship.isOptional, relationship.minimumCount == 1 { relationship.minimumCount = 0 }
          if relationship.minimumCount == 0 { relationship.isOptional = true }
          model.entities[place].properties[index] = .relationship(relationship)
        case .attribute, .relationship, .fetched: break
        }
      }
    }
    return model
  }
}

extension ModelDifference.Change {
  /// Whether a property is kept in one model and not in the other.
  fileprivate var concernsTransience: Bool {
    guard case .propertyChanged(_, _, let details) = self else { return false }
    return details.contains { $0.aspect == .setting(.transient) }
  }
}

extension ModelDifference.Detail {
  /// Returns a sentence about a detail of this model that is not as it should be.
  fileprivate func observation(of subject: String) -> String {
    switch (old, new) {
    case (_, .flag(true)) where aspect == .setting(.optional):
      "\(subject) is optional, which is not what the task asks for"
    case (_, .flag(false)) where aspect == .setting(.optional):
      "\(subject) is required, which is not what the task asks for"
    case (_, .flag(true)): "\(subject) is \(aspect), which is not what the task asks for"
    case (_, .flag(false)): "\(subject) is not \(aspect), which is not what the task asks for"
    case (.absent, _) where aspect == .setting(.unique): "\(subject) is unique by \(new), which is not asked for"
    case (_, .absent) where aspect == .setting(.unique):
      "objects of \(subject) may be alike where the task does not allow it"
    case _ where aspect == .setting(.unique): "\(subject) is unique by \(new), which is not what the task asks for"
    case (_, .absent) where aspect == .setting(.rules): "\(subject) has no rule, and the task asks for one"
    case _ where aspect == .setting(.rules): "the rules of \(subject) are not what the task asks for"
    case _ where aspect == .setting(.condition): "the condition of \(subject) is not what the task asks for"
    case (_, .absent): "\(subject) has no \(aspect), and the task asks for one"
    default: "the \(aspect) of \(subject) is \(new), which is not what the task asks for"
    }
  }

  /// Returns a sentence about a detail of this model and how it should be.
  fileprivate func sentence(comparing subject: String) -> String {
    switch (old, new) {
    case (.flag(true), .flag(false)):
      aspect == .setting(.optional) ? "\(subject) should be optional" : "\(subject) should be \(aspect)"
    case (.flag(false), .flag(true)):
      aspect == .setting(.optional) ? "\(subject) should be required" : "\(subject) is \(aspect), and should not be"
    case (.absent, _) where aspect == .setting(.unique): "\(subject) is unique by \(new), and should not be"
    case (_, .absent) where aspect == .setting(.unique): "\(subject) should be unique by \(old)"
    case _ where aspect == .setting(.unique): "\(subject) should be unique by \(old), and not by \(new)"
    case _ where aspect == .setting(.rules): "\(subject) has other rules than the task asks for"
    // The right condition is the answer.
    case _ where aspect == .setting(.condition): "the condition of \(subject) is not what the task asks for"
    case (.absent, _): "\(subject) should have no \(aspect)"
    case (_, .absent): "\(subject) has no \(aspect), and should have one"
    default: "the \(aspect) of \(subject) is \(new), and should be \(old)"
    }
  }
}

extension EntityDescription {
  fileprivate mutating func take(_ own: EntityDescription, besides before: Self?, _ after: Self?) {
    renamingIdentifier = own.renamingIdentifier
    versionHashModifier = own.versionHashModifier
    dependencies = own.dependencies
    (managedObjectClassName, codeGeneration) = (own.managedObjectClassName, own.codeGeneration)
    (indexes, isSyncable) = (own.indexes, own.isSyncable)
    if before == nil || before?.userInfo == after?.userInfo { userInfo = own.userInfo }
  }
}

extension AttributeDescription {
  /// Takes over what only an app and Xcode use.
  fileprivate mutating func takeSettings(of other: Self) {
    (valueClassName, usesScalarValue) = (other.valueClassName, other.usesScalarValue)
    allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
    (isIndexedBySpotlight, isSyncable) = (other.isIndexedBySpotlight, other.isSyncable)
  }
}

extension PropertyDescription {
  /// - Parameters:
  ///   - before: the property at the start; nil for one that the task asks for.
  ///   - after: the property in the solution.
  fileprivate mutating func take(_ own: Self, besides before: Self?, _ after: Self?) {
    renamingIdentifier = own.renamingIdentifier
    versionHashModifier = own.versionHashModifier
    let isNoteFree = before == nil || before?.userInfo == after?.userInfo
    switch (self, own) {
    case (.attribute(var attribute), .attribute(let mine)):
      if isNoteFree { attribute.userInfo = mine.userInfo }
      attribute.takeSettings(of: mine)
      if before == nil || before?.attribute?.isIndexed == after?.attribute?.isIndexed {
        attribute.isIndexed = mine.isIndexed
      }
      self = .attribute(attribute)
    case (.relationship(var relationship), .relationship(let mine)):
      if isNoteFree { relationship.userInfo = mine.userInfo }
      relationship.isSyncable = mine.isSyncable
      if before == nil || before?.relationship?.isIndexed == after?.relationship?.isIndexed {
        relationship.isIndexed = mine.isIndexed
      }
      if before?.relationship == nil { relationship.isOrdered = mine.isOrdered }
      // Required asks nothing of a to-many without a minimum count.
      if before?.relationship?.isOptional == after?.relationship?.isOptional || before == nil,
        relationship.isToMany, mine.isToMany, relationship.mayBeEmpty, mine.mayBeEmpty
      {
        relationship.isOptional = mine.isOptional
      }
      self = .relationship(relationship)
    case (.fetched(var fetched), .fetched(let mine)):
      // A predicate may read them.
      if before != nil, isNoteFree { fetched.userInfo = mine.userInfo }
      fetched.isSyncable = mine.isSyncable
      self = .fetched(fetched)
    default: break
    }
  }
}

extension ModelDifference.Change {
  /// Whether it is something that is there besides what was asked for, such as an attribute that was left over.
  fileprivate var isAddition: Bool {
    switch self {
    case .entityAdded, .propertyAdded, .partAdded: true
    case .entityRemoved, .entityRenamed, .entityChanged, .propertyRemoved, .propertyRenamed, .propertyMoved,
      .propertyChanged, .partRemoved, .partChanged:
      false
    }
  }
}
