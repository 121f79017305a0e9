// One batch request each that inserts, updates and deletes the players of batch/rows.c; prints the seconds of each.
import LeagueWorkload
import ObjectGraph
import Predicates

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let model = ManagedObjectModel(
  name: "Batch",
  entities: [
    EntityDescription(
      "Player",
      properties: [
        .attribute(AttributeDescription("name", .string)), .attribute(AttributeDescription("age", .integer32)),
        .attribute(AttributeDescription("points", .double)),
      ])
  ])
let context = try ManagedObjectContext(model: model)
let names = (0..<count).map { "Player \($0)" }
func timed(_ name: String, _ work: () throws -> Void) rethrows { print(name, try duration(work)) }

try timed("insert") {
  // Making the values is part of the work, as binding them is in SQLite.
  var objects: [[String: Value]] = []
  objects.reserveCapacity(count)
  for row in 0..<count {
    objects.append([
      "name": .string(names[row]), "age": .integer(Int64(18 + row % 20)), "points": .double(Double(row) / 7),
    ])
  }
  try context.execute(BatchInsertRequest("Player", objects: objects))
}
var update = BatchUpdateRequest("Player")
update.propertiesToUpdate = ["points": Expression(.constant(.double(50)))]
update.resultType = .count
try timed("update") {
  guard case .count(count) = try context.execute(update) else { fatalError("not all were updated") }
}
var deletion = BatchDeleteRequest(FetchRequest("Player"))
deletion.resultType = .count
try timed("delete") {
  guard case .count(count) = try context.execute(deletion) else { fatalError("not all were deleted") }
}
