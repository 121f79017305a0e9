import Diagnostics
import Foundation
import ModelInterchange
import ObjectGraph
import TestSupport
import Testing
import WorkbookLanguage

private let realModels = Corpus("models")

@Suite("Real models as statements", .enabled(if: realModels.isThere, "the corpus is not there"))
struct RealModelTextTests {
  @Test(
    "A real model written as statements and read again is the same, and so is its file",
    arguments: realModels.names.filter { $0.hasSuffix(".xml") })
  func roundTrip(_ name: String) throws {
    let text = try realModels.text(name)
    let model = try XcodeModelDocument(SourceText(text, name: name)).model(named: "Real").model
    var interpreter = Interpreter()
    let outcomes = interpreter.run(SourceText(ModelText.source(model)))
    let messages = outcomes.filter(\.failed).flatMap { $0.diagnostics.map(\.message) }
    guard model.problems().isEmpty else {
      // Two relationships that name one inverse are refused here as well.
      #expect(messages.count == 1)
      return
    }
    #expect(messages == [])
    var (wanted, found) = (model, interpreter.context.model)
    // The language has no words for these, and the count of a to-one is 1 with any of them.
    for place in wanted.entities.indices { wanted.entities[place].withoutWordlessParts() }
    for (entity, other) in zip(found.entities, wanted.entities) { #expect(entity == other) }
    #expect(found.entities.count == wanted.entities.count)
    (wanted.versionIdentifiers, found.versionIdentifiers) = ([], [])
    (wanted.fetchRequestTemplates, found.fetchRequestTemplates) = ([], [])
    let lines = XcodeModelDocument.describing(found).document.text.split(separator: "\n")
    let others = XcodeModelDocument.describing(wanted).document.text.split(separator: "\n")
    #expect(lines.difference(from: others).isEmpty)
  }
}

extension EntityDescription {
  fileprivate mutating func withoutWordlessParts() {
    for place in properties.indices {
      if properties[place].fetched != nil { properties[place].versionHashModifier = nil }
      if var relationship = properties[place].relationship, !relationship.isToMany {
        relationship.minimumCount = 0
        properties[place] = .relationship(relationship)
      }
    }
  }
}
