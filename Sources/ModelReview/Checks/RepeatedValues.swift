import Diagnostics
import ObjectGraph
import Predicates

/// Several values in one place: numbered properties, or a text that is a list.
package enum RepeatedValues: Hashable, Sendable {
  /// `phone1, phone2, phone3`, and further families with the same numbers: `phone1Type, …`.
  case numbered([NumberedFamily])
  /// `tags` "swift, data".
  case list(attribute: String, delimiter: String, DelimitedText.Support)

  /// Everything of the kind in an entity, its own properties only.
  package static func seen(in relation: EntityRelation, _ model: ManagedObjectModel) -> [RepeatedValues] {
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

  /// The reason why it breaks the first normal form.
  package var sentence: String {
    switch self {
    case .numbered(let families): "\(Listing.text(families.flatMap(\.members))) are several values of one kind"
    case .list(let attribute, _, _): "\(attribute) holds several values in one text"
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
    case .list(let attribute, let delimiter, _): return finder.split(attribute, delimiter: delimiter, of: entity)
    }
  }
}
