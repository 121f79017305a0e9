/// The names nearest to a misspelt one.
///
/// ```swift
/// Suggestions.nearest(to: "Playr", among: ["Team", "Player"])   // ["Player"]
/// ```
public enum Suggestions {
  /// Returns at most `limit` names within a third of the word's length (at least one, at most three slips), nearest
  /// first.
  ///
  /// Longer names that begin with the word (of three characters or more) count as that far away. The word itself is
  /// never among them, and of a word of more than 64 characters nothing is near.
  ///
  /// A difference in letter case alone counts as no slip, a swap of neighbours as one. O(names × length²).
  public static func nearest(to word: String, among names: some Sequence<String>, limit: Int = 4) -> [String] {
    let wanted = Array(word.lowercased())
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    let allowed = min(3, max(1, (wanted.count + 1) / 3))
    var found: [(distance: Int, name: String)] = []
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted && name != word {
      let candidate = Array(name.lowercased())
      guard abs(candidate.count - wanted.count) <= allowed else {
        if wanted.count >= 3, name.lowercased().hasPrefix(word.lowercased()) { found.append((allowed, name)) }
        continue
      }
      let distance = editDistance(wanted, candidate)
      if distance <= allowed { found.append((distance, name)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(limit).map(\.name)
  }

  /// Returns the names that a word is at most so many slips away from, those with the fewest slips alone. O(names × length²).
  package static func nearest(to word: String, among names: some Sequence<String>, slips: Int) -> [String] {
    let wanted = Array(word)
    let near = names.filter { abs($0.count - wanted.count) <= slips }
    let found = near.map { (distance: editDistance(wanted, Array($0)), name: $0) }.filter { $0.distance <= slips }
    let fewest = found.map(\.distance).min()
    return found.filter { $0.distance == fewest }.map(\.name)
  }

  /// Returns `did you mean Player?` or `did you mean Player or Players?`, or nil when nothing is near. O(names ×
  /// length²), as ``nearest(to:among:limit:)``.
  public static func didYouMean(_ word: String, among names: some Sequence<String>) -> String? {
    didYouMean(nearest(to: word, among: names))
  }

  /// Returns the question for names that are known to be near, or nil when there are none. O(length of the names).
  public static func didYouMean(_ near: [String]) -> String? {
    near.isEmpty ? nil : "did you mean \(Listing.alternatives(near))?"
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words
  /// (optimal string alignment; Damerau 1964).
  static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [i] + Array(repeating: 0, count: b.count)
      for j in 1...b.count {
        let replacement = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        current[j] = min(replacement, previous[j] + 1, current[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          current[j] = min(current[j], beforePrevious[j - 2] + 1)
        }
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
