import CoreDataStore
import ObjectGraph
import Predicates
import RandomOperations
import Testing

@Suite("Every attribute type in a Core Data store")
struct ExampleValueTests {
  /// The types that are saved: an undefined attribute is always transient.
  static let saved = AttributeType.allCases.filter { $0 != .undefined }

  /// SQLite keeps NaN as NULL (sqlite3_bind_double), and -0.0 as the whole number 0 ("Datatypes In SQLite", 2).
  static func inSQLite(_ value: Value) -> Value {
    guard case .double(let number) = value else { return value }
    return number.isNaN ? .null : number == 0 ? 0.0 : value
  }

  @Test("The values of each type come back", arguments: saved)
  func values(_ type: AttributeType) throws {
    let model = ManagedObjectModel("Examples") {
      EntityDescription("Thing") {
        Attribute("place", .integer32)
        Attribute("value", type, isOptional: true)
      }
    }
    let scratch = try Scratch()
    let path = scratch.path("examples.sqlite")
    func open() throws -> ManagedObjectContext {
      let coordinator = try PersistentStoreCoordinator(model: model)
      try coordinator.add(SQLiteStore(name: "examples", path: path))
      return ManagedObjectContext(coordinator: coordinator) { ExampleValues.now }
    }
    let examples = ExampleValues.taken(by: type).filter { example in
      // Without a transformer only bytes can be saved.
      if type == .transformable, case .data = example.kept { true } else { type != .transformable }
    }
    #expect(!examples.isEmpty)
    let context = try open()
    for (place, example) in examples.enumerated() {
      let id = try context.insert("Thing")
      try context.setValue(.integer(Int64(place)), of: id, forKey: "place")
      try context.setValue(example.given, of: id, forKey: "value")
    }
    try context.save()
    let again = try open()
    let ids = again.graph.objectIDs(of: "Thing")
    #expect(ids.count == examples.count)
    for id in ids {
      guard case .integer(let place) = try again.value(of: id, forKey: "place") else { continue }
      let found = try again.value(of: id, forKey: "value")
      let kept = examples[Int(place)].kept
      #expect(found.isExactly(Self.inSQLite(kept)), "\(kept.canonicalText) is \(found.canonicalText)")
    }
  }
}
