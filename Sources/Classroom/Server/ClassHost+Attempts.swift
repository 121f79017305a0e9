import Courses
import Diagnostics
import JSON

// What students have typed on the screen, as the teacher sees it.
extension ClassHost {
  /// Students who have typed the same, the one who typed last first.
  private struct Variant {
    var lines: [String]
    var students: [Int]
    var length: Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }
  }

  /// Attempts that end alike.
  private struct AttemptGroup {
    /// Whether its students have done the task.
    let isDone: Bool
    /// The ending, by which a page knows the group again.
    var key: String
    /// The most frequent first, of two the shorter.
    var variants: [Variant] = []
    private var places: [[String]: Int] = [:]
    var count: Int { variants.reduce(0) { $0 + $1.students.count } }

    init(key: String, isDone: Bool) {
      self.key = key
      self.isDone = isDone
    }

    mutating func add(_ student: Int, _ lines: [String]) {
      let place = places[lines, default: variants.count]
      if place == variants.count { variants.append(Variant(lines: lines, students: [])) }
      places[lines] = place
      variants[place].students.append(student)
    }
  }

  /// Returns the attempts, the most frequent first and those that are done last, and how many are left out. Attempts that end alike are one, with the text
  /// that most of its students typed; the other texts are its variants. Students who only looked around have changed nothing
  /// that could end alike: they are together only if they typed the same.
  func attemptsPart() -> JSONValue {
    let groups = attemptGroups()
    let attempts = groups.prefix(Self.attemptLimit).compactMap { group -> JSONValue? in
      guard let first = group.variants.first else { return nil }
      let students = group.variants.flatMap(\.students)
      return JSONValue(
        members(of: first) + [
          ("key", .string(group.key)), ("count", .integer(Int64(students.count))), ("names", names(of: students)),
          ("variants", .array(group.variants.dropFirst().map { JSONValue(members(of: $0) + count(of: $0)) })),
        ])
    }
    return JSONValue([("latest", .array(attempts)), ("more", .integer(Int64(groups.count - attempts.count)))])
  }

  private func attemptGroups() -> [AttemptGroup] {
    let place = session.place
    let active = session.students.filter { $0.value.typed[place]?.isEmpty == false }
      .sorted { $1.value.lastInput < $0.value.lastInput }
    var groups: [AttemptGroup] = []
    var places: [String: Int] = [:]
    for (student, record) in active {
      let mine = personal[student].flatMap { $0.place == place && $0.ending != nil ? $0 : nil }
      let lines = mine?.effective ?? record.typed[place] ?? []
      let ending = mine?.ending.map(String.init) ?? "typed \(lines.joined(separator: "\n"))"
      let isDone = record.solved.contains(place.step)
      let key = (isDone ? "+" : "-") + ending
      let index = places[key, default: groups.count]
      if index == groups.count { groups.append(AttemptGroup(key: key, isDone: isDone)) }
      places[key] = index
      groups[index].add(student, lines)
    }
    for index in groups.indices {
      groups[index].variants.sort { ($1.students.count, $0.length) < ($0.students.count, $1.length) }
    }
    // The class talks about those that are not done; one that is may show the solution by a slip.
    groups.sort { ($0.isDone ? 1 : 0, $1.count) < ($1.isDone ? 1 : 0, $0.count) }
    return groups
  }

  /// The text of a variant, and the student whose attempt the board can show.
  private func members(of variant: Variant) -> [(String, JSONValue)] {
    guard let student = variant.students.first, let record = session.students[student] else { return [] }
    let shown = variant.lines.suffix(Self.attemptLines)
    return [
      ("student", .integer(Int64(student))), ("name", .string(record.name)),
      ("text", .string(shown.map { $0.limited(toBytes: 400) }.joined(separator: "\n"))),
      ("earlier", .integer(Int64(variant.lines.count - shown.count))),
      ("solved", .boolean(record.solved.contains(session.place.step))),
      ("shown", .boolean(board.spot != nil && variant.lines == board.spotLines)),
    ] + progress(of: student)
  }

  private func count(of variant: Variant) -> [(String, JSONValue)] {
    [("count", .integer(Int64(variant.students.count))), ("names", names(of: variant.students))]
  }

  private func names(of students: [Int]) -> JSONValue {
    .array(students.prefix(12).map { .string(session.students[$0]?.name ?? "") })
  }
}
