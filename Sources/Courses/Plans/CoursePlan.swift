import Diagnostics

/// A way through the book: lessons and exercises in an order, `Lessons/Courses/evening.md`.
///
/// ```markdown
/// ---
/// title: One evening
/// ---
///
/// About three hours.
///
/// ## First hour
///
/// - lesson 1
/// - lesson 4, steps 1 to 8: keys
/// - exercise a-second-timestamp
/// ```
///
/// An item of a list that begins with `lesson` or `exercise` is a part of the way, and what follows a colon is a remark;
/// everything else is text for whoever reads the plan.
package struct CoursePlan: Hashable, Sendable {
  /// The file's name without its ending.
  package var slug: String
  package var title: String
  /// Whom the first screen offers it to, in words that follow "if": `you know SQL`. Empty for a plan that it leaves out.
  package var reader = ""
  package var introduction: [MarkdownDocument.Block]
  package var sections: [Section]
  package var source: SourceText

  /// A heading, and what is to be done under it.
  package struct Section: Hashable, Sendable {
    /// Nil for what comes before the first heading.
    package var title: String?
    package var items: [Item]
  }

  /// One thing to do.
  package struct Item: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A lesson by any name that ``Library/lesson(_:)`` takes, and the steps that are meant, from 1; nil for all of them.
      case lesson(String, steps: ClosedRange<Int>?)
      /// An exercise by any name that ``Library/exercise(_:)`` takes.
      case exercise(String)
    }

    package var kind: Kind
    /// The plan's remark about it; empty for none.
    package var remark: String
    /// Its line in the file.
    package var line: Int
  }

  /// The lessons and exercises, in order.
  package var items: [Item] { sections.flatMap(\.items) }
}

extension CoursePlan {
  /// The keys of a plan's head.
  static let keys = ["title", "for"]

  /// The plan, and everything that is wrong with the file; there is no plan only where it has no title or no item.
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(_ source: SourceText, slug: String) -> (plan: CoursePlan?, diagnostics: [Diagnostic]) {
    var head = Head(of: source, keys: keys)
    let title = head.text("title", isRequired: true)
    let reader = head.text("for")
    var diagnostics = head.diagnostics
    var plan = CoursePlan(
      slug: slug, title: title ?? "", reader: reader ?? "", introduction: [], sections: [], source: source)
    for block in MarkdownDocument(head.body, firstLine: head.bodyFirstLine).blocks {
      switch block.kind {
      case .heading(_, let inlines):
        plan.sections.append(Section(title: MarkdownDocument.plainText(of: inlines), items: []))
      case .list(let list):
        if plan.sections.isEmpty { plan.sections.append(Section(title: nil, items: [])) }
        for entry in list.items {
          let (text, line) = (MarkdownDocument.plainText(of: entry.blocks), entry.blocks.first?.line ?? block.line)
          switch Item.reading(text, line: line) {
          case .success(let item): plan.sections[plan.sections.count - 1].items.append(item)
          case .failure(let problem):
            diagnostics.append(
              Diagnostic("plan-item", problem.message, line: line, of: source, hint: problem.hint))
          }
        }
      default:
        if plan.sections.isEmpty { plan.introduction.append(block) }
      }
    }
    if title != nil, plan.items.isEmpty {
      diagnostics.append(
        Diagnostic(
          "empty-plan", "the course names no lesson and no exercise", line: source.firstLine, of: source,
          hint: "- lesson 1"))
    }
    return (title == nil || plan.items.isEmpty ? nil : plan, diagnostics)
  }
}

extension CoursePlan.Item {
  /// The mistake in an item's text.
  struct Problem: Error {
    var message: String
    var hint: String
  }

  /// `lesson 4, steps 1 to 8: keys`, `lesson 4, step 3`, `exercise two-of-a-name`.
  static func reading(_ text: String, line: Int) -> Result<CoursePlan.Item, Problem> {
    let parts = text.split(separator: ":", maxSplits: 1).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let remark = parts.count > 1 ? parts[1] : ""
    let words = (parts.first ?? "").replacing(",", with: " ").split(whereSeparator: \.isWhitespace).map(String.init)
    func item(_ kind: Kind) -> Result<CoursePlan.Item, Problem> {
      .success(CoursePlan.Item(kind: kind, remark: remark, line: line))
    }
    switch (words.first, words.count) {
    case ("lesson", 2): return item(.lesson(words[1], steps: nil))
    case ("exercise", 2): return item(.exercise(words[1]))
    case ("lesson", 4) where words[2] == "step":
      if let step = Int(words[3]), step > 0 { return item(.lesson(words[1], steps: step...step)) }
    case ("lesson", 6) where words[2] == "steps" && words[4] == "to":
      if let first = Int(words[3]), let last = Int(words[5]), first > 0, first <= last {
        return item(.lesson(words[1], steps: first...last))
      }
    default: break
    }
    return .failure(
      Problem(
        message: "'\(DisplayText.visible(text))' names no lesson and no exercise",
        hint: "- lesson 4, or - lesson 4, steps 1 to 8, or - exercise two-of-a-name"))
  }
}

extension Library {
  /// The courses of all folders by name, and what cannot be read in them; of a name that is there twice, the first counts.
  /// - Complexity: O(the text of the plans).
  package func plans() -> (plans: [CoursePlan], diagnostics: [Diagnostic]) {
    var plans: [CoursePlan] = []
    var diagnostics: [Diagnostic] = []
    for root in roots {
      for name in FileTexts.names(in: "\(root)/Lessons/Courses").sorted() where name.hasSuffix(".md") {
        let path = "Lessons/Courses/\(name)"
        do throws(Diagnostic) {
          let source = try FileTexts.text(at: "\(root)/\(path)", name: shown(path, in: root))
          let (plan, problems) = CoursePlan.read(source, slug: String(name.dropLast(3)))
          diagnostics += problems
          if let plan, !plans.contains(where: { $0.slug == plan.slug }) { plans.append(plan) }
        } catch {
          diagnostics.append(error)
        }
      }
    }
    return (plans, diagnostics)
  }

  /// Opens a course by its name, or that of its file, `Lessons/Courses/evening.md`; where there is none, the diagnostic has the
  /// nearest names.
  package func plan(_ word: String) -> Result<CoursePlan, Diagnostic> {
    let plans = plans().plans
    let name = word.hasSuffix(".md") ? word.split(separator: "/").last.map { String($0.dropLast(3)) } ?? word : word
    if let plan = plans.first(where: { $0.slug == name }) { return .success(plan) }
    let known = plans.map(\.slug)
    guard !known.isEmpty else { return .failure(Diagnostic("no-courses", "there are no courses")) }
    return .failure(
      Diagnostic(
        "unknown-course", "there is no course '\(DisplayText.visible(word))'",
        nearest: Suggestions.nearest(to: word, among: known), hint: "there are \(Listing.text(known))"))
  }

  /// The mistakes in the courses, names of lessons and exercises that do not exist included.
  /// - Complexity: O(the text of the plans, and of the lessons that they name).
  package func problemsOfPlans() -> [Diagnostic] {
    let (plans, diagnostics) = plans()
    return diagnostics + plans.flatMap(findings)
  }

  /// The names in a plan that the library does not have.
  private func findings(in plan: CoursePlan) -> [Diagnostic] {
    plan.items.compactMap { item in
      func finding(_ message: String, _ hint: String? = nil) -> Diagnostic {
        Diagnostic("plan-item", message, line: item.line, of: plan.source, hint: hint)
      }
      switch item.kind {
      case .lesson(let word, let steps):
        let (lesson, problems) = lesson(word)
        guard let lesson else { return problems.first.map { finding($0.message) } }
        guard let steps, steps.upperBound > lesson.steps.count else { return nil }
        return finding("lesson \(lesson.number) has \(lesson.steps.count) steps")
      case .exercise(let slug):
        let (exercise, problems) = exercise(slug)
        return exercise == nil ? problems.first.map { finding($0.message, $0.hint) } : nil
      }
    }
  }
}

extension Progress {
  /// Whether an item of a plan is done: of a lesson's steps, those that were skipped count.
  package func isDone(_ item: CoursePlan.Item, in library: Library) -> Bool {
    isDone(item, lesson: { library.lessonEntry($0)?.slug }, exercise: { library.exerciseEntry($0)?.id })
  }

  /// The same, for someone who has the lists.
  /// - Parameters:
  ///   - lesson: the slug of the lesson that a word names.
  ///   - exercise: the id of the exercise that a word names.
  package func isDone(
    _ item: CoursePlan.Item, lesson: (String) -> String?, exercise: (String) -> String?
  ) -> Bool {
    switch item.kind {
    case .exercise(let word): return exercise(word).flatMap { exercises[$0] }?.isDone == true
    case .lesson(let word, let steps):
      guard let record = lesson(word).flatMap({ lessons[$0] }) else { return false }
      guard let steps else { return record.isFinished }
      return Set(record.done + record.skipped).isSuperset(of: steps.map { $0 - 1 })
    }
  }

  /// The first item of a plan that is not done; nil when all are.
  package func next(in plan: CoursePlan, of library: Library) -> CoursePlan.Item? {
    plan.items.first { !isDone($0, in: library) }
  }
}
