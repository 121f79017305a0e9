import Predicates
import RandomOperations
import Testing

@testable import ObjectGraph

/// The examples that random operations draw from are the test of every switch over the types: a new type has to be given
/// examples, and then fails here wherever it was forgotten.
@Suite("Every attribute type, by its examples")
struct ExampleValueTests {
  static func shape(_ type: AttributeType) -> AttributeShape {
    AttributeShape(AttributeDescription("a", type, isOptional: true), in: CompositeShapes())
  }

  @Test("is set to what it takes, and refuses the rest", arguments: AttributeType.allCases)
  func coercion(_ type: AttributeType) throws {
    let examples = ExampleValues.taken(by: type)
    #expect(examples.count > 1)
    for (given, kept) in examples {
      #expect(try type.coerced(given).get().isExactly(kept), "\(given.canonicalText)")
    }
    for refused in ExampleValues.refused(by: type) {
      #expect(throws: CoercionError.self, "\(refused.canonicalText)") { try type.coerced(refused).get() }
    }
    for bound in [type.integerRange?.lowerBound, type.integerRange?.upperBound].compactMap(\.self) {
      #expect(examples.contains { $0.kept == .integer(bound) }, "\(bound)")
    }
  }

  @Test(
    "keeps its values in a migration, and gets them back from text and other numbers", arguments: AttributeType.allCases
  )
  func conversion(_ type: AttributeType) throws {
    func converted(_ value: Value, to type: AttributeType) -> Value? {
      AttributeDescription("a", type, isOptional: true).converted(value)
    }
    for (_, kept) in ExampleValues.taken(by: type) {
      #expect(converted(kept, to: type)?.isExactly(kept) == true, "\(kept.canonicalText)")
      // As text it comes back, and every type but that of bytes has a text for each finite value.
      if let text = converted(kept, to: .string), type.valueType != .any {
        let isFinite = if case .double(let number) = kept { number.isFinite } else { true }
        #expect((converted(text, to: type)?.isExactly(kept) == true) == isFinite, "\(text.canonicalText)")
      } else {
        #expect([.any, .data].contains(type.valueType), "\(kept.canonicalText)")
      }
    }
    if type.isNumber, let seven = converted(7, to: type) {
      for other in AttributeType.allCases where other.isNumber || other == .string {
        let there = try #require(converted(seven, to: other), "\(other.rawValue)")
        #expect(converted(there, to: type)?.isExactly(seven) == true, "\(other.rawValue)")
      }
      #expect(type.integerRange == nil || converted(true, to: type) == 1)
    }
  }

  @Test("comes back from the file of a store", arguments: AttributeType.allCases)
  func file(_ type: AttributeType) {
    let shape = Self.shape(type)
    for (_, kept) in ExampleValues.taken(by: type) {
      #expect(shape.restored(shape.stored(kept))?.isExactly(kept) == true, "\(kept.canonicalText)")
    }
  }
}
