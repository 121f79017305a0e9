import Courses
import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// One slip of the pen can make all checks fail that use what it concerns: an answer is judged as it was meant, and the slip costs points.
extension Grader {
  /// The most points that refused statements cost, and again names: from the second on, it is one mistake, made again.
  private static let mostForSlips = 2

  /// Returns the verdict on a failed answer as if its refused statements were written as the messages about them say, and what it adds had
  /// the names of the task, without the points that this costs, if that is better, or no worse where nothing else is wrong or only
  /// capitals differ. It never passes.
  ///
  /// An end that the exercise has a wrong answer for is no slip in a name, unless only capitals differ.
  func asMeant(
    _ verdict: Verdict, _ prepared: PreparedExercise, _ answer: SourceText, besides others: [PreparedExercise]
  ) -> Verdict? {
    var source = read(answer, of: prepared, besides: others).tree.source
    let repairs = repair(&source, verdict.diagnostics, prepared, besides: others)
    let isKnown = repairs.isEmpty && verdict.misconception != nil
    let words = source.wordsAndTexts
    let names = prepared.otherNames(in: words.map(\.text)) {
      perform(prepared, source, besides: others).interpreter
    }.filter { !isKnown || $0.differsInCapitals }
    guard !repairs.isEmpty || !names.isEmpty else { return nil }
    let fixes = words.compactMap { word in
      names.first { $0.stands(at: word.range, in: source) }.map { Diagnostic.Fix(word.range, with: $0.asked) }
    }
    let marks = repairs.filter { $0.problem.id == Diagnostic.ID.ownName }.map(\.problem.message)
    let statements = lines(of: repairs.filter { $0.problem.id != Diagnostic.ID.ownName }, in: source, prepared)
    let lines = names.map(\.message)
    let slip = Slip(
      in: prepared.exercise,
      [
        (.readAsMeant, .theStatement, statements, min(statements.count, Self.mostForSlips)),
        (.marksItsNames, .theDollar, marks, min(marks.count, 1)),
        (.namesAsAsked, .theName, lines, min(names.count, Self.mostForSlips)),
      ])
    let renamed = [source.applying(Set(fixes)), source.renaming(names, fixes, after: prepared.start.context.model)]
      .compactMap(\.self)
    let mended = renamed.compactMap {
      self.mended(
        verdict, prepared, $0, besides: others, slip, of: repairs.map(\.problem), lacksMarks: true)
    }.max { $0.score < $1.score }
    guard let mended, mended.score >= verdict.score else { return nil }
    if mended.score > verdict.score { return mended }
    // The slip says more than what fails because of it, if both cost the same and nothing else is wrong.
    let isAllElseRight = mended.checks.allSatisfy { $0.status == .passed || $0.implicit != nil }
    let isCapitals = repairs.isEmpty && names.allSatisfy(\.differsInCapitals)
    return verdict.misconception == nil && (isAllElseRight || isCapitals) ? mended : nil
  }

  /// Returns a sentence for each line that was repaired: what was written and what was read, or of a line with several slips all of
  /// it as it was read.
  /// - Parameter source: the repaired answer.
  private func lines(of repairs: [Repair], in source: SourceText, _ prepared: PreparedExercise) -> [String] {
    let rows = Dictionary(grouping: repairs, by: \.row)
    return rows.sorted { $0.key < $1.key }.map { row, found in
      found.count == 1
        ? found[0].line : Repair.line(row, as: source.lines[row - source.firstLine], prepared.exercise.words)
    }
  }

  /// The most times that an answer is repaired and run again, and the most repairs.
  private static let roundLimit = 3
  private static let repairLimit = 12

  /// Writes refused statements as the messages about them say, as others may have failed because of them, and then those that are
  /// refused still. A line that a wrong answer of the exercise has, too, stays as it is: its mistake is what the exercise is about. So
  /// does a name that the answer gives itself. O(the answer's run), thrice at most.
  /// - Parameter problems: the messages about the answer as it is.
  private func repair(
    _ source: inout SourceText, _ problems: [Diagnostic], _ prepared: PreparedExercise,
    besides others: [PreparedExercise]
  ) -> [Repair] {
    let known = Repair.Known(
      words: prepared.exercise.words,
      model: prepared.start.context.model,
      names: prepared.start.context.model.namesOfParts.union(prepared.start.names.keys),
      variables: Set(prepared.solutions.ends.flatMap { $0.model.fetchRequestTemplates.flatMap(\.variables) }),
      solutions: ([prepared.exercise.solution] + prepared.exercise.right).map { $0.words.map(\.text) })
    let wrong = Set(prepared.exercise.wrong.flatMap { $0.lines.map { String($0).trimmed } })
    var repairs: [Repair] = []
    var problems = problems
    for _ in 1...Self.roundLimit {
      let (text, statements, given) = (source, WorkbookParser.parse(source).statements, source.givenNames)
      var found: [Repair] = []
      for problem in problems where repairs.count + found.count < Self.repairLimit {
        guard let repair = Repair(problem, in: text, statements, known),
          !wrong.contains(String(text.line(containing: problem.range?.lowerBound ?? 0).text).trimmed),
          !repair.fixes.contains(where: { given.contains(String(text[$0.range])) }),
          !found.contains(where: { $0.overlaps(repair) })
        else { continue }
        found.append(repair)
      }
      if found.isEmpty { break }
      repairs += found
      source = source.applying(Set(found.flatMap(\.fixes)))
      problems = perform(prepared, source, besides: others).verdict.diagnostics
    }
    return repairs
  }
}

/// A refused statement, or one that is accepted and finds nothing, and how the message about it says to write it.
private struct Repair {
  /// The names of an exercise: of its start, and of what its solutions add.
  struct Known {
    /// The words of its language.
    var words: FixedWords
    var model: ManagedObjectModel
    /// The names that are something at the start.
    var names: Set<String>
    /// The variables of the templates that solutions have, without the `$`.
    var variables: Set<String>
    /// The words of its solutions, in order.
    var solutions: [[String]]

    /// Whether a solution has a word, after the word before it in the answer if that is given.
    func have(_ word: String, after other: String? = nil) -> Bool {
      guard let other else { return solutions.contains { $0.contains(word) } }
      return solutions.contains { words in zip(words, words.dropFirst()).contains { $0 == (other, word) } }
    }
  }

  var problem: Diagnostic
  var fixes: Set<Diagnostic.Fix>
  /// `line 3: decimal was read as Decimal`.
  var line: String
  /// The number of its line.
  var row: Int

  /// Returns nil for a message that names nothing to write, or several things. A missing question mark has its own check.
  init?(_ problem: Diagnostic, in source: SourceText, _ statements: [Statement], _ known: Known) {
    guard problem.severity == .error || problem.isAboutUnknown, problem.id != Diagnostic.ID.missingValue,
      let range = problem.range, problem.source.map({ $0 == source }) ?? true
    else { return nil }
    let word = String(source[range])
    let fix =
      known.variables.contains(word)
      ? Diagnostic.Fix(range, with: "$" + word)
      : Self.verb(problem, in: source, known.model) ?? problem.fix
        ?? Self.fix(problem, at: range, in: source, statements, known)
    guard let fix, source[fix.range] != fix.replacement else { return nil }
    self.problem = problem
    let written = source[fix.range]
    row = source.position(at: fix.range.lowerBound).line
    let isWord = written.isWord && (fix.replacement.isWord || fix.replacement == "$" + written)
    // A name that is nothing is wrong wherever it stands.
    let places = isWord && !known.names.contains(String(written)) ? source.words.filter { $0.text == written } : []
    fixes = Set(places.map { Diagnostic.Fix($0.range, with: fix.replacement) } + [fix])
    line =
      isWord
      ? known.words(.wasReadAs, "\(row)", String(written), fix.replacement)
      : Self.line(row, as: source.applying(fixes).line(containing: fix.range.lowerBound).text, known.words)
  }

  /// `line 3 was read as …`.
  static func line(_ row: Int, as read: Substring, _ words: FixedWords) -> String {
    words(.lineWasReadAs, "\(row)", DisplayText.visible(String(read).trimmed))
  }

  /// Whether both would change the same place.
  func overlaps(_ other: Repair) -> Bool {
    fixes.contains { fix in
      other.fixes.contains {
        fix.range.lowerBound <= $0.range.upperBound && $0.range.lowerBound <= fix.range.upperBound
      }
    }
  }

  /// The verb that a declaration lacks: `change` for a property that is there at the start.
  private static func verb(_ problem: Diagnostic, in source: SourceText, _ model: ManagedObjectModel) -> Diagnostic.Fix?
  {
    guard problem.id == Diagnostic.ID.missingVerb, let fix = problem.fix, let range = problem.range else { return nil }
    let path = source[SourceRange(fix.range.lowerBound, range.lowerBound)].split(separator: ".").map {
      String($0).trimmed
    }
    let isThere = path.count == 2 && model[entity: path[0]]?[property: path[1]] != nil
    return isThere ? Diagnostic.Fix(fix.range, with: "change ") : nil
  }

  private static func fix(
    _ problem: Diagnostic, at range: SourceRange, in source: SourceText, _ statements: [Statement], _ known: Known
  ) -> Diagnostic.Fix? {
    let word = source[range]
    let nearest = problem.nearest
    let choices = [
      nearest, nearest.filter { $0.lowercased() == word.lowercased() }, nearest.filter { known.have($0) },
      nearest.filter { known.have($0, after: source.words.last { $0.range.upperBound <= range.lowerBound }?.text) },
    ]
    if word.isWord, let near = choices.first(where: { $0.count == 1 }) {
      return Diagnostic.Fix(range, with: near[0])
    }
    var innermost: Statement?
    for statement in statements { statement.forEachStatement { if $0.contains(problem) { innermost = $0 } } }
    if problem.id == Diagnostic.ID.takenName, let place = innermost?.range {
      let (add, start) = ("add", place.lowerBound)
      if source[place].hasPrefix(add + " ") {
        return Diagnostic.Fix(SourceRange(start, start + add.utf8.count), with: "change")
      }
      if source[place].hasPrefix("template ") {
        return Diagnostic.Fix(SourceRange(start, start), with: "remove \(word); ")
      }
    }
    let lines = problem.offer.map { [$0] } ?? problem.statements
    guard !lines.isEmpty, !lines.contains(where: { $0.contains("…") }) else { return nil }
    let place = innermost?.range ?? range
    let end =
      place.lowerBound
      + source[SourceRange(place.lowerBound, source.text.utf8.count)].prefix { $0 != "\n" }.utf8.count
    let errors = source.syntaxErrors
    let isUnread = errors.contains { $0.range == problem.range && $0.message == problem.message }
    // The statement may have been read only in part; the rest of its line belongs to it.
    return [place, SourceRange(place.lowerBound, max(end, place.upperBound))].lazy
      .map { Diagnostic.Fix($0, with: lines.joined(separator: "; ")) }
      .first { source.applying([$0]).syntaxErrors.count < errors.count + (isUnread ? 0 : 1) }
  }
}

extension Substring {
  fileprivate var isWord: Bool { !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
}

extension String {
  fileprivate var isWord: Bool { self[...].isWord }
}

extension SourceText {
  /// The text with some other names changed at its end: those of properties of which something else has the task's name in a model
  /// until the answer takes that away, and those that it does not write, as `apply` has given them. Nil if there are no such names.
  fileprivate func renaming(
    _ names: [OtherName], _ fixes: [Diagnostic.Fix], after model: ManagedObjectModel
  ) -> SourceText? {
    let written = Set(words.map(\.text))
    let late = names.filter { name in
      if let entity = name.entity, model[entity: entity]?[property: name.asked] != nil { return true }
      return (name.isEntity || name.entity != nil) && !written.contains(name.written)
    }
    if late.isEmpty { return nil }
    // Properties are renamed by their entities' new names.
    let renamings = (late.filter(\.isEntity) + late.filter { !$0.isEntity }).map { name in
      "rename \(name.entity.map { $0 + "." } ?? "")\(name.written) to \(name.asked)"
    }
    let early = fixes.filter { fix in !late.contains { $0.stands(at: fix.range, in: self) } }
    return SourceText(
      "\(applying(Set(early)).text)\n\(renamings.joined(separator: "\n"))\n", name: name, firstLine: firstLine)
  }

  /// The mistakes that keep its statements from being read. O(text).
  fileprivate var syntaxErrors: [Diagnostic] { WorkbookParser.parse(self).diagnostics.filter { $0.severity == .error } }

  /// The words that follow the words of a statement that gives a name.
  fileprivate var givenNames: Set<String> {
    let words = self.words.map(\.text)
    return Set(
      zip(words, words.dropFirst()).filter { ["let", "for", "entity", "composite", "template"].contains($0.0) }.map(\.1)
    )
  }
}
