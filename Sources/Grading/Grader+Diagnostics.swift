import Courses
import Diagnostics
import WorkbookLanguage

// The messages about answers that cannot be graded.

extension Diagnostic.ID {
  package static let typography = "typographic-characters"
  static let pastedSession = "pasted-session"
  /// A name of the learner's in a condition, without the `$`.
  static let ownName = "own-name"
}

extension Diagnostic {
  static func brokenExercise(_ exercise: Exercise) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID.brokenExercise, exercise.words(.brokenChecks, exercise.id),
      hint: "please report this to the exercise's author")
  }

  static func brokenStart(_ exercise: Exercise) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID.brokenExercise, exercise.words(.brokenStart, exercise.id),
      hint: "please report this to the exercise's author")
  }

  /// Reported for a students' copy that has no checks.
  package static var noChecksHere: Diagnostic {
    Diagnostic(
      "no-checks-here", "this copy of the exercise has no checks",
      hint: "hand in writes your answer to a file, which your teacher grades")
  }

  static func moreProblems(_ count: Int, _ words: FixedWords) -> Diagnostic {
    Diagnostic(
      "more-problems", count == 1 ? words(.oneMoreFails) : words(.moreFail, DisplayText.grouped(count)),
      severity: .note)
  }

  package static func answerTooLong(limit: Int) -> Diagnostic {
    Diagnostic("answer-too-long", "the answer is longer than \(limit / 1024) KB", hint: "leave out what is not needed")
  }

  static func statementFailed(at statement: Statement, in answer: SourceText) -> Diagnostic {
    Diagnostic("statement-failed", Diagnostic.doesNotHold, at: statement.range, source: answer)
  }

  /// A note about the typographic characters of an answer, which are read as what was typed.
  static func typography(_ characters: TypographicCharacters, in answer: SourceText, words: FixedWords) -> Diagnostic {
    let signs = characters.found.prefix(6).map(String.init).joined(separator: " ")
    return Diagnostic(
      Diagnostic.ID.typography, words(characters.hasQuotes ? .typographicQuotes : .typographicSigns, signs),
      at: characters.first, severity: .note, hint: words(.plainEditor), source: answer)
  }

  /// A note about statements that begin with a capital, which is read as a small letter, as at the prompt.
  static func capitals(_ capitals: StatementCapitals, in answer: SourceText, words: FixedWords) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID.typography,
      words(.smallLetters, words.list(capitals.words)),
      at: capitals.first, severity: .note, hint: words(.plainEditor), source: answer)
  }

  static func refused(_ word: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "refused-in-answer", "an answer cannot use '\(word)'", at: range,
      hint: "write its statements here: an answer reads and writes no files")
  }
}

extension Diagnostic {
  /// Whether it is the warning that a declaration has a name of something that is not there, which what uses it will find out.
  var isAboutUnknown: Bool {
    severity == .warning && (id == Diagnostic.ID.unknownKey || id == Diagnostic.ID.unknownEntity)
  }
}

extension [Statement] {
  /// One message for each statement that an answer may not use, nested ones included.
  package var refusals: [Diagnostic] {
    var found: [Diagnostic] = []
    for statement in self {
      statement.forEachStatement { inner in
        if let word = inner.refusedWord { found.append(.refused(word, at: inner.range)) }
      }
    }
    return found
  }
}

extension Statement {
  /// Whether a message is about a place inside the statement.
  package func contains(_ diagnostic: Diagnostic) -> Bool {
    guard let place = diagnostic.range?.lowerBound else { return false }
    return range.lowerBound <= place && place < range.upperBound
  }

  /// Whether an answer may not use the statement although it changes nothing: it writes a file, or compares with one.
  package var onlyWritesOrCompares: Bool {
    switch fileUse {
    case .writesOrCompares: true
    case .reads, .store, nil: false
    }
  }

  /// The words of a statement that would read or write a file, or look at a model other than the learner's own; nil for
  /// any other statement. The stores of an answer are in memory.
  fileprivate var refusedWord: String? {
    switch fileUse {
    case .reads(let words), .writesOrCompares(let words): words
    case .store, nil: nil
    }
  }
}

extension Verdict {
  /// Whether statements did not run, so that something may be missing because of them. The later lines of a pasted session may
  /// have put it right.
  package var hasDropped: Bool {
    diagnostics.containsError && !diagnostics.contains { $0.id == Diagnostic.ID.pastedSession }
  }
}
