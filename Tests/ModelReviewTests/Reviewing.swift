import Diagnostics
import ModelReview
import Testing
import WorkbookLanguage

/// Returns the findings of a rule about a model and objects that are written in the workbook's language.
func messages(of rule: any ReviewRule.Type, _ source: String) throws -> [String] {
  try findings(of: rule, source).map(\.message)
}

/// `entity.property ← determinant` of each finding.
func places(of rule: any ReviewRule.Type, _ source: String) throws -> [String] {
  try findings(of: rule, source).map { finding in
    "\(finding.entity).\(finding.property)" + (finding.determinant.isEmpty ? "" : " ← \(finding.determinant)")
  }
}

func findings(
  of rule: any ReviewRule.Type, _ source: String, options: ReviewSubject.Options = []
) throws -> [Finding] {
  try ModelReview(of: subject(source, options: options), rules: [rule]).findings
}

/// Returns what a rule asks about a model: it reports nothing about one of the workbook's own, and only questions about an app's.
func questions(of rule: any ReviewRule.Type, _ model: String) throws -> [Finding] {
  #expect(try findings(of: rule, model).filter { $0.severity == .question }.isEmpty)
  let found = try findings(of: rule, model, options: .xcode)
  #expect(found.allSatisfy { $0.severity == .question })
  return found
}

func subject(_ source: String, options: ReviewSubject.Options = []) throws -> ReviewSubject {
  let interpreter = try world(source)
  return try ReviewSubject(interpreter.context, options: options)
}

func world(_ source: String) throws -> Interpreter {
  var interpreter = Interpreter()
  for outcome in interpreter.run(SourceText(source)) where outcome.failed {
    Issue.record("\(outcome.text): \(outcome.diagnostics.map(\.message))")
  }
  return interpreter
}
