import Diagnostics
import Foundation
import ModelInterchange
import ObjectGraph
import Testing

@Suite(
  "Generated code has no errors in its types",
  .enabled(if: SwiftTypeCheck.isPossible, "swiftc and python3 are not there, or this is no Linux"))
struct SwiftTypeCheckTests {
  private static func errors(
    _ models: [ManagedObjectModel], _ framework: SwiftCode.Framework, also: String = ""
  ) throws -> [String] {
    let files = models.enumerated().map { place, model in
      SwiftCode.File(
        name: "Model\(place).swift", text: SwiftCode(model, for: framework, includesHandwritten: true).text)
    }
    return try SwiftTypeCheck.errors(
      in: files + [SwiftCode.File(name: "Also.swift", text: "import Foundation\n" + also)], for: framework)
  }

  private static let classes = "public class UIColor: NSObject {}"

  @Test(
    "Everything that a model can have, and names that Swift has already",
    arguments: [SwiftCode.Framework.coreData, .swiftData])
  func samples(_ framework: SwiftCode.Framework) throws {
    let models = [SwiftCodeTests.club, XcodeModelReadingTests.model.prefixed("Library")]
    let errors = try Self.errors(models, framework, also: Self.classes)
    #expect(errors == [])
    let others = try Self.errors([SwiftCodeTests.awkward], framework)
    #expect(others == [])
  }

  /// The largest model of each repository; with GRAPHBOOK_MODELS=all the others too, which are mostly versions of it.
  @Test(
    "Real models, all in one module", .enabled(if: XcodeModelCorpus.isThere, "the corpus is not there"),
    arguments: [SwiftCode.Framework.coreData, .swiftData])
  func corpus(_ framework: SwiftCode.Framework) throws {
    let files = XcodeModelCorpus.files
    let largest = Dictionary(grouping: files) { ($0.name ?? "").split(separator: "__").prefix(2).joined() }
      .values.compactMap { $0.max { $0.text.utf8.count < $1.text.utf8.count } }
    let isComplete = ProcessInfo.processInfo.environment["GRAPHBOOK_MODELS"] == "all"
    let chosen = isComplete ? files : largest
    #expect(chosen.count == (isComplete ? 137 : 30))
    let models = try chosen.enumerated().map { place, source in
      try XcodeModelDocument(source).model(named: source.name ?? "").model.prefixed("M\(place)_")
    }
    let errors = try Self.errors(models, framework)
    #expect(errors == [])
  }

  @Test("The check finds mistakes")
  func mistakes() throws {
    func errors(_ framework: SwiftCode.Framework, _ old: String, _ new: String) throws -> [String] {
      let text = SwiftCode(SwiftCodeTests.club, for: framework, includesHandwritten: true).text
      #expect(text.contains(old))
      let file = SwiftCode.File(name: "Club.swift", text: text.replacing(old, with: new) + Self.classes)
      return try SwiftTypeCheck.errors(in: [file], for: framework).map { error in
        error.split(separator: " error: ").last.map(String.init) ?? error
      }
    }
    let path = try errors(.swiftData, "inverse: \\Player.team", "inverse: \\Player.tem")
    #expect(path == ["value of type 'Player' has no member 'tem'"])
    let rule = try errors(.swiftData, "deleteRule: .cascade", "deleteRule: .burn")
    #expect(rule == ["type 'Schema.Relationship.DeleteRule' has no member 'burn'"])
    let type = try errors(.coreData, "(_ value: Player)", "(_ value: Playr)")
    #expect(Set(type) == ["cannot find type 'Playr' in scope"])
    let label = try errors(.coreData, "NSFetchRequest<Team>(entityName:", "NSFetchRequest<Team>(named:")
    #expect(label == ["incorrect argument label in call (have 'named:', expected 'entityName:')"])
  }
}
