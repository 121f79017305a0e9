import ObjectGraph
import Predicates

/// Makes up the next line of a program from what the reference graph holds: mostly sensible, sometimes not.
struct OperationGenerator {
  var random: SplitMix
  /// With so many live objects hardly any more are made.
  var crowd = 10
  /// Whether lines that run on a copy are made; not inside such a line.
  var makesTrials = true

  /// The kinds of line, and how often each comes.
  private enum Kind: CaseIterable {
    case insert, set, setOne, setMany, add, remove, insertAt, clear, delete, endEvent, save, undo, redo, rollback,
      reset,
      beginGroup, endGroup, discardEvent, explain, trial

    var weight: Int {
      switch self {
      case .insert: 130
      case .set: 110
      case .setOne: 130
      case .setMany: 60
      case .add: 90
      case .remove: 40
      case .insertAt: 60
      case .clear: 20
      case .delete: 70
      case .endEvent: 120
      case .save: 55
      case .undo: 60
      case .redo: 40
      case .rollback: 4
      case .reset: 2
      case .beginGroup: 10
      case .endGroup: 15
      case .discardEvent: 10
      case .explain: 10
      case .trial: 8
      }
    }
  }

  private static let kinds: [Kind] = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  init(_ random: SplitMix) { self.random = random }

  mutating func next(_ reference: ReferenceContext) -> Operation {
    let live = reference.current.objects.filter { !$0.value.isDeleted }.keys.sorted()
    let known = reference.known.count
    if live.isEmpty, random.chance(70) { return insertion(reference) }
    switch Self.kinds[random.below(Self.kinds.count)] {
    case .insert:
      if live.count >= crowd, random.chance(85) { return relationshipChange(.setOne, reference, live) }
      return insertion(reference)
    case .set:
      let label = someone(live, known)
      guard let entity = reference.current.objects[label]?.entity,
        let attribute = random.pick(reference.schema.attributes(of: entity))
      else { return .set(label, key: "value", 1) }
      if random.chance(8) { return .set(label, key: attribute.name, .null) }
      if random.chance(6), let bad = random.pick(ExampleValues.refused(by: attribute.type)) {
        return .set(label, key: attribute.name, bad)
      }
      return .set(label, key: attribute.name, random.pick(ExampleValues.taken(by: attribute.type))?.given ?? .null)
    case .setOne: return relationshipChange(.setOne, reference, live)
    case .setMany: return relationshipChange(.setMany, reference, live)
    case .add: return relationshipChange(.add, reference, live)
    case .remove: return relationshipChange(.remove, reference, live)
    case .insertAt: return relationshipChange(.insertAt, reference, live)
    case .clear: return relationshipChange(.clear, reference, live)
    case .delete: return .delete(someone(live, known))
    case .endEvent: return .endEvent
    case .save: return .save
    case .undo: return .undo
    case .redo: return .redo
    case .rollback: return .rollback
    case .reset: return .reset
    case .beginGroup: return .beginGroup
    case .endGroup: return .endGroup
    case .discardEvent: return .discardEvent
    case .explain: return .explain((0...random.below(2)).map { _ in someone(live, known) })
    case .trial: return makesTrials ? trial(reference) : .endEvent
    }
  }

  /// A live object, or now and then any that ever was.
  private mutating func someone(_ live: [Label], _ known: Int) -> Label {
    random.chance(93) ? random.pick(live) ?? 0 : random.below(known)
  }

  private mutating func insertion(_ reference: ReferenceContext) -> Operation {
    let concrete = reference.schema.names.filter { reference.schema.entities[$0]?.isAbstract == false }
    let names = random.chance(96) ? concrete : reference.schema.names + ["Nothing"]
    return .insert(reference.known.count, entity: random.pick(names) ?? "A")
  }

  private mutating func relationshipChange(_ kind: Kind, _ reference: ReferenceContext, _ live: [Label]) -> Operation {
    let schema = reference.schema
    let known = reference.known.count
    var owner = someone(live, known)
    // Some entities have no relationships: another try or two.
    for _ in 0..<2 where schema.relationships(of: reference.current.objects[owner]?.entity ?? "").isEmpty {
      owner = someone(live, known)
    }
    let all = schema.relationships(of: reference.current.objects[owner]?.entity ?? "")
    // Mostly a relationship that the line can work on.
    let fitting = all.filter { relationship in
      switch kind {
      case .setOne: !relationship.isToMany
      case .insertAt: relationship.isOrdered
      case .setMany, .add, .remove: relationship.isToMany
      default: true
      }
    }
    guard let relationship = random.pick(fitting.isEmpty || random.chance(3) ? all : fitting) else {
      return insertion(reference)
    }
    let key = relationship.name
    let fit = live.filter { schema.isKind(reference.current.objects[$0]?.entity ?? "", of: relationship.destination) }
    let members = reference.current.links(owner, key)
    func other(_ random: inout SplitMix) -> Label {
      if random.chance(4) { return random.below(known) }
      return random.pick(fit) ?? random.below(known)
    }
    func others(_ random: inout SplitMix) -> [Label] { (0..<random.below(4)).map { _ in other(&random) } }
    // A line that does not fit the relationship comes out as one that does.
    let isFitting = fitting.contains { $0.name == key } || random.chance(10)
    switch isFitting ? kind : relationship.isToMany ? .add : .setOne {
    case .setMany:
      // Often only another order, or one member more or less.
      var list = random.chance(50) ? members.shuffled(using: &random) : others(&random)
      if random.chance(30) { list.append(other(&random)) }
      if random.chance(30), !list.isEmpty { list.removeLast() }
      return .setMany(owner, key: key, list)
    case .add: return .add(others(&random), key: key, owner)
    case .remove:
      return .remove(random.chance(75) ? [random.pick(members) ?? other(&random)] : others(&random), key: key, owner)
    case .insertAt:
      let label = random.chance(50) ? random.pick(members) ?? other(&random) : other(&random)
      let index = random.chance(95) ? random.below(members.count + 1) : random.below(9) - 4
      return .insertAt(label, key: key, owner, index)
    case .clear: return .set(owner, key: key, random.chance(90) ? .null : 1)
    default: return .setOne(owner, key: key, other(&random))
    }
  }

  private mutating func trial(_ reference: ReferenceContext) -> Operation {
    var inner = self
    inner.makesTrials = false
    var future = reference
    var operations: [Operation] = []
    for _ in 0...inner.random.below(8) {
      let operation = inner.next(future)
      operations.append(operation)
      _ = future.perform(operation)
    }
    random = inner.random
    return .trial(operations, goesOnWithCopy: random.chance(50))
  }
}
