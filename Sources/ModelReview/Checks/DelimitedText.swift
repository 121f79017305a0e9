import ObjectGraph
import Predicates

/// Texts that hold several values with a sign between them.
package enum DelimitedText {
  /// The signs, in the order in which they are tried.
  static let delimiters = [",", ";", "|", "/", "&", "\n"]

  /// The evidence for a list.
  package enum Support: Hashable, Sendable {
    /// At least twenty texts, with so many parts, of which so many are different.
    case certain(parts: Int, vocabulary: Int)
    /// Fewer texts, so many of which have the sign: worth a note.
    case few(lists: Int, texts: Int)
  }

  /// The texts of an entity that are lists, each with its sign.
  static func found(in relation: EntityRelation) -> [RepeatedValues] {
    if relation.rowCount == 0 { return [] }
    return relation.columns.enumerated().compactMap { place, column in
      guard column.type == .string, !column.isSetAside, column.declaredBy == relation.entity else { return nil }
      let texts = relation.objects.indices.compactMap { row -> String? in
        guard case .string(let text)? = relation.value(row: row, column: place), !text.isEmpty else { return nil }
        return text
      }
      for delimiter in delimiters {
        if relation.cancellation.isRequested { return nil }
        if let support = list(texts, delimiter) ?? fewLists(texts, delimiter, named: column.name) {
          return .list(attribute: column.name, delimiter: delimiter, support)
        }
      }
      return nil
    }
  }

  /// Returns the evidence of fewer than twenty texts: every text with the sign is a list of short words, and the parts
  /// are of one kind.
  ///
  /// They are where one of them comes at different places of two texts, as no part of an address or of a person's name
  /// does. Under a name in the plural, it is enough that every text has the sign, that one has three parts, or that their number varies; a
  /// comma must then occur in two texts, because a person's name may contain one. `/` and `&` say so under such a name alone, and numbers
  /// are parts only there, between signs that no number has.
  private static func fewLists(_ texts: [String], _ delimiter: String, named name: String) -> Support? {
    let saysMany = saysMany(name)
    guard texts.count < Evidence.leastRows, saysMany || !["/", "&"].contains(delimiter) else { return nil }
    let mayBeNumbers = saysMany && [";", "|", "\n"].contains(delimiter)
    let lists = texts.map { Proposal.SplitList.parts(of: $0, delimiter: delimiter).filter { !$0.isEmpty } }
    let separated = zip(texts, lists).filter { $0.0.contains(delimiter) }
    guard !separated.isEmpty,
      !separated.contains(where: { isNoList($0.0) || !$0.1.allSatisfy { isShortWord($0, orNumber: mayBeNumbers) } })
    else { return nil }
    let support = Support.few(lists: separated.count, texts: texts.count)
    if !places(of: lists).values.allSatisfy({ $0.count < 2 || !$0.isMoving }) { return support }
    guard saysMany else { return nil }
    let isVarying = Set(lists.map(\.count)).count > 1 && (separated.count > 1 || delimiter != ",")
    let isEverywhere = separated.count == texts.count && texts.count > 1 && separated.allSatisfy { $0.1.count > 1 }
    return isVarying || isEverywhere || separated.contains { $0.1.count > 2 } ? support : nil
  }

  /// Whether a name is in the plural, and not one of those that mean a text all the same.
  private static func saysMany(_ name: String) -> Bool {
    guard let last = ProposedNames.words(name).last?.lowercased() else { return false }
    let isText = ["notes", "details", "comments", "remarks", "instructions", "directions", "contents", "terms"]
    return !isText.contains(last)
      && (EnglishNouns.isPlural(last) || ["cast", "crew", "staff", "lineup", "roster", "personnel"].contains(last))
  }

  private static func isShortWord(_ part: String, orNumber mayBeNumber: Bool) -> Bool {
    part.count <= 20 && part.split(whereSeparator: \.isWhitespace).count <= 2
      && (mayBeNumber || !part.contains(where: \.isNumber))
  }

  /// Returns the parts of the lists if the texts are lists: at least twenty, the sign in a fifth and in ten of them, a
  /// number of parts that varies, short parts that recur, and recur at different places. Nil otherwise.
  ///
  /// The last condition distinguishes a list from an address, where the city always comes last. A place is counted from
  /// both ends.
  private static func list(_ texts: [String], _ delimiter: String) -> Support? {
    guard texts.count >= Evidence.leastRows else { return nil }
    let separated = texts.count { $0.contains(delimiter) }
    guard separated * 5 >= texts.count, separated >= 10, texts.count(where: isNoList) * 10 < texts.count else {
      return nil
    }
    let lists = texts.map { Proposal.SplitList.parts(of: $0, delimiter: delimiter).filter { !$0.isEmpty } }
    let parts = lists.flatMap { $0 }
    let isVarying = Set(lists.filter { $0.count > 1 }.map(\.count)).count > 1 || lists.contains { $0.count == 1 }
    let short = parts.count { $0.count <= 30 && $0.split(whereSeparator: \.isWhitespace).count <= 3 }
    let vocabulary = Set(parts)
    guard isVarying, short * 20 >= parts.count * 19, vocabulary.count * 2 <= parts.count,
      parts.count(where: isNumeric) * 10 < parts.count * 9
    else { return nil }
    let frequent = places(of: lists).values.filter { $0.count >= 3 }
    guard !frequent.isEmpty, frequent.count(where: \.isMoving) * 10 >= frequent.count * 3 else { return nil }
    return .certain(parts: parts.count, vocabulary: vocabulary.count)
  }

  /// The places of a part in its lists, counted from both ends.
  private struct Places {
    var count = 0
    var fromFront: Set<Int> = []
    var fromBack: Set<Int> = []

    /// Whether it comes now here, now there.
    var isMoving: Bool { fromFront.count > 1 && fromBack.count > 1 }
  }

  private static func places(of lists: [[String]]) -> [String: Places] {
    var places: [String: Places] = [:]
    for list in lists {
      for (place, part) in list.enumerated() {
        places[part, default: Places()].count += 1
        places[part]?.fromFront.insert(place)
        places[part]?.fromBack.insert(list.count - place)
      }
    }
    return places
  }

  /// Addresses of the net and of people, and JSON, which are one value each.
  private static func isNoList(_ text: String) -> Bool {
    text.contains("://") || text.contains("@") || text.hasPrefix("{") || text.hasPrefix("[") || text.hasPrefix("/")
  }

  private static func isNumeric(_ part: String) -> Bool {
    part.allSatisfy { $0.isNumber || "+-.: ".contains($0) }
  }
}
