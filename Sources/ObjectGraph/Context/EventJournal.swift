import Predicates

/// The undo log of a small event: from the graph after the event, it makes the graph before it.
///
/// While a graph is retained, every write copies the pages that both share. An event that makes an object or sets a few
/// attributes, as most statements of the workbook do, changes a hundred bytes of them: it keeps those instead of the
/// graph. Everything else, and anything larger, is kept as a graph; see ``UndoStep``.
struct EventJournal: Sendable {
  /// One change, and what stood there.
  enum Entry: Sendable {
    case insertion(Graph.Place)
    case value(Graph.Place, AttributeColumn, old: Value, RowHeader.Marks)

    var place: Graph.Place {
      switch self {
      case .insertion(let place), .value(let place, _, _, _): place
      }
    }

    var isInsertion: Bool {
      if case .insertion = self { true } else { false }
    }
  }

  /// Up to how many changes are kept so. The way back costs as much for each.
  static let limit = 16

  /// In the order of the changes.
  private(set) var entries: [Entry] = []

  var hasRoom: Bool { entries.count < Self.limit }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Whether an object was made in this event: what is set in it needs no entry.
  func hasMade(_ place: Graph.Place) -> Bool {
    entries.contains { $0.isInsertion && $0.place == place }
  }

  /// The objects that were made, by entity tree and number.
  var madePlaces: [Graph.Place] { places { $0.isInsertion } }

  /// The objects that were there before and that something was set in, each once, by entity tree and number.
  var changedPlaces: [Graph.Place] { places { !$0.isInsertion } }

  private func places(_ isIncluded: (Entry) -> Bool) -> [Graph.Place] {
    if entries.count == 1 { return isIncluded(entries[0]) ? [entries[0].place] : [] }
    var places: [Graph.Place] = []
    for entry in entries where isIncluded(entry) && !places.contains(entry.place) { places.append(entry.place) }
    if places.count > 1 { places.sort() }
    return places
  }

  /// Returns an attribute's value before the event; nil if the event did not set it.
  func oldValue(of column: AttributeColumn, at place: Graph.Place) -> Value? {
    for case .value(place, column, let old, _) in entries { return old }
    return nil
  }
}

extension Graph.Place: Comparable {
  static func < (a: Self, b: Self) -> Bool { (a.table, a.row) < (b.table, b.row) }
}

extension Graph {
  /// This graph as it was before an event that led to it. O(entries), and the pages that they are in.
  func before(_ journal: EventJournal) -> Graph {
    var graph = self
    graph.takeBack(journal)
    return graph
  }

  /// Takes back an event that led to this graph.
  mutating func takeBack(_ journal: EventJournal) {
    for entry in journal.entries.reversed() {
      switch entry {
      case .value(let place, let column, let old, let marks):
        setValue(old, of: column, at: place)
        if header(at: place).marks != marks { setMarks(marks, at: place) }
      case .insertion(let place):
        for property in entity(at: place)?.properties ?? [] {
          if case .attribute(let column) = property.storage { setValue(.null, of: column, at: place) }
        }
        edit()
        // Nothing leads to it: links are not kept so.
        memory.setMarks([], place.table, place.row, isLinked: false)
        setEntity(RowHeader.unused.entity, at: place)
      }
    }
  }
}
