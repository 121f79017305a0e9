/// Saves of other contexts, as they came into a context: two graphs of what was saved, as the context knew it.
struct SavedElsewhere: Sendable {
  var before: Graph
  var after: Graph
  /// The graph that the others had saved alone, where the context saved at the same time.
  var theirs: Graph?

  func map(_ change: (Graph) -> Graph) -> SavedElsewhere {
    SavedElsewhere(before: change(before), after: change(after), theirs: theirs.map(change))
  }

  /// Both, one after the other; where one ends with what the other begins with they are one.
  static func joined(_ earlier: [SavedElsewhere], _ later: [SavedElsewhere]) -> [SavedElsewhere] {
    guard let last = earlier.last, let first = later.first, last.theirs == nil, first.theirs == nil,
      last.after.isSame(as: first.before)
    else { return earlier + later }
    return earlier.dropLast() + [SavedElsewhere(before: last.before, after: first.after)] + later.dropFirst()
  }

  // MARK: What they changed

  /// Whether others made or deleted the object at a place.
  func makesOrDeletes(_ place: Graph.Place) -> Bool {
    let isThere = after.header(at: place).isLive
    return before.header(at: place).isLive != isThere && theirs.map { $0.header(at: place).isLive == isThere } ?? true
  }

  /// The properties that others changed in an object that was there before and is after.
  func properties(of entity: Entity, at place: Graph.Place) -> Set<String> {
    guard before.header(at: place).isLive, after.header(at: place).isLive else { return [] }
    let changed = Set(after.changedProperties(of: entity, at: place, since: before).map(\.name))
    guard let theirs, !changed.isEmpty else { return changed }
    guard theirs.header(at: place).isLive else { return [] }
    return changed.subtracting(after.changedProperties(of: entity, at: place, since: theirs).map(\.name))
  }

  /// Whether others would lose something of theirs if an object whose properties they changed were gone: more than that a
  /// to-many has lost members, or that a derived value has followed.
  func isLost(withObjectAt place: Graph.Place, of entity: Entity, changed properties: Set<String>) -> Bool {
    entity.properties.contains { property in
      guard properties.contains(property.name), property.attribute?.derivation == nil else { return false }
      guard let layout = property.layout, layout.isToMany else { return true }
      let earlier = Set(before.members(of: layout, place.row))
      return (theirs ?? after).members(of: layout, place.row).contains { !earlier.contains($0) }
    }
  }
}

/// Takes back one step of a context, or does it again, after others' changes have come in: the step's own changes go, and
/// what others have saved stays.
///
/// First the step's changes are reversed in the graph as it is now. Then whatever others have saved, and that has changed
/// thereby, is put right, value by value and link by link:
/// - What the step did not change is as it was.
/// - What it changed is as others saved it last, if it was as saved before the step, or if the step's own value was saved
///   and then replaced by another context.
/// - Otherwise an earlier change of this context is still pending, and is what remains.
///
/// All graphs have one schema. O(what the step and the others changed).
struct UndoMerge {
  /// The result.
  var graph: Graph
  /// The objects in which something of the step stays, because others have saved it since.
  private(set) var kept: [ManagedObjectID] = []

  private let past: Graph
  private let before: Graph
  private let now: Graph
  private let committedThen: Graph
  private let saved: [SavedElsewhere]
  /// The properties that are to be as before this merge; nil for the object as a whole.
  private var asNow: [Graph.Place: Set<String>?] = [:]
  /// The properties that are to be as others left them, by their place in `saved`.
  private var asSaved: [Int: [Graph.Place: Set<String>]] = [:]

  /// - Parameters:
  ///   - past: The graph that the step leads to.
  ///   - before: The graph that it leads from.
  ///   - now: What others' changes have made of that.
  ///   - committedThen: What was saved, as the context knew it, when the past was the present.
  ///   - saved: What others have saved between `before` and `now`.
  init(past: Graph, before: Graph, now: Graph, committedThen: Graph, saved: [SavedElsewhere]) {
    (self.past, self.before, self.now, self.committedThen, self.saved) = (past, before, now, committedThen, saved)
    graph = now
  }

  mutating func run() {
    graph = GraphMerge.run(base: before, own: past, target: now, .own, keepsTargetDeletions: true)
    var places: Set<Graph.Place> = []
    for change in saved {
      for (table, rows) in change.after.rowsPerhapsChanged(since: change.before).enumerated() {
        for row in rows { places.insert(Graph.Place(table: table, row: row)) }
      }
    }
    let sorted = places.sorted { ($0.table, $0.row) < ($1.table, $1.row) }
    for place in sorted { compare(place) }
    take(asNow, from: now)
    for (index, wanted) in asSaved.sorted(by: { $0.key < $1.key }) { take(wanted, from: saved[index].after) }
    for place in sorted { mendLinks(at: place) }
  }

  private mutating func take(_ wanted: [Graph.Place: Set<String>?], from source: Graph) {
    guard !wanted.isEmpty else { return }
    var merge = GraphMerge(base: graph, own: source, target: graph, .own, only: Set(wanted.keys))
    merge.properties = wanted.compactMapValues { $0 }
    merge.run()
    graph = merge.target
  }

  /// Decides on an object that others have saved.
  private mutating func compare(_ place: Graph.Place) {
    guard let entity = graph.entity(at: place) ?? now.entity(at: place) else { return }
    let theirs = saved.map { $0.properties(of: entity, at: place) }
    let lastMadeOrDeleted = saved.last { $0.makesOrDeletes(place) }
    guard lastMadeOrDeleted != nil || theirs.contains(where: { !$0.isEmpty }) else { return }
    let isThere = graph.header(at: place).isLive
    let wasThere = now.header(at: place).isLive
    if isThere != wasThere {
      let belongsToOthers =
        wasThere
        ? lastMadeOrDeleted != nil
          || saved.indices.contains { saved[$0].isLost(withObjectAt: place, of: entity, changed: theirs[$0]) }
        : lastMadeOrDeleted.map { !$0.after.header(at: place).isLive } ?? false
      if belongsToOthers {
        asNow[place] = .some(nil)
        kept.append(now.id(at: place))
        return
      }
    }
    guard isThere else { return }
    let here = Differences(graph, now, entity, place)
    let ofStep = Differences(past, before, entity, place)
    let pending = Differences(past, committedThen, entity, place)
    for property in entity.properties where !property.isTransient && property.attribute?.derivation == nil {
      guard property.layout?.isToMany != true else { continue }
      let changing = saved.indices.filter { theirs[$0].contains(property.name) }
      guard let last = changing.last else { continue }
      if !ofStep.contains(property) {
        if here.contains(property) { asNow[place, default: []]?.insert(property.name) }
        continue
      }
      let isReplaced = changing.contains { !Differences(saved[$0].before, before, entity, place).contains(property) }
      guard isReplaced || !pending.contains(property) else { continue }
      asSaved[last, default: [:]][place, default: []].insert(property.name)
      if isReplaced, kept.last != graph.id(at: place) { kept.append(graph.id(at: place)) }
    }
  }

  /// A link of a many-to-many relationship, or of one without inverse, that others have made or ended is as it is saved.
  private mutating func mendLinks(at place: Graph.Place) {
    guard graph.header(at: place).isLive, let entity = graph.entity(at: place) else { return }
    for layout in entity.relationships.compactMap(\.layout) where layout.isToMany && layout.shape != .oneToMany {
      let here = Set(graph.members(of: layout, place.row))
      let flipped = here.symmetricDifference(now.members(of: layout, place.row))
      guard !flipped.isEmpty else { continue }
      for member in flipped.sorted() {
        guard let last = saved.last(where: { $0.links(layout, place.row, member) }) else { continue }
        let isSaved = last.after.members(of: layout, place.row).contains(member)
        guard isSaved != here.contains(member) else { continue }
        if !isSaved {
          graph.disconnect(layout, place.row, member)
        } else if graph.tables[layout.destinationTable].headers[member].isLive {
          graph.connect(layout, place.row, member)
        }
      }
    }
  }

  /// The names of the properties in which an object differs between two graphs; all where only one of the two has it.
  private struct Differences {
    private let names: Set<String>?

    init(_ one: Graph, _ other: Graph, _ entity: Entity, _ place: Graph.Place) {
      guard one.header(at: place).isLive, other.header(at: place).isLive else {
        names = nil
        return
      }
      names = Set(one.changedProperties(of: entity, at: place, since: other).map(\.name))
    }

    func contains(_ property: Property) -> Bool { names?.contains(property.name) ?? true }
  }
}

extension SavedElsewhere {
  /// Whether others made or ended a link.
  fileprivate func links(_ layout: RelationshipLayout, _ row: Int32, _ member: Int32) -> Bool {
    func has(_ graph: Graph) -> Bool { graph.members(of: layout, row).contains(member) }
    let isThere = has(after)
    return has(before) != isThere && theirs.map { has($0) == isThere } ?? true
  }
}
