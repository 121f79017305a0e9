import Diagnostics

/// A place in a text as people and programs count it, all from 1.
struct LinePlace: Hashable, Sendable {
  var line: Int
  /// In characters.
  var column: Int
  /// In UTF-16 units.
  var utf16Column: Int
}

extension SourceText {
  /// The places of byte offsets, by offset. O(offsets × log offsets + bytes), also where everything is on one line.
  func places(at offsets: some Sequence<Int>) -> [Int: LinePlace] {
    var places: [Int: LinePlace] = [:]
    var known: (start: Int, offset: Int, place: LinePlace)?
    for offset in Set(offsets).sorted() {
      let start = line(containing: offset).start
      var place = LinePlace(line: 0, column: 1, utf16Column: 1)
      var from = start
      if let known, known.start == start {
        (from, place) = (known.offset, known.place)
      } else {
        place.line = position(at: start).line
      }
      let text = self[SourceRange(from, max(from, offset))]
      place.column += text.count
      place.utf16Column += text.utf16.count
      known = (start, max(from, offset), place)
      places[offset] = place
    }
    return places
  }
}
