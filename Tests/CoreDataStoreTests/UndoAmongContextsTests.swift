import CoreDataStore
import Foundation
import Predicates
import RandomOperations
import Testing

@testable import ObjectGraph

/// Random programs of one to three contexts over one file, and a ledger that knows nothing of graphs: for every value and
/// every link who saved it last, and what each context has done and not taken back.
///
/// Undo takes back a context's own changes, and never what another context has saved: a save changes nothing in the file
/// that another context has saved since, but what the saving context has done and not undone.
@Suite("Undo among several contexts") struct UndoAmongContextsTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// GRAPHBOOK_PROGRAMS says how many, GRAPHBOOK_SEED with which they begin.
  @Test("Random programs", arguments: 0..<2) func programs(hand: Int) throws {
    let first = Self.number("GRAPHBOOK_SEED") ?? 1
    let count = Self.number("GRAPHBOOK_PROGRAMS") ?? 500
    var tally = Tally()
    for seed in first..<(first + count) where seed % 2 == hand {
      var program = try UndoProgram(seed: UInt64(seed))
      try program.run()
      tally.add(program.tally)
      for failure in program.failures.prefix(2) { Issue.record("program \(seed): \(failure)") }
      if !program.failures.isEmpty, tally.failedPrograms > 5 { break }
    }
    // The programs do reach what they are for.
    if count >= 100 {
      #expect(tally.saves > count && tally.undone > count && tally.redone > count / 10 && tally.conflicts > count / 10)
      #expect(tally.undoneAfterOthers > count / 10, "\(tally)")
    }
  }

  /// A refused save that ended links for good, twice, and an insertion that was not undone since its links had ended.
  @Test("Programs that once ended otherwise", arguments: [403_348, 404_276, 2_002_815]) func once(seed: UInt64) throws {
    var program = try UndoProgram(seed: seed)
    try program.run()
    #expect(program.failures.isEmpty, "\(program.failures)")
  }
}

private struct Tally {
  var saves = 0
  var conflicts = 0
  var undone = 0
  var redone = 0
  /// Undo of a step after which another context has saved what it changed.
  var undoneAfterOthers = 0
  var failedPrograms = 0

  mutating func add(_ other: Tally) {
    saves += other.saves
    conflicts += other.conflicts
    undone += other.undone
    redone += other.redone
    undoneAfterOthers += other.undoneAfterOthers
    failedPrograms += other.failedPrograms
  }
}

/// A value, a link, or the existence of an object.
private struct Cell: Hashable, CustomStringConvertible {
  var object: UInt32
  var key: String
  /// The other end, of a link of a many-to-many relationship.
  var other: UInt32 = 0

  var description: String { "A#\(object).\(key)\(other > 0 ? " A#\(other)" : "")" }
}

private typealias View = [Cell: Int64]

private struct UndoProgram {
  /// What a context has done as one step of undo.
  struct Step {
    var cells: [Cell: (old: Int64?, new: Int64?)] = [:]
    var time: Int
    /// When the context had last taken in everything before it.
    var since: Int
    var isSaved = false
    /// What it set as it was here already, while the file had another value.
    var unseen: Set<Cell> = []
    /// Whether it was saved before it ended.
    var isPartlySaved = false
    var text: String
  }

  struct Hand {
    var context: ManagedObjectContext
    var done: [Step] = []
    var undone: [Step] = []
    var group: Step?
    /// What was undone after it had been saved, and is still to be saved.
    var takenBack: Set<Cell> = []
    /// When the context last took in everything.
    var seen = 0
  }

  static let model = ManagedObjectModel(
    name: "Programs",
    entities: [
      EntityDescription(
        "A",
        properties: [
          .attribute(AttributeDescription("v", .integer32, isOptional: true)),
          .attribute(AttributeDescription("w", .integer32, isOptional: true)),
          .relationship(RelationshipDescription("boss", to: "A", isOptional: true, inverse: "team")),
          .relationship(
            RelationshipDescription("team", to: "A", isToMany: true, isOptional: true, inverse: "boss")),
          .relationship(
            RelationshipDescription("likes", to: "A", isToMany: true, isOptional: true, inverse: "liked")),
          .relationship(
            RelationshipDescription("liked", to: "A", isToMany: true, isOptional: true, inverse: "likes")),
        ])
    ])

  let folder: Scratch
  let path: String
  let isSQLite: Bool
  let coordinator: PersistentStoreCoordinator
  var hands: [Hand] = []
  var random: SplitMix
  /// Counts saves.
  var time = 0
  /// For each cell the saves that changed it, with who made them and what they left.
  var history: [Cell: [(time: Int, hand: Int, value: Int64?)]] = [:]
  var file: View = [:]
  var log: [String] = []
  var tally = Tally()
  var failures: [String] = []

  init(seed: UInt64) throws {
    random = SplitMix(seed)
    folder = try Scratch()
    isSQLite = seed % 4 < 2
    path = folder.path(isSQLite ? "programs.sqlite" : "programs.graphstore")
    coordinator = try PersistentStoreCoordinator(model: Self.model)
    try coordinator.add(Self.store(path, isSQLite))
    for number in 0..<(1 + Int(seed / 2 % 3)) {
      hands.append(Hand(context: ManagedObjectContext(coordinator: coordinator, name: "c\(number)")))
    }
  }

  static func store(_ path: String, _ isSQLite: Bool) -> any PersistentStore {
    isSQLite ? SQLiteStore(name: "programs", path: path, keepsBackup: false) : FileStore(name: "programs", path: path)
  }

  mutating func run() throws {
    for value in 1...3 {
      let context = hands[0].context
      try context.setValue(.integer(Int64(value)), of: try context.insert("A"), forKey: "v")
    }
    try save(0)
    for hand in hands.indices {
      hands[hand].context.reset()
      hands[hand].forget()
      _ = try hands[hand].context.fetch(FetchRequest("A"))
    }
    for _ in 0..<Int.random(in: 30..<90, using: &random) {
      do { try step(Int.random(in: 0..<hands.count, using: &random)) } catch { failures.append("\(error)") }
      if !failures.isEmpty {
        tally.failedPrograms += 1
        failures = failures.map { "\($0)\n    " + log.joined(separator: "\n    ") }
        return
      }
    }
  }

  // MARK: Views

  /// What the context holds, without reading anything in.
  static func view(_ context: ManagedObjectContext) -> View {
    let graph = context.graph
    var view: View = [:]
    for id in graph.objectIDs(of: "A") where !context.isDeleted(id) {
      guard let place = graph.place(of: id), let entity = graph.entity(at: place) else { continue }
      view[Cell(object: id.number, key: "alive")] = 1
      for property in entity.properties {
        switch (property.name, graph.value(of: property, at: place)) {
        case ("v", .integer(let value)), ("w", .integer(let value)):
          view[Cell(object: id.number, key: property.name)] = value
        case ("boss", let value):
          guard let boss = value.objectID, !context.isDeleted(boss) else { continue }
          view[Cell(object: id.number, key: "boss")] = Int64(boss.number)
        case ("likes", let value):
          for other in value.objectIDs ?? [] where !context.isDeleted(other) {
            view[Cell(object: id.number, key: "likes", other: other.number)] = 1
          }
        default: continue
        }
      }
    }
    return view
  }

  /// What another program reads.
  func read() throws -> View {
    let other = try PersistentStoreCoordinator(model: Self.model)
    try other.add(Self.store(path, isSQLite))
    return Self.view(ManagedObjectContext(coordinator: other))
  }

  static func changes(from old: View, to new: View) -> [Cell: (old: Int64?, new: Int64?)] {
    var found: [Cell: (old: Int64?, new: Int64?)] = [:]
    for cell in Set(old.keys).union(new.keys) where old[cell] != new[cell] { found[cell] = (old[cell], new[cell]) }
    return found
  }

  // MARK: Steps

  mutating func pick(_ context: ManagedObjectContext) -> ManagedObjectID? {
    context.graph.objectIDs(of: "A").filter { !context.isDeleted($0) }.randomElement(using: &random)
  }

  mutating func step(_ hand: Int) throws {
    let context = hands[hand].context
    // So that nothing comes in with what the context does itself.
    context.mergeAutomatically()
    let value = Int64.random(in: 1..<100, using: &random)
    switch Int.random(in: 0..<36, using: &random) {
    case 0..<1:
      let known = Set(context.graph.objectIDs(of: "A").map(\.number))
      try own(hand, "insert \(value)", { cell, _ in !known.contains(cell.object) }) {
        try context.setValue(.integer(value), of: try context.insert("A"), forKey: "v")
      }
    case 1..<11:
      guard let id = pick(context) else { return }
      let key = Bool.random(using: &random) ? "v" : "w"
      let meant = Cell(object: id.number, key: key)
      try own(hand, "A#\(id.number).\(key) = \(value)", { cell, _ in cell == meant }) {
        try context.setValue(.integer(value), of: id, forKey: key)
      }
    case 11..<13:
      guard let id = pick(context), let boss = pick(context) else { return }
      let isNil = Int.random(in: 0..<4, using: &random) == 0
      let meant = Cell(object: id.number, key: "boss")
      try own(hand, "A#\(id.number).boss = \(isNil ? "nil" : "A#\(boss.number)")", { cell, _ in cell == meant }) {
        try context.setValue(isNil ? .null : boss.value, of: id, forKey: "boss")
      }
    case 13..<15:
      guard let id = pick(context), let other = pick(context) else { return }
      let isThere = Self.view(context)[Cell(object: id.number, key: "likes", other: other.number)] != nil
      let meant = Cell(object: id.number, key: "likes", other: other.number)
      let text = "A#\(id.number).likes.\(isThere ? "remove" : "add")(A#\(other.number))"
      try own(hand, text, { cell, _ in cell == meant }) {
        if isThere {
          try context.remove([other], from: "likes", of: id)
        } else {
          try context.add([other], to: "likes", of: id)
        }
      }
    case 15..<17:
      guard let id = pick(context) else { return }
      let number = id.number
      try own(
        hand, "delete A#\(number)",
        { cell, old in cell.object == number || cell.other == number || cell.key == "boss" && old == Int64(number) }
      ) { try context.delete(id) }
    case 17..<22: try goBack(hand)
    case 22: try goForward(hand)
    case 23:
      if context.isUndoGroupOpen { try endGroup(hand) } else { beginGroup(hand) }
    case 24, 29:
      log.append("c\(hand): refresh all")
      context.endEvent()
      try context.refreshAll()
      hands[hand].seen = time
    case 25:
      log.append("c\(hand): fetch")
      context.endEvent()
      _ = try context.fetch(FetchRequest("A"))
    case 26:
      guard let id = pick(context) else { return }
      log.append("c\(hand): read A#\(id.number)")
      _ = try? context.value(of: id, forKey: "v")
    case 27:
      guard let id = pick(context) else { return }
      log.append("c\(hand): refresh A#\(id.number)")
      try? context.refresh(id, .mergingChanges)
    case 28:
      context.automaticallyMergesChangesFromParent.toggle()
      log.append("c\(hand): merging \(context.automaticallyMergesChangesFromParent)")
    case 30 where Int.random(in: 0..<3, using: &random) == 0:
      log.append("c\(hand): rollback")
      context.rollback()
      hands[hand].forget()
    default: try save(hand)
    }
  }

  /// Something that becomes a step of undo, if it changes anything.
  /// - Parameter isMeant: Which values and links it is about: what was not read comes in with it.
  mutating func own(
    _ hand: Int, _ text: String, _ isMeant: (Cell, Int64?) -> Bool, _ change: () throws -> Void
  ) throws {
    let context = hands[hand].context
    let before = Self.view(context)
    // An object that others have deleted, and that was not read here, is refused.
    do { try change() } catch { log.append("c\(hand): refused: \(error)") }
    context.endEvent()
    log.append("c\(hand): \(text)")
    let after = Self.view(context)
    var changes = Self.changes(from: before, to: after).filter { isMeant($0.key, $0.value.old) }
    var unseen: Set<Cell> = []
    if changes.isEmpty {
      // What was read for it may have been another value before.
      for cell in Set(file.keys).union(after.keys)
      where isMeant(cell, file[cell]) && after[cell] != file[cell] && history[cell]?.last?.hand != hand {
        changes[cell] = (file[cell], after[cell])
        unseen.insert(cell)
      }
    }
    if var group = hands[hand].group {
      for (cell, change) in changes {
        let earlier = group.cells[cell]
        group.cells[cell] = (earlier == nil ? change.old : earlier?.old, change.new)
      }
      group.unseen.formUnion(unseen)
      hands[hand].group = group
      return
    }
    register(hand, Step(cells: changes, time: time, since: hands[hand].seen, unseen: unseen, text: text))
  }

  /// Takes in a step if the context has one more.
  mutating func register(_ hand: Int, _ step: Step) {
    let context = hands[hand].context
    guard context.undoCount == hands[hand].done.count + 1 else {
      if context.undoCount != hands[hand].done.count {
        failures.append("c\(hand) has \(context.undoCount) steps, and should have \(hands[hand].done.count)")
      }
      return
    }
    hands[hand].done.append(step)
    hands[hand].undone = []
  }

  mutating func beginGroup(_ hand: Int) {
    log.append("c\(hand): begin")
    hands[hand].context.beginUndoGroup(named: "group")
    hands[hand].group = Step(time: time, since: hands[hand].seen, text: "group")
  }

  mutating func endGroup(_ hand: Int) throws {
    guard let group = hands[hand].group else { return }
    log.append("c\(hand): end")
    hands[hand].context.endUndoGroup()
    hands[hand].group = nil
    register(hand, group)
  }

  /// Whether another context has saved anything of an object since.
  func isOthers(_ object: UInt32, _ hand: Int, since time: Int) -> Bool {
    history.contains { cell, saves in
      (cell.object == object || cell.other == object || file[cell].map { UInt32(clamping: $0) } == object)
        && saves.contains { $0.time > time && $0.hand != hand }
    }
  }

  func lastOthers(_ cell: Cell, _ hand: Int, since time: Int) -> (time: Int, hand: Int, value: Int64?)? {
    history[cell]?.last { $0.time > time && $0.hand != hand }
  }

  mutating func goBack(_ hand: Int) throws {
    try endGroup(hand)
    let context = hands[hand].context
    let before = Self.view(context)
    let did = context.undo()
    log.append("c\(hand): undo \(hands[hand].done.last?.text ?? "")")
    guard did == !hands[hand].done.isEmpty else {
      failures.append("undo said \(did)")
      return
    }
    guard let step = hands[hand].done.popLast() else { return }
    tally.undone += 1
    if step.isSaved || step.isPartlySaved { hands[hand].takenBack.formUnion(step.cells.keys) }
    check(hand, step, isUndo: true, Self.changes(from: before, to: Self.view(context)), before)
    hands[hand].undone.append(step)
    if context.undoCount != hands[hand].done.count { failures.append("undo left \(context.undoCount) steps") }
  }

  mutating func goForward(_ hand: Int) throws {
    guard !hands[hand].context.isUndoGroupOpen else { return }
    let context = hands[hand].context
    let before = Self.view(context)
    let did = context.redo()
    log.append("c\(hand): redo \(hands[hand].undone.last?.text ?? "")")
    guard did == !hands[hand].undone.isEmpty else {
      failures.append("redo said \(did)")
      return
    }
    guard var step = hands[hand].undone.popLast() else { return }
    tally.redone += 1
    check(hand, step, isUndo: false, Self.changes(from: before, to: Self.view(context)), before)
    (step.time, step.isSaved) = (time, false)
    hands[hand].done.append(step)
  }

  /// What undo or redo may have changed, and must have.
  mutating func check(
    _ hand: Int, _ step: Step, isUndo: Bool, _ changes: [Cell: (old: Int64?, new: Int64?)], _ before: View
  ) {
    let word = isUndo ? "undo" : "redo"
    var isAfterOthers = false
    for (cell, change) in changes where step.cells[cell] == nil {
      // What hangs on an object that comes or goes with it.
      let isOfObject = step.cells[Cell(object: cell.object, key: "alive")] != nil
      let ends = [UInt32(clamping: change.old ?? 0), UInt32(clamping: change.new ?? 0), cell.other]
      let isOfOtherEnd =
        cell.key != "v" && cell.key != "w"
        && ends.contains { step.cells[Cell(object: $0, key: "alive")] != nil }
      if !isOfObject, !isOfOtherEnd {
        failures.append("\(word) changed \(cell) from \(change), which the step did not")
      }
    }
    for (cell, change) in step.cells where !step.unseen.contains(cell) {
      let wanted = isUndo ? change.old : change.new
      let now = changes[cell].map(\.new) ?? before[cell]
      if lastOthers(cell, hand, since: step.time) != nil { isAfterOthers = true }
      let objects =
        [cell.object, cell.other] + [change.old, change.new].map { UInt32(clamping: cell.key == "boss" ? $0 ?? 0 : 0) }
      guard !objects.contains(where: { $0 > 0 && isOthers($0, hand, since: step.since) }) else {
        continue
      }
      // An object that is not there has no values.
      if now != wanted, isUndo {
        failures.append("\(word) left \(cell) at \(String(describing: now)), and it was \(String(describing: wanted))")
      }
    }
    if isAfterOthers { tally.undoneAfterOthers += 1 }
  }

  // MARK: Saving

  mutating func save(_ hand: Int) throws {
    let context = hands[hand].context
    context.endEvent()
    do {
      try context.save()
    } catch {
      log.append("c\(hand): save refused: \(error.diagnostic.message)")
      tally.conflicts += 1
      if Bool.random(using: &random) {
        log.append("c\(hand): refresh all")
        try? context.refreshAll()
      } else {
        log.append("c\(hand): rollback")
        context.rollback()
        hands[hand].forget()
      }
      return
    }
    log.append("c\(hand): save")
    tally.saves += 1
    time += 1
    // A save ends links to objects that others have deleted, which is a step if nothing was pending.
    if hands[hand].group == nil, context.undoCount > hands[hand].done.count {
      register(hand, Step(time: time, since: hands[hand].seen, text: "save"))
    }
    let after = try read()
    let known = Self.view(ManagedObjectContext(coordinator: coordinator))
    if after != known { failures.append("another program reads other values: \(Self.changes(from: known, to: after))") }
    for (cell, change) in Self.changes(from: file, to: after).sorted(by: { "\($0.key)" < "\($1.key)" }) {
      if !mayChange(cell, change, hand, after) {
        failures.append(
          "c\(hand) saved \(cell) as \(String(describing: change.new)), which another context had saved as "
            + "\(String(describing: change.old))")
      }
    }
    for (cell, change) in Self.changes(from: file, to: after) {
      history[cell, default: []].append((time, hand, change.new))
    }
    file = after
    for index in hands[hand].done.indices { hands[hand].done[index].isSaved = true }
    for index in hands[hand].undone.indices { hands[hand].undone[index].isSaved = false }
    hands[hand].group?.isPartlySaved = true
    hands[hand].takenBack = []
  }

  /// Whether a context's save may change what is in the file: by a step that it has not undone, or because no one else has
  /// saved it since its own last save of it.
  func mayChange(_ cell: Cell, _ change: (old: Int64?, new: Int64?), _ hand: Int, _ after: View) -> Bool {
    guard let last = history[cell]?.last, last.hand != hand else { return true }
    let steps = hands[hand].done + (hands[hand].group.map { [$0] } ?? [])
    func claims(_ cell: Cell) -> Bool {
      hands[hand].takenBack.contains(cell)
        || steps.contains { $0.cells[cell] != nil && (!$0.isSaved || $0.time >= last.time) }
    }
    if claims(cell) { return true }
    // With an object go its values, and the links to it.
    let ends = [cell.object, cell.other, UInt32(clamping: cell.key == "boss" ? change.old ?? 0 : 0)].filter { $0 > 0 }
    return ends.contains {
      after[Cell(object: $0, key: "alive")] == nil && (cell.key != "alive" || claims(Cell(object: $0, key: "alive")))
    }
  }
}

extension UndoProgram.Hand {
  fileprivate mutating func forget() {
    done = []
    undone = []
    group = nil
    takenBack = []
  }
}
