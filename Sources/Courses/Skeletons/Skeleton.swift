import Diagnostics

/// The files of a new lesson or exercise: a small one that passes its check, with comments that say what to replace.
///
/// ```swift
/// let skeleton = try Skeleton.exercise("keep-the-players", chapter: 9, in: library)
/// skeleton.files.map(\.path)   // Exercises/09-delete-rules/keep-the-players/task.md, …
/// ```
package struct Skeleton: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// The path in the course's folder.
    package var path: String
    package var text: String
  }

  package var files: [File]
  /// The file or folder that holds all of it, by its path in the course's folder.
  package var place: String
  /// The commands that an author needs next.
  package var commands: [Command]

  package struct Command: Hashable, Sendable {
    package var text: String
    /// The purpose of the command, such as `checks it`.
    package var purpose: String
  }

  /// The highest number of a lesson or chapter.
  package static let highestNumber = 99
}

extension Int {
  /// `07`: the number as names of files begin with it.
  var inFileNames: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension String {
  /// Whether the text is made of small letters and digits, with single hyphens between them: `deny-at-save`.
  var isKebabCase: Bool {
    split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }

  /// The words of the text in small letters, with hyphens between them; empty where it has none. Latin letters are
  /// those of ASCII, as addresses have them: `loeschregeln-kurz`. Other letters stay.
  var slug: String {
    lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-").map { letter in
      Self.plainLetters.first { $0.letters.contains(letter) }?.plain ?? String(letter)
    }.joined()
  }

  /// Latin letters that ASCII does not have, with what stands for them in an address.
  private static let plainLetters: [(letters: String, plain: String)] = [
    ("äæ", "ae"), ("öœ", "oe"), ("ü", "ue"), ("ß", "ss"), ("àáâãåāăą", "a"), ("çćčĉċ", "c"), ("ďđð", "d"),
    ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"), ("ĥħ", "h"), ("ìíîïĩīĭįı", "i"), ("ĵ", "j"), ("ķ", "k"), ("ĺļľłŀ", "l"),
    ("ñńņňŋ", "n"), ("òóôõøōŏő", "o"), ("ŕŗř", "r"), ("śŝşšș", "s"), ("ţťŧț", "t"), ("þ", "th"),
    ("ùúûũūŭůűų", "u"), ("ŵ", "w"), ("ýÿŷ", "y"), ("źżž", "z"),
  ]

  /// The text as a value of a head, in quotes where YAML would read something else.
  var asHeadValue: String {
    let isPlain = first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || " ,.-!?()'".contains($0) }
    let words = ["true", "false", "null", "yes", "no", "on", "off"]
    if isPlain, last != " ", !words.contains(lowercased()) { return self }
    return "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

// The names that a course already has, for whoever adds a lesson or an exercise.
extension Library {
  /// The numbers and names of the lessons, whether their heads can be read or not.
  func lessonNames() -> [(number: Int, slug: String, path: String)] {
    lessonFilesAndShadowed().files.map { ($0.number, $0.slug, shown("Lessons/" + $0.name, in: $0.root)) }
  }

  /// The name of the folder for the exercises of a chapter: the one that the course has, or else one that is named like a
  /// lesson of the chapter.
  func chapterFolder(_ chapter: Int) -> String {
    let existing = roots.flatMap { FileTexts.names(in: "\($0)/Exercises") }
    if let folder = Self.folder(ofChapter: chapter, among: existing) { return folder }
    let lesson = lessons().entries.first { $0.chapterNumber == chapter }
    return "\(chapter.inFileNames)-\(lesson?.slug ?? "chapter")"
  }
}
