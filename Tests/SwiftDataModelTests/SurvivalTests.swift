import Diagnostics
import Mutations
import SwiftDataModel
import Testing

import class Foundation.ProcessInfo

#if SwiftData
  @Suite("Sources that are cut off or changed")
  struct SurvivalTests {
    /// Reading gives a model or a diagnostic, and every place is inside the text.
    private func read(_ text: String) {
      let source = SourceText(text, name: "Models.swift")
      do {
        let bundle = try SwiftModelReader.read(source)
        let length = text.utf8.count
        for place in (bundle.findings + bundle.cloudKitFindings).compactMap(\.place) {
          #expect(place.range.upperBound <= length && place.range.lowerBound >= 0, "\(text)")
        }
        for version in bundle.versions { #expect(version.model.problems().isEmpty, "\(text)") }
      } catch {
        #expect(error is Diagnostic, "\(text)")
      }
    }

    @Test("Every beginning that ends with a token", arguments: Fixture.all)
    func cuts(_ fixture: Fixture) {
      let text = fixture.source
      var wasWord = false
      for index in text.indices {
        let isWord = text[index].isLetter || text[index].isNumber
        if !isWord || !wasWord { read(String(text[..<index])) }
        wasWord = isWord
      }
    }

    /// `GRAPHBOOK_MUTATIONS=1000` tries as many of each.
    @Test("Changed texts", arguments: Fixture.all)
    func mutations(_ fixture: Fixture) {
      let count = ProcessInfo.processInfo.environment["GRAPHBOOK_MUTATIONS"].flatMap(Int.init) ?? 25
      var mutator = Mutator(
        [fixture.source],
        pieces: [
          "@Model ", "@Relationship(inverse: \\", "#Unique<", "#if ", "#endif", "enum V: VersionedSchema {", "{", "}",
          "(", "[", "\"",
          "\\.", ": ", " = ", "self", ".self", "typealias A = B", "extension A {", "var ", "class ", "é", "👨‍👩‍👧",
        ], seed: UInt64(fixture.source.utf8.count))
      for _ in 0..<count { read(mutator.next()) }
    }

    @Test("Aliases and superclasses that lead to themselves, and deep nesting")
    func cycles() {
      read("typealias A = B; typealias B = A; @Model class C { var a: A; var b: [B]? }")
      read("@Model class A: B { } @Model class B: A { var a: A? }")
      read("struct S: Codable { var s: [S]; var t: T? } struct T: Codable { var s: S } @Model class C { var s: S }")
      read(
        "enum V: VersionedSchema { static let models: [any PersistentModel.Type] = models + V.models; @Model class A {} }"
      )
      read("@Model class C { var a: " + String(repeating: "[", count: 3000) + "Int }")
      read("@Model class C { var a = " + String(repeating: "(", count: 3000))
      read(String(repeating: "enum A { ", count: 3000) + "@Model class C { }")
    }
  }
#endif
