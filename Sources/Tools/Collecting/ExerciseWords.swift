import Courses
import Diagnostics
import Predicates
import WorkbookLanguage

/// The names by which a text looks like an answer to some of several exercises: those of entities, properties and objects that only
/// this exercise has. A text is read for them and not run.
package struct ExerciseWords: Hashable, Sendable {
  private var names: [String: Set<String>] = [:]
  private let slugs: [String]

  /// - Parameter exercises: those that everyone was given.
  package init(of exercises: [Exercise] = []) {
    slugs = exercises.map(\.slug)
    let all = exercises.map(Self.names)
    for (place, exercise) in exercises.enumerated() {
      let others = all.enumerated().reduce(into: Set<String>()) { $1.offset == place ? () : $0.formUnion($1.element) }
      names[exercise.slug] = all[place].subtracting(others)
    }
  }

  /// The names that the task fixes, and those of the entities and objects in the start.
  private static func names(of exercise: Exercise) -> Set<String> {
    var names = Set(exercise.names.flatMap { $0.split(separator: ".").map(String.init) })
    let words = words(of: exercise.start)
    for (first, second) in zip(words, words.dropFirst()) where ["let", "entity"].contains(first) {
      names.insert(second)
    }
    return names
  }

  private static func words(of text: SourceText) -> [String] {
    Lexer.tokens(of: text.text, dialect: .workbook).filter { $0.kind == .identifier }.map { String(text[$0.range]) }
  }

  /// The fewest names of an exercise that a text of no other must have.
  private static let fewest = 2

  /// Returns the exercise of which a text has the most names and, of the others, those of which it has a third as many at least; none
  /// where it has hardly any.
  func exercises(of text: String) -> [String] {
    let words = Set(Self.words(of: SourceText(text)))
    let counts = slugs.map { (slug: $0, count: names[$0]?.intersection(words).count ?? 0) }
    guard let most = counts.map(\.count).max(), most >= Self.fewest else { return [] }
    return counts.filter { $0.count >= Self.fewest && $0.count * 3 >= most }.map(\.slug)
  }
}
