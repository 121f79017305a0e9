import Predicates
import Testing

import struct Foundation.Date
import struct Foundation.Decimal

@testable import ObjectGraph

@Suite("Values are kept exactly, or refused")
struct ExactValueTests {
  @Test func aDateThatBecomesATextKeepsItsFractions() throws {
    func model(_ type: AttributeType) -> ManagedObjectModel {
      ManagedObjectModel("M") { EntityDescription("T") { Attribute("x", type, isOptional: true) } }
    }
    let context = try ManagedObjectContext.checked(model(.date))
    let moment = Date(timeIntervalSinceReferenceDate: 785_000_000.004096)
    let id = try context.make("T", ["x": .date(moment)])
    try context.setModel(model(.string))
    #expect(try context.value(of: id, forKey: "x") == "2025-11-16T15:33:20.004096Z")
    try context.setModel(model(.date))
    #expect(try context.value(of: id, forKey: "x") == .date(moment))
    try context.setValue(.date(Date(timeIntervalSinceReferenceDate: .infinity)), of: id, forKey: "x")
    #expect(throws: ModelChangeError.self) { try context.setModel(model(.string)) }
  }

  @Test(
    "Numbers as people write them",
    arguments: [
      ("1", true), ("-12.5e3", true), ("+.5", true), ("5.", true), ("0x10", false), ("nan", false), ("inf", false),
      ("1e", false), ("", false), (" 1", false), ("1 ", false), (".", false), ("1_000", false), ("١", false),
    ])
  func numbers(text: String, isNumber: Bool) throws {
    #expect(text.isDecimalNumber == isNumber)
    for type in [AttributeType.decimal, .double, .float] {
      func model(_ type: AttributeType) -> ManagedObjectModel {
        ManagedObjectModel("M") { EntityDescription("T") { Attribute("x", type, isOptional: true) } }
      }
      let context = try ManagedObjectContext.checked(model(.string))
      _ = try context.make("T", ["x": .string(text)])
      let isTaken = (try? context.setModel(model(type))) != nil
      #expect(isTaken == isNumber, "\(type)")
    }
  }

  static let anything = ManagedObjectModel("M") {
    EntityDescription("T") {
      Attribute("x", .transformable, isOptional: true)
      Attribute("y", .undefined, isOptional: true, isTransient: true)
      Attribute("name", .string, isOptional: true)
    }
  }

  static func nested(_ depth: Int) -> Value {
    var value: Value = 1
    for _ in 0..<depth { value = [value] }
    return value
  }

  @Test("Lists may stand in each other up to a bound", arguments: ["x", "y"])
  func nesting(key: String) throws {
    let context = try ManagedObjectContext.checked(Self.anything)
    let id = try context.make("T")
    try context.setValue(Self.nested(Value.nestingLimit), of: id, forKey: key)
    for depth in [Value.nestingLimit + 1, 1_000] {
      #expect(throws: ObjectGraphError.nestedTooDeep(key: key, entity: "T", limit: 16)) {
        try context.setValue(Self.nested(depth), of: id, forKey: key)
      }
      #expect(throws: ObjectGraphError.nestedTooDeep(key: key, entity: "T", limit: 16)) {
        try context.setValue(.dictionary(["a": Self.nested(depth)]), of: id, forKey: key)
      }
    }
    #expect(try context.value(of: id, forKey: key) == Self.nested(Value.nestingLimit))
    #expect(
      ObjectGraphError.nestedTooDeep(key: key, entity: "T", limit: 16).diagnostic.message
        == "T.\(key): lists can be nested at most 16 levels deep")
  }

  @Test("An attribute holds no objects, in no list either", arguments: ["x", "y"])
  func objects(key: String) throws {
    let context = try ManagedObjectContext.checked(Self.anything)
    let id = try context.make("T")
    let holders: [Value] = [id.value, [id.value], .set([id.value]), .dictionary(["a": [1, id.value]])]
    for value in holders {
      #expect(throws: ObjectGraphError.self) { try context.setValue(value, of: id, forKey: key) }
    }
    #expect(try context.value(of: id, forKey: key) == .null)
  }
}
