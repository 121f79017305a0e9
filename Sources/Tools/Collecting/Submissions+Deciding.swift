import Courses
import Diagnostics
import Grading
import WorkbookLanguage

/// A student's answers to each exercise, and an account of each of the student's files.
struct CollectedWork: Hashable, Sendable {
  /// The answers to each exercise, by its name and in the order of the attempts; never empty for one that was given.
  var answers: [String: [Answer]] = [:]
  var accounts: [FileAccount] = []

  /// An answer, or the reason why there is none.
  struct Answer: Hashable, Sendable {
    /// The file, or the first of those that are no answer; nil if nothing was handed in.
    var item: SubmissionSource.Item?
    /// The path as messages show it.
    var path: String
    /// The name of the file in the student's part of the submissions; empty if nothing was handed in.
    var file = ""
    var isOnlineText = false
    /// The exercise whose part of the file it is; nil for the whole file.
    var part: String?
    var refusal: Diagnostic?
    /// A note for the student and the teacher: how the exercise was recognised.
    var note: Diagnostic?
    /// The other files that were handed in for the exercise.
    var passedOver: [PassedOverFile] = []
  }
}

extension Submissions {
  /// Decides which files of a student are answers, and to which exercises. Reads each file once. O(their bytes).
  /// - Parameters:
  ///   - names: whether names that are only nearly right are accepted.
  ///   - attempts: which of several versions of the answer to an exercise counts.
  ///   - shown: the path of a file as messages and the report show it.
  func collect(
    _ student: Student, shownAs id: String, names: GradingPolicy.Names,
    attempts rule: (String) -> GradingPolicy.Attempts = { _ in .last }, shown: (File) -> String
  ) -> CollectedWork {
    var work = CollectedWork()
    var candidates: [AnswerCandidate] = []
    var others: [(file: File, text: String)] = []
    func account(
      _ file: File, _ result: FileAccount.Result, _ reason: String, exercise: String = "", isGuessed: Bool = false
    ) {
      work.accounts.append(
        FileAccount(
          path: shown(file), student: id, exercise: exercise, result: result, isGuessed: isGuessed, reason: reason))
    }
    // What was handed in instead of an answer, descriptions last.
    var strangers: [(sentence: String, item: SubmissionSource.Item, likely: [String])] = []
    var descriptions: [(sentence: String, item: SubmissionSource.Item, likely: [String])] = []
    func unrecognized(_ file: File, _ reason: String, isSentence: Bool = false, likely: [String] = []) {
      account(file, .unrecognized, reason)
      let sentence = isSentence ? reason : "'\(DisplayText.visible(file.own(shown)))' is \(reason)"
      if Self.isDescription(file) {
        descriptions.append((sentence, file.item, likely))
      } else {
        strangers.append((sentence, file.item, likely))
      }
    }
    for file in files(of: student) {
      let name = file.owner.inner.last ?? file.item.names.last ?? ""
      if SubmissionSource.isSystem(name) {
        account(file, .ignored, file.item.isFolder ? "a folder that a program made" : "a file that a program made")
        continue
      }
      let named = file.owner.exercise.flatMap(exercises.exercise(inPattern:)) ?? exercises.exercise(named: name)
      // A folder is an answer only if it has an exercise's name in place of a file.
      if file.item.isFolder, named?.certainty != .name {
        unrecognized(file, "an empty folder")
        continue
      }
      let given = given.exercises[file.item.path] ?? []
      do throws(Diagnostic) {
        var text = try source.text(of: file.item, shownAs: file.own(shown))
        if file.owner.isOnlineText { text = OnlineText.text(ofPage: text) }
        guard text.contains(where: { !$0.isWhitespace }) else {
          throw .emptyAnswer("'\(DisplayText.visible(file.own(shown)))'")
        }
        if !given.isEmpty {
          let parts = ExerciseNames.parts(of: text) ?? []
          for slug in given {
            // A file without a line for the exercise is offered whole: what is not about the exercise has no effect.
            let part = parts.first { $0.exercise == slug }
            var candidate = candidate(file, slug, .given, name, part?.text ?? text)
            candidate.isPart = part != nil
            candidates.append(candidate)
          }
        } else if let parts = ExerciseNames.parts(of: text) {
          for part in parts {
            if exercises.slugs.contains(part.exercise) {
              var candidate = candidate(file, part.exercise, .firstLine, name, part.text)
              candidate.isPart = true
              candidates.append(candidate)
            } else {
              unrecognized(
                file, "in one part an answer to \(DisplayText.visible(part.exercise)), which is not graded here")
            }
          }
        } else if let line = ExerciseNames.exercise(inFirstLineOf: text) {
          if exercises.slugs.contains(line) {
            var candidate = candidate(file, line, .firstLine, name, text)
            if let named, named.slug != line { candidate.otherName = named.slug }
            candidates.append(candidate)
          } else {
            unrecognized(file, "an answer to \(DisplayText.visible(line)), which is not graded here")
          }
        } else if let other = exercises.otherExercise(named: name), named?.certainty != .name {
          unrecognized(file, "by its name an answer to \(other), which is not graded here")
        } else if let named {
          candidates.append(candidate(file, named.slug, named.certainty, name, text))
        } else if isStarter(file, text) {
          account(file, .ignored, "a file that came with the assignment: it is the same in most repositories")
        } else {
          others.append((file, text))
        }
      } catch {
        if !given.isEmpty {
          candidates += given.map { candidate(file, $0, .given, name, problem: error) }
        } else if let named {
          candidates.append(candidate(file, named.slug, named.certainty, name, problem: error))
        } else {
          unrecognized(file, error.message, isSentence: true)
        }
      }
    }
    // The only file that may be the answer to the only exercise is its answer.
    if let slug = exercises.only, candidates.allSatisfy({ $0.problem != nil }) {
      let graphs = others.filter { Self.isGraph($0.file) }
      let likely = graphs.isEmpty ? others.filter { Self.mayBeAnswer($0.file) } : graphs
      candidates += likely.map {
        candidate($0.file, slug, .onlyFile, $0.file.owner.inner.last ?? $0.file.item.names.last ?? "", $0.text)
      }
      let taken = Set(likely.map(\.file))
      others.removeAll { taken.contains($0.file) }
    }
    // So is the only file left that may be an answer, to the only exercise left.
    let open = exercises.slugs.filter { slug in !candidates.contains { $0.slug == slug } }
    if exercises.only == nil, open.count == 1 {
      let likely = others.indices.filter { Self.isGraph(others[$0].file) || Self.isProgram(others[$0]) }
      if likely.count == 1 {
        let (file, text) = others.remove(at: likely[0])
        candidates.append(candidate(file, open[0], .lastFile, file.owner.inner.last ?? "", text))
      }
    }
    exchangeNames(among: &candidates)
    others.removeAll { file, text in
      guard file.owner.isOnlineText, case let likely = words.exercises(of: text), likely.count == 1,
        let slug = likely.first
      else { return false }
      candidates.append(candidate(file, slug, .namesInText, file.owner.inner.last ?? "", text))
      return true
    }
    for other in others {
      let likely = words.exercises(of: other.text)
      let names = likely.isEmpty ? "" : ", and has names of \(Listing.all(likely))"
      let remedy = likely.count > 1 ? ": divide it, so that each answer has its own file" : ""
      unrecognized(other.file, Self.words(for: other.text) + names + remedy, likely: likely)
    }
    for slug in exercises.slugs {
      let own = candidates.filter { $0.slug == slug }
      let attempts = Dictionary(grouping: own) { $0.file.owner.attempt }.sorted { first, second in
        first.key.compare(second.key, options: [.numeric, .forcedOrdering]) == .orderedAscending
      }
      work.answers[slug] = attempts.flatMap { decide($0.value, shown, names, rule(slug), account) }
    }
    for slug in exercises.slugs where work.answers[slug]?.isEmpty ?? true {
      if let other = candidates.first(where: { $0.otherName == slug }), !isAnswer(other, of: work) {
        var answer = CollectedWork.Answer(item: other.file.item, path: shown(other.file), file: other.path)
        answer.refusal = .otherFirstLine("'\(DisplayText.visible(other.file.own(shown)))'", other.slug, slug)
        work.answers[slug] = [answer]
      } else {
        // A file that has names of another exercise is named there.
        let own = (strangers + descriptions).filter { $0.likely.contains(slug) }
        let others = (strangers + descriptions).filter { $0.likely.isEmpty }
        let all = own.isEmpty && others.isEmpty ? strangers + descriptions : own + others
        // The time of such a file is known as well.
        work.answers[slug] = [
          .init(item: all.first?.item, path: slug, refusal: Self.missing(all.map(\.sentence), slug))
        ]
      }
    }
    return work
  }

  /// Takes a file for the answer to another exercise than its name says, if a file that is called after that one begins with the line
  /// of this one: the two names were exchanged.
  private func exchangeNames(among candidates: inout [AnswerCandidate]) {
    for candidate in candidates where candidate.certainty == .firstLine && candidate.problem == nil {
      guard let other = candidate.otherName, !candidates.contains(where: { $0.slug == other }) else { continue }
      let rivals = candidates.indices.filter {
        candidates[$0].slug == candidate.slug && candidates[$0].certainty > .firstLine
      }
      guard rivals.count == 1 else { continue }
      candidates[rivals[0]].slug = other
      candidates[rivals[0]].certainty = .exchangedName
    }
  }

  /// Whether a file counts as an answer.
  private func isAnswer(_ candidate: AnswerCandidate, of work: CollectedWork) -> Bool {
    work.answers[candidate.slug]?.contains { $0.item == candidate.file.item && $0.refusal == nil } ?? false
  }

  private func candidate(
    _ file: File, _ slug: String, _ certainty: ExerciseNames.Certainty, _ name: String, _ text: String = "",
    problem: Diagnostic? = nil
  ) -> AnswerCandidate {
    AnswerCandidate(
      file: file, slug: slug, certainty: certainty, name: name, text: text, problem: problem,
      time: platformTime(of: file.item))
  }

  /// Chooses the answer among the files of one attempt or, if the best counts, the versions of it, the oldest first.
  private func decide(
    _ candidates: [AnswerCandidate], _ shown: (File) -> String, _ names: GradingPolicy.Names,
    _ attempts: GradingPolicy.Attempts, _ account: (File, FileAccount.Result, String, String, Bool) -> Void
  ) -> [CollectedWork.Answer] {
    // Under strict names, a file whose name is right is not superseded by one that is refused.
    let certain = candidates.filter { !$0.certainty.isGuess }
    let eligible = names == .strict && !certain.isEmpty ? certain : candidates
    guard let (best, others) = AnswerCandidate.newest(of: eligible) else {
      return [undecided(candidates, shown, account)]
    }
    let versions = attempts == .best ? others.filter { $1.isNewer && $0.problem == nil }.map(\.0) : []
    let passedOver =
      others.filter { !versions.contains($0.0) }
      + (eligible.count == candidates.count ? [] : candidates.filter { !certain.contains($0) }.map { ($0, .otherName) })
    let older = versions.sorted { $1.precedence(over: $0) != nil }
      .map { answer(of: $0, shown, names, besides: [], account) }
    return older + [answer(of: best, shown, names, besides: passedOver, account)]
  }

  /// Returns a file as an answer, and accounts for it and for those that it supersedes.
  private func answer(
    of best: AnswerCandidate, _ shown: (File) -> String, _ names: GradingPolicy.Names,
    besides passedOver: [(AnswerCandidate, PassedOverFile.Reason)],
    _ account: (File, FileAccount.Result, String, String, Bool) -> Void
  ) -> CollectedWork.Answer {
    let path = shown(best.file)
    let visible = "'\(DisplayText.visible(path))'"
    let own = "'\(DisplayText.visible(best.file.own(shown)))'"
    var answer = CollectedWork.Answer(
      item: best.file.item, path: path, file: best.path, isOnlineText: best.file.owner.isOnlineText,
      part: best.isPart ? best.slug : nil)
    if best.certainty.isGuess, names == .strict {
      account(
        best.file, .refused, "its name is not \(best.slug).graph, and the policy accepts no other", best.slug, true)
      answer.refusal = Diagnostic(
        Diagnostic.ID.otherFileName, "\(own) is not called \(best.slug).graph, and no other name is accepted",
        hint: "hand it in as \(best.slug).graph")
    } else if let problem = best.problem {
      account(best.file, .unreadable, problem.message, best.slug, best.certainty.isGuess)
      answer.refusal = problem
    } else {
      account(
        best.file, .graded,
        best.isPart && best.certainty != .given ? "a line in it names the exercise" : best.certainty.words(best.slug),
        best.slug, best.certainty.isGuess)
      answer.passedOver = passedOver.map { PassedOverFile(file: $0.path, reason: $1) }
      if best.certainty.isGuess {
        answer.note = Diagnostic(
          best.certainty.noteID,
          "\(own) was taken for the answer to \(best.slug): \(best.certainty.words(best.slug))",
          severity: .note)
      }
    }
    for (other, reason) in passedOver {
      account(
        other.file, .superseded, "\(visible) is the answer: \(reason.words)", other.slug, other.certainty.isGuess)
    }
    return answer
  }

  /// Chooses none of several files, because nothing tells which is newer.
  private func undecided(
    _ candidates: [AnswerCandidate], _ shown: (File) -> String,
    _ account: (File, FileAccount.Result, String, String, Bool) -> Void
  ) -> CollectedWork.Answer {
    for candidate in candidates {
      account(
        candidate.file, .ambiguous, "one of \(candidates.count) files that may be the answer", candidate.slug,
        candidate.certainty.isGuess)
    }
    let paths = candidates.map { "'\(DisplayText.visible($0.file.own(shown)))'" }
    var answer = CollectedWork.Answer(item: candidates[0].file.item, path: shown(candidates[0].file))
    answer.refusal = Diagnostic(
      Diagnostic.ID.severalFiles, "\(paths.count) files were handed in: \(Listing.all(paths))", hint: "hand in one file"
    )
    return answer
  }

  /// Returns the reason why there is no answer, which says what was handed in instead.
  private static func missing(_ strangers: [String], _ slug: String) -> Diagnostic {
    guard let first = strangers.first else { return Diagnostic(Diagnostic.ID.noSuchFile, "nothing was handed in") }
    return Diagnostic(
      Diagnostic.ID.notRecognised, "no file is recognised as the answer: \(first)",
      hint: "hand in the statements as plain text, in a file called \(slug).graph",
      notes: Listing.more(strangers.count - 1, "file").map { [$0] } ?? [])
  }

  /// Accounts for the files that belong to no student.
  /// - Parameter shown: the path of a file as the report shows it.
  func looseAccounts(shown: (SubmissionSource.Item) -> String) -> [FileAccount] {
    loose.map { item in
      let name = item.names.last ?? ""
      if SubmissionSource.isSystem(name) || name == GradescopeExport.file {
        return FileAccount(
          path: shown(item), result: .ignored,
          reason: item.isFolder ? "a folder that a program made" : "a file that a program or the platform made")
      }
      let reason: String
      do throws(Diagnostic) {
        let text = try source.text(of: item, shownAs: shown(item))
        reason = "no student is named; it looks like " + Self.words(for: text)
      } catch {
        reason = "no student is named; " + error.message
      }
      return FileAccount(path: shown(item), result: .unrecognized, reason: reason)
    }
  }

  // MARK: What a file looks like

  private static func isGraph(_ file: File) -> Bool {
    (file.owner.inner.last ?? "").lowercased().contains(".graph")
  }

  private static func isDescription(_ file: File) -> Bool {
    let name = (file.owner.inner.last ?? "").lowercased()
    return name.hasPrefix("readme") || name.hasPrefix("license")
  }

  /// Whether a text may be an answer: not a description or a program's file.
  private static func mayBeAnswer(_ file: File) -> Bool {
    let name = (file.owner.inner.last ?? "").lowercased()
    guard !file.owner.isOnlineText else { return true }
    let ending = name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    return !isDescription(file) && ["", "txt", "text", "md", "rtf", "swift"].contains(ending)
  }

  /// Whether a text under any other name consists of statements that do something.
  private static func isProgram(_ other: (file: File, text: String)) -> Bool {
    let tree = WorkbookParser.parse(SourceText(other.text))
    return mayBeAnswer(other.file) && tree.diagnostics.isEmpty && tree.statements.contains(where: \.isWork)
  }

  /// `text that begins with "Dear …"`.
  private static func words(for text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } } ?? ""
    let shown = line.drop { $0.isWhitespace }.prefix(40)
    return "text that begins with \"\(DisplayText.visible(String(shown)))\(line.count > 40 ? "…" : "")\""
  }
}

extension Submissions.File {
  /// The path as its student knows it: without the folder that the platform made.
  fileprivate func own(_ shown: (Submissions.File) -> String) -> String {
    owner.inner.isEmpty ? shown(self) : owner.inner.joined(separator: "/")
  }
}

extension ExerciseNames.Certainty {
  /// The kind of the note that says how the exercise was guessed.
  fileprivate var noteID: String {
    switch self {
    case .given, .firstLine, .name, .similarName: Diagnostic.ID.nearlyNamed
    case .onlyFile, .lastFile: Diagnostic.ID.onlyAnswerFile
    case .exchangedName: Diagnostic.ID.exchangedName
    case .namesInText: Diagnostic.ID.namesInText
    }
  }

  /// How the exercise was recognised.
  fileprivate func words(_ slug: String) -> String {
    switch self {
    case .given: "the teacher says so"
    case .firstLine: "its first line names the exercise"
    case .name: "its name is the exercise's"
    case .similarName: "its name is nearly \(slug).graph"
    case .onlyFile: "it is the only file that may be the answer"
    case .lastFile: "it is the only file left for the only exercise left"
    case .exchangedName:
      "the file that is called after this exercise begins with the line of the one after which this file is called"
    case .namesInText: "it has names of this exercise alone"
    }
  }
}

extension Diagnostic {
  /// A file that is called after one exercise, and whose first line names another, to which there is an answer already.
  fileprivate static func otherFirstLine(_ shown: String, _ named: String, _ slug: String) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID.otherFirstLine, "\(shown) begins with the line of another exercise, \(named)",
      hint: "if it is the answer to \(slug), take that line out")
  }

  /// An answer without statements.
  static func emptyAnswer(_ shown: String) -> Diagnostic {
    Diagnostic(Diagnostic.ID.emptyAnswer, "\(shown) is empty", hint: "hand in the statements of the answer")
  }
}
