import ObjectGraph
import Predicates

/// Texts that hold several values with a sign between them.
enum DelimitedText {
  /// The signs, in the order in which they are tried.
  static let delimiters = [",", ";", "|", "/", "\n"]

  /// The texts of an entity that are lists, each with its sign.
  static func found(in relation: EntityRelation) -> [RepeatedValues] {
    relation.columns.enumerated().compactMap { place, column in
      guard column.type == .string, !column.isSetAside, column.declaredBy == relation.entity else { return nil }
      let texts = relation.objects.indices.compactMap { row -> String? in
        guard case .string(let text)? = relation.value(row: row, column: place), !text.isEmpty else { return nil }
        return text
      }
      for delimiter in delimiters {
        if relation.cancellation.isRequested { return nil }
        guard let (parts, vocabulary) = list(texts, delimiter) else { continue }
        return .list(attribute: column.name, delimiter: delimiter, partCount: parts, vocabularyCount: vocabulary)
      }
      return nil
    }
  }

  /// The texts that look like lists although there are too few objects for ``found(in:)`` to be sure: for someone who
  /// asks about this entity and can decide.
  static func seen(in relation: EntityRelation, besides found: [RepeatedValues]) -> [RepeatedValues] {
    var known: Set<String> = []
    for case .list(let attribute, _, _, _) in found { known.insert(attribute) }
    return relation.columns.enumerated().compactMap { place, column in
      guard column.type == .string, !column.isSetAside, column.declaredBy == relation.entity,
        !known.contains(column.name)
      else { return nil }
      let texts = relation.objects.indices.compactMap { row -> String? in
        guard case .string(let text)? = relation.value(row: row, column: place), !text.isEmpty else { return nil }
        return text
      }
      guard texts.count < 20 else { return nil }
      for delimiter in delimiters where delimiter != "/" {
        guard let (parts, vocabulary) = fewLists(texts, delimiter) else { continue }
        return .list(attribute: column.name, delimiter: delimiter, partCount: parts, vocabularyCount: vocabulary)
      }
      return nil
    }
  }

  /// Returns the parts of the lists if each text with the sign is a list of short words, and one of them has three words
  /// or shares one with another text; nil otherwise.
  private static func fewLists(_ texts: [String], _ delimiter: String) -> (parts: Int, vocabulary: Int)? {
    let lists = texts.map { Proposal.SplitList.parts(of: $0, delimiter: delimiter).filter { !$0.isEmpty } }
    let separated = zip(texts, lists).filter { $0.0.contains(delimiter) }
    guard !separated.isEmpty, !separated.contains(where: { isNoList($0.0) || !$0.1.allSatisfy(isShortWord) }) else {
      return nil
    }
    let parts = lists.flatMap { $0 }
    let vocabulary = Set(parts)
    let isShared = separated.contains { list in list.1.contains { part in lists.count { $0.contains(part) } > 1 } }
    guard isShared || separated.contains(where: { $0.1.count > 2 }) else { return nil }
    return (parts.count, vocabulary.count)
  }

  private static func isShortWord(_ part: String) -> Bool {
    part.count <= 20 && part.split(whereSeparator: \.isWhitespace).count <= 2 && !part.contains(where: \.isNumber)
  }

  /// Returns the parts of the lists if the texts are lists: at least twenty, the sign in a fifth and in ten of them, a
  /// number of parts that varies, short parts that recur, and recur at different places. Nil otherwise.
  ///
  /// The last condition distinguishes a list from an address, where the city always comes last. A place is counted from
  /// both ends.
  private static func list(_ texts: [String], _ delimiter: String) -> (parts: Int, vocabulary: Int)? {
    guard texts.count >= 20 else { return nil }
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
    var places: [String: (count: Int, fromFront: Set<Int>, fromBack: Set<Int>)] = [:]
    for list in lists {
      for (place, part) in list.enumerated() {
        places[part, default: (0, [], [])].count += 1
        places[part]?.fromFront.insert(place)
        places[part]?.fromBack.insert(list.count - place)
      }
    }
    let frequent = places.values.filter { $0.count >= 3 }
    let moving = frequent.count { $0.fromFront.count > 1 && $0.fromBack.count > 1 }
    guard !frequent.isEmpty, moving * 10 >= frequent.count * 3 else { return nil }
    return (parts.count, vocabulary.count)
  }

  /// Addresses of the net and of people, and JSON, which are one value each.
  private static func isNoList(_ text: String) -> Bool {
    text.contains("://") || text.contains("@") || text.hasPrefix("{") || text.hasPrefix("[") || text.hasPrefix("/")
  }

  private static func isNumeric(_ part: String) -> Bool {
    part.allSatisfy { $0.isNumber || "+-.: ".contains($0) }
  }
}
