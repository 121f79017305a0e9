import WorkbookLanguage

extension Lesson {
  /// The lesson as a class sees it: without the blocks for someone who learns alone, such as where to stop, which the teacher decides.
  package var forClass: Lesson {
    var lesson = self
    func kept(_ blocks: [MarkdownDocument.Block]) -> [MarkdownDocument.Block] {
      blocks.filter { !linesForOneAlone.contains($0.line) }
    }
    lesson.introduction = kept(introduction)
    for (place, step) in steps.enumerated() {
      lesson.steps[place].blocks = step.blocks.compactMap { block in
        guard case .prose(let blocks) = block else { return block }
        let rest = kept(blocks)
        return rest.isEmpty ? nil : .prose(rest)
      }
    }
    return lesson
  }
}

extension ShellCommand {
  /// Whether a student in a class has the command.
  package var isInClass: Bool {
    switch self {
    case .help, .timing, .again, .check, .hint, .restart: true
    case .next, .back, .skip, .solution, .lessons, .lesson, .leave, .exercises, .courses, .exercise, .drill, .handIn,
      .practice, .progress, .quit:
      false
    }
  }
}
