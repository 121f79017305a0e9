import Diagnostics
import TestSupport
import Testing

@testable import Courses

@Suite("The fixed words of a language")
struct FixedWordsTests {
  @Test("English and German have every word, with the same places for values")
  func complete() {
    for key in FixedWords.Key.allCases {
      let texts = [FixedWords.englishTexts[key], FixedWords.germanTexts[key]]
      #expect(!texts.contains(nil), "\(key)")
      let places = texts.map { text in Set((text ?? "").matches(of: /%[0-9]/).map { String($0.output) }) }
      #expect(places[0] == places[1], "\(key)")
    }
    #expect(FixedWords.german.missing.isEmpty && FixedWords.english.missing.isEmpty)
    #expect(FixedWords.german(.hint, "1", "3") == "Tipp 1 von 3")
  }

  private static let lesson = "---\ntitle: A\nchapter: 1\nlanguage: LANG\n---\n\n## One\n\nText.\n"

  private func library(_ language: String, words: String? = nil) throws -> (Library, TemporaryFolder) {
    let folder = try TemporaryFolder(["Lessons/01-a.md": Self.lesson.replacing("LANG", with: language)])
    if let words { try folder.write(words, to: "Lessons/words.\(language).yaml") }
    return (Library(root: folder.path), folder)
  }

  @Test("A lesson has the words of the language in its head")
  func head() throws {
    let (library, folder) = try library("de")
    let (lesson, diagnostics) = library.lesson("1")
    #expect(lesson?.words == .german && diagnostics.isEmpty, "\(folder.path)")
  }

  @Test("A course changes single words of a language that the program has, such as du into Sie")
  func changed() throws {
    let (library, folder) = try library("de", words: "yourTurn: Sie sind dran\nyourAnswer: Ihre Antwort\n")
    let (lesson, diagnostics) = library.lesson("1")
    #expect(diagnostics.isEmpty, "\(folder.path)")
    #expect(lesson?.words(.yourTurn) == "Sie sind dran" && lesson?.words(.yourAnswer) == "Ihre Antwort")
    #expect(lesson?.words.language == "de" && lesson?.words(.hint, "1", "3") == "Tipp 1 von 3")
  }

  @Test(
    "Remarks have code and emphasis; other asterisks stay",
    arguments: [
      ("a *b c* d", "a |<b c>| d"), ("`x * y` and *z*.", "[x * y]| and |<z>|."), ("2 * 3 * 4", "2 * 3 * 4"),
      ("a*b*c", "a*b*c"), ("*a", "*a"), ("**a**", "**a**"), ("", ""), ("(*nullify*)", "(|<nullify>|)"),
    ])
  func remarks(text: String, parts: String) {
    let shown = RemarkText.parts(of: text).map { part, kind in
      switch kind {
      case .plain: part
      case .code: "[\(part)]"
      case .emphasis: "<\(part)>"
      }
    }
    #expect(shown.filter { !$0.isEmpty }.joined(separator: "|") == parts)
  }

  @Test("Another language is one file of the course")
  func file() throws {
    let all = FixedWords.Key.allCases.map { "\($0.rawValue): \"fr %1\"\n" }.joined()
    let (library, folder) = try library("fr", words: all)
    let (lesson, diagnostics) = library.lesson("1")
    #expect(lesson?.words.language == "fr" && lesson?.words(.hint, "1", "3") == "fr 1", "\(folder.path)")
    #expect(diagnostics.isEmpty)
  }

  @Test(
    "Mistakes are said",
    arguments: [
      (nil, "there are no words in 'fr'"), ("yourTrun: x\n", "there is no word 'yourTrun'"),
      ("yourTurn: À toi\n", "\(FixedWords.Key.allCases.count - 1) words have no text, the first is 'lesson'"),
    ] as [(String?, String)])
  func mistakes(words: String?, message: String) throws {
    let (library, folder) = try library("fr", words: words)
    #expect(library.lesson("1").diagnostics.map(\.message) == [message], "\(folder.path)")
  }
}
