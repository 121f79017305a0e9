import Diagnostics
import ObjectGraph
import Predicates

/// Errors of the libraries as diagnostics with a place, and with the advice of the workbook.
extension Interpreter {
  /// Runs a body and gives an error without a place the one at hand.
  func placed<Result>(at range: SourceRange, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw diagnostic(for: error, at: range)
    }
  }

  /// Any error as a diagnostic with a place.
  func diagnostic(for error: any Error, at range: SourceRange) -> Diagnostic {
    var diagnostic: Diagnostic
    // Whatever was thrown on the way out.
    let isExplained = (error as? Diagnostic)?.id == Diagnostic.ID.budgetExceeded
    switch isExplained ? error : meter.exhaustion.map(OperationCancelled.init) ?? error {
    case let stopped as OperationCancelled: diagnostic = words(for: stopped, advice: nil)
    case let found as Diagnostic: diagnostic = found
    case ObjectGraphError.foreignObject(let id): diagnostic = belongsElsewhere(id, at: nil)
    case SaveError.validation(let errors): diagnostic = refusal(errors)
    case SaveError.store(let refused):
      diagnostic = words(for: refused)
      if case .incompatibleModel(let store, _) = refused {
        diagnostic.hint = hint(ofStore: store) ?? lastHint(forStore: store)
      }
    case let explained as any ExplainedError: diagnostic = words(for: explained)
    case let evaluation as EvaluationError: diagnostic = evaluation.diagnostic
    case let key as KeyValueError: diagnostic = EvaluationError(.source(key), at: range).diagnostic
    default: diagnostic = Diagnostic("error", "\(error)")
    }
    if diagnostic.range == nil, diagnostic.source == nil { diagnostic.range = range }
    // wade.age = "30"
    if let plain = (error as? ObjectGraphError)?.plainLiteral, let place = diagnostic.range,
      let first = statementSource[place].first, "\"'".contains(first)
    {
      diagnostic.fix = Diagnostic.Fix(place, with: plain)
    }
    // heat.players = wade
    if case .wrongType(_, _, .objects, .object)? = error as? ObjectGraphError, let place = diagnostic.range {
      diagnostic.fix = Diagnostic.Fix(place, with: "[\(statementSource[place])]")
    }
    // delete Sales
    if diagnostic.id == Diagnostic.ID.unknownEntity, let place = diagnostic.range {
      let word = String(statementSource[place])
      let name = names.keys.filter { $0 != word && $0.lowercased() == word.lowercased() }.min()
      if names[word] == nil, let name { diagnostic.ask(about: [name]) }
      // Task1.priority = 3
      if let match = word.wholeMatch(of: /(\D+)(\d+)/), context.model[entity: String(match.1)] != nil {
        diagnostic.hint = "an object ID has a # before its number: \(match.1)#\(match.2)"
      }
      // change plants.title = "X"
      if names[word]?.objectID != nil, statementSource[range].hasPrefix("change ") {
        diagnostic.message = "\(word) is an object, and a description is changed by the name of its entity"
        diagnostic.hint = "a value of the object is set with =: \(word).… = …"
      }
    }
    return exemplified(diagnostic)
  }

  /// Why an operation was stopped, with the option that allows more.
  /// - Parameter advice: the advice to give instead of that for the resource that was used up, if any.
  package func words(for stopped: OperationCancelled, advice: String?) -> Diagnostic {
    var diagnostic = stopped.diagnostic
    if let advice { diagnostic.hint = advice }
    guard budget.canBeRaised, let hint = diagnostic.hint else { return diagnostic }
    switch stopped.reason {
    case .requested: break
    case .exhausted(let resource, _): diagnostic.hint = "\(hint), or allow more with \(resource.option)"
    case .largeValue: diagnostic.hint = "\(hint), or allow more with \(Meter.Resource.bytes.option)"
    }
    return diagnostic
  }

  /// Why a save was refused: one error as itself, several as 1560 with a line each, as Core Data reports them.
  private func refusal(_ errors: [ValidationError]) -> Diagnostic {
    var hint: String?
    var notes: [String] = []
    if errors.contains(where: { $0.kind == .constraint }) {
      hint = "change one of the values, or write \(typed("merge policy object"))"
      notes = [
        "Core Data reports a conflict here (\(StoreCode.constraintMerge.rawValue)), and only its SQLite store takes constraints"
      ]
    }
    hint = hint ?? wayBackFromDeletion(errors)
    // Core Data's own code of the conflict counts as well.
    let conflicts = notes.map { Diagnostic.CodedError(StoreCode.constraintMerge.rawValue, $0) }
    if errors.count == 1 {
      return Diagnostic(Diagnostic.ID.saveFailed, "save refused: \(message(errors[0]))", hint: hint, notes: notes)
        .with(code: errors[0].code, gathering: conflicts)
    }
    let shown = errors.prefix(ShownValue.limit).map { message($0) }
    return Diagnostic(
      Diagnostic.ID.saveFailed,
      "save refused: \(errors.count) things are not valid (\(ValidationCode.multipleErrors.rawValue))",
      hint: hint, notes: shown + (Listing.more(errors.count - shown.count).map { ["… \($0)"] } ?? []) + notes
    ).with(
      code: ValidationCode.multipleErrors.rawValue,
      gathering: errors.map { Diagnostic.CodedError($0.code, message($0)) } + conflicts)
  }

  /// The ways back after a save that a pending deletion keeps from succeeding: deny, or a required relationship that it has
  /// emptied or left dangling. Nil where nothing is marked for deletion, and in a block, which takes back what it did.
  private func wayBackFromDeletion(_ errors: [ValidationError]) -> String? {
    guard context === mainContext, !context.deletedObjects.isEmpty else { return nil }
    let isAboutDeletion = errors.contains { error in
      switch error.reason {
      case .denied, .dangling: true
      case .missing, .tooFew:
        error.key.flatMap { context.model.property($0, of: error.entity)?.property.relationship } != nil
      default: false
      }
    }
    return isAboutDeletion ? "undo takes back the last step, and rollback all that is not saved" : nil
  }
}
