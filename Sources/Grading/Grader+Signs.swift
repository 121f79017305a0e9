import Courses
import Diagnostics
import Predicates
import WorkbookLanguage

/// The typographic characters inside the quotes of a failed answer: they stay as they are there, and an en dash in a pattern or a text is
/// not the hyphen that the exercise has.
extension Grader {
  /// Returns a note for each line of an answer in which a text has a typographic character where the exercise has the plain one: its
  /// solutions, start or checks have the same text with the plain one, or have only that in their texts.
  func signNotes(on answer: SourceText, _ prepared: PreparedExercise, besides others: [PreparedExercise])
    -> [Diagnostic]
  {
    guard answer.text.utf8.contains(where: { $0 >= 0x80 }) else { return [] }
    let source = read(answer, of: prepared, besides: others).tree.source
    let exercise = prepared.exercise
    let texts = Set(
      ([exercise.solution, exercise.start, exercise.check] + exercise.right).flatMap(\.valueTexts).map(\.text))
    var notes: [Diagnostic] = []
    var lines: Set<Int> = []
    for (text, range) in source.valueTexts where !texts.contains(text) {
      let plain = TypographicSign.all.reduce(text) { $0.replacing(String($1.character), with: $1.plain) }
      guard plain != text else { continue }
      let sign = TypographicSign.all.first { sign in
        let isOwn = texts.contains { $0.contains(sign.character) }
        return text.contains(sign.character)
          && (texts.contains(plain) || !isOwn && texts.contains { $0.contains(sign.plain) })
      }
      let line = source.position(at: range.lowerBound).line
      guard let sign, lines.insert(line).inserted else { continue }
      let words = exercise.words
      notes.append(
        Diagnostic(
          Diagnostic.ID.typography,
          words(.signInText, "\(line)", words(sign.name, String(sign.character)), words(sign.plainName)), at: range,
          severity: .note, source: source))
    }
    return Array(notes.prefix(Self.signLimit))
  }

  private static let signLimit = 5
}

/// A character that word processors put in place of a plain one.
private struct TypographicSign {
  var character: Character
  var name: FixedWords.Key
  var plain: String
  var plainName: FixedWords.Key

  static let all: [Self] =
    [
      ("–", .enDash, "-", .hyphenSign), ("—", .emDash, "-", .hyphenSign), ("−", .minusSign, "-", .hyphenSign),
      ("…", .ellipsisSign, "...", .threeDots), ("\u{A0}", .hardSpace, " ", .plainSpace),
    ].map { Self(character: $0, name: $1, plain: $2, plainName: $3) }
    + "“”„«»".map { Self(character: $0, name: .curlyQuote, plain: "\\\"", plainName: .straightQuote) }
    + "‘’‚".map { Self(character: $0, name: .curlyApostrophe, plain: "'", plainName: .straightApostrophe) }
}

extension SourceText {
  /// The texts that are values, without their quotes, and their places: those of an expectation's advice and of names of checks are none.
  fileprivate var valueTexts: [(text: String, range: SourceRange)] {
    let tokens = Lexer.tokens(of: text, dialect: .workbook)
    return tokens.indices.compactMap { place in
      guard case .string = tokens[place].kind else { return nil }
      if place > 0, ["else", "check", "rule"].contains(self[tokens[place - 1].range]) { return nil }
      return (String(self[tokens[place].range].dropFirst().dropLast()), tokens[place].range)
    }
  }
}
