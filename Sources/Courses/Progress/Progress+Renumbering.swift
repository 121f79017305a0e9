extension Progress {
  /// Brings a record to the steps that the lessons have now: what was done stays done under the number that its step has by
  /// now, or in the lesson to which it moved.
  ///
  /// A step is the same where its title is. A done step whose title is gone leaves the ideas that it taught: a new step that
  /// teaches nothing but such ideas is done too. A record without names is read by the earlier edition that had as many
  /// steps.
  /// - Complexity: O(*n*) in the steps of the lessons in the record, where none has moved.
  package mutating func renumber(_ steps: inout LessonSteps) {
    var gone: [StepName] = []
    var moves: [String: [Int: Int]] = [:]
    for (slug, record) in lessons {
      guard let now = steps.names(of: slug), !now.isEmpty else { continue }
      let texts = now.map(\.text)
      guard record.names != texts else { continue }
      let names = record.names?.map(StepName.init(text:)) ?? steps.names(of: slug, count: record.steps)
      if let names, names.map(\.slug) != now.map(\.slug) {
        var moved: [Int: Int] = [:]
        for (index, name) in names.enumerated() {
          if let place = now.firstIndex(where: { $0.slug == name.slug }) {
            moved[index] = place
          } else if record.done.contains(index) {
            gone.append(name)
          }
        }
        lessons[slug]?.move(moved)
        lessons[slug]?.steps = now.count
        moves[slug] = moved
      }
      // A record without steps was never played.
      if names != nil || record.steps == now.count { lessons[slug]?.names = texts }
    }
    guard !moves.isEmpty else { return }
    moveAnswers(moves)
    if let place, let moved = moves[place.lesson] {
      self.place = moved[place.step].map { Place(lesson: place.lesson, step: $0) }
    }
    if !gone.isEmpty { takeOver(gone, among: &steps, besides: moves) }
  }

  /// Marks the steps as done that have taken the place of done ones.
  /// - Parameter moves: The steps that are still in their lesson, whose state is known.
  private mutating func takeOver(
    _ gone: [StepName], among steps: inout LessonSteps, besides moves: [String: [Int: Int]]
  ) {
    let ideas = Set(gone.flatMap(\.ideas))
    for slug in steps.slugs {
      guard let now = steps.names(of: slug) else { continue }
      let known = Set(moves[slug].map { Array($0.values) } ?? [])
      for (index, name) in now.enumerated() where !known.contains(index) {
        let isMoved = gone.contains { $0.slug == name.slug && !Set($0.ideas).isDisjoint(with: name.ideas) }
        guard isMoved || !name.ideas.isEmpty && ideas.isSuperset(of: name.ideas) else { continue }
        var record = lessons[slug] ?? LessonProgress()
        if record.steps == 0 {
          record.steps = now.count
          record.names = now.map(\.text)
        }
        record.note(step: index, isSkipped: false)
        lessons[slug] = record
      }
    }
  }

  /// The answers to questions follow their steps; those of a step that is gone are forgotten.
  private mutating func moveAnswers(_ moves: [String: [Int: Int]]) {
    func moved<Value>(_ entries: [String: Value]) -> [String: Value] {
      var result: [String: Value] = [:]
      for (key, value) in entries {
        guard case .question(let lesson, let step, let number)? = PracticeItem(key: key), let moved = moves[lesson]
        else {
          result[key] = value
          continue
        }
        if let place = moved[step] {
          result[PracticeItem.question(lesson: lesson, step: place, number: number).key] = value
        }
      }
      return result
    }
    practice = moved(practice)
    answers = moved(answers)
  }
}

extension LessonProgress {
  /// Gives the steps their new numbers; those that are gone are left out.
  fileprivate mutating func move(_ moved: [Int: Int]) {
    done = done.compactMap { moved[$0] }.sorted()
    skipped = skipped.compactMap { moved[$0] }.sorted()
    place = place.flatMap { moved[$0] }
    drafts = drafts?.compactMap { draft in moved[draft.step].map { Draft(step: $0, statements: draft.statements) } }
  }
}
