import ObjectGraph
import Predicates

import struct Foundation.Data
import class Foundation.FileHandle

/// Saves a store again and again, and writes a line after each save, until somebody ends it.
///
/// All objects have the same number in each save, so that a file which mixes two of them shows it.
@main
struct StoreWriter {
  static let model = ManagedObjectModel("Counting") {
    EntityDescription("Counter") {
      Attribute("round", .integer64)
      Attribute("text", .string)
      ToOne("next", to: "Counter", inverse: "previous")
      ToOne("previous", to: "Counter", inverse: "next")
    }
  }

  static func main() throws {
    guard CommandLine.arguments.count > 1 else { return }
    let coordinator = try PersistentStoreCoordinator(model: model)
    try coordinator.add(FileStore(name: "counters", path: CommandLine.arguments[1]))
    let context = ManagedObjectContext(coordinator: coordinator)
    var counters = try context.fetch(FetchRequest("Counter"))
    var round: Int64 = 0
    if let first = counters.first, case .integer(let last) = try context.value(of: first, forKey: "round") {
      round = last
    }
    while counters.count < 200 {
      let counter = try context.insert("Counter")
      if let last = counters.last { try context.setValue(last.value, of: counter, forKey: "previous") }
      counters.append(counter)
    }
    while true {
      round += 1
      for counter in counters {
        try context.setValue(.integer(round), of: counter, forKey: "round")
        try context.setValue(.string(String(repeating: "\(round) ", count: 40)), of: counter, forKey: "text")
      }
      try context.save()
      FileHandle.standardOutput.write(Data("\(round)\n".utf8))
    }
  }
}
