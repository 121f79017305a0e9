import Grading
import JSON

/// What a worker has to know before the first answer.
struct WorkerSetUp: Hashable, Sendable {
  /// The folders of the courses, and the language.
  var roots: [String]
  var language: String?
  /// The ids of the exercises, in the order of the answers.
  var exercises: [String]
  var formats: [OutputFormat]
  /// The time and the home page.
  var time: String
  var homePage: String

  var frame: Frame {
    Frame([
      ("roots", .array(roots.map(JSONValue.string))), ("language", .optional(language)),
      ("exercises", .array(exercises.map(JSONValue.string))),
      ("formats", .array(formats.map { .string($0.rawValue) })), ("time", .string(time)),
      ("homePage", .string(homePage)),
    ])
  }

  init(
    roots: [String], language: String?, exercises: [String], formats: [OutputFormat],
    _ circumstances: OutputFormat.Circumstances
  ) {
    self.roots = roots
    self.language = language
    self.exercises = exercises
    self.formats = formats
    (time, homePage) = (circumstances.time, circumstances.homePage)
  }

  /// The set-up in a frame; nil for any other frame.
  init?(_ frame: Frame) {
    guard let roots = frame["roots"]?.elements, let exercises = frame["exercises"]?.elements,
      let formats = frame["formats"]?.elements, let time = frame["time"]?.text, let homePage = frame["homePage"]?.text
    else { return nil }
    self.init(
      roots: roots.compactMap(\.text), language: frame["language"]?.text, exercises: exercises.compactMap(\.text),
      formats: formats.compactMap { $0.text.flatMap(OutputFormat.init) }, .init(time: time, homePage: homePage))
  }
}
