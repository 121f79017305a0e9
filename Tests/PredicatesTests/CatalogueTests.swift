import Predicates
import Testing

import struct Foundation.Date

/// The snippets of the library's first page, compiled and run; `CatalogueTests` of ArchitectureTests compares their text.
@Suite("The snippets of the catalogue run")
struct CatalogueTests {
  @Test func firstPage() throws {
    // snippet
    struct Squad: KeyValueSource {
      let ages: [Int64?] = [30, 40, nil]
      var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

      func value(forKey key: String, of object: ObjectReference) throws -> Value {
        guard key == "age" else { throw KeyValueError.unknownKey(key, of: "Player", known: ["age"]) }
        return ages[Int(object.rawValue)].map { .integer($0) } ?? .null
      }
    }
    // end

    // snippet
    let players = (0..<3).map { ObjectReference(rawValue: $0) }
    let (predicate, problems) = Predicate.parse("age > %d OR age == nil", arguments: [35])
    let isWanted = try predicate?.compiled(over: Squad())
    let found = try players.filter { try isWanted?.matches(.object($0)) == true }  // the second and the third
    // end
    #expect(problems == [])
    #expect(found == [players[1], players[2]])

    // snippet
    let reasons = predicate?.explanation(for: .object(players[0]), over: Squad()).reasons
    // age is 30, so age > 35 is false
    // age is 30, so age == nil is false
    // end
    #expect(reasons == ["age is 30, so age > 35 is false", "age is 30, so age == nil is false"])

    // snippet
    let mistakes = Predicate.parse("name CONTAIN 'x").diagnostics
    let offer = Predicate.suggestion(for: "name CONTAIN 'x")  // name CONTAINS 'x'
    // end
    #expect(!mistakes.isEmpty)
    #expect(offer == "name CONTAINS 'x'")
  }
}
