import CommandIO
import Diagnostics
import Grading
import JSON

/// The settings of a grading, which its report keeps in `grading.json`: only the same grading is continued, and only
/// parts of the same grading are merged.
struct ReportRequest: Hashable, Sendable {
  var assignments: [Assignment]
  var layout: String
  var formats: [OutputFormat]
  /// The number of students in the class.
  var students: Int
  var time: String
  var homePage: String
  /// The text of the policy; nil for none.
  var policy: String?
  /// The digest of the times at which answers were handed in; nil for those of the files.
  var times: String?
  /// The part of the class, `3/40`; nil for the whole.
  var shard: String?
  /// The name of the folder or zip file, for the class's page; empty in an anonymous report.
  var title = ""
  /// The seconds from UTC in which pages show times: those of the due time.
  var offset = 0
  /// Moodle's worksheet that was given as the roster; nil for any other roster, and in an anonymous report.
  var sheet: GradingSheet?
  /// Whether names and addresses are left out.
  var isAnonymous = false

  var record: JSONValue {
    let exercises = assignments.map { assignment in
      JSONValue([
        ("id", .string(assignment.exercise)), ("title", .string(assignment.title)),
        ("maxScore", .number(assignment.maxScore)),
        ("number", assignment.number.map { .integer(Int64($0)) } ?? .null),
      ])
    }
    var members: [(String, JSONValue)] = [
      ("version", .integer(1)), ("exercises", .array(exercises)), ("pattern", .string(layout)),
      ("formats", .array(formats.map { .string($0.rawValue) })), ("students", .integer(Int64(students))),
      ("time", .string(time)), ("homePage", .string(homePage)),
    ]
    if let policy { members.append(("policy", .string(policy))) }
    if let times { members.append(("times", .string(times))) }
    if let shard { members.append(("shard", .string(shard))) }
    if !title.isEmpty { members.append(("title", .string(title))) }
    if offset != 0 { members.append(("offset", .integer(Int64(offset)))) }
    if let sheet { members.append(("sheet", sheet.record)) }
    if isAnonymous { members.append(("anonymous", .boolean(true))) }
    return JSONValue(members)
  }

  var metadata: OutputFormat.Metadata {
    var metadata = OutputFormat.Metadata(time: time, homePage: homePage)
    metadata.sheet = sheet
    return metadata
  }
}

extension ReportRequest {
  /// The settings, as the command names them, in which another grading differs.
  func differences(from other: ReportRequest) -> [String] {
    let settings: [(isSame: Bool, name: String)] = [
      (assignments == other.assignments, "the exercises or their points"), (layout == other.layout, "--pattern"),
      (formats == other.formats, "--format"), (students == other.students, "the number of students"),
      (homePage == other.homePage, "--home-page"), (policy == other.policy, "--policy"),
      (times == other.times, "--times"),
      (shard == other.shard, "--shard"), (sheet == other.sheet, "Moodle's worksheet in --roster"),
      (isAnonymous == other.isAnonymous, "--anonymous"),
      (time == other.time && title == other.title, "--time or --all"),
    ]
    return settings.filter { !$0.isSame }.map(\.name)
  }

  /// Reads the settings of the report in a folder; nil if there is none that this version wrote.
  static func read(from folder: String) -> ReportRequest? {
    guard let text = try? TextFile.read("\(folder)/grading.json").text,
      let record = Array(text.utf8).withUnsafeBufferPointer({ try? JSONValue($0) }),
      record["version"]?.whole == 1, let exercises = record["exercises"]?.elements,
      let layout = record["pattern"]?.text, let formats = record["formats"]?.elements,
      let students = record["students"]?.whole, let time = record["time"]?.text,
      let homePage = record["homePage"]?.text
    else { return nil }
    let assignments = exercises.compactMap { exercise -> Assignment? in
      guard let id = exercise["id"]?.text, let title = exercise["title"]?.text, let points = exercise["maxScore"] else {
        return nil
      }
      let maxScore: Double
      switch points {
      case .integer(let number): maxScore = Double(number)
      case .number(let number): maxScore = number
      case .null, .boolean, .digits, .string, .array, .object: return nil
      }
      return Assignment(
        exercise: id, title: title, maxScore: maxScore, number: exercise["number"]?.whole.map { Int($0) })
    }
    guard assignments.count == exercises.count else { return nil }
    var request = ReportRequest(
      assignments: assignments, layout: layout, formats: formats.compactMap { $0.text.flatMap(OutputFormat.init) },
      students: Int(students), time: time, homePage: homePage, policy: record["policy"]?.text,
      times: record["times"]?.text, shard: record["shard"]?.text, isAnonymous: record["anonymous"] == .boolean(true))
    request.title = record["title"]?.text ?? ""
    request.offset = Int(record["offset"]?.whole ?? 0)
    request.sheet = record["sheet"].flatMap(GradingSheet.init)
    return request
  }
}

extension GradingSheet {
  fileprivate var record: JSONValue {
    JSONValue([
      ("head", .array(head.map { .string($0) })), ("separator", .string(separator)), ("lineEnd", .string(lineEnd)),
      ("mark", .boolean(hasMark)), ("grade", .integer(Int64(grade))),
      ("feedback", feedback.map { .integer(Int64($0)) } ?? .null),
    ])
  }

  fileprivate init?(_ record: JSONValue) {
    guard let head = record["head"]?.elements?.compactMap(\.text), let separator = record["separator"]?.text,
      let lineEnd = record["lineEnd"]?.text
    else { return nil }
    self.init(
      head: head, separator: separator, lineEnd: lineEnd, hasMark: record["mark"] == .boolean(true),
      grade: record["grade"]?.whole.map { Int($0) }, feedback: record["feedback"]?.whole.map { Int($0) })
  }
}
