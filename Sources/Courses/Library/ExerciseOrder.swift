import Diagnostics

// The exercises of a chapter are ordered by what they ask, from one statement to a small design.
extension [ExerciseEntry] {
  /// The entries by folder, the folders as they come first, and in a folder by their order. Those without one come last, by
  /// name. O(*n* log *n*).
  var inOrder: [ExerciseEntry] {
    var places: [String: Int] = [:]
    for entry in self where places[entry.folder] == nil { places[entry.folder] = places.count }
    return sorted { first, second in
      let (left, right) = (places[first.folder] ?? 0, places[second.folder] ?? 0)
      return (left, first.order ?? .max, first.slug) < (right, second.order ?? .max, second.slug)
    }
  }

  /// The minutes of all of them together; nil where none says how long it takes.
  package var minutes: Int? {
    let minutes = compactMap(\.minutes)
    return minutes.isEmpty ? nil : minutes.reduce(0, +)
  }
}

extension Library {
  /// Some exercises in the order of the lists. O(the heads of all exercises).
  package func inOrder(_ exercises: [Exercise]) -> [Exercise] {
    let ids = self.exercises().entries.map(\.id)
    let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    return exercises.enumerated().sorted { first, second in
      (places[first.element.id] ?? .max, first.offset) < (places[second.element.id] ?? .max, second.offset)
    }.map(\.element)
  }

  /// Lists what keeps exercises from having a place in their chapter and a time: heads without `order` or `minutes`, and two
  /// exercises of a chapter with the same order.
  /// - Parameter ids: those that are checked; nil for all.
  /// - Complexity: O(the heads of all exercises).
  package func problemsOfOrder(among ids: Set<String>? = nil) -> [Diagnostic] {
    let entries = exercises().entries
    return entries.filter { ids?.contains($0.id) ?? true }.flatMap { entry in
      var problems: [Diagnostic] = []
      let source = (try? FileTexts.text(at: "\(entry.path)/task.md", name: "\(entry.id)/task.md")) ?? SourceText("")
      func report(_ id: String, _ message: String, _ hint: String) {
        problems.append(Diagnostic(id, message, line: 1, of: source, hint: hint))
      }
      let chapter = entries.filter { $0.folder == entry.folder && $0.course == entry.course }
      if let order = entry.order {
        let others = chapter.filter { $0.order == order && $0.id != entry.id }.map(\.slug)
        if !others.isEmpty {
          report(
            "same-order", "the order \(order) is also that of \(DisplayText.visible(Listing.text(others)))",
            "each exercise of a chapter has an order of its own; the next that is free is \(chapter.nextOrder)")
        }
      } else {
        report("no-order", "the head has no 'order', the place in its chapter", "order: \(chapter.nextOrder)")
      }
      if entry.minutes ?? 0 < 1 {
        report(
          "no-minutes", "the head has no 'minutes', about how long the exercise takes",
          "minutes: 3 for one statement, minutes: 12 for a small design")
      }
      return problems
    }
  }

  /// The order that the next exercise of a chapter gets.
  func nextOrder(inChapter chapter: Int) -> Int { exercises().entries.filter { $0.chapterNumber == chapter }.nextOrder }
}

extension [ExerciseEntry] {
  /// One more than the greatest order of a chapter.
  fileprivate var nextOrder: Int { (compactMap(\.order).max() ?? 0) + 1 }
}
