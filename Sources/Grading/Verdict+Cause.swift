import Courses
import Diagnostics
import WorkbookLanguage

extension Verdict {
  /// The sentence that a learner reads first about an answer that ran and did not pass, and where to look.
  package struct Cause: Hashable, Sendable {
    /// The mistake: the author's advice if it is true of this answer, or else what the comparison with the right answers
    /// found.
    package var sentence: String
    /// The values behind it, a line each; empty where the sentence says it all.
    package var evidence: [String]
    /// The index of the check that says it; nil where no check does.
    package var check: Int?
    /// How many other checks fail or could not be judged.
    package var others: Int

    package init(sentence: String, evidence: [String] = [], check: Int? = nil, others: Int = 0) {
      self.sentence = sentence
      self.evidence = evidence
      self.check = check
      self.others = others
    }
  }

  /// Chooses the cause of a failed answer, and takes out of the checks' feedback what is not true of it.
  /// - Parameters:
  ///   - difference: how the answer ends otherwise than the solutions.
  ///   - words: the words of the feedback that a wrong answer of the exercise gets which ends like this one.
  ///   - lack: the sentence about an answer that would pass with another statement at its end.
  mutating func explain(
    _ work: Grader.Work, on prepared: PreparedExercise, _ difference: EndDifference, like words: String?,
    lacking lack: String? = nil
  ) {
    let names = prepared.ownNames(besides: work.interpreter)
    for place in checks.indices where checks[place].status == .failed && !checks[place].failures.isEmpty {
      checks[place].speak(of: difference, like: words, without: names)
    }
    letWait()
    let open = checks.indices.filter { !checks[$0].isEarned }
    var found = cause(from: difference, like: words, lacking: lack)
    found.others = open.count { $0 != found.check }
    lacksOnlyLastStatement = lack != nil && !isUntouched
    if isUntouched {
      // Some tasks want names for what is there, and nothing changed.
      let sentence = self.words(prepared.exercise.onlyNames ? .givesNoNames : .changesNothing)
      found = Cause(sentence: sentence, others: open.count)
      for place in open { checks[place].feedback = [.text(sentence)] }
    }
    cause = found
  }

  /// Makes checks wait that could not be judged, if an earlier one says that something is wrong.
  private mutating func letWait() {
    guard let first = checks.firstIndex(where: { $0.status == .failed && $0.wasJudged }) else { return }
    for place in checks.indices.dropFirst(first + 1) where checks[place].status == .failed && !checks[place].wasJudged {
      checks[place].status = .notRun
      checks[place].feedback = [.text(words(.waitsFor, checks[first].name))]
      checks[place].failures = []
    }
  }

  private func cause(from difference: EndDifference, like words: String?, lacking lack: String?) -> Cause {
    let failed = checks.indices.filter { checks[$0].status == .failed }
    let advised = failed.flatMap { place in
      checks[place].failures.filter { $0.advice != nil }.map { (place: place, failure: $0) }
    }
    func advice(_ pair: (place: Int, failure: CheckResult.Failure)) -> Cause {
      Cause(sentence: pair.failure.advice ?? "", evidence: pair.failure.evidence, check: pair.place)
    }
    let first = failed.first { checks[$0].implicit == nil }
    let known = words.flatMap { words in advised.first { $0.failure.advice?.inOneLine.contains(words) == true } }
    if let lack, known?.failure.looksAtSaved != true { return Cause(sentence: lack, check: first) }
    if let known { return advice(known) }
    // What checks find in the file follows from this.
    if difference.model == nil, let objects = difference.objects, objects.isOnlyUnsaved {
      return Cause(sentence: objects.sentence, check: first)
    }
    if let first, let failure = checks[first].failures.first, !failure.wasJudged,
      failure.advice == nil || difference.isEmpty,
      let sentence = failure.found.first?.line
    {
      return Cause(sentence: sentence, check: first)
    }
    if let own = advised.first(where: { $0.place == first }) { return advice(own) }
    if let other = advised.first { return advice(other) }
    let likeness = failed.lazy.flatMap { place in checks[place].failures.map { (place, $0) } }
    if let sentence = difference.model {
      let script = likeness.first { $0.1.likeness == .model }
      return Cause(sentence: sentence, evidence: script?.1.evidence ?? [], check: script?.0 ?? first)
    }
    if let objects = difference.objects {
      return Cause(sentence: objects.sentence, check: likeness.first { $0.1.likeness == .objects }?.0 ?? first)
    }
    guard let place = first ?? failed.first else { return Cause(sentence: self.words(.notAllHolds)) }
    let check = checks[place]
    guard let failure = check.failures.first else {
      return Cause(
        sentence: check.feedback.first.map(self.words.text) ?? self.words(.holdsNotYet, check.name),
        evidence: check.feedback.dropFirst().prefix(2).map(self.words.text), check: place)
    }
    if !failure.wasJudged, let sentence = failure.found.first?.line { return Cause(sentence: sentence, check: place) }
    return Cause(sentence: self.words(.holdsNotYet, check.name), evidence: failure.evidence, check: place)
  }
}

extension Exercise {
  /// Whether its solution gives names to what it finds, and changes nothing.
  fileprivate var onlyNames: Bool {
    let statements = WorkbookParser.parse(solution).statements
    return !statements.isEmpty
      && statements.allSatisfy { statement in
        if case .letName(_, let value) = statement.kind { value.onlyLooks } else { statement.onlyLooks }
      }
  }
}

extension CheckResult {
  /// Whether something was found not to hold; false where errors kept all of it from being judged.
  fileprivate var wasJudged: Bool { failures.isEmpty || failures.contains(where: \.wasJudged) }

  /// Leaves out the advice that is not true of an answer, and what has names of the check alone.
  /// - Parameter words: advice with these words is true: the exercise's author has tried an answer that ends alike.
  fileprivate mutating func speak(of difference: EndDifference, like words: String?, without names: Set<String>) {
    for place in failures.indices {
      var failure = failures[place]
      if let advice = failure.advice {
        let isVouchedFor = words.map(advice.inOneLine.contains) ?? false
        if !isVouchedFor && !difference.mayConcern(advice) { failure.advice = nil }
      }
      failure.found = failure.found.compactMap { $0.without(names) }
      // Its names mean something only after the statements that give them.
      if failure.claim?.mentions(names) == true { failure.claim = nil } else { failure.tried = [] }
      failures[place] = failure
    }
    let lines = failures.feedback
    feedback = lines.isEmpty ? [.doesNotHold] : lines
  }
}

extension CheckResult.Failure {
  /// The most lines below the sentence that is read first.
  private static let evidenceLimit = 2

  /// The values, without the lines that say only that something does not hold, and those about a value that the check gives.
  fileprivate var evidence: [String] {
    let facts = found.filter { $0.role != .headline && $0.role != .unmet }
    let values = facts.filter { $0.role != .condition && $0.role != .given }
    return Array((values.isEmpty ? facts : values).map(\.line).uniqued().prefix(Self.evidenceLimit))
  }
}

extension PreparedExercise {
  /// The names that the checks give to objects, and neither the start nor the answer.
  fileprivate func ownNames(besides interpreter: Interpreter) -> Set<String> {
    var names: Set<String> = []
    let words = script.source.words
    for (first, second) in zip(words, words.dropFirst()) where ["let", "for"].contains(first.text) {
      names.insert(second.text)
    }
    return names.subtracting(start.names.keys).subtracting(interpreter.ownNames(since: start))
  }
}

extension CheckFinding {
  /// The finding without names that only the check gives: without its hint, or of two lists without the expression; nil where
  /// that leaves nothing.
  fileprivate func without(_ names: Set<String>) -> CheckFinding? {
    if !line.mentions(names) { return self }
    if !text.mentions(names) { return CheckFinding(text, role: role) }
    guard case .lists(let lists) = role, !lists.mentions(names) else { return nil }
    return CheckFinding("found \(lists)")
  }
}

extension String {
  /// Whether it has one of the names as a word.
  fileprivate func mentions(_ names: Set<String>) -> Bool {
    guard !names.isEmpty else { return false }
    return split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { names.contains(String($0)) }
  }
}
