import Diagnostics
import Predicates

extension SaveError: ExplainedError {
  /// The one error, or a headline with a note for each. O(errors).
  public var diagnostic: Diagnostic {
    switch self {
    case .validation(let errors):
      words.with(code: code, gathering: errors.map { Diagnostic.CodedError($0.code, $0.line) })
    case .mergeConflicts, .constraintConflicts, .crossStore, .unsettled: words.with(code: code)
    case .store, .modelChanged, .cancelled: words
    }
  }

  private var words: Diagnostic {
    switch self {
    case .validation(let errors):
      return errors.count == 1
        ? errors[0].diagnostic
        : Diagnostic(
          "validation-1560", "1560  \(errors.count) errors keep this from being saved", notes: errors.map(\.line))
    case .mergeConflicts(let conflicts):
      let names = Listing.text(conflicts.prefix(4).map(\.objectName), of: conflicts.count, upTo: 4)
      return Diagnostic(
        Diagnostic.ID.mergeConflict,
        "save refused: \(names) \(conflicts.count == 1 ? "was" : "were") saved elsewhere since this context read "
          + "\(conflicts.count == 1 ? "it" : "them") (\(code))",
        hint: "\(conflicts.allSatisfy(\.canBeRefreshed) ? "refresh, " : "")roll back, or set a merge policy",
        notes: conflicts.map { "\($0.objectName): \($0.words) (\(code))" })
    case .constraintConflicts(let conflicts):
      return conflicts.count == 1
        ? Diagnostic(
          Diagnostic.ID.constraintConflict, "save refused: \(conflicts[0].words) (\(code))",
          hint: "change the value, or set the merge policy \(conflicts[0].policy)")
        : Diagnostic(
          Diagnostic.ID.constraintConflict,
          "save refused: \(conflicts.count) values that must be unique are saved already (\(code))",
          notes: conflicts.map { "\($0.words) (\(code))" })
    case .crossStore(let links):
      return links.count == 1
        ? Diagnostic(
          Diagnostic.ID.crossStore, "save refused: \(links[0].words) (\(code))", hint: "keep both in one store")
        : Diagnostic(
          Diagnostic.ID.crossStore,
          "save refused: \(links.count) relationships lead from one store to another (\(code))",
          hint: "keep both ends in one store", notes: links.map { "\($0.words) (\(code))" })
    case .unsettled(let rounds, let objects):
      let names = objects.prefix(4).map(\.description).joined(separator: ", ")
      return Diagnostic(
        "unsettled-hooks", "\(code)  the hooks still change \(names) after \(rounds) rounds",
        hint: "let willSave change a value only when it differs")
    case .store(let error): return error.diagnostic
    case .modelChanged(let error): return error.diagnostic
    case .cancelled: return OperationCancelled().diagnostic
    }
  }
}

extension MergeConflict {
  /// Code, object and properties: `133020  Player#1: age was 30, is saved as 31, and is 32 here`.
  public var line: String { "\(StoreCode.merge.rawValue)  \(objectName): \(words)" }

  /// The error code.
  package var code: Int { StoreCode.merge.rawValue }

  /// Whether the object can be read again: not one that another context deleted.
  package var canBeRefreshed: Bool { kind != .deletedInStore }

  /// The changes of both sides, in words, without the object.
  package var words: String {
    switch kind {
    case .deletedInStore: "changed here, and deleted by the other save"
    case .deletedHere: "deleted here, and changed by the other save\(gains)"
    case .bothChanged: properties.map(\.words).joined(separator: "; ")
    }
  }
}

extension MergeConflict {
  /// `: players gained Player#3`, of an object that is deleted here.
  private var gains: String {
    let gains = properties.filter { !$0.added.isEmpty }.map { "\($0.key) gained \(Listing.text($0.added))" }
    return gains.isEmpty ? "" : ": \(gains.joined(separator: "; "))"
  }
}

extension MergeConflict.Property {
  fileprivate var words: String {
    if base.elements != nil { return "\(key) changed on \(isContested ? "both sides" : "one side")" }
    if own == base { return "\(key) was \(shown(base)), and is saved as \(shown(store))" }
    if store == base { return "\(key) was \(shown(base)), and is \(shown(own)) here" }
    return "\(key) was \(shown(base)), is saved as \(shown(store)), and is \(shown(own)) here"
  }

  private func shown(_ value: Value) -> String { objectNames[value] ?? value.shown }
}

extension ConstraintConflict {
  /// Code, objects and keys: `133021  Player#2: email is not unique: Player#1 is saved with the same`.
  public var line: String { "\(StoreCode.constraintMerge.rawValue)  \(words)" }

  /// The error code.
  package var code: Int { StoreCode.constraintMerge.rawValue }

  /// The merge policy that lets the save go on: the object here takes over what is saved, where it can.
  package var policy: MergePolicy { keysLost.isEmpty ? .object : .store }

  /// Objects, keys and the object that is saved, without the code.
  package var words: String {
    let names = objects.prefix(4).map(\.description).joined(separator: ", ")
    let holder = saved.map { "\($0) is saved with the same" } ?? "it is saved already"
    let loss = keysLost.isEmpty ? "" : ", but can't take over \(Listing.text(keysLost))"
    return "\(names): \(Listing.text(keys)) "
      + "\(keys.count == 1 ? "is" : "are") not unique: \(holder)\(loss)"
  }
}

extension CrossStoreLink {
  /// Code, both objects and both stores: `133010  Task#1 in cloud: category leads to Category#2 in main`.
  public var line: String { "\(StoreCode.externalRelationship.rawValue)  \(words)" }

  /// Both objects and both stores, without the code.
  package var words: String { "\(object) in \(store): \(key) leads to \(other) in \(otherStore)" }
}
