import Courses
import Grading
import JSON

/// The facts that a worker needs before the first answer.
struct WorkerSetUp: Hashable, Sendable {
  /// The folders of the courses, and the language.
  var roots: [String]
  var language: String?
  /// The exercises, in the order of the answers.
  var exercises: [Item]
  var formats: [OutputFormat]
  /// The time and the home page.
  var time: String
  var homePage: String
  /// The number by which an answer's budget is divided.
  var budgetShare = 1

  /// An exercise, and the class's policy on it.
  struct Item: Hashable, Sendable {
    var id: String
    /// The points that it is worth.
    var points: Int
    var shown: GradingPolicy.Shown
    /// When answers are due, and what lateness costs.
    var terms = GradingPolicy.Terms()
  }

  var frame: Frame {
    let exercises = exercises.map { item in
      JSONValue([
        ("id", .string(item.id)), ("points", .integer(Int64(item.points))), ("shown", .string(item.shown.rawValue)),
        ("due", .optional(item.terms.due.map { GradingTime.text($0) })), ("grace", .integer(Int64(item.terms.grace))),
        ("offset", .integer(Int64(item.terms.offset))), ("late", .integer(Int64(item.terms.late))),
        ("most", .integer(Int64(item.terms.most))),
      ])
    }
    return Frame([
      ("roots", .array(roots.map(JSONValue.string))), ("language", .optional(language)),
      ("exercises", .array(exercises)),
      ("formats", .array(formats.map { .string($0.rawValue) })), ("time", .string(time)),
      ("homePage", .string(homePage)),
      ("budgetShare", .integer(Int64(budgetShare))),
    ])
  }

  init(
    roots: [String], language: String?, exercises: [Item], formats: [OutputFormat],
    _ metadata: OutputFormat.Metadata
  ) {
    self.roots = roots
    self.language = language
    self.exercises = exercises
    self.formats = formats
    (time, homePage) = (metadata.time, metadata.homePage)
  }

  /// Reads a set-up from a frame; nil for any other frame.
  init?(_ frame: Frame) {
    guard let roots = frame["roots"]?.elements, let exercises = frame["exercises"]?.elements,
      let formats = frame["formats"]?.elements, let time = frame["time"]?.text, let homePage = frame["homePage"]?.text
    else { return nil }
    self.init(
      roots: roots.compactMap(\.text), language: frame["language"]?.text, exercises: exercises.compactMap(Item.init),
      formats: formats.compactMap { $0.text.flatMap(OutputFormat.init) }, .init(time: time, homePage: homePage))
    budgetShare = Int(frame["budgetShare"]?.whole ?? 1)
  }
}

extension WorkerSetUp.Item {
  fileprivate init?(_ record: JSONValue) {
    guard let id = record["id"]?.text, let points = record["points"]?.whole,
      let shown = record["shown"]?.text.flatMap(GradingPolicy.Shown.init)
    else { return nil }
    self.init(id: id, points: Int(points), shown: shown)
    terms.due = record["due"]?.text.flatMap(GradingTime.date)
    terms.grace = Int(record["grace"]?.whole ?? 0)
    terms.offset = Int(record["offset"]?.whole ?? 0)
    terms.late = Int(record["late"]?.whole ?? 0)
    terms.most = Int(record["most"]?.whole ?? 100)
  }
}
