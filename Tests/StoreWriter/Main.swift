import CoreDataStore
import ObjectGraph
import Platform
import Predicates

import struct Foundation.Data
import class Foundation.FileHandle

/// Programs for the tests that need another process to write a store:
///
/// - `StoreWriter FILE` saves again and again, and prints a line after each save, until it is killed. All objects have the same
///   number in each save, so that a file which mixes two of them shows it.
/// A file that ends in .sqlite is a Core Data store.
///
/// - `StoreWriter FILE contend NAME ROUNDS` opens the store, adds an object and saves, so many times; prints `saved NAME 3` or
///   `refused NAME 3 134030` for each.
/// - `StoreWriter FILE grow TEXTS` adds objects with long texts in one save, and prints `saved` or the refusal.
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
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first else { return }
    let rest = Array(arguments.dropFirst())
    switch rest.first {
    case "contend": contend(path, rest[1], rounds: Int(rest[2]) ?? 0)
    case "grow": grow(path, texts: Int(rest[1]) ?? 0)
    default: try count(path)
    }
  }

  static func open(_ path: String) throws(StoreError) -> ManagedObjectContext {
    guard let coordinator = try? PersistentStoreCoordinator(model: model) else { fatalError("the model is unsound") }
    try coordinator.add(
      path.hasSuffix(".sqlite")
        ? SQLiteStore(name: "counters", path: path, keepsBackup: false) : FileStore(name: "counters", path: path))
    return ManagedObjectContext(coordinator: coordinator)
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  static func contend(_ path: String, _ name: String, rounds: Int) {
    for round in 1...max(1, rounds) {
      do {
        let context = try open(path)
        let counter = try context.insert("Counter")
        try context.setValue(.integer(Int64(round)), of: counter, forKey: "round")
        try context.setValue(.string("\(name) \(round)"), of: counter, forKey: "text")
        try context.save()
        say("saved \(name) \(round)")
      } catch SaveError.store(let error) {
        say("refused \(name) \(round) \(error.code)")
      } catch {
        say("failed \(name) \(round) \(error)")
      }
    }
  }

  static func grow(_ path: String, texts: Int) {
    signal(SIGXFSZ, SIG_IGN)
    do {
      let context = try open(path)
      for _ in 0..<texts {
        let counter = try context.insert("Counter")
        try context.setValue(.integer(0), of: counter, forKey: "round")
        try context.setValue(.string(String(repeating: "x", count: 1_000)), of: counter, forKey: "text")
      }
      try context.save()
      say("saved")
    } catch SaveError.store(let error) {
      say(error.diagnostic.message)
    } catch {
      say("\(error)")
    }
  }

  static func count(_ path: String) throws {
    let context = try open(path)
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
      say("\(round)")
    }
  }
}
