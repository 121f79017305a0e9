import Diagnostics

/// The ideas of a course, with the steps that teach each of them and everything that practises it.
///
/// ```swift
/// let (index, diagnostics) = library.ideaIndex()
/// index.steps(teaching: "deny-at-save").first?.words   // lesson 9 step 4
/// ```
package struct IdeaIndex: Hashable, Sendable {
  /// A step of a lesson to which learners can go.
  package struct StepPlace: Hashable, Sendable {
    /// The lesson's number and slug.
    package var lesson: Int
    package var slug: String
    /// The step's number, from 0.
    package var step: Int

    /// The statement that goes there: `lesson 9 step 4`.
    package var words: String { "lesson \(lesson) step \(step + 1)" }

    /// The step in a sentence or a link: `lesson 9, step 4`.
    package func text(in words: FixedWords) -> String { words(.lessonStep, "\(lesson)", "\(step + 1)") }
  }

  /// Something that practises an idea, and the statement that starts it.
  package enum Practice: Hashable, Sendable {
    /// A question of a step.
    case question(PracticeItem, StepPlace)
    /// A step's task.
    case task(StepPlace)
    /// An exercise, by its id.
    case exercise(String, slug: String)

    /// The item that practice asks again; nil for a task.
    var item: PracticeItem? {
      switch self {
      case .question(let item, _): item
      case .task: nil
      case .exercise(let id, _): .exercise(id)
      }
    }

    var isTask: Bool { if case .task = self { true } else { false } }

    package var words: String {
      switch self {
      case .question(_, let place), .task(let place): place.words
      case .exercise(_, let slug): "exercise \(slug)"
      }
    }
  }

  package let list: IdeaList
  /// The chapters that have a lesson.
  package private(set) var writtenChapters: Set<Int> = []
  private var taught: [String: [StepPlace]] = [:]
  private var practised: [String: [Practice]] = [:]

  /// - Complexity: O(*n*) in the number of steps and exercises.
  package init(_ list: IdeaList, lessons: [Lesson], exercises: [Exercise]) {
    self.list = list
    for lesson in lessons { add(lesson) }
    for exercise in exercises {
      let practice = Practice.exercise(exercise.id, slug: exercise.slug)
      for idea in exercise.practises { practised[idea, default: []].append(practice) }
    }
  }

  private mutating func add(_ lesson: Lesson) {
    // A new lesson states its chapter once it teaches the chapter's ideas.
    if let chapter = lesson.statedChapter { writtenChapters.insert(chapter) }
    for (index, step) in lesson.steps.enumerated() {
      let place = StepPlace(lesson: lesson.number, slug: lesson.slug, step: index)
      for idea in step.teaches { taught[idea, default: []].append(place) }
      for (number, prediction) in step.predictions.enumerated() {
        let item = PracticeItem.question(lesson: lesson.slug, step: index, number: number)
        for idea in prediction.practises { practised[idea, default: []].append(.question(item, place)) }
      }
      for idea in step.practises { practised[idea, default: []].append(.task(place)) }
    }
  }

  package var ideas: [Idea] { list.ideas }

  /// The chapters of the list, in order.
  package var chapters: [Int] { Set(ideas.map(\.chapter)).sorted() }

  package func idea(_ id: String) -> Idea? { ideas.first { $0.id == id } }

  /// Returns the steps that teach an idea, in the order of the lessons.
  package func steps(teaching id: String) -> [StepPlace] { taught[id] ?? [] }

  /// Returns everything that practises an idea, first in the lessons, then the exercises.
  package func practice(of id: String) -> [Practice] { practised[id] ?? [] }
}

extension Library {
  /// Returns the ideas of `Lessons/ideas.yaml` and the problems in it; none for a course without the file.
  package func ideas() -> (list: IdeaList, diagnostics: [Diagnostic]) {
    let lists = roots.map(ideas)
    return (IdeaList(joining: lists.map(\.list)), lists.flatMap(\.diagnostics))
  }

  private func ideas(in root: String) -> (list: IdeaList, diagnostics: [Diagnostic]) {
    let path = "Lessons/ideas.yaml"
    guard FileTexts.names(in: "\(root)/Lessons").contains("ideas.yaml") else { return (IdeaList(), []) }
    do throws(Diagnostic) {
      return IdeaReader.read(try FileTexts.text(at: "\(root)/\(path)", name: shown(path, in: root)))
    } catch {
      return (IdeaList(), [error])
    }
  }

  /// Returns the ideas with their places in all lessons and exercises. Problems in a lesson or an exercise are not
  /// reported here.
  /// - Parameter withExercises: false skips the exercises, for a caller that needs only the lessons.
  package func ideaIndex(withExercises: Bool = true) -> (index: IdeaIndex, diagnostics: [Diagnostic]) {
    let (list, diagnostics) = ideas()
    guard !list.ideas.isEmpty else { return (IdeaIndex(list, lessons: [], exercises: []), diagnostics) }
    let lessons = lessons().entries.compactMap { lesson($0.slug).lesson }
    let exercises = withExercises ? exercises().entries.compactMap { exercise($0.id).exercise } : []
    return (IdeaIndex(list, lessons: lessons, exercises: exercises), diagnostics)
  }
}
