import Courses

/// Someone who works through the book, and the files of their work.
struct BookReader: Hashable, Sendable {
  /// The id on the roster; empty for the one person of a server without a roster.
  var id = ""
  var name = ""
  /// The record of progress; nil where nothing can be kept.
  var store: ProgressStore?
  var playground: PlaygroundFile?
  /// The folder for answers that are handed in; nil where there is no one to hand them in to.
  var answers: String?
}
