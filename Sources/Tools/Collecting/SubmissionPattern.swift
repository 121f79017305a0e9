import Diagnostics

/// The path of an answer among the submissions: `{student}/{exercise}.graph`.
///
/// | Part | Matches |
/// |---|---|
/// | `{student}` | the student's id in the roster: any text without `/` |
/// | `{exercise}` | the name of an exercise; a pattern without it needs exactly one exercise |
/// | `{attempt}` | which of several attempts it is: any text without `/`; numbers in it count as numbers |
/// | `{number}` | digits |
/// | `*` | any text without `/`, or none |
///
/// Everything else matches itself. Two of these parts must have text between them. It is searched for from the end of a
/// name, so `*_{student}` takes what comes after the last `_`.
package struct SubmissionPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text([UInt8])
    case student, exercise, attempt, number, anything
  }

  /// The parts of each name of the path.
  private let names: [[Part]]
  /// The pattern as it was written.
  let text: String

  /// The parts of a path.
  struct Match: Hashable {
    var student: String?
    var exercise: String?
    var attempt: String?
  }

  /// - Throws: a diagnostic for a pattern without `{student}`, with parts that have nothing between them, or with a name
  ///   that is empty or leads out of the folder.
  package init(_ text: String) throws(Diagnostic) {
    self.text = text
    let shown = "the pattern '\(DisplayText.visible(text))'"
    func problem(_ what: String) -> Diagnostic {
      Diagnostic("pattern", "\(shown) \(what)", hint: "--pattern \"{student}/{exercise}.graph\"")
    }
    names = text.split(separator: "/", omittingEmptySubsequences: false).map { Self.parts(of: $0) }
    guard names.joined().count(where: { $0 == .student }) == 1 else { throw problem("needs {student} exactly once") }
    guard names.joined().count(where: { $0 == .exercise }) <= 1 else { throw problem("has {exercise} twice") }
    for name in names {
      guard !name.isEmpty, name != [.text(Array(".".utf8))], name != [.text(Array("..".utf8))] else {
        throw problem("contains an empty name, '.' or '..'")
      }
      for (part, next) in zip(name, name.dropFirst()) where !part.isText && !next.isText {
        throw problem("has two parts with nothing between them")
      }
    }
  }

  /// The ending of the last name, `.graph`; nil for a pattern without one.
  var ending: String? {
    guard case .text(let bytes)? = names.last?.last, let point = bytes.lastIndex(of: UInt8(ascii: ".")) else {
      return nil
    }
    return String(decoding: bytes[point...], as: UTF8.self)
  }

  var hasExercise: Bool { names.joined().contains(.exercise) }

  /// Returns the parts of a path; nil for a path that does not match. O(length).
  func match(_ path: [Substring]) -> Match? {
    guard path.count == names.count else { return nil }
    var match = Match()
    for (name, parts) in zip(path, names) where !Self.match(Array(name.utf8)[...], parts[...], &match) { return nil }
    return match
  }

  /// Returns the student with whose folder a path begins, the attempt if its folder says it, and the number of names that
  /// say so; nil if the pattern has no such folder or does not match. O(length).
  func student(inFolder path: [Substring]) -> (student: String, attempt: String, depth: Int)? {
    guard let place = names.firstIndex(where: { $0.contains(.student) }), place + 1 < names.count else { return nil }
    for depth in (place + 1..<names.count).reversed() where depth <= path.count {
      var match = Match()
      let matches = zip(path.prefix(depth), names).allSatisfy { Self.match(Array($0.utf8)[...], $1[...], &match) }
      if matches, let student = match.student { return (student, match.attempt ?? "", depth) }
    }
    return nil
  }

  // MARK: Parts

  private static func parts(of name: Substring) -> [Part] {
    let words: [(String, Part)] = [
      ("{student}", .student), ("{exercise}", .exercise), ("{attempt}", .attempt), ("{number}", .number),
      ("*", .anything),
    ]
    let bytes = Array(name.utf8)
    var parts: [Part] = []
    var text: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if let (word, part) = words.first(where: { bytes[place...].starts(with: $0.0.utf8) }) {
        if !text.isEmpty { parts.append(.text(text)) }
        text = []
        parts.append(part)
        place += word.utf8.count
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
  }

  /// Matches a name from its end.
  private static func match(_ name: ArraySlice<UInt8>, _ parts: ArraySlice<Part>, _ match: inout Match) -> Bool {
    var (name, parts) = (name, parts)
    while let part = parts.popLast() {
      if case .text(let text) = part {
        guard name.suffix(text.count).elementsEqual(text) else { return false }
        name = name.dropLast(text.count)
        continue
      }
      let found: ArraySlice<UInt8>
      if case .text(let text)? = parts.last {
        // A text that comes first in the pattern begins the name; any other is found at its last occurrence.
        guard let start = parts.count == 1 ? 0 : last(text, in: name) else { return false }
        let beginning = parts.count == 1 ? text.count : start + text.count
        guard name.count >= beginning else { return false }
        found = name.dropFirst(beginning)
        name = name.prefix(beginning)
      } else {
        found = name
        name = []
      }
      guard accept(found, as: part, &match) else { return false }
    }
    return name.isEmpty
  }

  /// Returns the offset of a text's last occurrence in the name.
  private static func last(_ text: [UInt8], in name: ArraySlice<UInt8>) -> Int? {
    guard name.count >= text.count else { return nil }
    return (0...(name.count - text.count)).last { name.dropFirst($0).prefix(text.count).elementsEqual(text) }
  }

  private static func accept(_ found: ArraySlice<UInt8>, as part: Part, _ match: inout Match) -> Bool {
    switch part {
    case .text: return false
    case .student: match.student = String(decoding: found, as: UTF8.self)
    case .exercise: match.exercise = String(decoding: found, as: UTF8.self)
    case .attempt: match.attempt = String(decoding: found, as: UTF8.self)
    case .number: return !found.isEmpty && found.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    case .anything: return true
    }
    return !found.isEmpty
  }
}

extension SubmissionPattern.Part {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
