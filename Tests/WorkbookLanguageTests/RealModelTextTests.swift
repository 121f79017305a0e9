import Diagnostics
import Foundation
import ModelInterchange
import ObjectGraph
import Testing
import WorkbookLanguage

/// The real models beside the project, or beside a folder around it; absent in most checkouts.
private enum RealModels {
  static let folder: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let corpus = folder.appendingPathComponent("shared/corpus/models")
      if FileManager.default.fileExists(atPath: corpus.path) { return corpus }
    }
    return folder
  }()

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.sorted()
  }()
}

@Suite("Real models as statements", .enabled(if: !RealModels.names.isEmpty, "the corpus is not there"))
struct RealModelTextTests {
  @Test(
    "A real model written as statements and read again is the same, and so is its file", arguments: RealModels.names)
  func roundTrip(_ name: String) throws {
    let text = try String(contentsOf: RealModels.folder.appendingPathComponent(name), encoding: .utf8)
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
