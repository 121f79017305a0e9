import ObjectGraph

extension FoundDependency {
  /// The finding of a dependency, with its numbers in the message and the way out.
  func finding(
    _ rule: String, in relation: EntityRelation, _ message: String, fix: String, _ subject: ReviewSubject
  ) -> Finding {
    var finder = ProposalFinder(subject.model)
    let violation = EntityNormalization.Violation(
      form: .third, kind: .functional(determinant: determinant, dependents: [dependent]), isFound: true,
      evidence: evidence)
    return Finding(
      rule, .warning, relation.entity, dependent, determinant: determinant.joined(separator: ","),
      "\(message): \(evidence.determinantCount) values of \(determinant.joined(separator: ", ")) decide it, and "
        + "\(evidence.redundantCount) of \(evidence.rowCount) objects only repeat it",
      fix: fix, proposal: finder.proposal(for: violation, in: relation))
  }
}

extension EntityFacts.Copy {
  /// The finding of a copy, with the objects that have gone stale.
  func finding(_ rule: String, in relation: EntityRelation, _ message: String, fix: String) -> Finding {
    let count = stale.count
    let told = count == 0 ? "" : "; \(count) \(count == 1 ? "copy is" : "copies are") stale already"
    return Finding(
      rule, .warning, relation.entity, column, determinant: source, message + told, fix: fix, objects: stale)
  }
}
