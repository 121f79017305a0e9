import Diagnostics
import ObjectGraph

/// Whether a model behaves as a solution's does, under names that may be others.
struct ModelLikeness {
  let mine: ManagedObjectModel
  let solutions: Solutions

  /// The difference from the solution that differs least.
  enum Difference {
    /// A script on which the two behave differently: what happens here, and with the solution.
    case script([ScriptStep], mine: [String], theirs: [String])
    /// The differences of declarations, where no script was found that is short enough.
    case declarations([String])
  }

  /// Returns nil where the model is like one of the solutions'.
  ///
  /// Declarations are compared first. Only where they differ in something that could show is a script searched for.
  /// - Throws: what `search` throws: a budget that is used up, or a cancellation.
  func difference(
    _ search: (ManagedObjectModel, ManagedObjectModel) throws -> BehaviorFinding
  ) throws -> Difference? {
    var nearest: (model: ManagedObjectModel, changes: [ModelDifference.Change])?
    for end in solutions.ends {
      for (match, model) in NameMatch.best(of: end.model, in: mine, fixed: solutions.fixedNames) {
        let freed = freeing(model, match, end.model)
        let changes = mine.difference(from: freed, renaming: ModelRenaming()).changes
        if changes.isEmpty { return nil }
        if nearest.map({ changes.count < $0.changes.count }) ?? true { nearest = (freed, changes) }
      }
    }
    guard let nearest else { return nil }
    let problems = mine.problems()
    if let problem = problems.first { return .declarations([problem.diagnostic.message]) }
    switch try search(mine, nearest.model) {
    case .agree: return nil
    case .differ(let script, let own, let others): return .script(script, mine: own, theirs: others)
    }
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

extension EntityDescription {
  fileprivate mutating func take(_ own: EntityDescription, besides before: Self?, _ after: Self?) {
    renamingIdentifier = own.renamingIdentifier
    versionHashModifier = own.versionHashModifier
    dependencies = own.dependencies
    if before == nil || before?.userInfo == after?.userInfo { userInfo = own.userInfo }
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
      if before == nil || before?.attribute?.isIndexed == after?.attribute?.isIndexed {
        attribute.isIndexed = mine.isIndexed
      }
      self = .attribute(attribute)
    case (.relationship(var relationship), .relationship(let mine)):
      if isNoteFree { relationship.userInfo = mine.userInfo }
      if before == nil || before?.relationship?.isIndexed == after?.relationship?.isIndexed {
        relationship.isIndexed = mine.isIndexed
      }
      if before == nil { relationship.isOrdered = mine.isOrdered }
      self = .relationship(relationship)
    case (.fetched(var fetched), .fetched(let mine)):
      // A predicate may read them.
      if before != nil, isNoteFree { fetched.userInfo = mine.userInfo }
      self = .fetched(fetched)
    default: break
    }
  }
}
