import Diagnostics
import ModelReview
import Normalization
import ObjectGraph
import Predicates

/// The proposals, with the model and objects they were made for: `apply` checks that these are still the same.
struct ProposedChanges: Sendable {
  var model: ManagedObjectModel
  var proposals: [(proposal: Proposal, relation: EntityRelation)]
  /// The statement that showed them.
  var statement: String
  /// Whether there was nothing to report at all.
  var foundNothing = false
}

/// `normalize Player` and what it proposes.
extension Interpreter {
  mutating func normalize(_ name: Identifier) throws -> NormalizationView {
    guard let entity = context.model[entity: name.text] else {
      throw Diagnostic.unknownEntity(name.text, in: context.model, at: name.range)
    }
    let relation = try relation(of: entity.name)
    let normalization = try self.normalization(of: relation)
    var finder = ProposalFinder(context.model)
    var proposals: [ProposalView] = []
    let model = context.model
    func number(_ proposal: Proposal?) -> Int? {
      guard let proposal else { return nil }
      proposals.append(
        ProposalView(
          number: proposals.count + 1, proposal: proposal, edits: proposal.edits(in: model),
          givenUp: proposal.givenUp(in: model)))
      return proposals.count
    }
    let sample = relation.rowCount == 0 ? SampleObjects(normalization, in: self) : nil
    let shownOn = sample?.interpreter ?? self
    let anomalies = AnomalyFinder(
      relation: sample?.relation ?? relation, context: shownOn.context, names: sample?.names ?? [:])
    var violations: [NormalizationView.Violation] = []
    for violation in normalization.violations {
      try context.cancellation.check()
      let destination =
        violation.determinant.count == 1
        ? relation.place(of: violation.determinant[0]).flatMap { relation.columns[$0].destination } : nil
      violations.append(
        NormalizationView.Violation(
          form: violation.form, kind: violation.kind, text: violation.text, isFound: violation.isFound,
          destination: destination, keys: normalization.keys, anomalies: anomalies.anomalies(of: violation),
          proposal: number(finder.proposal(for: violation, in: relation, copies: normalization.copies))))
    }
    // Copies determined by a key break no normal form of this entity, and are offered in addition.
    let broken = normalization.violations.map(\.determinant)
    for copy in normalization.copies where copy.agreeing > 0 && !broken.contains([copy.path[0]]) {
      _ = number(finder.reading(copy, in: relation))
    }
    var repeated: [NormalizationView.Repeated] = []
    try context.cancellation.check()
    for shape in RepeatedValues.seen(in: relation, context.model) {
      let proposal = number(shape.proposal(&finder, of: entity.name))
      switch shape {
      case .numbered(let families):
        repeated.append(NormalizationView.Repeated(names: families.flatMap(\.members), proposal: proposal))
      case .list(let attribute, let delimiter, _):
        repeated.append(
          NormalizationView.Repeated(names: [attribute], delimiter: delimiter, proposal: proposal))
      }
    }
    try context.cancellation.check()
    let explained = normalization.found.map(\.dependent) + repeated.flatMap(\.names)
    let lookups = LookupCandidate.found(in: relation, explained: Set(explained))
    for attribute in lookups where !attribute.isBoolean {
      _ = number(finder.lookup(attribute.name, of: entity.name))
    }
    var view = view(of: normalization, relation, violations, repeated, proposals, sample?.statements ?? [])
    view.isUnjudged = normalization.unjudged != nil
    view.isOpen = normalization.isOpen
    view.optionalKeys = normalization.optionalKeys
    let formatter = ObjectFormatter(context: context)
    view.copies = normalization.copies.filter { $0.agreeing > 0 }.map { copy in
      NormalizationView.Copy(
        column: copy.column, source: copy.source, extent: copy.extent,
        stale: formatter.labels(copy.stale.prefix(ShownValue.limit)), staleCount: copy.stale.count,
        unlinked: formatter.labels(copy.unlinked.prefix(ShownValue.limit)), unlinkedCount: copy.unlinked.count,
        relationship: copy.path[0])
    }
    view.writesFiles = !mainContext.coordinator.openFileStores.isEmpty
    try context.cancellation.check()
    proposed = ProposedChanges(
      model: context.model, proposals: proposals.map { ($0.proposal, relation) },
      statement: "normalize \(entity.name)")
    return view
  }

  private func view(
    of normalization: EntityNormalization, _ relation: EntityRelation, _ violations: [NormalizationView.Violation],
    _ repeated: [NormalizationView.Repeated], _ proposals: [ProposalView], _ sample: [String]
  ) -> NormalizationView {
    let formatter = ObjectFormatter(context: context)
    let declared = Set(
      normalization.declared.flatMap { declared -> [DependencyDescription] in
        guard case .functional(let left, let right) = declared.dependency else { return [declared.dependency] }
        return right.map { .functional(left.sorted(), [$0]) }
      })
    func isDeclared(_ left: [String], _ right: String) -> Bool {
      declared.contains(.functional(left.sorted(), [right]))
    }
    // One line for each left side, with all that it decides.
    var found: [NormalizationView.Found] = []
    var right: [[String]: [FoundDependency]] = [:]
    for dependency in normalization.found { right[dependency.determinant, default: []].append(dependency) }
    for (left, dependencies) in right.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      found.append(
        NormalizationView.Found(
          text: DependencyDescription.functional(left, dependencies.map(\.dependent)).text,
          objectCount: dependencies[0].evidence.rowCount, determinantCount: dependencies[0].evidence.determinantCount,
          redundantCount: dependencies[0].evidence.redundantCount,
          isDeclared: dependencies.allSatisfy { isDeclared(left, $0.dependent) }))
    }
    found += normalization.foundMultivalued.map { evidence in
      NormalizationView.Found(
        text:
          "\(evidence.determinant[0]) ->> \(evidence.blocks.map { $0.joined(separator: ", ") }.joined(separator: " | "))",
        objectCount: relation.rowCount, determinantCount: evidence.groupCount, redundantCount: evidence.forcedCount,
        isDeclared: false)
    }
    found += normalization.foundJoins.map { evidence in
      NormalizationView.Found(
        text: DependencyDescription.join(evidence.components).text, objectCount: relation.rowCount,
        determinantCount: relation.rowCount, redundantCount: evidence.forcedCount, isDeclared: false)
    }
    let explained = Set(normalization.found.map(\.dependent) + normalization.declared.flatMap(\.dependency.keys))
    let nearMisses = relation.nearMisses(in: context.model, besides: explained).map { dependency in
      let exceptions = relation.exceptions(to: dependency)
      return NormalizationView.NearMiss(
        text: DependencyDescription.functional(dependency.determinant, [dependency.dependent]).text,
        objectCount: dependency.evidence.rowCount,
        exceptions: formatter.labels(exceptions.prefix(ShownValue.limit)), exceptionCount: exceptions.count)
    }
    return NormalizationView(
      entity: relation.entity, columns: relation.columns.map(\.name), objectCount: relation.rowCount,
      hasDeclaredKey: normalization.hasDeclaredKey, keys: normalization.keys, keysInData: normalization.keysInData,
      declared: normalization.declared.map { declared in
        NormalizationView.Declared(
          text: declared.dependency.text,
          contradiction: formatter.labels((declared.contradiction ?? []).map { relation.objects[$0] }),
          leftOut: declared.leftOut)
      },
      found: found, nearMisses: nearMisses, form: normalization.formInData, declaredForm: normalization.declaredForm,
      violations: violations, repeated: repeated, sample: violations.isEmpty ? [] : sample, proposals: proposals)
  }

  /// An entity's table; without rows while the model is unfinished.
  func relation(of entity: String) throws -> EntityRelation {
    guard context.modelProblems.isEmpty else { return EntityRelation(entity, emptyIn: context.model) }
    return try EntityRelation(entity, in: context)
  }

  /// Judges an entity with what its objects show, copies of related objects' values included.
  func normalization(of relation: EntityRelation) throws -> EntityNormalization {
    let copies = try relation.copiesOfRelated(in: context)
    return try judged { try EntityNormalization(relation, in: context.model, copies: copies) }
  }

  /// Runs what may be exponential, with words for a budget that does not suffice.
  func judged<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch NormalizationError.cancelled {
      throw Diagnostic.cancelled
    } catch let error as NormalizationError {
      throw Diagnostic(
        "too-many-dependencies", "\(error)", hint: "declare fewer dependencies, or take an entity with fewer properties"
      )
    }
  }

  // MARK: Expecting

  /// `expect normal form Player at least BCNF`; nil when it holds.
  func judge(normalForm word: Identifier, of name: Identifier, inData: Bool, at range: SourceRange) throws
    -> Diagnostic?
  {
    guard context.model[entity: name.text] != nil else {
      throw Diagnostic.unknownEntity(name.text, in: context.model, at: name.range)
    }
    guard let wanted = NormalForm.allCases.first(where: { $0.name.lowercased() == word.text.lowercased() }) else {
      let known = NormalForm.allCases.map(\.name)
      throw Diagnostic(
        "unknown-form", "there is no normal form '\(DisplayText.visible(word.text))'", at: word.range,
        nearest: Suggestions.nearest(to: word.text, among: known), hint: "they are \(known.joined(separator: ", "))")
    }
    let relation = inData ? try relation(of: name.text) : EntityRelation(name.text, emptyIn: context.model)
    let normalization =
      try inData
      ? judged { try self.normalization(of: relation).judged() }
      : judged { try EntityNormalization(relation, in: context.model, usesData: false).judged() }
    let repeated = RepeatedValues.seen(in: relation, context.model)
    // A search that was stopped has not seen everything.
    if relation.cancellation.isRequested { throw Diagnostic.cancelled }
    guard repeated.isEmpty else {
      return Diagnostic(
        Diagnostic.ID.expectationFailed, "\(name) is not in 1NF", at: range, notes: repeated.prefix(4).map(\.sentence))
    }
    let form = inData ? normalization.formInData : normalization.declaredForm
    guard form < wanted else { return nil }
    let violations = inData ? normalization.violations : normalization.declaredViolations
    return Diagnostic(
      Diagnostic.ID.expectationFailed, "\(name) is in \(form.name) and in no higher form", at: range,
      notes: violations.filter { $0.form <= wanted }.prefix(4).map { violation in
        "\(violation.text) breaks \(violation.form.name)" + (violation.isFound ? ", as the objects show" : "")
      })
  }
}
