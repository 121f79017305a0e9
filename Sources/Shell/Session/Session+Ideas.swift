import Courses
import Diagnostics

/// `progress ideas`, and what `progress` says about ideas.
extension Session {
  /// How many ideas of each chapter are met, how many of these practised, how many of these shaky, and where to go for the
  /// shaky ones; nothing before the first is met.
  func ideaSummary() -> Document {
    guard let library = world.library else { return [] }
    let record = progress ?? Progress()
    let index = library.ideaIndex().index
    let rows = index.chapters.compactMap { chapter -> [String]? in
      let states = index.ideas.filter { $0.chapter == chapter }.map { record.state(of: $0, in: index) }
      guard states.contains(where: { $0 != .unmet }) else { return nil }
      // Each number counts some of those before it.
      let counts = [[.met, .practised, .shaky], [.practised, .shaky], [.shaky]].map { (counted: [IdeaState]) in
        states.count(where: counted.contains)
      }
      return (["\(chapter)", "\(states.count)"] + counts.map { "\($0)" })
    }
    guard !rows.isEmpty else { return [] }
    let columns: [TextTable.Column] = [
      .trailing("chapter"), .trailing("ideas"), .trailing("met"), .trailing("practised"), .trailing("shaky"),
    ]
    return [""] + TextTable(columns: columns, rows: rows, firstColumnRole: .faint).document(indent: 2)
      + wrapped(StyledText(Self.words, .faint)) + shakyIdeas(record, index) + [""]
      + wrapped(StyledText("progress ideas lists every idea", .faint))
  }

  private static let words =
    "met: explained to you, or practised; practised: of these, you have answered a question or an exercise, or done a task; "
    + "shaky: of these, more of your latest answers are wrong than right. practice asks about the shaky ones again."

  private func shakyIdeas(_ record: Progress, _ index: IdeaIndex) -> Document {
    let shaky = index.ideas.filter { record.state(of: $0, in: index) == .shaky }
    return shaky.isEmpty ? [] : [""] + shaky.flatMap { entry($0, record, index) }
  }

  /// Every idea of the chapters that have a lesson, and how well the learner knows it.
  mutating func listIdeas() -> Document {
    guard let library = world.library else { return format(.noLibrary(nil)) }
    let problems = loadProgress()
    let record = progress ?? Progress()
    let (index, diagnostics) = library.ideaIndex()
    let lines = index.chapters.filter(index.writtenChapters.contains).flatMap { chapter in
      wrapped(StyledText("Chapter \(chapter)", .strong))
        + index.ideas.filter { $0.chapter == chapter }.flatMap { entry($0, record, index) }
    }
    let none = lines.isEmpty ? wrapped(StyledText("these lessons name no ideas")) : []
    return problems + diagnostics.flatMap(format) + lines + none
  }

  /// The state of an idea, its sentence, and the statement that leads to what was missed of it or explains it.
  private func entry(_ idea: Idea, _ record: Progress, _ index: IdeaIndex) -> Document {
    let (word, role) = Self.word(for: record.state(of: idea, in: index))
    let place = record.missed(of: idea, in: index).first?.words ?? index.steps(teaching: idea.id).first?.words
    let labelWidth = 13
    let width = max(20, style.width - labelWidth)
    var lines = TextWrap(width: width).lines(StyledText(idea.sentence))
    if let place, let last = lines.last {
      // A statement that can be typed stays in one line.
      if last.width + DisplayText.width(place) + 3 <= width {
        lines[lines.count - 1] = last + StyledText(" · ", .faint) + StyledText(place, .code)
      } else {
        lines.append(StyledText(place, .code))
      }
    }
    let label = StyledText("  \(word)".padding(to: labelWidth), role)
    let margin = StyledText(String(repeating: " ", count: labelWidth))
    return Document([.nested(Document(lines), first: label, rest: margin)])
  }

  private static func word(for state: IdeaState) -> (String, TextStyle.Role) {
    switch state {
    case .unmet: ("·", .faint)
    case .met: ("met", .faint)
    case .practised: ("practised", .success)
    case .shaky: ("shaky", .failure)
    }
  }
}
