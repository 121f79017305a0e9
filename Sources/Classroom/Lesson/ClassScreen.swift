import Courses
import Diagnostics
import Pages
import Shell
import WorkbookLanguage

/// The board at one time: a part of a step that fits on a screen in large type.
///
/// A question or a task gets its own screen, so that students can answer before they see the rest.
struct ClassScreen {
  enum Kind: Hashable {
    case text
    case question(QuestionPlace)
    case task
  }

  var place: ClassPlace
  var kind: Kind
  var pieces: [LessonPiece]
  /// Before the pieces of the first screen of a lesson.
  var introduction: [MarkdownDocument.Block] = []

  /// Where a student stands: the state after the screen.
  var player: LessonPlayer? { pieces.last?.player }

  var notes: [MarkdownDocument] { pieces.flatMap(\.notes) }
}

/// The screens of a lesson, each step cut when it is first shown.
struct LessonScreens {
  let lesson: Lesson
  private var walker: LessonPlayer
  private var steps: [Int: [ClassScreen]] = [:]

  /// The most lines of a screen; a single piece may have more.
  static let lineLimit = 13
  /// The characters of a line of prose in large type.
  private static let lineWidth = 64

  init(lesson: Lesson, makeInterpreter: @escaping InterpreterMaker) {
    self.lesson = lesson
    walker = LessonPlayer(lesson: lesson, makeInterpreter: makeInterpreter)
  }

  /// The screens of a step; never empty.
  mutating func screens(ofStep step: Int) -> [ClassScreen] {
    if let known = steps[step] { return known }
    let screens = Self.cut(walker.pieces(ofStep: step), step: step, introduction: step == 0 ? lesson.introduction : [])
    steps[step] = screens
    return screens
  }

  /// The screen at a place, or the nearest one of its step.
  mutating func screen(at place: ClassPlace) -> ClassScreen {
    let all = screens(ofStep: place.step)
    return all[min(max(place.screen, 0), all.count - 1)]
  }

  /// The place after or before another one; nil at the end or the beginning of the lesson.
  mutating func place(_ distance: Int, from place: ClassPlace) -> ClassPlace? {
    let count = screens(ofStep: place.step).count
    let screen = place.screen + distance
    if (0..<count).contains(screen) { return ClassPlace(step: place.step, screen: screen) }
    let step = place.step + (distance < 0 ? -1 : 1)
    guard lesson.steps.indices.contains(step) else { return nil }
    return ClassPlace(step: step, screen: distance < 0 ? screens(ofStep: step).count - 1 : 0)
  }

  private static func cut(
    _ pieces: [LessonPiece], step: Int, introduction: [MarkdownDocument.Block]
  ) -> [ClassScreen] {
    var screens: [ClassScreen] = []
    var open: [LessonPiece] = []
    var lines = introduction.reduce(0) { $0 + Self.lines(of: [$1]) }
    var number = 0
    func close() {
      guard !open.isEmpty else { return }
      screens.append(
        ClassScreen(place: ClassPlace(step: step, screen: screens.count), kind: .text, pieces: open))
      open = []
      lines = 0
    }
    for (index, piece) in pieces.enumerated() {
      switch piece.content {
      case .question:
        close()
        let question = QuestionPlace(step: step, number: number)
        number += 1
        screens.append(
          ClassScreen(
            place: ClassPlace(step: step, screen: screens.count), kind: .question(question), pieces: [piece]))
      case .task:
        close()
        screens.append(
          ClassScreen(place: ClassPlace(step: step, screen: screens.count), kind: .task, pieces: [piece]))
      case .answer:
        // Next to what has just shown it.
        open.append(piece)
        lines += Self.lines(of: piece)
      case .prose, .run, .solution:
        var needed = Self.lines(of: piece)
        // A paragraph that leads to something stays with it.
        if case .prose = piece.content, index + 1 < pieces.count, case .run = pieces[index + 1].content {
          needed += min(Self.lines(of: pieces[index + 1]), lineLimit - 4)
        }
        if !open.isEmpty, lines + needed > lineLimit { close() }
        open.append(piece)
        lines += Self.lines(of: piece)
      }
    }
    close()
    if screens.isEmpty {
      screens = [ClassScreen(place: ClassPlace(step: step, screen: 0), kind: .text, pieces: [])]
    }
    screens[0].introduction = introduction
    return screens
  }

  private static func lines(of piece: LessonPiece) -> Int {
    switch piece.content {
    case .prose(let block): lines(of: [block])
    case .run(let source, let outcomes):
      source.text.split(separator: "\n").count
        + OutcomeRenderer(style: .plain, showsPlaces: false).lines(for: outcomes).count
    case .question(let prediction): lines(of: prediction.question.blocks)
    case .answer(let result):
      switch result.prediction.answer {
      case .choices(let choices): choices.count * 2
      case .expression: 2
      }
    case .task(let document): lines(of: document.blocks)
    case .solution(let sources): sources.reduce(2) { $0 + $1.text.split(separator: "\n").count }
    }
  }

  private static func lines(of blocks: [MarkdownDocument.Block]) -> Int {
    let text = MarkdownDocument(blocks: blocks).plainText
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(1) { $0 + 1 + $1.count / lineWidth }
  }
}
