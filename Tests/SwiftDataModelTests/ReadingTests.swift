import Diagnostics
import ModelReview
import ObjectGraph
import SwiftDataModel
import Testing
import WorkbookLanguage

/// The models of a bundle as statements, with what else is known of them after `//`.
func described(_ bundle: SwiftModelBundle) -> [String] {
  var lines: [String] = []
  for version in bundle.versions {
    if bundle.versions.count > 1 || version.name != "Models" {
      lines.append("// version \(version.name)\(version.name == bundle.currentName ? ", in use" : "")")
    }
    lines += ModelText.source(version.model).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("model ") && !$0.hasPrefix("// version identifiers") }
  }
  lines += bundle.current.inferredInverses.map { "// inferred: \($0)" }
  lines += bundle.customStages.map { "// custom: \($0.joined(separator: ", "))" }.sorted()
  return lines + bundle.facts.map { "// \($0.message)" }
}

#if SwiftData
  @Suite("Swift sources as models")
  struct ReadingTests {
    @Test("Each feature and each oddity", arguments: Fixture.all)
    func fixture(_ fixture: Fixture) throws {
      let bundle = try SwiftModelReader.read(SourceText(fixture.source, name: "Models.swift"))
      #expect(described(bundle) == fixture.model.split(separator: "\n").map(String.init))
      for version in bundle.versions { #expect(version.model.problems().isEmpty, "\(version.name)") }
    }

    @Test("Places are those of the names")
    func places() throws {
      let source = SourceText(
        "@Model final class Trip {\n  @Attribute(.unique)\n  var name: String\n}", name: "Trip.swift")
      let version = try SwiftModelReader.read(source).current
      let place = try #require(version.place(of: "Trip", property: "name"))
      #expect(place.source[place.range] == "name")
      #expect(place.source.position(at: place.range.lowerBound) == source.position(at: 54))
      #expect(version.place(of: "Trip", property: "unknown").map { $0.source[$0.range] } == "Trip")
    }

    @Test("A folder: only what the models need is parsed, and tests only count where there is nothing else")
    func folder() throws {
      let files = [
        "App/Trip.swift": "@Model class Trip { var kind: Kind = Kind.long; var broken: Other? }",
        "App/Types/Kind.swift": "enum Kind: String, Codable { case long }",
        "App/View.swift": "struct View { var a: [ }",
        "App/AppTests/Fake.swift": "@Model class Fake { var a: Int = 0 }",
        "App/Pods/Pod.swift": "@Model class Pod { var a: Int = 0 }",
      ]
      func list(_ path: String) -> [String]? {
        let inside = files.keys.filter { $0.hasPrefix(path + "/") }.map { $0.dropFirst(path.count + 1) }
        return inside.isEmpty ? nil : Array(Set(inside.map { String($0.prefix { $0 != "/" }) }))
      }
      func read(_ path: String) throws -> SourceText {
        guard let text = files[path] else { throw Diagnostic("no-such-file", path) }
        return SourceText(text, name: path)
      }
      let bundle = try SwiftModelReader.read("App", read: read, list: list)
      #expect(
        described(bundle) == [
          "// version App, in use", "entity Trip {", "  kind: String = \"long\"",
          "  broken: Transformable?, class \"Other\"", "}",
          "// the type Other is not in these files, so values of it are taken whole",
        ])
      let tests = try SwiftModelReader.read("App/AppTests", read: read, list: list)
      #expect(tests.current.model.entityNames == ["Fake"])
    }

    @Test("A source without a model is refused")
    func nothing() {
      #expect(throws: Diagnostic.self) { try SwiftModelReader.read(SourceText("class Trip { }", name: "Trip.swift")) }
      let problem = #expect(throws: Diagnostic.self) {
        try SwiftModelReader.read(SourceText("@Model struct Trip { }", name: "Trip.swift"))
      }
      #expect(problem?.message == "Trip has @Model, and is no class")
    }
  }
#else
  @Suite("Without the trait")
  struct ReadingTests {
    @Test("Nothing is read")
    func nothing() {
      #expect(throws: Diagnostic.self) { try SwiftModelReader.read(SourceText("@Model class Trip { }")) }
    }
  }
#endif
