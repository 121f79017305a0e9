import Diagnostics
import Shell
import TestSupport
import Testing

@testable import Courses
@testable import Tools

/// The pages of a course in a language that the program does not have, and of one in German.
@Suite("Pages in the language of the course")
struct GreekPagesTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder(
      GreekCourse.files("xx", words: FixedWords.Key.allCases.map { ($0.rawValue, FixedWords.english($0)) }))
    library = Library(root: folder.path)
  }

  private var printer: LessonPrinter {
    LessonPrinter(library: library, makeInterpreter: Session.World().makeInterpreter)
  }

  @Test("The course can be read")
  func course() {
    #expect(library.lesson("1").diagnostics.isEmpty && library.exercise("11").diagnostics.isEmpty)
    #expect(library.ideas().diagnostics.isEmpty)
  }

  @Test("Printed lessons, the book and handouts have no other word", arguments: [false, true])
  func paper(hasAll: Bool) throws {
    var printer = printer
    (printer.hasNotes, printer.hasSolutions) = (hasAll, hasAll)
    let pages = [
      try printer.page(for: ["1"]), try printer.page(for: ["1", "2"]), try printer.book(),
      try printer.handout(for: ["1", "2"]),
    ]
    for page in pages {
      #expect(GreekCourse.latinWords(inHTML: page) == [])
      #expect(page.contains("<html lang=\"xx\">"))
    }
  }

  @Test("The site has no other word but in the reference, which is English")
  func site() {
    let files = SiteBuilder(library: library, makeInterpreter: Session.World().makeInterpreter).files()
    #expect(files.count(where: { $0.path.hasSuffix(".html") }) == 7)
    for file in files where file.path.hasSuffix(".html") {
      let isReference = file.path.hasPrefix("reference/")
      #expect(file.text.contains("<html lang=\"\(isReference ? "en" : "xx")\">"), "\(file.path)")
      if !isReference { #expect(GreekCourse.latinWords(inHTML: file.text) == [], "\(file.path)") }
    }
  }

  @Test("Around German text there is no word that only the English table has")
  func german() throws {
    let folder = try TemporaryFolder(GreekCourse.files("de"))
    let library = Library(root: folder.path)
    let make = Session.World().makeInterpreter
    let printer = LessonPrinter(library: library, makeInterpreter: make)
    let site = SiteBuilder(library: library, makeInterpreter: make).files()
      .filter { $0.path.hasSuffix(".html") && !$0.path.hasPrefix("reference/") }.map(\.text)
    for page in site + [try printer.page(for: ["1"]), try printer.book(), try printer.handout(for: ["1"])] {
      #expect(page.contains("<html lang=\"de\">"))
      #expect(Set(GreekCourse.latinWords(inHTML: page)).intersection(FixedWords.onlyEnglish) == [])
    }
  }
}

extension FixedWords {
  /// The words of the English table that the German one does not have.
  static let onlyEnglish = words(of: englishTexts).subtracting(words(of: germanTexts))

  private static func words(of texts: [Key: String]) -> Set<String> {
    Set(texts.values.flatMap { text in text.matches(of: /[A-Za-zÄÖÜäöüß]{2,}/).map { String($0.output) } })
  }
}
