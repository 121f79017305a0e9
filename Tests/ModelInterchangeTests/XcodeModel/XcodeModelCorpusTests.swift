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

  @Test("A model that is read and merged back changes nothing", arguments: XcodeModelCorpus.files)
  func mergedUnchanged(_ source: SourceText) throws {
    let document = try XcodeModelDocument(source)
    let merge = document.merging(document.model(named: "Model").model)
    #expect(merge.document == document && merge.losses.isEmpty)
  }

  @Test("A model that is written from scratch means the same", arguments: XcodeModelCorpus.files)
  func writtenFromScratch(_ source: SourceText) throws {
    let model = try XcodeModelDocument(source).model(named: "Model").model
    let text = XcodeModelDocument.describing(model).document.text
    var again = try XcodeModelDocument(SourceText(text)).model(named: "Model").model
    // Written in Xcode's order.
    again.entities.sort { $0.name < $1.name }
    let expected = model.entities.sorted { $0.name < $1.name }
    #expect(again.entities.map(\.name) == expected.map(\.name))
    for (entity, other) in zip(again.entities, expected) {
      #expect(Set(entity.properties) == Set(other.properties))
      var (entity, other) = (entity, other)
      (entity.properties, other.properties) = ([], [])
      entity.indexes.sort { $0.name < $1.name }
      other.indexes.sort { $0.name < $1.name }
      #expect(entity == other)
    }
    #expect(again.fetchRequestTemplates == model.fetchRequestTemplates && again.configurations == model.configurations)
  }

  @Test("What could not be read, and the problems of the models themselves")
  func findings() throws {
    var findings: [String: [String]] = [:]
    var problems: [String: Int] = [:]
    for source in XcodeModelCorpus.files {
      let reading = try XcodeModelDocument(source).model(named: "Model")
      let name = source.name ?? ""
      if !reading.findings.isEmpty { findings[name] = reading.findings.map(\.message) }
      let count = reading.model.problems().count
      if count > 0 { problems[name] = count }
    }
    #expect(findings == [:])
    #expect(problems == Self.problems)
  }

  /// The models that have problems of their own, and how many: two relationships name one inverse.
  static let problems = Dictionary(
    uniqueKeysWithValues: [1, 2, 3, 6, 9, 10].map { ("cadets-ca__ets__\($0).xml", 1) })
}
