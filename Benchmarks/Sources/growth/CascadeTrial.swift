import LeagueWorkload
import ObjectGraph

/// Deletes everything on a copy: the graph that it was made of must stay as it is, page by page.
struct CascadeTrial {
  /// A root that owns everything below it: groups, and members of the groups.
  static let model = ManagedObjectModel(
    name: "Trial",
    entities: [
      EntityDescription("Owner", properties: [many("groups", "Group", "owner")]),
      EntityDescription("Group", properties: [one("owner", "Owner", "groups"), many("members", "Member", "group")]),
      EntityDescription(
        "Member",
        properties: [
          .attribute(AttributeDescription("name", .string, isOptional: false)), one("group", "Group", "members"),
        ]),
    ])

  private static func one(_ name: String, _ destination: String, _ inverse: String) -> PropertyDescription {
    .relationship(RelationshipDescription(name, to: destination, inverse: inverse))
  }

  private static func many(_ name: String, _ destination: String, _ inverse: String) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: destination, isToMany: true, isOptional: true, inverse: inverse, deleteRule: .cascade))
  }

  /// Prints how long it took and whether the original is equal to what it was.
  /// - Throws: ``Wrong`` when it is not, or when something is left on the copy.
  static func run(_ count: Int) throws {
    let context = try ManagedObjectContext(model: model)
    let owner = try context.insert("Owner")
    var made = 1
    while made < count {
      let group = try context.insert("Group")
      try context.setValue(owner, of: group, forKey: "owner")
      made += 1
      for _ in 0..<min(999, count - made) {
        let member = try context.insert("Member")
        try context.setValue("Member \(made) of them all", of: member, forKey: "name")
        try context.setValue(group, of: member, forKey: "group")
        made += 1
      }
    }
    try context.save()
    context.endEvent()
    let (graph, before) = (context.graph, context.graph.checksum())
    var left = 0
    let time = try duration {
      let trial = context.copy()
      try trial.delete(owner)
      try trial.save()
      left = try ["Owner", "Group", "Member"].reduce(0) { $0 + (try trial.count(FetchRequest($1))) }
    }
    let isEqual = graph.checksum() == before && context.graph.checksum() == before
    let seconds = Double(Int(time * 1000)) / 1000
    print(
      "a cascade over \(made) objects on a copy: \(seconds) s, \(left) left there;",
      "the original is \(isEqual ? "equal" : "NOT equal") to what it was")
    guard isEqual, left == 0 else { throw Wrong.originalChanged }
  }

  enum Wrong: Error {
    case originalChanged
  }
}
