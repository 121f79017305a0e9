import Diagnostics

import struct Foundation.Date

/// One lesson: a Markdown file in `Lessons/`, read.
///
/// ```swift
/// let (lesson, diagnostics) = LessonReader.read(SourceText(text, name: "Lessons/04-delete-rules.md"))
/// ```
///
/// ## Topics
/// - ``Step``, ``StepBlock``, ``Prediction``
/// - ``LessonReader``, ``LessonPlayer``, ``LessonChecker``
package struct Lesson: Hashable, Sendable {
  /// The number in the file's name, from 1; 0 for a text without one.
  package var number: Int
  /// The file's name without number and ending: `delete-rules`.
  package var slug: String
  package var title: String
  package var chapter: String?
  /// The name of the world that the steps start from.
  package var worldName: String?
  /// The world itself; nil where the lesson names none, or there is none of the name.
  package var world: SourceText?
  /// The lessons that should come before, as slugs.
  package var needs: [String]
  package var minutes: Int?
  /// The time that `now()` gives in the lesson; nil: the real one.
  package var now: Date?
  /// The rules that it breaks, each with the reason.
  package var waivers: [LessonRule: String] = [:]
  /// The fixed words around it, in its language.
  package var words = FixedWords.english
  /// The blocks before the first step.
  package var introduction: [MarkdownDocument.Block]
  package var steps: [Step]
  /// The lines of the blocks that only someone who learns alone sees.
  var linesForOneAlone: Set<Int> = []
  package var source: SourceText
}

/// A part of a lesson under one `##`.
package struct Step: Hashable, Sendable {
  package var title: String
  /// The line of its heading.
  package var line: Int
  /// `{fresh}`: it starts from the world alone and not from the steps before.
  package var startsFresh: Bool
  /// `{pause}`: a part of the lesson ends here, and learners can stop.
  package var endsPart = false
  /// `{teaches=deny-at-save}`: the ids of the ideas that it explains.
  package var teaches: [String] = []
  /// `{recalls=deny-at-save}`: those that it comes back to.
  package var recalls: [String] = []
  /// In the order of the file.
  package var blocks: [StepBlock]
  /// How its task must be done.
  package var answerRules = AnswerRules()
  /// The ids of the ideas that its task practises.
  package var practises: [String] = []
}

/// A part of a step: prose, or one of the fenced blocks.
package enum StepBlock: Hashable, Sendable {
  case prose([MarkdownDocument.Block])
  /// Statements that are run and shown, and what must appear.
  case graph(SourceText, output: SourceText?)
  /// A question before the next graph block runs.
  case predict(Prediction)
  /// The learner's turn.
  case task(MarkdownDocument)
  /// The conditions under which the task is done.
  case check(SourceText)
  case hint(Hint)
  case solution(SourceText)
  /// A typical wrong first try, which is not shown. It begins with a comment: a part of the complaint that it must get.
  case wrong(SourceText)
  /// The teacher's own, shown to the presenter only.
  case note(MarkdownDocument)
}

extension Step {
  /// The task, or nil for a step that only shows something. A step has at most one.
  package var task: MarkdownDocument? {
    for case .task(let document) in blocks { return document }
    return nil
  }

  /// Whether nothing is shown after the step's task.
  package var endsWithTask: Bool {
    for block in blocks.reversed() {
      switch block {
      case .task: return true
      case .prose, .graph, .predict: return false
      case .check, .hint, .solution, .wrong, .note: continue
      }
    }
    return false
  }

  /// The conditions under which the task is done, all of them.
  package var checks: [CheckScript] {
    blocks.compactMap { if case .check(let source) = $0 { CheckScript(source) } else { nil } }
  }

  /// The hints, from the gentlest on.
  package var hints: [Hint] {
    blocks.compactMap { if case .hint(let hint) = $0 { hint } else { nil } }
  }

  /// The parts of the solution, which run one after the other.
  package var solutions: [SourceText] {
    blocks.compactMap { if case .solution(let source) = $0 { source } else { nil } }
  }

  /// The typical wrong first tries, in order.
  package var wrongAnswers: [SourceText] {
    blocks.compactMap { if case .wrong(let source) = $0 { source } else { nil } }
  }

  /// The questions, in order.
  package var predictions: [Prediction] {
    blocks.compactMap { if case .predict(let prediction) = $0 { prediction } else { nil } }
  }

  package var notes: [MarkdownDocument] { Self.notes(in: blocks[...]) }

  /// The notes that come before the first question or task: they give nothing away.
  package var notesAhead: [MarkdownDocument] { Self.notes(in: blocks[..<firstPoint]) }

  /// The notes that come after the first question or task, and may say the answers.
  package var notesAfterwards: [MarkdownDocument] { Self.notes(in: blocks[firstPoint...]) }

  private var firstPoint: Int {
    blocks.firstIndex { block in
      switch block {
      case .predict, .task: true
      case .prose, .graph, .check, .hint, .solution, .wrong, .note: false
      }
    } ?? 0
  }

  private static func notes(in blocks: ArraySlice<StepBlock>) -> [MarkdownDocument] {
    blocks.compactMap { if case .note(let document) = $0 { document } else { nil } }
  }
}
