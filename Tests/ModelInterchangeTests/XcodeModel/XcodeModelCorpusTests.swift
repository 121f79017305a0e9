import Diagnostics
import ModelInterchange
import Testing

@Suite("Real models", .enabled(if: XcodeModelCorpus.isThere, "the corpus is not there"))
struct XcodeModelCorpusTests {
  @Test("There are 137")
  func all() { #expect(XcodeModelCorpus.files.count == 137) }

  @Test("A model is written as it was read", arguments: XcodeModelCorpus.files)
  func roundTrip(_ source: SourceText) throws {
    let document = try XcodeModelDocument(source)
    #expect(try XcodeModelDocument(SourceText(document.text)) == document)
    #expect(try canonicalLines(document.text) == canonicalLines(source.text))
    // Stronger than what is promised: Xcode's own layout.
    #expect(document.text == source.text)
  }
}
