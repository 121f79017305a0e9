import ObjectGraph
import Predicates
import Testing

@Suite("The graph agrees with a slow and obvious one")
struct DifferentialTests {
  static let relationships: [(String, String)] = [
    ("Player", "team"), ("Player", "spouse"), ("Player", "tags"), ("Player", "friends"), ("Player", "fans"),
    ("Player", "idols"), ("Player", "favorite"), ("Player", "visited"), ("Coach", "spouse"), ("Coach", "squad"),
    ("Team", "players"), ("Tag", "players"),
  ]
  static let destinations: [String: [String]] = [
    "team": ["Team"], "spouse": ["Player", "Coach"], "tags": ["Tag"], "friends": ["Player"], "fans": ["Player"],
    "idols": ["Player"], "favorite": ["Team"], "visited": ["Team"], "squad": ["Player"], "players": ["Player"],
  ]

  @Test(arguments: [
    (UInt64(1), DeleteRule.nullify, DeleteRule.nullify), (2, .cascade, .nullify), (3, .noAction, .nullify),
    (4, .deny, .nullify), (5, .nullify, .cascade), (6, .cascade, .cascade), (7, .nullify, .noAction),
    (8, .cascade, .deny),
  ])
  func randomEvents(seed: UInt64, rule: DeleteRule, back: DeleteRule) throws {
    var random = Random(state: seed)
    let model = ManagedObjectModel.league(rule, back: back)
    let context = try ManagedObjectContext.checked(model)
    var reference = ReferenceModel(model)
    var past: [ReferenceModel] = []
    var future: [ReferenceModel] = []
    var committed = reference
    var everMade: [ManagedObjectID] = []

    for step in 0..<400 {
      let before = reference
      let live = everMade.filter { reference.objects[$0]?.isDeleted == false }
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<15:
        let entity = ["Player", "Player", "Coach", "Team", "Tag"].randomElement(using: &random) ?? "Player"
        let id = try context.insert(entity)
        #expect(!everMade.contains(id))
        everMade.append(id)
        reference.objects[id] = ReferenceModel.Object(entity: entity)
      case 15..<20:
        guard let id = live.randomElement(using: &random) else { continue }
        let name = Value.string("name \(Int.random(in: 0..<5, using: &random))")
        try context.setValue(name, of: id, forKey: "name")
        reference.objects[id]?.name = name
      case 20..<72:
        guard let (entity, key) = Self.relationships.randomElement(using: &random),
          let a = live.filter({ reference.objects[$0]?.entity == entity }).randomElement(using: &random)
        else { continue }
        let wanted = Self.destinations[key] ?? []
        let candidates = live.filter { wanted.contains(reference.objects[$0]?.entity ?? "") }
        try change(a, key, candidates, context, &reference, &random)
      case 72..<80:
        guard let id = live.randomElement(using: &random) else { continue }
        try context.delete(id)
        reference.delete(id)
      case 80..<88:
        if context.undo() {
          future.append(reference)
          reference = past.popLast() ?? reference
        } else {
          #expect(past.isEmpty)
        }
        compare(context, reference, everMade, committed, "undo at \(step)")
        continue
      case 88..<92:
        if context.redo() {
          past.append(reference)
          reference = future.popLast() ?? reference
        } else {
          #expect(future.isEmpty)
        }
        compare(context, reference, everMade, committed, "redo at \(step)")
        continue
      case 92..<97:
        guard context.pendingErrors().isEmpty else { continue }
        try context.save()
        for (id, object) in reference.objects where object.isDeleted {
          for relationship in reference.schema[object.entity] ?? [] {
            for other in reference.links(id, relationship.name)
            where relationship.inverse == nil || reference.objects[other]?.isDeleted ?? true {
              reference.unlink(id, relationship.name, other)
            }
          }
        }
        for (id, object) in reference.objects where object.isDeleted { reference.objects[id] = nil }
        committed = reference
      case 97..<98:
        context.rollback()
        reference = committed
        past = []
        future = []
      default:
        let trial = context.copy()
        for id in live.prefix(3) { try trial.delete(id) }
        trial.endEvent()
        #expect(trial.graph.checkInvariants() == [])
      }
      if context.endEvent() != nil {
        past.append(before)
        future = []
      }
      compare(context, reference, everMade, committed, "step \(step)")
    }
  }

  private func change(
    _ a: ManagedObjectID, _ key: String, _ candidates: [ManagedObjectID], _ context: ManagedObjectContext,
    _ reference: inout ReferenceModel, _ random: inout Random
  ) throws {
    let isToMany = reference.relationship(key, of: a)?.isToMany ?? false
    let some = candidates.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
    if !isToMany {
      try context.set(a, key, some.first)
      if let target = some.first {
        reference.link(a, key, target)
      } else {
        for old in reference.links(a, key) { reference.unlink(a, key, old) }
      }
      return
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      try context.add(Array(some), to: key, of: a)
      for target in some { reference.link(a, key, target) }
    case 1:
      try context.remove(Array(some), from: key, of: a)
      for target in some { reference.unlink(a, key, target) }
    default:
      let isOrdered = key == "squad" || key == "players" && reference.objects[a]?.entity == "Tag"
      let old = reference.links(a, key)
      try context.setValue(.array(some.map(\.value)), of: a, forKey: key)
      if isOrdered, old == Array(some) { return }
      for target in old where isOrdered || !some.contains(target) { reference.unlink(a, key, target) }
      for target in some { reference.link(a, key, target) }
    }
  }

  private func compare(
    _ context: ManagedObjectContext, _ reference: ReferenceModel, _ everMade: [ManagedObjectID],
    _ committed: ReferenceModel, _ place: String
  ) {
    #expect(context.graph.checkInvariants() == [], "\(place)")
    for id in everMade {
      // What was saved and is not in the graph that was gone back to waits for the next save to go.
      let isPending = committed.objects[id] != nil && reference.objects[id] == nil
      #expect(context.exists(id) == (reference.objects[id] != nil || isPending), "\(place): \(id)")
      guard let object = reference.objects[id] else { continue }
      #expect(context.isDeleted(id) == object.isDeleted, "\(place): \(id)")
      #expect((try? context.value(of: id, forKey: "name")) == object.name, "\(place): \(id)")
      #expect(context.isInserted(id) == (committed.objects[id] == nil), "\(place): \(id)")
      if let old = committed.objects[id], !object.isDeleted, old.name != object.name || old.present != object.present {
        #expect(context.isUpdated(id), "\(place): \(id) differs from what was saved")
      }
      for relationship in reference.schema[object.entity] ?? [] {
        let found = (try? context.many(id, relationship.name)) ?? []
        let expected = reference.links(id, relationship.name)
        #expect(found == expected, "\(place): \(object.entity)#\(id.number).\(relationship.name)")
      }
    }
  }
}
