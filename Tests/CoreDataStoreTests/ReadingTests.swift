import Foundation
import JSON
import ModelInterchange
import ObjectGraph
import Testing

@testable import CoreDataStore

@Suite("Stores that Core Data wrote are read as they are") struct ReadingTests {
  @Test(
    "Everything that another reader found, and nothing else",
    .enabled(if: StoreCorpus.isThere, "the corpus is not there"),
    arguments: StoreCorpus.names) func dump(_ name: String) throws
  {
    let scratch = try Scratch()
    let path = try StoreCorpus.copy(name, into: scratch)
    let before = scratch.files
    let file = try CoreDataFile(path, models: [StoreCorpus.model(name)])
    #expect(file.layout.misfits == [])
    let found = try StoreDump(file).json()
    let expected = try StoreCorpus.expected(name)
    for difference in Difference.between(expected, found) { Issue.record("\(name): \(difference)") }
    #expect(scratch.files == before)
  }

  @Test(
    "The model in Z_MODELCACHE is the repository's", .enabled(if: StoreCorpus.isThere, "the corpus is not there"),
    arguments: StoreCorpus.names)
  func modelCache(_ name: String) throws {
    let scratch = try Scratch()
    let file = try CoreDataFile(StoreCorpus.copy(name, into: scratch))
    guard file.hasModelCache else {
      #expect(file.origin == .tables)
      return
    }
    #expect(file.origin == .cache)
    let model = try StoreCorpus.model(name)
    #expect(Self.lines(file.model) == Self.lines(model))
    #expect(model.entities(differingFrom: file.ownHashes ?? [:]) == [])
  }

  /// What a store depends on in a model, a line for each property.
  static func lines(_ model: ManagedObjectModel) -> [String] {
    model.entities.flatMap { entity in
      ["\(entity.name): \(entity.parent ?? "") \(entity.isAbstract) \(entity.uniquenessConstraints)"]
        + entity.properties.map { property in
          switch property {
          case .attribute(let attribute):
            // Defaults differ where an application sets them, and where the model compiler reads YES as 0.
            "\(entity.name).\(attribute.name) \(attribute.type) \(attribute.isOptional) \(attribute.isTransient)"
          case .relationship(let relationship):
            "\(entity.name).\(relationship.name) \(relationship.destination) \(relationship.isToMany) "
              + "\(relationship.isOptional) \(relationship.isOrdered) \(relationship.inverse ?? "") "
              + "\(relationship.deleteRule) \(relationship.maximumCount)"
          case .fetched(let fetched): "\(entity.name).\(fetched.name)"
          }
        }
    }.sorted()
  }
}

/// Where two values of JSON differ; only what the first has is compared.
enum Difference {
  private static let ignored: Set = ["source", "countsWithoutWal"]

  static func between(_ expected: JSONValue, _ found: JSONValue?, at path: String = "") -> [String] {
    switch (expected, found) {
    case (.object(let members), .object(let others)?):
      let names = members.map(\.key).filter { !ignored.contains($0) || !path.isEmpty }
      let extra = others.map(\.key).filter { !names.contains($0) }
      return members.filter { names.contains($0.key) }.flatMap {
        between($0.value, found?[$0.key], at: "\(path)/\($0.key)")
      } + (path.hasSuffix("$data") ? [] : extra.map { "\(path)/\($0): not expected" })
    case (.array(let elements), .array(let others)?):
      if elements.count != others.count { return ["\(path): \(elements.count) expected, \(others.count) found"] }
      return zip(elements, others).enumerated().flatMap { between($1.0, $1.1, at: "\(path)/\($0)") }
    case (.integer(let a), .number(let b)?), (.number(let b), .integer(let a)?): return Double(a) == b ? [] : [path]
    default:
      return expected == found ? [] : ["\(path): \(expected) expected, \(found.map { "\($0)" } ?? "nothing") found"]
    }
  }
}
