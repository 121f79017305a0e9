import ObjectGraph

/// Something that must hold whatever a random program did: asked of the context alone, without the reference.
///
/// Nested contexts and merging have properties of their own: a case here, and a function beside the others.
package enum Property: String, CaseIterable, Sendable {
  case undoneAndRedone = "going back any way and forth again is the identity"
  case undonePastSaves = "so it is past saves, but for what is marked"
  case rolledBack = "rolling back after anything gives the saved state"
  case copied = "a copy and its original know nothing of each other"
  case migrated = "editing the model there and back keeps the data"
  case contexts = "several contexts and a file agree on what was saved, and every graph stays sound"
  case anyModel = "the objects follow any other model or it is refused, and all goes on from there"

  /// The faults, in words, with the program that led there; empty when the property holds.
  package func problems(seed: UInt64) -> [String] {
    var random = SplitMix(seed)
    let model: ManagedObjectModel
    if [.migrated, .anyModel].contains(self) || random.chance(60) {
      model = RandomModel.make(&random)
    } else {
      model = random.pick(ModelTable.all)?.model ?? ManagedObjectModel()
    }
    if self == .contexts {
      guard var trial = try? ContextTrial(model, random) else { return ["the model is refused"] }
      trial.run(60)
      if trial.problems.isEmpty { return [] }
      return trial.problems + ["seed \(seed), model:"] + model.entities.flatMap(\.sketch) + ["program:"]
        + trial.lines.map { "  \($0)" }
    }
    guard var trial = try? PropertyTrial(model, random) else { return ["the model is refused"] }
    switch self {
    case .undoneAndRedone: trial.undoAndRedo(withSaves: false)
    case .undonePastSaves: trial.undoAndRedo(withSaves: true)
    case .rolledBack: trial.rollBack()
    case .copied: trial.copy()
    case .migrated: trial.migrate()
    case .anyModel: trial.changeModels()
    case .contexts: break
    }
    if trial.problems.isEmpty { return [] }
    return trial.problems + ["seed \(seed), model:"] + model.entities.flatMap(\.sketch) + ["program:"]
      + trial.lines.map { "  \($0)" }
  }
}
