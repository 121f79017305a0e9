/// Where an entity keeps each of its keys: a small table that is asked once an access.
///
/// It is hashed by length and the outer letters alone, which for the names of one entity is as good as a full hash
/// and costs a tenth.
struct KeyTable: Sendable {
  private var names: [String] = []
  /// Places of names by bucket, the first of each name.
  private var buckets: [[Int32]]

  init(_ names: [String]) {
    self.names = names
    var size = 16
    while size < 2 * names.count, size < 65_536 { size *= 2 }
    buckets = Array(repeating: [], count: size)
    for (place, name) in names.enumerated() where self[name] == nil {
      buckets[bucket(of: name)].append(Int32(truncatingIfNeeded: place))
    }
  }

  /// The place of a key; nil when it is none. O(1) for names that do not all look alike.
  subscript(key: String) -> Int? {
    for place in buckets[bucket(of: key)] where names[Int(place)] == key { return Int(place) }
    return nil
  }

  private func bucket(of key: String) -> Int {
    let letters = key.utf8
    guard let first = letters.first else { return 0 }
    let second = letters[letters.index(letters.startIndex, offsetBy: letters.count / 2)]
    return (letters.count &* 7 &+ Int(first) &* 13 &+ Int(second)) & (buckets.count - 1)
  }
}
