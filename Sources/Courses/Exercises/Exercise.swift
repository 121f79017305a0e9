import Diagnostics
import Predicates
import WorkbookLanguage

/// One exercise: a folder in `Exercises/`, read.
///
/// An answer continues from ``start``, or starts afresh if its first statement is `model`; ``check`` says what must
/// hold then. The answers in ``right`` and ``wrong`` keep the checks honest: ``ExerciseReader`` reads them, Grading's
/// checker runs them.
package struct Exercise: Hashable, Sendable {
  /// The folder's name: `links`.
  package var slug: String
  /// The folder around it: `13-dice`.
  package var folder: String
  package var title: String
  /// The points for the whole exercise; the checks' own points are scaled to it.
  package var points: Int
  /// Its place among the exercises of its chapter, from 1; nil where the head does not say.
  package var order: Int?
  /// About how long it takes; nil where the head does not say.
  package var minutes: Int?
  /// The lessons that should come before, as slugs.
  package var needs: [String]
  /// The names that the task fixes: `Team.players`.
  package var names: [String]
  /// How many steps an answer may take; nil: as many as the grader allows.
  package var steps: Int?
  /// How the answer must be reached.
  package var answerRules = AnswerRules()
  /// Names whose declarations and values an answer may change besides what the solutions change.
  package var also: [String] = []
  /// Whether an answer may change everything else too, as in an open task.
  package var isFree = false
  /// Whether it is a copy for students: without a solution, and with those checks only that need none.
  package var isHandout = false
  /// Whether it is graded for marks, so that no one is shown its solution.
  package private(set) var withholdsSolution = false
  /// The sentence of the check that asks only whether the answer is saved; nil where the head does not say it.
  var savingCheck: String?
  /// The ids of the ideas that it practises.
  package var practises: [String] = []
  /// Mutants of a right answer that may pass, each with the reason.
  package var survivors: [Survivor] = []
  package var task: MarkdownDocument
  /// From the gentlest on.
  package var hints: [Hint]
  /// The teacher's own.
  package var notes: [MarkdownDocument]
  package var start: SourceText
  /// A second start with other data, on which an answer must do what the solution does there; nil where one start is enough.
  package var again: SourceText?
  /// The fixed words around it, in its language.
  package var words = FixedWords.english
  /// The words that a variant of the exercise replaces.
  package var varies: [ExerciseVariant.Word] = []
  package var check: SourceText
  package var solution: SourceText
  /// Further answers that must pass, and answers that must fail, each with its own feedback; by file name.
  package var right: [SourceText]
  package var wrong: [SourceText]
  /// The text of `task.md`, for messages.
  package var source: SourceText

  /// The hints that may be published: without the last, which may contain the solution, and any other that contains every
  /// statement of a right answer that decides: all but those that save, look, or only give names; and without those that quote three
  /// words of a right answer, one after the other, that neither the start nor the task has, or a statement of so many words.
  package var publicHints: [Hint] { hints.indices.filter(isPublic).map { hints[$0] } }

  /// Whether the check with a sentence asks only whether the answer is saved: the head names it or else, in whatever language, it
  /// is "It is saved".
  package func isSavingCheck(_ sentence: String) -> Bool {
    if let savingCheck { return sentence == savingCheck }
    return [words, .english, .german].contains { $0(.checkSaved) == sentence }
  }

  /// The exercise as students see it while it is graded: without the offer of the solution, and without the hints that
  /// contain it.
  package var withholdingSolution: Exercise {
    var copy = self
    copy.hints = publicHints
    copy.withholdsSolution = true
    return copy
  }

  /// Whether the hint at an index may be published.
  func isPublic(hint place: Int) -> Bool {
    guard place < hints.count - 1 else { return false }
    let text = hints[place].text.plainText.inOneLine
    if quotesAnswer(hints[place]) { return false }
    return !([solution] + right).contains { answer in
      let all = WorkbookParser.parse(answer).statements
      let deciding = all.filter(\.decides)
      let statements = (deciding.isEmpty ? all : deciding).map { String(answer[$0.range]).inOneLine }
        .filter { !$0.isEmpty }
      return !statements.isEmpty && statements.allSatisfy(text.contains)
    }
  }

  fileprivate static let quotedWords = 3

  private func quotesAnswer(_ hint: Hint) -> Bool {
    let told = toldSymbols
    let answers = [solution] + right
    let texts = answers.map(\.symbols)
    let statements = answers.flatMap(\.decidingStatements)
    return hint.text.code.contains { piece in
      let symbols = SourceText(piece).symbols
      return [symbols].filter { part in texts.contains { $0.contains(run: part) } }.isTelling(besides: told)
        || statements.filter { symbols.contains(run: $0) }.isTelling(besides: told)
    }
  }

  /// The words and signs of the start and of the task.
  private var toldSymbols: [[String]] { [start.text, StudentsCopy.body(of: self)].map { SourceText($0).symbols } }

  /// The statements of the solution that a copy for students must not contain: those of three words or more that decide, and that
  /// neither the start nor the task has.
  package var secretStatements: [[String]] {
    let told = toldSymbols
    return solution.decidingStatements.filter { [$0].isTelling(besides: told) }
  }

  /// A change of a right answer that the checks need not notice, and why.
  package struct Survivor: Hashable, Sendable {
    package var mutant: String
    package var reason: String
  }

  /// The name used in verdicts and progress: `13-dice/links`, or the slug alone without a folder around it.
  package var id: String { folder.isEmpty ? slug : "\(folder)/\(slug)" }
}

extension Statement {
  /// Whether a hint that shows this statement gives the answer away: it does more than save, look, or give a name to what is there.
  fileprivate var decides: Bool {
    switch kind {
    case .save: false
    case .letName(_, let value): !value.onlyLooks
    default: !onlyLooks
    }
  }
}

extension SourceText {
  /// Its words and signs.
  package var symbols: [String] {
    Lexer.tokens(of: text, dialect: .workbook).filter { $0.kind != .end }.map { String(self[$0.range]) }
  }

  /// The words and signs of its statements that decide, but for the choice of a version.
  fileprivate var decidingStatements: [[String]] {
    WorkbookParser.parse(self).statements.filter { statement in
      if case .model(.useVersion) = statement.kind { false } else { statement.decides }
    }.map { SourceText(String(self[$0.range])).symbols }
  }
}

extension [[String]] {
  /// Whether one of these parts of a text has so many words that it tells something, and is in none of the texts that are known.
  fileprivate func isTelling(besides told: [[String]]) -> Bool {
    contains { part in
      part.count { $0.contains { $0.isLetter || $0.isNumber || "=<>!".contains($0) } } >= Exercise.quotedWords
        && !told.contains { $0.contains(run: part) }
    }
  }
}

extension [String] {
  package func contains(run others: [String]) -> Bool {
    guard let first = others.first else { return false }
    return indices.contains { self[$0] == first && self[$0...].starts(with: others) }
  }
}
