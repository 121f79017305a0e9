/// Which objects a context has read since it last looked at them anew.
///
/// A graph as a value has all its objects at hand; nothing is loaded when one is read. What remains of Core Data's
/// faults is this: an object is a fault from the moment that the context starts from it, refreshes it or takes in its
/// new values, until its first value is read; then `awakeFromFetch` runs.
struct FaultRegister {
  /// Whether any object may be a fault; without it nothing is kept.
  private(set) var isTracking = false
  /// A bit for each row that was read, by table.
  private var read: [[UInt64]] = []
  /// Objects that another context's save took away.
  var inaccessible: Set<ManagedObjectID> = []

  /// Whether reading an object has to be noted here.
  var isWatching: Bool { isTracking || !inaccessible.isEmpty }

  /// Everything in a graph is a fault.
  mutating func begin(_ graph: Graph) {
    isTracking = graph.tables.contains { $0.liveCount > 0 }
    read = []
  }

  func isFault(_ place: Graph.Place) -> Bool {
    guard isTracking else { return false }
    let word = Int(place.row) >> 6
    guard place.table < read.count, word < read[place.table].count else { return true }
    return read[place.table][word] & (1 << UInt64(place.row & 63)) == 0
  }

  mutating func realise(_ place: Graph.Place) {
    guard isTracking else { return }
    let word = Int(place.row) >> 6
    while read.count <= place.table { read.append([]) }
    if word >= read[place.table].count {
      read[place.table].append(contentsOf: repeatElement(0, count: word + 1 - read[place.table].count))
    }
    read[place.table][word] |= 1 << UInt64(place.row & 63)
  }

  /// Makes an object a fault; the others stay what they are, given the graph they are in.
  mutating func turn(_ place: Graph.Place) {
    guard isTracking else { return }
    let word = Int(place.row) >> 6
    guard place.table < read.count, word < read[place.table].count else { return }
    read[place.table][word] &= ~(1 << UInt64(place.row & 63))
  }

  /// Begins to keep what is read, all objects of the graph having been read so far. O(rows / 64).
  mutating func track(_ graph: Graph) {
    guard !isTracking else { return }
    isTracking = true
    read = graph.tables.map { Array(repeating: .max, count: ($0.rowEnd + 63) >> 6) }
  }
}
