import ObjectGraph
import Predicates

/// A text that takes few values again and again.
package struct LookupCandidate: Hashable, Sendable {
  package var name: String
  package var rowCount: Int
  /// The values, the most frequent first.
  package var values: [String]
  /// Whether the values are two words for yes and no.
  package var isBoolean: Bool
  /// Values that differ in case or blanks alone.
  package var variants: [String]

  /// Texts with 2 values up to eight, or 5 % of the rows, of which nearly all are used three times or more. Texts that are
  /// numbers are left out, and what depends on something else is explained by that.
  package static func found(in relation: EntityRelation, explained: Set<String>) -> [LookupCandidate] {
    relation.columns.enumerated().compactMap { place, column in
      guard column.type == .string, !column.isSetAside, column.declaredBy == relation.entity,
        !explained.contains(column.name)
      else { return nil }
      let filled = relation.filledCount(place)
      let count = relation.distinctCount(place)
      guard filled >= 50, count >= 2, count <= max(8, filled / 20) else { return nil }
      var texts: [(text: String, count: Int)] = []
      for (value, frequency) in zip(relation.values[place], relation.frequencies(place)) {
        guard case .string(let text) = value else { return nil }
        texts.append((text, frequency))
      }
      let often = texts.filter { $0.count >= 3 }.reduce(0) { $0 + $1.count }
      guard often * 20 >= filled * 19,
        texts.allSatisfy({ $0.text.split(whereSeparator: \.isWhitespace).count <= 4 }),
        !texts.allSatisfy({ Double($0.text) != nil })
      else { return nil }
      let folded = Dictionary(grouping: texts.map(\.text)) { $0.lowercased().filter { !$0.isWhitespace } }
      return LookupCandidate(
        name: column.name, rowCount: filled,
        values: texts.sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }.map(\.text),
        isBoolean: isBoolean(Set(folded.keys)),
        variants: folded.values.filter { $0.count > 1 }.flatMap { $0 }.sorted())
    }
  }

  private static func isBoolean(_ words: Set<String>) -> Bool {
    let pairs: [Set<String>] = [
      ["yes", "no"], ["true", "false"], ["y", "n"], ["t", "f"], ["on", "off"], ["ja", "nein"], ["oui", "non"],
    ]
    return pairs.contains { words.isSubset(of: $0) }
  }
}
