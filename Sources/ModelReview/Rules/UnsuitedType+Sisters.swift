import Diagnostics
import ObjectGraph

/// Attributes of one name that have one type in most entities and another in one: an `eventID` that is a text three times and a
/// number once.
///
/// Only names that mean the same everywhere count: dates, and identifiers of something else, such as `eventID`.
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

  private let found: [Odd]

  init(in subject: ReviewSubject) {
    var places: [String: [(entity: String, attribute: AttributeDescription)]] = [:]
    for entity in subject.model.entities {
      for attribute in entity.properties.compactMap(\.attribute)
      where Self.isTelling(attribute.name) && Self.kind(attribute.type) != nil && !attribute.isTransient {
        places[attribute.name, default: []].append((entity.name, attribute))
      }
    }
    found = places.keys.sorted().compactMap { name -> Odd? in
      let all = places[name] ?? []
      let kinds = Dictionary(grouping: all) { Self.kind($0.attribute.type) }
      guard all.count > 2, kinds.count == 2, let odd = kinds.values.first(where: { $0.count == 1 })?.first,
        let others = kinds.values.first(where: { $0.count > 1 }),
        // A Date is what the texts should be.
        Self.kind(odd.attribute.type) != .date,
        !subject.mirroredEntities.contains(odd.entity)
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
  }

  /// One question about all.
  func finding(_ rule: String) -> Finding? {
    guard let first = found.first else { return nil }
    let named = found.prefix(Listing.limit).map { odd in
      "\(odd.entity).\(odd.attribute.name) is \(DisplayText.withArticle(odd.attribute.type.rawValue)), and in "
        + "\(odd.others.count > 3 ? "\(odd.others.count) other entities" : Listing.text(odd.others)) "
        + "\(odd.isCommon ? DisplayText.withArticle(odd.type.rawValue) : "a number")"
    }
    return Finding(
      rule, .question, first.entity, first.attribute.name, aspect: .type,
      determinant: found.dropFirst().map { "\($0.entity).\($0.attribute.name)" }.joined(separator: ","),
      named.joined(separator: "; ") + Listing.rest(found.count - named.count, after: ";")
        + ": is the difference meant?",
      fix: "if not: change \(first.entity).\(first.attribute.name): \(first.type.rawValue)"
        + "\(first.attribute.defaultValue == nil ? "" : ", no default"), with a mapping model for stores that exist")
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

  private static func isTelling(_ name: String) -> Bool {
    let words = UnsuitedType.words(name.hasSuffix("ID") ? name.dropLast(2) + "Id" : name)
    return words.count > 1
      && (["id", "identifier", "uuid"].contains(words.last) || UnsuitedType.isDate(name)
        || ["created", "updated", "modified"].contains(words[words.count - 2]) && ["at", "on"].contains(words.last))
  }
}
