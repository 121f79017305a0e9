import Courses
import Diagnostics
import Pages
import Predicates
import WorkbookLanguage

/// Turns the events of a lesson into documents.
package struct LessonRenderer {
  /// The fixed words, in the language of the lesson or exercise.
  package var words: FixedWords

  package init(words: FixedWords = .english) { self.words = words }

  /// The renderer for statements of a lesson or an exercise. It omits the places in their files, which mean nothing to
  /// the learner.
  package var outcomeRenderer: OutcomeRenderer { OutcomeRenderer(showsPlaces: false) }

  package func title(_ lesson: Lesson) -> Document {
    [""] + wrapped("\(lesson.words(.lesson, "\(lesson.number)")) · \(DisplayText.visible(lesson.title))", .heading)
  }

  private func wrapped(_ text: String, _ role: TextStyle.Role) -> Document { Document(StyledText(text, role)) }

  package func document(for event: LessonEvent, in player: LessonPlayer) -> Document {
    switch event {
    case .introduction(let blocks), .prose(let blocks): return [""] + MarkdownRenderer.document(blocks)
    case .stepBegins(let index, let count, let title, let origin):
      return [""]
        + wrapped("\(words(.stepOfSteps, "\(index + 1)", "\(count)")) · \(DisplayText.visible(title))", .strong)
        + origin.sentences(in: words).flatMap { wrapped($0, .faint) } + origin.work.flatMap { code(SourceText($0)) }
    case .note: return []
    case .run(let source, let outcomes): return [""] + transcript(of: source, outcomes)
    case .question(let prediction): return question(prediction)
    case .questionHint(let hint): return document(for: hint, in: player)
    case .revealed(let result): return revealed(result)
    case .predictionResult(let result): return self.result(result)
    case .taskBegins(let task):
      let keys = words(.taskKeys)
      return ["", StyledText(words(.yourTurn), .strong)] + markdown(task) + wrapped(keys, .faint)
    case .executed(_, let outcomes): return outcomeRenderer.document(for: outcomes)
    case .checks(let outcomes): return feedback(on: outcomes)
    case .hint(let hint, let number, let count): return self.hint(hint, number: number, count: count)
    case .solution(let sources):
      let typing = words(player.work.isEmpty ? .typeIt : .typeRestart)
      let way = wrapped(words(.orSkip, typing), .faint)
      return sources.flatMap(code) + (player.phase == .task ? way : [])
    case .taskDone: return ["", StyledText("✓ \(words(.done))", .success)]
    case .stepDone(let index, let isSkipped): return stepDone(index, isSkipped: isSkipped, in: player)
    case .lessonDone(let summary): return lessonDone(summary, player.lesson)
    case .refused(let diagnostic): return format(diagnostic)
    }
  }

  package func markdown(_ document: MarkdownDocument) -> Document { MarkdownRenderer.document(document) }

  package func hint(_ hint: MarkdownDocument, number: Int, count: Int) -> Document {
    [StyledText(words(.hintHere, "\(number)", "\(count)"), .faint)] + markdown(hint)
  }

  /// Statements as they would be typed.
  package func code(_ source: SourceText) -> Document {
    source.text.lines.flatMap { $0.isEmpty ? [""] : Document(source: DisplayText.visible($0), indent: 2) }
  }

  /// Returns the feedback of the first check that does not pass.
  package func feedback(on outcomes: [CheckOutcome]) -> Document {
    guard let open = outcomes.first(where: { !$0.holds }) else { return [] }
    let lines = progress(on: outcomes)
    // Without the statements that are in the way nothing is wrong: what else the check found is about them.
    guard open.leftover.isEmpty else { return lines + words(about: open.leftover) }
    return lines
      + words(about: open).flatMap { line in
        // A message comes with its own layout: its lines are not filled up.
        line.hasPrefix(" ") ? [StyledText(line)] : wrapped(line, .warning)
      }
  }

  /// Returns how many checks hold; nothing if all do, or if there is only one.
  func progress(on outcomes: [CheckOutcome]) -> Document {
    let held = outcomes.count { $0.holds }
    guard outcomes.count > 1, held < outcomes.count else { return [] }
    return wrapped(words(.notDoneYet, "\(held)", "\(outcomes.count)"), .faint)
  }

  /// Names the statements that are in the way, in the learner's own words.
  private func words(about leftover: [String]) -> Document {
    wrapped(words(.inTheWay), .warning)
      + Listing.lines(leftover) { "  " + DisplayText.beginning(of: $0, upTo: 60) }.flatMap { [StyledText($0, .code)] }
      + wrapped(words(leftover.count == 1 ? .oneIsInTheWay : .someAreInTheWay), .faint)
  }

  /// Returns the advice of a task whose feedback is the same as before, and the way to a hint or to a solution.
  /// - Parameter hasSolution: whether the learner can ask for it; in a class, people help.
  package func stillOpen(_ advice: String, in player: LessonPlayer, hasSolution: Bool) -> Document {
    let hints = player.taskHints
    let way =
      hints.shown < hints.count
      ? words(.showsHint, "\(hints.shown + 1)", "\(hints.count)") : words(hasSolution ? .showsWay : .peopleHelp)
    return wrapped(advice, .warning) + wrapped(words(.sameAsBefore, way), .faint)
  }

  /// The author's advice and the values where there is advice, else all that is known.
  private func words(about check: CheckOutcome) -> [String] {
    if let failed = check.failures.first, let advice = failed.expectation?.elseText {
      // The notes of another error are about the check's own statements, and a note with a variable or a list of the check's
      // says nothing to a learner. The error that a trial was to fail with is the author's, and of the reasons for which one failed the
      // first is enough.
      let notes = failed.diagnostics.filter { $0.id == Diagnostic.ID.expectationFailed }.flatMap(\.notes)
        .filter { note in !note.contains("$") && !note.contains("{") && !note.hasPrefix("model.") }
      return switch failed.expectation?.claim {
      case .block(_, .fails), .save(.fails): [advice]
      case .block, .save: [advice] + notes.prefix(1)
      case .behavesLike, .likeSolution, .normalForm, .reviewFindsNone, .value, nil: [advice] + notes
      }
    }
    return check.feedback.isEmpty ? [check.check.name] : check.feedback
  }

  // MARK: Questions

  private func question(_ prediction: Prediction) -> Document {
    let way =
      switch prediction.answer {
      case .choices:
        words(prediction.allowsSeveral ? .typeNumbers : .typeNumber)
      case .expression: words(.typeValue)
      }
    return [""] + asked(prediction) + wrapped(way, .faint)
  }

  /// A question and its choices.
  func asked(_ prediction: Prediction) -> Document {
    let lines: Document = [StyledText(words(.question), .strong)] + markdown(prediction.question)
    guard case .choices(let choices) = prediction.answer else { return lines }
    return lines
      + choices.enumerated().flatMap { index, choice in
        Document(text(of: choice), first: "  \(index + 1)  ", rest: "     ")
      }
  }

  private func text(of choice: Prediction.Choice) -> StyledText {
    choice.condition == nil
      ? StyledText(inlineCode: choice.text) : StyledText(DisplayText.visible(choice.text), .code)
  }

  private func result(_ result: PredictionResult) -> Document {
    let verdict = words(result.isRight ? .right : result.isIncomplete ? .notAllOfIt : .notSo)
    var text = StyledText(verdict, result.isRight ? .success : .warning)
    var answers = Document()
    switch (result.prediction.answer, result.answer) {
    case (.choices(let choices), .choices):
      if let remark = result.remark {
        text = text + StyledText(": ") + StyledText(inlineCode: remark)
      }
      if !result.isRight {
        let right = result.rightChoices.filter(choices.indices.contains)
        text.append("\n" + words(right.count == 1 ? .rightAnswer : .rightAnswers))
        answers = right.flatMap { index in
          Document(self.text(of: choices[index], remarked: true), first: "  \(index + 1)  ", rest: "     ")
        }
      }
    case (.expression(let expression), .value(let typed)):
      let shown = result.actual?.textOfAnswer
      if result.isRight {
        if let shown, shown != expression.text {
          text.append(": ")
          text.append(DisplayText.visible(expression.text), .code)
          text.append(" \(words(.valueIs)) ")
          text.append(shown, .code)
        }
      } else {
        text.append(": \(words(.youSaid)) ")
        text.append(DisplayText.visible(typed), .code)
        if let shown {
          text.append(", \(words(.andWord)) " + (shown == expression.text ? words(.theAnswerInside) : ""))
          if shown != expression.text { text.append(DisplayText.visible(expression.text), .code) }
          text.append(" \(words(.valueIs)) ")
          text.append(shown, .code)
        }
        if let remark = result.remark {
          text = text + StyledText(". ") + StyledText(inlineCode: remark.prefix(1).uppercased() + remark.dropFirst())
        }
      }
    case (_, .skipped): return [""] + skipped(result)
    case (.choices, .value), (.expression, .choices): break
    }
    return [""] + Document(text) + answers + (result.diagnostic.map(format) ?? [])
  }

  /// A choice with the author's remark, which goes on with the sentence or begins a new one.
  private func text(of choice: Prediction.Choice, remarked: Bool) -> StyledText {
    guard remarked, let remark = choice.remark else { return text(of: choice) }
    let begins = remark.first.map { $0.isUppercase || $0 == "`" } ?? false
    let ends = choice.text.last.map { ".?!".contains($0) } ?? false
    return text(of: choice) + StyledText(ends ? " " : begins ? ". " : ": ") + StyledText(inlineCode: remark)
  }

  /// The answers to a question that was skipped, each with what the author says about it.
  private func skipped(_ result: PredictionResult) -> Document {
    switch result.prediction.answer {
    case .choices: wrapped(words(.skipped), .warning) + remarks(result)
    case .expression: remarks(result, after: StyledText(words(.skippedAlone), .warning))
    }
  }

  /// The answers to a question: each choice with what the author says about it, or the value.
  /// - Parameter opening: the words before the value.
  func remarks(_ result: PredictionResult, after opening: StyledText? = nil) -> Document {
    let opening = opening ?? StyledText(words(.theAnswer), .strong)
    let problem = result.diagnostic.map(format) ?? []
    switch result.prediction.answer {
    case .choices(let choices):
      let marks = [words(.rightOf), words(.wrongOf)]
      let width = marks.map { DisplayText.width($0) }.max() ?? 0
      return choices.enumerated().flatMap { index, choice in
        let isRight = result.rightChoices.contains(index)
        let word = isRight ? marks[0] : marks[1]
        var first: StyledText = "  \(index + 1)  \(word, isRight ? .success : .warning)"
        first.append(String(repeating: " ", count: width - DisplayText.width(word) + 2))
        let indent = String(repeating: " ", count: width + 7)
        return Document(text(of: choice, remarked: true), first: first, rest: StyledText(indent))
      } + problem
    case .expression(let expression):
      var text = opening
      if let actual = result.actual {
        text.append(": ")
        text.append(DisplayText.visible(expression.text), .code)
        text.append(" \(words(.valueIs)) ")
        text.append(actual.textOfAnswer, .code)
      }
      return Document(text) + problem
    }
  }

  /// The answer to a question that stays open.
  private func revealed(_ result: PredictionResult) -> Document {
    var text = StyledText("\(words(.theAnswerIs)) ")
    switch result.prediction.answer {
    case .choices(let choices):
      let right = result.rightChoices.filter(choices.indices.contains)
      text.append(right.map { "\($0 + 1)" }.joined(separator: ", "), .code)
      for index in right {
        text.append("\n")
        text = text + self.text(of: choices[index], remarked: true)
      }
    case .expression:
      guard let actual = result.actual else { return result.diagnostic.map(format) ?? [] }
      text.append(actual.textOfAnswer, .code)
    }
    text.append("\n")
    text.append(words(.typeItOrNext), .faint)
    return Document(text)
  }

  private func document(for hint: QuestionHint, in player: LessonPlayer) -> Document {
    switch hint {
    case .runsNext(let source, let asked):
      let question = asked.map {
        wrapped(words(.thenTheAnswer), .body) + code($0)
      }
      return wrapped(words(.runsNext), .body) + code(source) + (question ?? [])
    case .wrongChoice(let index):
      return Document(StyledText(words(.notThis) + " ") + StyledText("\(index + 1)", .code))
    }
  }

  // MARK: Steps

  /// The statements as if they had been typed, each followed by its result.
  private func transcript(of source: SourceText, _ outcomes: [Outcome]) -> Document {
    let renderer = outcomeRenderer
    return outcomes.flatMap { outcome in
      let typed = outcome.source == source ? String(outcome.text).lines : []
      return self.typed(typed) + renderer.document(for: outcome)
    }
  }

  /// The lines of a statement after the prompt.
  func typed(_ lines: [String]) -> Document {
    let (first, rest) = (StyledText(Prompt.statement, .faint), StyledText(Prompt.continuation, .faint))
    return Document(
      lines.enumerated().map { index, line in
        .source(DisplayText.visible(line), .code, first: index == 0 ? first : rest, rest: rest)
      })
  }

  private func stepDone(_ index: Int, isSkipped: Bool, in player: LessonPlayer) -> Document {
    // A task that is skipped leads to the next step at once, unless there is more to read in this one.
    guard !isSkipped || player.phase == .stepDone && player.stepIndex == index,
      index < player.lesson.steps.count - 1
    else { return [] }
    let next = StyledText("next", .code) + StyledText(" \(words(.nextGoesOn))", .faint)
    // Straight under "done" where the step says nothing more.
    return player.lesson.steps[index].endsWithTask ? [next] : ["", next]
  }

  private func lessonDone(_ summary: LessonSummary, _ lesson: Lesson) -> Document {
    let isWhole = summary.done + summary.skipped >= summary.steps
    let title = DisplayText.visible(lesson.title)
    var text =
      isWhole
      ? words(.lessonOver, "\(lesson.number)", title)
      : words(.lastStepOfLesson, "\(lesson.number)", title, "\(summary.done)", "\(summary.steps)")
    if summary.skipped > 0 { text += " " + words(.skippedSteps, "\(summary.skipped)", "\(summary.steps)") }
    if summary.hints > 0 { text += " " + words(.hintCount, "\(summary.hints)") }
    return [""] + wrapped(text, .strong)
      + wrapped(words(.afterLesson, "\(lesson.chapterNumber)"), .body)
  }

  private func format(_ diagnostic: Diagnostic) -> Document { Document(diagnostic, showsPlaces: false) }
}

extension StyledText {
  /// A line in which `code` and *emphasis* are marked up, as in the remarks of a prediction.
  init(inlineCode text: String) {
    self.init()
    for (part, kind) in RemarkText.parts(of: text) {
      let role: TextStyle.Role =
        switch kind {
        case .plain: .body
        case .code: .code
        case .emphasis: .emphasis
        }
      append(DisplayText.visible(part), role)
    }
  }
}
