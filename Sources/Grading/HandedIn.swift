import Courses
import JSON

import struct Foundation.Date

/// When an answer was handed in, how that is known, and how late it was.
package struct HandedIn: Hashable, Sendable {
  /// The origin of a time, the most certain first.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// A list that the teacher gave.
    case list
    /// The platform's own record, such as Gradescope's metadata.
    case platform
    /// The column of Moodle's grading worksheet, read with the offset of the due time.
    case worksheet
    /// The files on the teacher's disk, whose times change when they are copied, cloned or unpacked.
    case files
  }

  /// Nil if unknown.
  package var time: Date?
  package var source: Source?
  /// How late it was; nil if it was on time, or the time is unknown.
  package var lateness: GradingPolicy.Lateness?
  /// Whether the platform marks it as late, as Canvas does in a file's name.
  package var isMarkedLate: Bool
  /// When it was due, for a student who has longer than the others.
  package var due: Date?
  /// The parts of the verdict that a student who has longer sees; nil for those that the others see.
  package var shown: GradingPolicy.Shown?

  package init(
    time: Date? = nil, source: Source? = nil, lateness: GradingPolicy.Lateness? = nil, isMarkedLate: Bool = false
  ) {
    self.time = time
    self.source = source
    self.lateness = lateness
    self.isMarkedLate = isMarkedLate
  }

  package var isLate: Bool { lateness != nil || time == nil && isMarkedLate }
}

extension HandedIn {
  package var record: JSONValue {
    var members: [(String, JSONValue)] = []
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    if let time { members.append(("time", .string(time.formatted(style)))) }
    if let source { members.append(("from", .string(source.rawValue))) }
    if let lateness {
      members += [("lateDays", .integer(Int64(lateness.days))), ("latePercent", .integer(Int64(lateness.percent)))]
    }
    if let due { members.append(("due", .string(due.formatted(style)))) }
    if let shown { members.append(("shown", .string(shown.rawValue))) }
    if isMarkedLate { members.append(("markedLate", .boolean(true))) }
    return JSONValue(members)
  }

  package init(_ record: JSONValue) {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    self.init(
      time: record["time"]?.text.flatMap { try? style.parse($0) },
      source: record["from"]?.text.flatMap(Source.init), isMarkedLate: record["markedLate"] == .boolean(true))
    if let days = record["lateDays"]?.whole, let percent = record["latePercent"]?.whole {
      lateness = .init(days: Int(days), percent: Int(percent))
    }
    due = record["due"]?.text.flatMap { try? style.parse($0) }
    shown = record["shown"]?.text.flatMap(GradingPolicy.Shown.init)
  }
}

extension HandedIn.Source {
  /// The owner of the times, for the teacher: `the times are those of …`.
  package var words: String {
    switch self {
    case .list: "--times"
    case .platform: "the platform"
    case .worksheet: "Moodle's worksheet"
    case .files: "the files on this computer"
    }
  }
}
