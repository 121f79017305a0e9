/// A screen of a lesson, by its step and its number there, both from 0.
package struct ClassPlace: Hashable, Comparable, Sendable {
  package var step: Int
  package var screen: Int

  package init(step: Int, screen: Int) {
    self.step = step
    self.screen = screen
  }

  package static func < (left: ClassPlace, right: ClassPlace) -> Bool {
    (left.step, left.screen) < (right.step, right.screen)
  }
}

/// A question of a lesson, by its step and its number among the questions there, both from 0.
package struct QuestionPlace: Hashable, Comparable, Sendable {
  package var step: Int
  package var number: Int

  package init(step: Int, number: Int) {
    self.step = step
    self.number = number
  }

  package static func < (left: QuestionPlace, right: QuestionPlace) -> Bool {
    (left.step, left.number) < (right.step, right.number)
  }
}
