import Diagnostics

/// Something that the book teaches, in one sentence of `Lessons/ideas.yaml`.
package struct Idea: Hashable, Sendable {
  /// The name by which steps, predictions and exercises call it: `deny-at-save`.
  package var id: String
  package var sentence: String
  package var chapter: Int
  /// Its line in the list.
  package var line: Int

  package init(id: String, sentence: String, chapter: Int, line: Int) {
    self.id = id
    self.sentence = sentence
    self.chapter = chapter
    self.line = line
  }
}

/// The ideas of a course in their order, and the file that lists them.
package struct IdeaList: Hashable, Sendable {
  package var ideas: [Idea] = []
  /// Nil for a course without a list.
  package var source: SourceText?

  package init(ideas: [Idea] = [], source: SourceText? = nil) {
    self.ideas = ideas
    self.source = source
  }
}
