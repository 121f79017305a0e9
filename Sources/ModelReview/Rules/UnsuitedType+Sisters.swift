import Diagnostics
import ObjectGraph

/// Attributes of one name whose types differ from entity to entity: an `eventID` that is a text three times and a number once, and one
/// in Integer 16 that has 32 bits elsewhere.
///
/// Only names that mean the same everywhere count: dates, and identifiers of something else, such as `eventID`. `userid` and
/// `userID` are one name.
struct SisterTypes {
  /// The kinds of types between which no value is the same.
  private enum Kind: Hashable {
    case number, text, date, identifier
  }

  private struct Odd {
    let entity: String
    let attribute: AttributeDescription
    let others: [String]
    /// The type of most of the others, and whether all have it.
    let type: AttributeType
    let isCommon: Bool
  }

  private typealias Place = (entity: String, attribute: AttributeDescription)

  /// The attributes of one name in Integer 16, and those with more bits.
  private struct Narrow {
    let names: [Place]
    let wider: [Place]
  }

  private let found: [Odd]
  private let narrow: [Narrow]

  init(in subject: ReviewSubject) {
    var places: [String: [Place]] = [:]
    let nouns = Set(subject.model.entityNames.map { EnglishNouns.singular(Ownership.noun($0)) })
    for entity in subject.model.entities where !subject.mirroredEntities.contains(entity.name) {
      for attribute in entity.properties.compactMap(\.attribute)
      where Self.kind(attribute.type) != nil && !attribute.isTransient {
        let words = UnsuitedType.idWords(attribute.name, nouns)
        if words.count > 1 { places[words.joined(), default: []].append((entity.name, attribute)) }
      }
    }
    let counts: Set = ["count", "counts", "size", "duration", "distance"]
    narrow = places.keys.sorted().compactMap { name -> Narrow? in
      let all = places[name] ?? []
      let words = UnsuitedType.idWords(all[0].attribute.name, nouns)
      let narrow = all.filter { $0.attribute.type == .integer16 }
      let wider = all.filter { [.integer32, .integer64].contains($0.attribute.type) }
      guard Self.isOfOther(words) || counts.contains(words.last ?? ""), !narrow.isEmpty, !wider.isEmpty else {
        return nil
      }
      return Narrow(names: narrow, wider: wider)
    }
    found = places.keys.sorted().compactMap { name -> Odd? in
      let all = places[name] ?? []
      guard all.contains(where: { Self.isTelling($0.attribute.name, nouns) }) else { return nil }
      let kinds = Dictionary(grouping: all) { Self.kind($0.attribute.type) }
      // The number is the odd one of two: a text can hold any number.
      let isPair = all.count == 2 && Self.isOfOther(UnsuitedType.idWords(all[0].attribute.name, nouns))
      guard kinds.count == 2, all.count > 2 || isPair && kinds[.number] != nil && kinds[.text] != nil,
        let odd = isPair ? kinds[.number]?.first : kinds.values.first(where: { $0.count == 1 })?.first,
        let others = isPair ? kinds[.text] : kinds.values.first(where: { $0.count > 1 }),
        // A Date is what the texts should be.
        Self.kind(odd.attribute.type) != .date
      else { return nil }
      let types = others.map(\.attribute.type)
      let type = types.max { one, other in types.count { $0 == one } < types.count { $0 == other } } ?? types[0]
      return Odd(
        entity: odd.entity, attribute: odd.attribute, others: others.map(\.entity), type: type,
        isCommon: types.allSatisfy { $0 == type })
    }
  }

  func isOdd(_ attribute: String, in entity: String) -> Bool {
    found.contains { $0.entity == entity && $0.attribute.name == attribute }
      || narrow.contains { $0.names.contains { $0.entity == entity && $0.attribute.name == attribute } }
  }

  /// One question about all attributes that have more bits elsewhere, each with the entities in which it does.
  func narrowFinding(_ rule: String) -> Finding? {
    guard let first = narrow.first?.names.first, let wide = narrow.first?.wider.first else { return nil }
    func bits(_ type: AttributeType) -> String { type == .integer32 ? "Integer 32" : "Integer 64" }
    let clauses = narrow.map { group in
      let names = group.names.map { "\($0.entity).\($0.attribute.name)" }
      let wider = group.wider.prefix(3).map { "\($0.entity).\($0.attribute.name)" }
      return "\(Finding.listed(names)) \(names.count == 1 ? "is" : "are") in Integer 16, and \(Listing.all(wider)) in "
        + bits(group.wider[0].attribute.type)
    }
    let names = narrow.flatMap(\.names).map { "\($0.entity).\($0.attribute.name)" }
    return Finding(
      rule, .question, first.entity, first.attribute.name, aspect: .type,
      determinant: names.dropFirst().joined(separator: ","),
      "\(clauses.prefix(Listing.limit).joined(separator: "; ")): Integer 16 ends at 32,767; do they hold the same values?",
      fix: "if so: change \(names[0]): \(wide.attribute.type.rawValue)")
  }

  /// One question about all.
  func finding(_ rule: String) -> Finding? {
    guard let first = found.first else { return nil }
    let named = found.prefix(Listing.limit).map { odd in
      "\(odd.entity).\(odd.attribute.name) is \(DisplayText.withArticle(odd.attribute.type.rawValue)), and in "
        + "\(odd.others.count > 3 ? "\(odd.others.count) other entities" : Listing.text(odd.others)) "
        + "\(odd.isCommon ? DisplayText.withArticle(odd.type.rawValue) : "a number")"
    }
    let isConverted = found.allSatisfy { $0.type.isConverted(from: $0.attribute.type) }
    return Finding(
      rule, .question, first.entity, first.attribute.name, aspect: .type,
      determinant: found.dropFirst().map { "\($0.entity).\($0.attribute.name)" }.joined(separator: ","),
      named.joined(separator: "; ") + Listing.rest(found.count - named.count, after: ";")
        + ": is the difference meant?",
      fix: "if not: change \(first.entity).\(first.attribute.name): \(first.type.rawValue)"
        + (first.attribute.defaultValue == nil ? "" : ", no default")
        + (isConverted ? "" : ", with a mapping model for stores that exist"))
  }

  private static func kind(_ type: AttributeType) -> Kind? {
    switch type {
    case .integer16, .integer32, .integer64: .number
    case .string: .text
    case .date: .date
    case .uuid: .identifier
    default: nil
    }
  }

  /// Whether the words of a name are those of an identifier of something, and not of how it is kept.
  private static func isOfOther(_ words: [String]) -> Bool {
    ["id", "identifier"].contains(words.last)
      && !["internal", "local", "managed", "object", "order", "remote", "server", "unique"].contains(
        words[words.count - 2])
  }

  private static func isTelling(_ name: String, _ nouns: Set<String>) -> Bool {
    let words = UnsuitedType.idWords(name, nouns)
    return words.count > 1
      && (["id", "identifier", "uuid"].contains(words.last) || UnsuitedType.isDate(name)
        || ["created", "updated", "modified"].contains(words[words.count - 2]) && ["at", "on"].contains(words.last))
  }
}
