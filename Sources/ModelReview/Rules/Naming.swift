import Diagnostics
import ObjectGraph

/// Names as is customary: entities with a capital, properties without, to-many in the plural.
package enum Naming: ReviewRule {
  package static let page = RulePage(
    id: "naming", title: "a name is not written as usual",
    why: """
      Names are read far more often than written. Entities begin with a capital letter and properties with a small one, so \
      Team.players needs no explanation; a plural says that there are many.
      """,
    example: """
      entity team { Player ->> Player? }
      entity Player { name: String }
      """,
    fix: "rename it")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var findings: [Finding] = []
    var singular: [Finding] = []
    for entity in subject.model.entities {
      var names = ProposedNames(subject.index)
      // CloudKit's schema keeps its names in production.
      let isFixed = subject.mirroredEntities.contains(entity.name)
      // `iCloudAccount` is written so.
      if !isFixed, entity.name.first?.isLowercase == true, entity.name.dropFirst().first?.isUppercase != true {
        let better = ProposedNames.capitalised(entity.name)
        findings.append(
          Finding(
            page.id, .note, entity.name, "", aspect: .name, "the entity \(entity.name) begins with a small letter",
            fix: "rename \(entity.name) to \(better)" + renamingID(entity.name, in: subject)
          ).asked("is that meant?", "if not", in: subject))
      }
      if !isFixed {
        findings += capitals(in: entity, &names, subject).map { $0.asked("is that meant?", "if not", in: subject) }
      }
      for property in entity.properties {
        guard let relationship = property.relationship else { continue }
        if isNamedForMany(relationship, in: subject) {
          let name = "\(entity.name).\(relationship.name)"
          findings.append(
            Finding(
              page.id, .warning, entity.name, relationship.name, aspect: .name,
              "\(name) holds one \(relationship.destination), and its name "
                + "\(isCollection(relationship) ? "says that there are several" : "is in the plural"): a second one takes its place",
              fix: isFixed
                ? SingleMember.growth
                : "change \(name) ->> \(relationship.destination)\(relationship.isOptional ? "?" : "")"
                  + renamingForOne(relationship, of: entity.name, &names, subject)
            ).asked("is one enough?", "if not", in: subject))
        }
        if let reversed = reversedParent(relationship, of: entity.name, in: subject) {
          findings.append(reversed)
          continue
        }
        // In an app's model, the singular of a to-many is the author's custom.
        guard !subject.options.contains(.xcode), relationship.isToMany, isSingular(relationship) else { continue }
        singular.append(
          Finding(
            page.id, .note, entity.name, relationship.name, aspect: .name,
            "\(entity.name).\(relationship.name) holds many, and its name is in the singular",
            fix: renaming(
              relationship.name, to: EnglishNouns.plural(relationship.name), of: entity.name, &names, subject)
              + ", or: change \(entity.name).\(relationship.name) -> "
              + "\(relationship.destination)\(relationship.isOptional ? "?" : "")"))
      }
    }
    return findings
      + (isSingularCustomary(singular.count, in: subject) ? [] : grouped(singular))
  }

  /// Whether the author names a to-many in the singular on purpose: more than half of them have the destination's name.
  private static func isSingularCustomary(_ count: Int, in subject: ReviewSubject) -> Bool {
    count > 1 && count * 2 > subject.relationships.count(where: \.relationship.isToMany)
  }

  /// A to-many named for a parent whose inverse is to-one: a category then has many parents, and a parent one child.
  private static func reversedParent(
    _ relationship: RelationshipDescription, of entity: String, in subject: ReviewSubject
  ) -> Finding? {
    guard relationship.isToMany, ProposedNames.words(relationship.name).first?.lowercased() == "parent",
      EnglishNouns.plural(relationship.name) != relationship.name,
      let (owner, back) = subject.index.inverse(of: relationship), !back.isToMany
    else { return nil }
    let (name, other) = ("\(entity).\(relationship.name)", "\(owner).\(back.name)")
    let finding = Finding(
      page.id, .warning, entity, relationship.name, aspect: .name,
      "\(name) holds many, and \(other) one: a parent can have one child alone",
      fix: "change \(name) -> \(relationship.destination)\(relationship.isOptional ? "?" : ""), "
        + "and: change \(other) ->> \(back.destination)\(back.isOptional ? "?" : "")")
    var asked = finding.asked("are the two ends exchanged?", "if so", in: subject)
    // The change would keep one parent of several.
    if asked != finding {
      asked.fix = "if so: exchange them; parents that stores have are lost unless a mapping model moves them"
    }
    return asked
  }

  /// One note for the model.
  private static func grouped(_ findings: [Finding]) -> [Finding] {
    guard findings.count > 1 else { return findings }
    var first = findings[0]
    let names = findings.map { "\($0.entity).\($0.property)" }
    first.determinant = names.dropFirst().joined(separator: ",")
    first.message =
      "\(names.count) relationships hold many, and their names are in the singular: \(Listing.text(names))"
    return [first]
  }

  /// Properties that begin with a capital; one finding if it is an entity's custom.
  private static func capitals(
    in entity: EntityDescription, _ proposed: inout ProposedNames, _ subject: ReviewSubject
  ) -> [Finding] {
    let names = entity.properties.map(\.name).filter {
      $0.first?.isUppercase == true && !ProposedNames.beginsWithInitials($0)
    }
    func fix(_ name: String) -> String {
      var better = ProposedNames.lowered(name)
      if ReservedNames.properties.contains(better) {
        better = ProposedNames.lowered(entity.name) + ProposedNames.capitalised(better)
      }
      return renaming(name, to: better, of: entity.name, &proposed, subject)
    }
    if names.count > 3 {
      return [
        Finding(
          page.id, .note, entity.name, names.joined(separator: ","), aspect: .name,
          "\(names.count) properties of \(entity.name) begin with a capital, as entities do", fix: fix(names[0]))
      ]
    }
    return names.map { name in
      Finding(
        page.id, .note, entity.name, name, aspect: .name,
        "\(entity.name).\(name) begins with a capital, as entities do", fix: fix(name))
    }
  }

  /// The statement that gives a property the name that suggests itself, or that name with a number where it is taken.
  private static func renaming(
    _ name: String, to better: String, of entity: String, _ names: inout ProposedNames, _ subject: ReviewSubject
  ) -> String {
    "rename \(entity).\(name) to \(names.property(better, of: entity))" + renamingID(name, in: subject)
  }

  /// The other remedy of a to-one in the plural, unless the name for one is taken: `example2` says nothing.
  private static func renamingForOne(
    _ relationship: RelationshipDescription, of entity: String, _ names: inout ProposedNames, _ subject: ReviewSubject
  ) -> String {
    let better = nameForOne(relationship)
    let isTaken =
      subject.index.property(better, of: entity) != nil || ReservedNames.properties.contains(better)
    return isTaken && subject.options.contains(.xcode)
      ? "" : ", or: " + renaming(relationship.name, to: better, of: entity, &names, subject)
  }

  /// The renaming ID that Xcode needs in addition, so that stores keep their values.
  static func renamingID(_ name: String, in subject: ReviewSubject) -> String {
    subject.options.contains(.xcode) ? ", with \(name) as its renaming ID" : ""
  }

  /// Whether a to-one has the name of a to-many.
  static func isNamedForMany(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    !relationship.isToMany
      && (isPlural(relationship) || isManyElsewhere(relationship, in: subject)
        || subject.options.contains(.xcode)
          && (isCollection(relationship) || isPluralInside(relationship) || arePeople(relationship)))
  }

  /// Whether the name is a plural other than the destination's, and that is an entity for people: `subscribers` for a User.
  private static func arePeople(_ relationship: RelationshipDescription) -> Bool {
    guard let word = ProposedNames.words(relationship.name).last?.lowercased() else { return false }
    return Ownership.isPerson(relationship.destination) && EnglishNouns.isPlural(word)
      && !EnglishNouns.isPluralForOne(word)
      && ProposedNames.words(relationship.destination).last?.lowercased() != word
      && ["ers", "ors", "ants", "ees", "ists", "ians", "children", "friends", "people"].contains(where: word.hasSuffix)
  }

  /// The words of a name without those that say which way it leads and that it is a relationship: `users` for
  /// `toUsersRelationship`, `expectations` for `expectationsFrom`.
  private static func core(_ name: String) -> (before: [String], words: [String], after: [String]) {
    let words = ProposedNames.words(name)
    let directions: Set = ["to", "from", "has", "my", "the", "by", "for", "in", "of", "with"]
    let before = words.prefix { directions.contains($0.lowercased()) }
    let ends = directions.union(["relationship", "relationships", "relation", "rel"])
    let after = words.dropFirst(before.count).reversed().prefix { ends.contains($0.lowercased()) }.reversed()
    return (Array(before), Array(words.dropFirst(before.count).dropLast(after.count)), Array(after))
  }

  /// Whether the destination's plural is in the name, inside words for a direction: `toUsersRelationship`,
  /// `expectationsFrom` for a KeyExpectation.
  private static func isPluralInside(_ relationship: RelationshipDescription) -> Bool {
    let core = core(relationship.name)
    guard !core.after.isEmpty, let word = core.words.last?.lowercased() else { return false }
    let noun = Ownership.noun(relationship.destination)
    return EnglishNouns.plural(noun) == word && word != noun && !EnglishNouns.isPluralForOne(word)
  }

  /// Whether the name is that of a collection of the destination: `gameCollection`, `playersArray`. A `taskList` may be one
  /// list, where an entity is called so.
  private static func isCollection(_ relationship: RelationshipDescription) -> Bool {
    let words = core(relationship.name).words.map { $0.lowercased() }
    let own = ProposedNames.words(relationship.destination).map { $0.lowercased() }
    guard words.count > 1, let last = words.last, ["array", "collection", "list", "set"].contains(last),
      !own.contains(last)
    else { return false }
    let noun = Ownership.noun(relationship.destination)
    return EnglishNouns.singular(words[words.count - 2]) == EnglishNouns.singular(noun)
      || words.dropLast().contains(EnglishNouns.plural(noun)) && EnglishNouns.isPlural(EnglishNouns.plural(noun))
  }

  /// The name for one: `game` for `gameCollection`, `toUserRelationship` for `toUsersRelationship`.
  private static func nameForOne(_ relationship: RelationshipDescription) -> String {
    let (before, words, after) = core(relationship.name)
    let kept = isCollection(relationship) ? words.dropLast() : words[...]
    guard let last = kept.last, relationship.name == (before + words + after).joined() else {
      return EnglishNouns.singular(relationship.name)
    }
    // `articlePub` for `articlesPubList`
    let many = EnglishNouns.plural(Ownership.noun(relationship.destination))
    if isCollection(relationship), let place = kept.dropLast().firstIndex(where: { $0.lowercased() == many }) {
      var one = Array(kept)
      one[place] = EnglishNouns.singular(one[place])
      return (before + one).joined()
    }
    return (before + kept.dropLast() + [EnglishNouns.singular(last)] + (isCollection(relationship) ? [] : after))
      .joined()
  }

  /// Reported only if it is certain: the name, or its last word, is the destination's in the plural, or that of the
  /// destination's last word (`photos` for an ExpensePhoto).
  private static func isPlural(_ relationship: RelationshipDescription) -> Bool {
    let destination = ReviewSubject.bare(relationship.destination)
    let plural = EnglishNouns.plural(destination).lowercased()
    let name = relationship.name
    if plural != destination.lowercased(), !EnglishNouns.isPluralForOne(ProposedNames.words(name).last ?? ""),
      [name, ProposedNames.words(name).last ?? ""].contains(where: { $0.lowercased() == plural })
    {
      return true
    }
    // `notifications` and `incomingNotifications` for a CachedNotification. The longer way only where the last words begin alike.
    guard let last = ProposedNames.words(destination).last?.lowercased(),
      let word = ProposedNames.words(name).last?.lowercased(), last.first == word.first
    else { return false }
    let many = EnglishNouns.plural(last)
    return many != last && [name.lowercased(), word].contains(many) && !EnglishNouns.isPluralForOne(word)
  }

  /// Whether the name is a plural, and a to-many of another entity leads to the same destination under it: the
  /// `progressRecords` of a workout and of an exercise.
  private static func isManyElsewhere(_ relationship: RelationshipDescription, in subject: ReviewSubject) -> Bool {
    // An entity called Classes gives its name to one of its objects as well.
    guard let last = ProposedNames.words(relationship.name).last, EnglishNouns.isPlural(last),
      !EnglishNouns.isPluralForOne(last),
      ProposedNames.words(ReviewSubject.bare(relationship.destination)).last?.lowercased() != last.lowercased()
    else { return false }
    return subject.relationships.contains { _, other in
      other.isToMany && other.name == relationship.name && other.destination == relationship.destination
    }
  }

  /// Reported only if it is certain: the name is the destination's, or its last word.
  private static func isSingular(_ relationship: RelationshipDescription) -> Bool {
    let words = ProposedNames.words(relationship.name)
    // `toTask` and `fromTask` name a direction.
    guard let word = words.last, !["to", "from"].contains(words[0].lowercased()) || words.count == 1 else {
      return false
    }
    let ends = ProposedNames.words(relationship.destination)
    let isTail = ends.count > 1 && ends.suffix(words.count).joined().lowercased() == relationship.name.lowercased()
    return (word.lowercased() == relationship.destination.lowercased() || isTail)
      && EnglishNouns.plural(word).lowercased() != word.lowercased() && !EnglishNouns.isCollective(word)
  }
}
