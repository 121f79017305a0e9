import Diagnostics
import ObjectGraph
import Predicates

/// `expect` and `check`.
extension Interpreter {
  /// Judges an expectation. One that does not hold is no error: its outcome has failed, and says what was found.
  mutating func judge(_ expectation: Expectation, statement: Statement, in source: SourceText) throws -> Outcome {
    var outcome = Outcome(source: source, range: statement.range)
    let problem: Diagnostic?
    switch expectation.claim {
    case .value(let value): problem = try judge(value, in: source, at: statement.range)
    case .save(let expected):
      var copy = rehearsal()
      problem = try copy.judgeSave(expected, at: statement.range)
    case .block(let block, let expected):
      var copy = rehearsal()
      copy.isInsideLoop = false
      problem = try copy.judge(block, expected, in: source)
    case .normalForm(let entity, let form, let inData):
      problem = try judge(normalForm: form, of: entity, inData: inData, at: statement.range)
    case .reviewFindsNone(let orWarnings):
      var copy = rehearsal()
      problem = try copy.judgeReview(orWarnings: orWarnings, at: statement.range)
    case .behavesLike(let file): problem = try judge(file, in: source, at: statement.range)
    case .likeSolution(let likeness): problem = try judge(likeness, at: statement.range)
    }
    var verdict = ExpectationVerdict(
      holds: problem == nil, elseText: expectation.elseText, claim: expectation.claim)
    if problem != nil, findsMore(expectation.claim) { (verdict.findsMore, verdict.elseText) = (true, nil) }
    outcome.expectation = verdict
    if let problem {
      outcome.diagnostics.append(problem)
      outcome.failed = true
    } else {
      outcome.result = .held(verdict)
    }
    return outcome
  }

  /// `check "sentence" { … }` in a file or at the prompt: its block on a copy.
  mutating func judge(_ check: CheckStatement, statement: Statement, in source: SourceText) throws -> Outcome {
    var copy = rehearsal()
    copy.isInsideLoop = false
    copy.detail = min(copy.detail, .errors)
    let outcomes = try copy.run(check.block.statements, in: source)
    let failed = outcomes.first { $0.failed }
    var outcome = Outcome(source: source, range: statement.range)
    outcome.result = .checked(name: check.name, points: check.points, holds: failed == nil, outcomes)
    outcome.expectation = ExpectationVerdict(holds: failed == nil, elseText: failed?.expectation?.elseText)
    outcome.failed = failed != nil
    return outcome
  }

  // MARK: Conditions

  private mutating func judge(
    _ syntax: ValueSyntax, in source: SourceText, at range: SourceRange
  ) throws -> Diagnostic? {
    if case .condition(let predicate) = syntax {
      if try holds(predicate) { return nil }
      let sides = sides(of: predicate, in: source)
      var unmet = unmet(Diagnostic.doesNotHold, at: predicate.range, notes: sides.map(\.text), role: .unmet)
      for (place, side) in sides.enumerated() { unmet.noteRoles[place] = side.role }
      return unmet
    }
    let value = try value(of: syntax)
    switch value {
    case .boolean(true): return nil
    case .boolean(false): return unmet("\(source[syntax.range]) is false", at: syntax.range, notes: [])
    default:
      throw Diagnostic(
        "not-a-condition", "\(text(of: value)) is neither true nor false", at: syntax.range,
        hint: "compare it: expect … == …")
    }
  }

  /// Whether a claim fails only because one side is a collection with the object on the other side in it.
  private func findsMore(_ claim: Expectation.Claim) -> Bool {
    guard case .value(.condition(let predicate)) = claim, case .comparison(let comparison) = predicate.kind,
      comparison.operator == .equal, let left = try? value(of: comparison.left),
      let right = try? value(of: comparison.right)
    else { return false }
    func has(_ many: Value, _ one: Value) -> Bool {
      one.objectID != nil && many.elements?.contains { $0.objectID == one.objectID } ?? false
    }
    return has(left, right) || has(right, left)
  }

  private func unmet(
    _ message: String, at range: SourceRange, notes: [String], role: Diagnostic.Role? = nil
  ) -> Diagnostic {
    var unmet = Diagnostic(Diagnostic.ID.expectationFailed, message, at: range, notes: notes)
    unmet.role = role
    return unmet
  }

  /// A block that fails with another error than it should.
  private func unmet(
    _ message: String, at range: SourceRange, because error: Diagnostic, role: Diagnostic.Role? = nil
  ) -> Diagnostic {
    var unmet = unmet(message, at: range, notes: error.notes, role: role)
    unmet.noteRoles = error.noteRoles
    unmet.insertNote(error.message, role: error.role)
    return unmet
  }

  private typealias Side = (text: String, role: Diagnostic.Role?)

  /// The values on both sides of what does not hold: of a comparison, or of the first operand of an AND that fails.
  /// - Parameter offersNames: whether a name like one that is missing is offered; not if it must be missing.
  private func sides(of predicate: Predicate, in source: SourceText, offersNames: Bool = true) -> [Side] {
    switch predicate.kind {
    case .comparison(let comparison):
      if let sides = listSides(of: comparison, in: source) { return sides }
      let values = [comparison.left, comparison.right].map { side -> Value? in
        if case .constant = side.kind { return nil }
        return try? self.value(of: side)
      }
      let texts = values.map { $0.map(listing) }
      // A list and a set never equal each other, and read alike.
      let alike = texts[0] == texts[1]
      let sides: [Side] = zip([comparison.left, comparison.right], zip(values, texts)).compactMap { side, shown in
        guard let value = shown.0, let text = shown.1 else { return nil }
        let kind = alike ? value.collectionName.map { ", \($0)" } ?? "" : ""
        return ("\(source[side.range]) is \(text)\(kind)", side.isWrittenOut ? .given : nil)
      }
      return sides + (offersNames ? [slip(in: comparison)].compactMap { $0.map { ($0, nil) } } : [])
    case .and(let operands):
      guard let first = operands.first(where: { (try? holds($0)) == false }) else { return [] }
      return [("\(source[first.range]) does not hold", .condition)]
        + sides(of: first, in: source, offersNames: offersNames)
    case .not(let operand):
      return [("\(source[operand.range]) holds", .condition)] + sides(of: operand, in: source, offersNames: false)
    case .or(let operands): return operands.flatMap { sides(of: $0, in: source, offersNames: offersNames) }
    case .truth(let expression):
      guard let value = try? value(of: expression) else { return [] }
      return [("\(source[expression.range]) is \(listing(value))", nil)]
    case .constant: return []
    }
  }

  /// The list that was found and the one that was expected, in one notation, if one side of an equality is written out.
  private func listSides(of comparison: Predicate.Comparison, in source: SourceText) -> [Side]? {
    guard comparison.operator == .equal else { return nil }
    let sides = [comparison.left, comparison.right]
    guard let literal = sides.firstIndex(where: \.isWrittenOut),
      let expected = try? value(of: sides[literal]), let found = try? value(of: sides[1 - literal]),
      found.elements != nil, braced(found) != braced(expected)
    else { return nil }
    let lists = "\(braced(found)) instead of \(braced(expected))"
    return [("\(source[sides[1 - literal].range]) is \(lists)", .lists(lists))]
  }

  /// `{"Kim", "Zoe"}`: a list with its first elements, as conditions write it.
  private func braced(_ value: Value) -> String {
    let elements = value.elements ?? [value]
    return "{\(beginning(of: elements, upTo: 8))}"
  }

  private func beginning(of elements: [Value], upTo limit: Int) -> String {
    Listing.text(elements.prefix(limit).map { exactText(of: $0) }, of: elements.count, upTo: limit)
  }

  /// A name that is looked for in a list of names which has one much like it.
  private func slip(in comparison: Predicate.Comparison) -> String? {
    guard comparison.operator == .in, case .constant(.string(let wanted)) = comparison.left.kind,
      let elements = (try? value(of: comparison.right))?.elements
    else { return nil }
    let names = elements.compactMap { if case .string(let name) = $0 { name } else { nil } }
    return Suggestions.nearest(to: wanted, among: names).first.map { "is \($0) meant to be \(wanted)?" }
  }

  /// A number or a date with all its digits: the short ones would not tell why it equals no other.
  private func exactText(of value: Value) -> String {
    switch value {
    case .double, .date: ObjectFormatter.literal(value)
    default: text(of: value)
    }
  }

  /// A value in a line, a short list with its elements.
  private func listing(_ value: Value) -> String {
    guard let elements = value.elements else { return exactText(of: value) }
    if elements.isEmpty { return "empty" }
    // One text alone would read like the text itself.
    if elements.count == 1, elements[0].objectID == nil { return "[\(exactText(of: elements[0]))]" }
    return beginning(of: elements, upTo: 4)
  }

  // MARK: Saving and blocks

  private mutating func judgeSave(_ expected: Expectation.Outcome, at range: SourceRange) throws -> Diagnostic? {
    do {
      _ = try save()
    } catch {
      if meter.isStopped { throw error }
      let diagnostic = diagnostic(for: error, at: range)
      return verdict(on: diagnostic, expected, at: range)
    }
    return verdict(on: nil, expected, at: range)
  }

  /// Runs a block; only its last statement may fail, and if it does, not for a slip of the pen.
  private mutating func judge(
    _ block: Block, _ expected: Expectation.Outcome, in source: SourceText
  ) throws -> Diagnostic? {
    let outcomes = try run(block.statements, in: source)
    guard let failed = outcomes.last, failed.failed else { return verdict(on: nil, expected, at: block.range) }
    let error =
      failed.diagnostics.last { $0.severity == .error }
      ?? unmet(Diagnostic.doesNotHold, at: failed.range, notes: [], role: .unmet)
    if outcomes.count < block.statements.count || Self.isSlip(error) {
      var unexpected = error
      unexpected.insertNote(
        Self.isSlip(error) ? "so the block could not be judged" : "only the last statement of the block may fail")
      return unexpected
    }
    return verdict(on: error, expected, at: block.range)
  }

  /// Errors of syntax, names and types: the learner's slips, which no `fails` may count as the failure it expects.
  private static func isSlip(_ diagnostic: Diagnostic) -> Bool { !refusals.contains(diagnostic.id) }

  /// The errors that a script can expect.
  private static let refusals: Set<String> = {
    typealias ID = Diagnostic.ID
    return [
      ID.saveFailed, ID.expectationFailed, ID.onlyUnsaved, ID.missingObject, ID.mergeConflict, ID.constraintConflict,
      ID.crossStore,
      ID.noStore, ID.notInConfiguration, ID.incompatibleModel, ID.cannotOpenStore, ID.cannotSaveStore,
      ID.modelFromTables, ID.storeChanged,
      ID.damagedStore, ID.incompleteSave, ID.migrationFailed, ID.storeOpen, ID.unknownDependency,
    ]
  }()

  /// Returns the lines of an error that are about a code: all lines if the code is the error's own, as 1560 is, or if no code is
  /// asked for; otherwise the lines of the gathered errors that have the code.
  private static func lines(of error: Diagnostic, withCode code: Int?) -> [String] {
    guard let code, code != error.code else { return [error.message] + error.notes }
    return error.gathered.filter { $0.code == code }.map(\.message)
  }

  private func verdict(on error: Diagnostic?, _ expected: Expectation.Outcome, at range: SourceRange) -> Diagnostic? {
    switch (error, expected) {
    case (nil, .succeeds): return nil
    case (nil, .fails(let code, let text)):
      let wanted = [code.map(String.init), text.map { "\"\($0)\"" }].compactMap { $0 }.joined(separator: " ")
      return unmet(
        Diagnostic.succeeds, at: range, notes: wanted.isEmpty ? [] : ["it was expected to fail with \(wanted)"],
        role: .headline)
    case (let error?, .succeeds):
      return unmet(Diagnostic.fails, at: range, because: error, role: .headline)
    case (let error?, .fails(let code, let text)):
      let matching = Self.lines(of: error, withCode: code)
      if let code, matching.isEmpty {
        return unmet("this fails, but not with \(code)", at: range, because: error)
      }
      if let text, !matching.contains(where: { $0.lowercased().contains(text.lowercased()) }) {
        return unmet("this fails, but does not say \"\(text)\"", at: range, because: error)
      }
      return nil
    }
  }
}

extension Expression {
  /// Whether it is a list that is written out.
  fileprivate var isWrittenOut: Bool { if case .aggregate = kind { true } else { false } }
}

extension Value {
  /// The name of a kind of collection, such as "a list"; nil for a value without elements.
  fileprivate var collectionName: String? {
    switch self {
    case .array: "a list"
    case .set: "a set"
    default: nil
    }
  }
}

extension Diagnostic {
  /// Puts a note before all others.
  fileprivate mutating func insertNote(_ text: String, role: Role? = nil) {
    notes.insert(text, at: 0)
    noteRoles = Dictionary(uniqueKeysWithValues: noteRoles.map { ($0 + 1, $1) })
    noteRoles[0] = role
  }

  /// The message about a condition that is false. Its role is ``Role/unmet``.
  package static let doesNotHold = "this does not hold"

  /// The messages about what was expected to fail, or to succeed. The author's advice says more.
  package static let succeeds = "this succeeds"
  package static let fails = "this fails"

  /// The message about a statement's word with a capital.
  package static let beginsWithCapital = "statements begin with a small letter"

  /// The message about objects that are as they should be in the graph, and not in what was saved. Its diagnostic has the ID of
  /// the same name.
  package static let onlyUnsaved = "the objects are right, but they are not saved"

  /// The message about a model that differs from the solutions'. What it does comes after.
  package static let behavesOtherwise = "the model does not behave as the task asks"
}
