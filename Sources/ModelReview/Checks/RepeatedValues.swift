import Diagnostics
import ObjectGraph
import Predicates

/// Several values in one place: numbered properties, or a text that is a list.
package enum RepeatedValues: Hashable, Sendable {
  /// `phone1, phone2, phone3`, and further families with the same numbers: `phone1Type, …`.
  case numbered([NumberedFamily])
  /// `tags` "swift, data".
  case list(attribute: String, delimiter: String, partCount: Int, vocabularyCount: Int)

  /// Everything of the kind in an entity, its own properties only.
  package static func found(in relation: EntityRelation, _ model: ManagedObjectModel) -> [RepeatedValues] {
    let families = NumberedFamily.found(in: relation)
    // Families whose members are numbered alike belong to one new entity: phone and phoneType.
    var joined: [[NumberedFamily]] = []
    for family in families {
      if let place = joined.firstIndex(where: { $0[0].stem == family.stem && $0[0].numbers == family.numbers }) {
        joined[place].append(family)
      } else {
        joined.append([family])
      }
    }
    return joined.map(RepeatedValues.numbered) + DelimitedText.found(in: relation)
  }

  /// The same, and texts that look like lists though there are too few objects to be sure.
  package static func seen(in relation: EntityRelation, _ model: ManagedObjectModel) -> [RepeatedValues] {
    let found = found(in: relation, model)
    return found + DelimitedText.seen(in: relation, besides: found)
  }

  /// The reason why it breaks the first normal form.
  package var sentence: String {
    switch self {
    case .numbered(let families): "\(Listing.text(families.flatMap(\.members))) are several values of one kind"
    case .list(let attribute, _, _, _): "\(attribute) holds several values in one text"
    }
  }

  /// The way out.
  package func proposal(_ finder: inout ProposalFinder, of entity: String) -> Proposal? {
    switch self {
    case .numbered(let families):
      guard let first = families.first else { return nil }
      let isRelationship = first.isRelationship
      guard families.allSatisfy({ $0.isRelationship == isRelationship }), !isRelationship || families.count == 1 else {
        return nil
      }
      let members = first.members.indices.map { place in families.map { $0.members[place] } }
      let names = families.map { family in
        family.suffix.isEmpty ? family.stem : ProposedNames.lowered(family.suffix)
      }
      return finder.gather(members, stem: first.stem, names: isRelationship ? [] : names, of: entity)
    case .list(let attribute, let delimiter, _, _): return finder.split(attribute, delimiter: delimiter, of: entity)
    }
  }
}

/// Properties of one kind whose names differ in a number alone.
package struct NumberedFamily: Hashable, Sendable {
  package var stem: String
  package var suffix: String
  package var numbers: [Int]
  package var members: [String]
  package var isRelationship: Bool

  /// Three members or more, numbered from 0 or 1 without a gap; or two where the objects say so: the second is empty where
  /// the first is, and both draw on the same values.
  ///
  /// Not counted are one-letter stems (x1, y1: a geometry), lines (addressLine1: one text in pieces) and words that have a
  /// number by nature (sha1, utf8).
  package static func found(in relation: EntityRelation) -> [NumberedFamily] {
    struct Key: Hashable {
      var stem: String
      var suffix: String
      var kind: EntityRelation.Column.Kind
    }
    var order: [Key] = []
    var members: [Key: [(number: Int, name: String)]] = [:]
    for column in relation.columns where column.declaredBy == relation.entity && !column.isSetAside {
      guard let parts = parts(of: column.name), isCounting(parts.stem) else { continue }
      let key = Key(stem: parts.stem, suffix: parts.suffix, kind: column.kind)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append((parts.number, column.name))
    }
    return order.compactMap { key in
      let sorted = (members[key] ?? []).sorted { $0.number < $1.number }
      guard let first = sorted.first, first.number <= 1, sorted.count >= 2,
        sorted.enumerated().allSatisfy({ $0.element.number == first.number + $0.offset })
      else { return nil }
      if sorted.count == 2, !relation.isFilledInOrder(sorted.map(\.name)) { return nil }
      let isRelationship = if case .toOne = key.kind { true } else { false }
      return NumberedFamily(
        stem: key.stem, suffix: key.suffix, numbers: sorted.map(\.number), members: sorted.map(\.name),
        isRelationship: isRelationship)
    }
  }

  /// `phone`, 1, `Type`: exactly one number, with letters before it.
  private static func parts(of name: String) -> (stem: String, number: Int, suffix: String)? {
    var stem = name.prefix { !$0.isNumber }
    let digits = name.dropFirst(stem.count).prefix { $0.isNumber }
    let suffix = name.dropFirst(stem.count + digits.count)
    guard !stem.isEmpty, let number = Int(digits), !suffix.contains(where: \.isNumber) else { return nil }
    while stem.last == "_" { stem.removeLast() }
    return (String(stem), number, String(suffix.drop { $0 == "_" }))
  }

  private static func isCounting(_ stem: String) -> Bool {
    let word = stem.lowercased()
    return stem.count > 1 && !word.hasSuffix("line")
      && !["sha", "md", "utf", "iso", "base", "crc", "mp", "vitamin"].contains(word)
  }
}

extension EntityRelation {
  /// Whether a second column is empty where the first is (except for 5 %), and shares a fifth of the values with it.
  fileprivate func isFilledInOrder(_ names: [String]) -> Bool {
    guard names.count == 2, let first = place(of: names[0]), let second = place(of: names[1]), rowCount >= 10 else {
      return false
    }
    let used = objects.indices.filter { !isMissing(row: $0, column: second) }
    let exceptions = used.count { isMissing(row: $0, column: first) }
    guard !used.isEmpty, exceptions * 20 <= rowCount else { return false }
    let (ones, others) = (Set(values[first]), Set(values[second]))
    return ones.intersection(others).count * 5 >= ones.union(others).count
  }
}
