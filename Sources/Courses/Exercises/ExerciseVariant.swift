import Diagnostics
import Support

/// An exercise with other names and numbers, which its author's head lists: the same task and the same checks, to which an
/// answer that was written for the original does not fit.
///
/// ```yaml
/// vary: ["sales: design, support, legal", "LX-2205: LX-1117, LX-1930"]
/// ```
///
/// A word is replaced in all files of the exercise wherever it occurs as a whole word, also with its first letter in the other
/// case: `sales` is Sales's name, too.
package struct ExerciseVariant: Sendable {
  /// A word that varies, and what it becomes.
  package struct Word: Hashable, Sendable {
    package var word: String
    package var choices: [String]

    /// Reads `sales: design, support`; nil for a text without a word and a choice.
    init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":") else { return nil }
      word = Self.trimmed(text[..<colon])
      choices = text[text.index(after: colon)...].split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
      guard !word.isEmpty, !choices.isEmpty else { return nil }
    }

    private static func trimmed(_ text: Substring) -> String {
      String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
  }

  /// The files by their path in the exercise's folder.
  package let files: [(path: String, text: String)]
  /// The words that were replaced, in the order of the head.
  package let replaced: [(word: String, by: String)]

  /// Returns the variant of a seed; the same seed gives the same variant everywhere. O(the exercise's files).
  /// - Throws: a diagnostic for an exercise that has no variants.
  package init(of exercise: Exercise, seed: UInt64) throws(Diagnostic) {
    guard !exercise.varies.isEmpty else {
      throw Diagnostic(
        "no-variants", "the exercise '\(exercise.id)' has no variants",
        hint: "its head lists the words that may change: vary: [\"sales: design, support\"]")
    }
    var random = SeededRandom(seed: seed, stream: exercise.id)
    var taken: Set<String> = []
    var replaced: [(word: String, by: String)] = []
    for word in exercise.varies {
      let free = word.choices.filter { !taken.contains($0) }
      let choice = random.pick(free.isEmpty ? word.choices : free)
      taken.insert(choice)
      replaced.append((word.word, choice))
    }
    self.replaced = replaced
    var texts: [(String, String)] = [
      ("task.md", Self.withoutKey(exercise.source.text)), ("start.graph", exercise.start.text),
      ("check.graph", exercise.check.text), ("solution.graph", exercise.solution.text),
    ]
    if let again = exercise.again { texts.append(("again.graph", again.text)) }
    for answer in exercise.right { texts.append(("right/\(answer.stem).graph", answer.text)) }
    for answer in exercise.wrong { texts.append(("wrong/\(answer.stem).graph", answer.text)) }
    files = texts.map { path, text in (path, Self.replacing(replaced, in: text)) }
  }

  /// The words of the head that do not occur in the exercise's start or task.
  package static func unused(in exercise: Exercise) -> [String] {
    let texts = [
      exercise.start.text, exercise.source.text.split(separator: "---", maxSplits: 2).last.map(String.init) ?? "",
    ]
    return exercise.varies.map(\.word).filter { word in
      !texts.contains { replacing([(word, "")], in: $0) != $0 }
    }
  }

  /// A variant has no variants of its own.
  private static func withoutKey(_ source: String) -> String {
    let head = Head(of: SourceText(source), keys: ExerciseReader.keys)
    let lines = head.lines(without: ["vary"])
    return lines.isEmpty ? source : lines.map { $0 + "\n" }.joined() + head.body
  }

  /// Replaces words, each with what belongs to it, all at the same time.
  static func replacing(_ words: [(word: String, by: String)], in text: String) -> String {
    // The longest first: 'Ines Moreau' before 'Ines'.
    let pairs = words.flatMap { pair in
      [(Array(pair.word), pair.by), (Array(pair.word.withOtherCase), pair.by.withOtherCase)]
    }.sorted { $0.0.count > $1.0.count }
    let characters = Array(text)
    var result = ""
    var place = 0
    func isWord(_ index: Int) -> Bool {
      characters.indices.contains(index)
        && (characters[index].isLetter || characters[index].isNumber || characters[index] == "_")
    }
    while place < characters.count {
      let found =
        isWord(place - 1) && isWord(place)
        ? nil
        : pairs.first { word, _ in
          !word.isEmpty && characters[place...].starts(with: word)
            && !(isWord(place + word.count) && isWord(place + word.count - 1))
        }
      if let found {
        result += found.1
        place += found.0.count
      } else {
        result.append(characters[place])
        place += 1
      }
    }
    return result
  }
}

extension String {
  /// The text with its first letter in the other case.
  fileprivate var withOtherCase: String {
    guard let first else { return self }
    return (first.isUppercase ? first.lowercased() : first.uppercased()) + dropFirst()
  }
}
