import Courses
import Diagnostics

/// The names under which answers to a set of exercises are handed in.
struct ExerciseNames: Hashable, Sendable {
  /// How a file's exercise was recognised, the most certain first.
  enum Certainty: Int, Hashable, Sendable, Comparable {
    /// The teacher says so.
    case given
    /// Its first line names it, as `hand in` writes it.
    case firstLine
    /// Its name is the exercise's, with the ending `.graph`.
    case name
    /// Its name is nearly the exercise's.
    case similarName
    /// It is the only file that may be an answer, and only one exercise was given.
    case onlyFile
    /// It is the only file left that may be an answer, to the only exercise left.
    case lastFile
    /// The file that is called after the exercise begins with the line of the one after which this file is called.
    case exchangedName
    /// Text without a name, from a platform's box, that has names of no other exercise.
    case namesInText

    static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }

    var isGuess: Bool { self >= .similarName }
  }

  let slugs: [String]
  private let plain: [String]
  /// The names of the course's other exercises, whose answers are none to these.
  private let others: [String: String]

  init(_ slugs: [String], besides others: [String] = []) {
    self.slugs = slugs
    plain = slugs.map(Self.plain)
    let rest = others.filter { !slugs.contains($0) }
    self.others = Dictionary(rest.map { (Self.plain($0), $0) }) { first, _ in first }
  }

  /// The names of the course's other exercises, the longest first.
  var otherSlugs: [String] { others.values.sorted { ($1.count, $0) < ($0.count, $1) } }

  /// Returns the other exercise of the course whose name a file has; nil for none.
  func otherExercise(named name: String) -> String? {
    let stem = Self.withoutEndings(name)
    return others[Self.plain(stem)] ?? others[Self.plain(Self.withoutCopyNumber(stem))]
  }

  /// The exercise that everyone was given, if there is only one.
  var only: String? { slugs.count == 1 ? slugs.first : nil }

  /// Returns the exercise that a file's name means, and whether it is exactly its name; nil for any other name.
  ///
  /// Case, spaces, hyphens and underscores do not count, nor do further endings, `(1)`, `copy` and what comes before or
  /// after a name that is whole in it: `Free_Agents (1).graph.txt`, `ada-free-agents-final.graph`. A name that is misspelt is the nearest
  /// one of the course's, if no other is as near.
  func exercise(named name: String) -> (slug: String, certainty: Certainty)? {
    if let slug = slugs.first(where: { "\($0).graph" == name }) { return (slug, .name) }
    let stem = Self.withoutEndings(name)
    for text in [Self.plain(stem), Self.plain(Self.withoutCopyNumber(stem))] {
      if let place = plain.firstIndex(of: text) { return (slugs[place], .similarName) }
    }
    let words = Self.words(stem)
    // The longest name wins: 'whose' is part of 'whose-again'.
    let inside = slugs.indices.filter { words.contains(run: Self.words(slugs[$0])) }
    let longest = inside.max { (plain[$0].count, $1) < (plain[$1].count, $0) } ?? misspelt(stem)
    return longest.map { (slugs[$0], .similarName) }
  }

  /// The place of the exercise whose name is written with one slip, or with two if it is long. The numbers in it have to be right:
  /// `task2` is no slip for `task1`.
  private func misspelt(_ stem: String) -> Int? {
    let name = Self.plain(Self.withoutCopyNumber(stem))
    let near = Suggestions.nearest(to: name, among: plain + others.keys, slips: name.count < 10 ? 1 : 2)
    guard name.count > 5, near.count == 1, near[0].filter(\.isNumber) == name.filter(\.isNumber) else { return nil }
    return plain.firstIndex(of: near[0])
  }

  /// Returns the text of a pattern's `{exercise}` as an exercise.
  func exercise(inPattern text: String) -> (slug: String, certainty: Certainty)? {
    if slugs.contains(text) { return (text, .name) }
    return exercise(named: text)
  }

  /// Returns the name of the exercise in the first line of an answer, `// Answer to 03-league/free-agents`, also without the space
  /// after `//` and below comments of the student's own; nil if there is no such line.
  static func exercise(inFirstLineOf text: String) -> String? {
    var rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    while rest.hasPrefix("//") {
      let line = rest.prefix { !$0.isNewline }
      if let exercise = exercise(inLine: line) { return exercise }
      rest = rest[line.endIndex...].drop(while: \.isWhitespace)
    }
    return nil
  }

  private static func exercise(inLine line: Substring) -> String? {
    let words = line.dropFirst(2).split(separator: " ")
    guard words.count == 3, words[0] == "Answer", words[1] == "to" else { return nil }
    return words[2].split(separator: "/").last.map(String.init)
  }

  /// Returns the parts of a file with answers to several exercises, each with the exercise that its first line names; nil for
  /// any other text. Text before the first such line belongs to the first part. O(text).
  static func parts(of text: String) -> [(exercise: String, text: String)]? {
    var parts: [(exercise: String, text: String)] = []
    var current: Int?
    var before = ""
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let exercise = exercise(inFirstLineOf: String(line)) {
        current = parts.firstIndex { $0.exercise == exercise }
        if current == nil {
          current = parts.count
          parts.append((exercise, parts.isEmpty ? before : ""))
        }
      }
      if let current { parts[current].text += line + "\n" } else { before += line + "\n" }
    }
    return parts.count > 1 ? parts : nil
  }

  /// The plain name of a file and the number of the copy, 0 for none: `free-agents (2).graph`, Canvas's
  /// `free-agents-2.graph` and a student's `free-agents_v2.graph` are copies of one file. A date or a year at the end is no such
  /// number.
  static func copy(_ name: String) -> (name: String, number: Int) {
    let words = words(withoutEndings(name))
    func isNumber(_ word: Substring) -> Bool { word.allSatisfy { $0.isASCII && $0.isNumber } }
    guard words.count > 1, let last = words.last.map(Self.versionNumber), isNumber(last), last.count <= 3,
      let number = Int(last), !isNumber(words[words.count - 2][...])
    else { return (words.joined(separator: " "), 0) }
    return (words.dropLast().joined(separator: " "), number)
  }

  /// Whether the number in a name is that of a version, `hw_v2.graph`, or of a copy, `hw (2).graph`.
  static func saysVersion(_ name: String) -> Bool {
    let stem = withoutEndings(name)
    return stem.hasSuffix(")") || words(stem).last.map { versionNumber($0).count < $0.count } == true
  }

  /// `2` of `v2`; any other word as it is.
  private static func versionNumber(_ word: String) -> Substring {
    let rest = word.dropFirst()
    return word.first == "v" && rest.first?.isNumber == true ? rest : word[...]
  }

  // MARK: Parts of names

  /// The letters and digits of a name, in lower case.
  static func plain(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// The words of a name, in lower case.
  static func words(_ text: some StringProtocol) -> [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }

  /// A name before its endings: each a point and up to eight letters or digits.
  static func withoutEndings(_ name: String) -> String {
    var stem = name[...]
    while let point = stem.lastIndex(of: "."), point > stem.startIndex {
      let ending = stem[stem.index(after: point)...].prefix { $0 != " " }
      guard ending.count <= 8, ending.allSatisfy({ $0.isLetter || $0.isNumber }) else { break }
      // 'free-agents.graph (1)' has its number after the ending.
      let after = stem[stem.index(after: point)...].dropFirst(ending.count)
      stem = stem[..<point] + after
      if !after.isEmpty { break }
    }
    return String(stem)
  }

  /// A name without the mark of a copy at its end: `(1)`, `-1`, `copy`, `Kopie`.
  private static func withoutCopyNumber(_ stem: String) -> String {
    var words = words(stem)
    while words.count > 1, let last = words.last,
      versionNumber(last).allSatisfy(\.isNumber)
        || ["copy", "kopie", "copie", "copia", "final", "neu", "new"].contains(last)
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }
}

extension [String] {
  /// Whether the words contain others, one directly after the other.
  func contains(run words: [String]) -> Bool {
    guard !words.isEmpty, count >= words.count else { return false }
    return (0...(count - words.count)).contains { self[$0...].starts(with: words) }
  }
}
