import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// A name of the task that an answer writes with other capitals.
private struct OtherCase {
  /// `template`.
  var kind: String
  var written: String
  var asked: String

  var message: String { "your \(kind) is called \(written); the task asks for \(asked)" }
}

extension Grader {
  /// Returns the verdict on a failed answer that gives something a name of the task with other capitals, `overloaded` for
  /// `Overloaded`, as if it had the right name, and one point less, if that is no worse. It never passes.
  func withNamesAsAsked(
    _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise]
  ) -> Verdict? {
    // Something is missing that a check needs.
    guard verdict.checks.contains(where: { $0.status == .notRun || $0.failures.contains { !$0.wasJudged } }) else {
      return nil
    }
    let asked = prepared.askedNames
    func intended(_ word: String) -> String? {
      asked.first { $0.utf8.count == word.utf8.count && $0 != word && $0.lowercased() == word.lowercased() }
    }
    // Reading an answer takes longer than looking at its words.
    let words = Set(answer.words.map(\.text)).filter { intended($0) != nil }
    guard !words.isEmpty else { return nil }
    let source = read(answer, of: prepared, besides: others).tree.source
    let end = perform(prepared, answer, besides: others).interpreter
    let found = words.sorted().compactMap { word -> OtherCase? in
      guard let name = intended(word), let kind = end.kind(of: word), end.kind(of: name) == nil,
        prepared.start.kind(of: word) == nil
      else { return nil }
      return OtherCase(kind: kind, written: word, asked: name)
    }
    guard !found.isEmpty else { return nil }
    let fixes = source.words.compactMap { word in
      found.first { $0.written == word.text }.map { Diagnostic.Fix(word.range, with: $0.asked) }
    }
    let lines = found.map(\.message)
    let slip = Slip(without: "right name", in: prepared.exercise, evidence: lines, [(.namesAsAsked, lines, 1)])
    guard let mended = mended(verdict, prepared, source.applying(Set(fixes)), besides: others, slip, of: []),
      mended.score > verdict.score || mended.score == verdict.score && verdict.misconception == nil
    else { return nil }
    return mended
  }
}

extension PreparedExercise {
  /// The names that the task fixes, those of entities and of their properties each by itself.
  fileprivate var askedNames: [String] { exercise.names.flatMap { $0.split(separator: ".").map(String.init) } }
}

extension Interpreter {
  /// The kind of thing that has a name: a part of the model, or one of the objects with names; nil for none.
  fileprivate func kind(of name: String) -> String? {
    let model = context.model
    if model.fetchRequestTemplate(named: name) != nil { return "template" }
    if model[entity: name] != nil { return "entity" }
    for property in model.entities.flatMap(\.properties) where property.name == name {
      return property.attribute != nil ? "attribute" : property.relationship != nil ? "relationship" : "property"
    }
    return names[name] != nil ? "name" : nil
  }
}
