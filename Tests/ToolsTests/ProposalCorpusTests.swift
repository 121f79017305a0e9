import Diagnostics
import Foundation
import ModelInterchange
import ModelReview
import ObjectGraph
import TestSupport
import Testing
import WorkbookLanguage

private let corpus = Corpus("models")

@Suite("What the review proposes about real models", .enabled(if: corpus.isThere, "the corpus is not there"))
struct ProposalCorpusTests {
  @Test("Every proposal can be typed and mends its finding, and an inverse loses nothing", arguments: corpus.names)
  func typed(_ name: String) throws {
    guard name.hasSuffix(".xml") else { return }
    let source = SourceText(try corpus.text(name), name: name)
    let interpreter = Interpreter()
    try interpreter.context.setModel(try XcodeModelDocument(source).model(named: "Model").model)
    let before = try findings(interpreter)
    for finding in before where finding.rule != LinkEntity.page.id {
      for statement in statements(of: finding.fix) {
        var copy = interpreter.trial()
        let outcomes = copy.run(SourceText(statement))
        #expect(outcomes.allSatisfy { !$0.failed }, "\(statement): \(outcomes.flatMap(\.diagnostics).map(\.message))")
        let left = try findings(copy)
        #expect(!left.contains { $0.message == finding.message && $0.entity == finding.entity }, "\(statement)")
        #expect(added(by: left, to: before).isEmpty, "\(statement)")
      }
      // Where the finding is about both ends, the first choice makes one link of the two.
      if finding.rule == MissingInverse.page.id, finding.determinant.isEmpty || finding.severity == .note,
        let statement = statements(of: finding.fix).first
      {
        var copy = interpreter.trial()
        _ = copy.run(SourceText(statement))
        #expect(holds(copy.context.model, finding), "\(statement)")
      }
    }
  }

  private func findings(_ interpreter: Interpreter) throws -> [Finding] {
    try ModelReview(of: ReviewSubject(interpreter.context, options: .xcode), rules: ModelReview.modelRules).findings
  }

  /// The findings about properties of which their rule said nothing before. A question may follow from a change that its answer
  /// makes, unless it asks whether the model still builds.
  private func added(by left: [Finding], to before: [Finding]) -> [String] {
    func places(_ finding: Finding) -> [String] {
      let others = finding.determinant.split(separator: ",").map(String.init)
      return ([finding.entity + "." + finding.property] + others).map { finding.rule + " " + $0 }
    }
    let known = Set(before.flatMap(places))
    return left.filter { finding in
      (finding.severity != .question || finding.rule == UniqueRequired.page.id)
        && known.isDisjoint(with: places(finding))
    }.map(\.message)
  }

  /// The choices of a fix, each as a statement, or as several on a line each; what is not one of them is advice in words.
  private func statements(of fix: String) -> [String] {
    let advice = fix.replacing(/^if (so|not): |, (with|and let the app) [^;]*/, with: "")
    let choices = advice.split(separator: #/, or(?: if [^:]*)?: |; if [^:]*: |^if [^:]*: |; delete /#).map(String.init)
    let subject = choices[0].components(separatedBy: ", delete ")[0]
    return choices.map { $0.hasPrefix("delete ") ? "\(subject), \($0)" : $0 }.filter { choice in
      choice.hasPrefix("change ") || choice.hasPrefix("rename ") || choice.contains("--")
    }.map { $0.replacingOccurrences(of: ", and: ", with: "\n") }
  }

  /// Whether several objects can still have the relationship's object: as a to-one without an inverse allows, and a row of
  /// a to-many's member does not. What is deleted with its owner has one.
  private func holds(_ model: ManagedObjectModel, _ finding: Finding) -> Bool {
    guard let (property, _) = model.property(finding.property, of: finding.entity),
      let relationship = property.relationship,
      let inverse = relationship.inverse,
      let back = model.property(inverse, of: relationship.destination)?.0.relationship
    else { return false }
    return back.isToMany || relationship.isToMany || relationship.deleteRule == .cascade
      || Opposites.are(finding.property, inverse)
  }
}
