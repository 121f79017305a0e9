import Diagnostics
import ModelReview
import ObjectGraph

/// `apply 1`.
extension Interpreter {
  mutating func apply(_ number: Int, at range: SourceRange) throws -> AppliedProposalView {
    guard let proposed else {
      throw Diagnostic(
        "no-proposal", "nothing has been proposed yet", at: range,
        hint: "get some first: normalize …, or review")
    }
    guard !proposed.foundNothing else {
      throw Diagnostic(
        "no-proposal", "\(proposed.statement) found no fault, so there is nothing to apply", at: range)
    }
    guard !proposed.proposals.isEmpty else {
      throw Diagnostic(
        "no-proposal", "\(proposed.statement) has made no proposal with a number", at: range,
        hint: proposed.statement == "review"
          ? "a finding without a number is mended by typing what follows its →" : "there is nothing to apply")
    }
    guard context === mainContext else {
      throw Diagnostic.modelInContext(context.name, at: range)
    }
    guard proposed.proposals.indices.contains(number - 1) else {
      let count = proposed.proposals.count
      throw Diagnostic(
        "no-proposal", "there is no proposal \(number)", at: range,
        hint: count == 1 ? "the only one is 1" : "they are 1 to \(count)")
    }
    try context.mergeStores()
    if let stale = context.staleObjects.first {
      let label = ObjectFormatter(context: context).label(stale)
      throw Diagnostic(
        "proposal-behind",
        "other contexts have saved \(label) since it was read here, and a proposal moves what is saved", at: range,
        hint: "refresh \(label.reference), then ask again with: \(proposed.statement)")
    }
    let (proposal, relation) = proposed.proposals[number - 1]
    guard context.model == proposed.model, try self.relation(of: proposal.entity) == relation else {
      throw Diagnostic(
        "proposal-stale", "the model or the objects have changed since the proposals were shown", at: range,
        hint: "ask again with: \(proposed.statement)")
    }
    let files = mainContext.coordinator.openFileStores
    if !files.isEmpty { try requireNothingPending(at: range) }
    let model = context.model
    let before = try judged { try self.normalization(of: relation).judged() }.formInData
    let heldLists = !RepeatedValues.seen(in: relation, model).isEmpty
    let earlierVersion = context.modelHistory.currentName
    let stores = Set(relation.objects.compactMap(context.storeName))
    let report: Proposal.Report
    do {
      // A file keeps the version that it was written under.
      if context.isModelKeptByFile { try context.addModelVersion(context.modelHistory.nextName) }
      report = try proposal.carryOut(in: context)
      context.processPendingChanges()
    } catch let error as ProposalError {
      var diagnostic = error.diagnostic { ObjectFormatter(context: context).label($0).description }
      diagnostic.range = range
      throw diagnostic
    }
    var now: EntityNormalization?
    var holdsLists = false
    if context.model[entity: proposal.entity] != nil {
      let after = try self.relation(of: proposal.entity)
      now = try judged { try self.normalization(of: after).judged() }
      holdsLists = !RepeatedValues.seen(in: after, context.model).isEmpty
    }
    var view = AppliedProposalView(
      number: number, proposal: proposal, report: report, removed: model.declarations(missingIn: context.model),
      added: context.model.declarations(missingIn: model), before: before, now: now?.formInData,
      heldLists: heldLists, holdsLists: holdsLists)
    view.isOpen = now?.isOpen == true
    view.givenUp = proposal.givenUp(in: model)
    guard !files.isEmpty else { return view }
    // A new object is stored in the same store as its original: no link leads from one store to another.
    if stores.count == 1, let store = stores.first {
      for id in context.insertedObjects { try context.assign(id, toStore: store) }
    }
    // No migration of the file could carry over the values that a proposal moves, so it is written from the graph.
    try context.saveRewritingFiles()
    view.files = files.map(\.name)
    view.version = context.modelHistory.currentName
    if view.version != earlierVersion { view.earlierVersion = earlierVersion }
    // A file that has been written is not undone, nor what was done before, as after a migration.
    for context in allContexts { context.removeAllUndoSteps() }
    return view
  }
}

extension ModelHistory {
  /// A name for the next version: `League 2` after `League`.
  fileprivate var nextName: String {
    var words = currentName.split(separator: " ", omittingEmptySubsequences: false)
    var number = 2
    if words.count > 1, let last = words.last.flatMap({ Int($0) }), last > 0, last < Int.max {
      words.removeLast()
      number = last + 1
    }
    let stem = words.joined(separator: " ")
    while names.contains("\(stem) \(number)"), number < Int.max { number += 1 }
    return "\(stem) \(number)"
  }
}

extension ManagedObjectModel {
  /// The properties, constraints and rules that another model lacks or has otherwise, as they are written; whole
  /// entities by their head.
  fileprivate func declarations(missingIn other: ManagedObjectModel) -> [String] {
    entities.flatMap { entity -> [String] in
      guard let there = other[entity: entity.name] else {
        let members =
          entity.properties.map(PropertyText.declaration)
          + entity.uniquenessConstraints.map { "unique \($0.joined(separator: ", "))" }
          + entity.rules.map(ModelText.rule)
        return ["entity \(entity.name) { \(members.joined(separator: "; ")) }"]
      }
      return entity.properties.filter { there[property: $0.name] != $0 }.map {
        "\(entity.name).\(PropertyText.declaration($0))"
      }
        + entity.uniquenessConstraints.filter { !there.uniquenessConstraints.contains($0) }.map {
          "\(entity.name): unique \($0.joined(separator: ", "))"
        }
        + entity.rules.filter { !there.rules.contains($0) }.map { "\(entity.name): \(ModelText.rule($0))" }
    }
  }
}
