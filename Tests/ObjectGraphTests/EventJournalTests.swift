import Foundation
import Predicates
import RandomOperations
import Testing

@testable import ObjectGraph

@Suite("Small events kept as the way back")
struct EventJournalTests {
  private static let model = ManagedObjectModel("Things") {
    EntityDescription("Thing") {
      Attribute("name", .string, isOptional: true)
      Attribute("count", .integer16, isOptional: true)
      Attribute("size", .integer64, isOptional: true)
      Attribute("weight", .double, isOptional: true)
      Attribute("isNew", .boolean, isOptional: true, defaultValue: .value(true))
      Attribute("made", .date, isOptional: true)
      Attribute("price", .decimal, isOptional: true)
      ToOne("box", to: "Box", inverse: "things", isOptional: true)
    }
    EntityDescription("Box") {
      Attribute("name", .string, isOptional: true)
      ToMany("things", to: "Thing", inverse: "box", deleteRule: .cascade)
    }
  }

  /// Everything that a context says of its objects, and of what is pending.
  private static func account(of context: ManagedObjectContext) throws -> [String] {
    var lines = ["\(context.canUndo) \(context.canRedo) \(context.hasChanges)"]
    for id in ["Box", "Thing"].flatMap({ context.graph.objectIDs(of: $0) }) {
      let entity = context.entityName(of: id)
      let values = try context.model.properties(of: entity).map { property in
        "\(property.name): \(try context.value(of: id, forKey: property.name))"
      }
      let marks = context.marks(of: id).rawValue
      let changed = context.changedValues(of: id).keys.sorted()
      lines.append("\(entity)#\(id.number) \(marks) \(changed) \(values)")
    }
    return lines
  }

  /// The same operations on two contexts, one of which makes every graph before it changes anything.
  @Test(arguments: UInt64(1)...6)
  func isTheSameAsHoldingTheGraph(seed: UInt64) throws {
    var random = SplitMix(seed)
    let journaled = try ManagedObjectContext.checked(Self.model)
    let holding = try ManagedObjectContext.checked(Self.model)
    var journaledSteps = 0
    for _ in 0..<250 {
      holding.holdStart()
      let choice = Int.random(in: 0..<44, using: &random)
      let number = Int.random(in: 0..<40, using: &random)
      let text = String(repeating: "ab", count: number)
      var summaries: [String] = []
      for context in [journaled, holding] {
        let things = context.graph.objectIDs(of: "Thing").filter { !context.isDeleted($0) }
        let boxes = context.graph.objectIDs(of: "Box").filter { !context.isDeleted($0) }
        let thing = things.isEmpty ? nil : things[number % things.count]
        let box = boxes.isEmpty ? nil : boxes[number % boxes.count]
        switch choice {
        case 0...3:
          let made = try context.insert("Thing")
          try context.setValue(text, of: made, forKey: "name")
          if number % 2 == 0 { try context.setValue(number, of: made, forKey: "size") }
        case 4: try context.insert("Box")
        case 5: if let thing { try context.setValue(text, of: thing, forKey: "name") }
        case 6: if let thing { try context.setValue(number, of: thing, forKey: "count") }
        case 7: if let thing { try context.setValue(Double(number), of: thing, forKey: "weight") }
        case 8: if let thing { try context.setValue(number % 2 == 0, of: thing, forKey: "isNew") }
        case 9: if let thing { try context.setValue(Value.decimal(Decimal(number)), of: thing, forKey: "price") }
        case 10: if let thing { try context.setValue(Value.null, of: thing, forKey: "size") }
        case 11:
          if let thing {
            try context.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), of: thing, forKey: "made")
          }
        case 12: if let thing, let box { try context.setValue(box, of: thing, forKey: "box") }
        case 13: if number % 3 == 0, let box { try context.delete(box) }
        case 14: if number % 3 == 0, let thing { try context.delete(thing) }
        case 15: if number % 5 == 0 { for _ in 0..<20 { try context.insert("Thing") } }
        case 16: context.discardEvent()
        case 17: if number % 4 == 0 { try context.save() }
        case 18: if number % 4 == 0 { context.beginUndoGroup(named: "group") } else { context.endUndoGroup() }
        case 19: if number % 8 == 0 { context.rollback() }
        case 20: context.undo()
        case 21: context.redo()
        case 22: if number % 8 == 0 { context.isUndoRegistrationEnabled.toggle() }
        default:
          if context === journaled, context.isEventChanged, context.start.graph == nil { journaledSteps += 1 }
          if let summary = context.endEvent() {
            summaries.append("\(summary.inserted) \(summary.updated)")
            for update in summary.updated {
              summaries[summaries.count - 1] += update.keys.map { key in
                "\(summary.oldValue(ofKey: key, of: update.id)) \(summary.before.value(ofKey: key, of: update.id))"
              }.joined()
            }
          } else {
            summaries.append("")
          }
        }
      }
      #expect(summaries.isEmpty || summaries[0] == summaries[1])
      #expect(try Self.account(of: journaled) == Self.account(of: holding), "after operation \(choice)")
    }
    #expect(journaledSteps > 10, "hardly anything was kept as the way back")
    while journaled.undo() {
      #expect(holding.undo())
      #expect(try Self.account(of: journaled) == Self.account(of: holding))
    }
    #expect(!holding.undo())
  }

  @Test func aCopyGoesBackOnItsOwn() throws {
    let context = try ManagedObjectContext.checked(Self.model)
    let thing = try context.insert("Thing")
    context.endEvent()
    for name in ["a", "b", "c"] {
      try context.setValue(name, of: thing, forKey: "name")
      context.endEvent()
    }
    let copy = context.copy()
    #expect(copy.undo() && copy.undo())
    #expect(try copy.string(of: thing, forKey: "name") == "a")
    #expect(try context.string(of: thing, forKey: "name") == "c")
    #expect(context.undo())
    #expect(try context.string(of: thing, forKey: "name") == "b")
    #expect(copy.undo() && copy.undo())
    #expect(!copy.exists(thing))
  }

  @Test func largeEventsAreKeptAsGraphs() throws {
    let context = try ManagedObjectContext.checked(Self.model)
    for _ in 0...EventJournal.limit { try context.insert("Thing") }
    #expect(context.start.graph != nil)
    context.endEvent()
    #expect(context.undo())
    #expect(context.graph.objectIDs(of: "Thing") == [])
  }

  @Test func whatOthersSaveComesInBetween() throws {
    let coordinator = try PersistentStoreCoordinator(model: Self.model)
    try coordinator.add(InMemoryStore())
    let own = ManagedObjectContext(coordinator: coordinator)
    let other = ManagedObjectContext(coordinator: coordinator)
    let thing = try own.insert("Thing")
    own.endEvent()
    try own.save()
    try own.setValue("mine", of: thing, forKey: "name")
    own.endEvent()
    try own.setValue("mine again", of: thing, forKey: "name")
    own.endEvent()
    own.automaticallyMergesChangesFromParent = true
    let box = try other.insert("Box")
    try other.save()
    #expect(try own.string(of: thing, forKey: "name") == "mine again")
    #expect(own.graph.objectIDs(of: "Box").count == 1)
    #expect(own.undo())
    #expect(try own.string(of: thing, forKey: "name") == "mine")
    #expect(own.graph.objectIDs(of: "Box") == [box])
    #expect(own.undo())
    #expect(try own.string(of: thing, forKey: "name") == nil)
    #expect(own.graph.objectIDs(of: "Box") == [box])
  }
}
