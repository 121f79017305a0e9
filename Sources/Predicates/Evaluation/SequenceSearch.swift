/// A sequence to look for in others, prepared once so that no element of theirs is looked at more than twice.
///
/// Source: Knuth, Morris and Pratt, Fast pattern matching in strings (1977).
struct SequenceSearch<Element: Hashable & Sendable>: Hashable, Sendable {
  let needle: [Element]
  /// For each length of a match, the length of the longest shorter one that ends at the same place.
  private let shorter: [Int]

  /// O(needle).
  init(_ needle: [Element]) {
    self.needle = needle
    var shorter = [0]
    var length = 0
    for element in needle.dropFirst() {
      while length > 0, needle[length] != element { length = shorter[length - 1] }
      if needle[length] == element { length += 1 }
      shorter.append(length)
    }
    self.shorter = shorter
  }

  /// The number of elements before the first place where the needle begins; nil where it does not occur. O(elements).
  @inline(__always)
  func place(in elements: some Sequence<Element>) -> Int? {
    if needle.isEmpty { return 0 }
    return needle.withUnsafeBufferPointer { needle in
      shorter.withUnsafeBufferPointer { shorter in
        var length = 0
        var seen = 0
        for element in elements {
          while length > 0, needle[length] != element { length = shorter[length - 1] }
          if needle[length] == element { length += 1 }
          seen += 1
          if length == needle.count { return seen - length }
        }
        return nil
      }
    }
  }
}
