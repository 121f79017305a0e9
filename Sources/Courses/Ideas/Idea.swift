import Diagnostics

/// Something that the book teaches: one sentence of `Lessons/ideas.yaml`.
package struct Idea: Hashable, Sendable {
  /// The name that steps, predictions and exercises use for it: `deny-at-save`.
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
  /// The lists that were joined to this one.
  private var parts: [IdeaList] = []

  package init(ideas: [Idea] = [], source: SourceText? = nil) {
    self.ideas = ideas
    self.source = source
  }

  /// Joins the lists of several courses. If ideas have the same id, the first counts.
  package init(joining lists: [IdeaList]) {
    if lists.count == 1 {
      self = lists[0]
      return
    }
    parts = lists
    source = lists.compactMap(\.source).first
    var known: Set<String> = []
    ideas = lists.flatMap(\.ideas).filter { known.insert($0.id).inserted }
  }

  /// Returns the file that lists an idea.
  package func source(of idea: Idea) -> SourceText? { parts.first { $0.ideas.contains(idea) }?.source ?? source }
}
