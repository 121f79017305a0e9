import Diagnostics
import ObjectGraph

/// A one-to-one relationship between two entities of which one has many of the other, by their names, or is that by which
/// others are sorted.
package enum SingleMember: ReviewRule {
  package static let page = RulePage(
    id: "singleMember", title: "a relationship that should hold many is one-to-one",
    why: """
      An account has many transactions. If the relationship is one-to-one, the second transaction takes the place of the \
      first one, which then belongs to no account, and no error is reported. A currency that one account alone has moves to \
      the second account in the same way.
      """,
    example: """
      entity Account { transaction -> Transaction?, inverse account }
      entity Transaction { account -> Account?, inverse transaction }
      """,
    fix: "change Account.transaction ->> Transaction?")

  /// The advice for what is mirrored to CloudKit: a schema in production only grows.
  static let growth = "a to-many next to it, as a CloudKit schema in production only grows"

  /// Returns a question for each pair, and for Xcode models only. A required end or one that cascades says that the two
  /// belong together, and a word such as `last` that one of many is meant. Of a name in the plural, ``Naming`` asks.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    var asked: Set<String> = []
    let lookups = oddLookups(in: subject)
    asked.formUnion(lookups.map { "\($0.entity).\($0.property)" })
    // The pairs about which the names alone speak, by both of their ends.
    var plain: [(ends: String, finding: Finding)] = []
    let pairs = subject.relationships.compactMap { entity, relationship -> Finding? in
      guard !relationship.isToMany, let (member, back) = subject.index.inverse(of: relationship), !back.isToMany,
        member != entity, ![relationship, back].contains(where: { Naming.isNamedForMany($0, in: subject) }),
        [relationship, back].allSatisfy({ $0.deleteRule != .cascade }), relationship.isOptional,
        // Each animal of an owner may require one.
        back.isOptional || isHolderByName(entity, of: member, relationship),
        ![relationship.name, back.name, entity].contains(where: isOneAmongMany)
      else { return nil }
      let (name, other) = ("\(entity).\(relationship.name)", "\(member).\(back.name)")
      let reason: String
      if isHolder(entity, of: member, relationship) || isLogged(member, of: entity, in: subject)
        || isLine(member, to: entity, back, in: subject) || isChosen(relationship, back)
        || isOccurrence(member, of: entity, relationship, back, in: subject)
        || isContained(relationship, back) && !isLine(entity, to: member, relationship, in: subject)
        || isNamedForBoth(relationship, back, of: entity, in: subject)
      {
        reason = ""
      } else if let list = list(of: relationship, in: entity, subject) {
        reason = ", next to \(list)"
      } else if let siblings = siblings(of: relationship, in: entity, back, subject) {
        reason = ", next to \(Listing.text(siblings)), which hold many"
      } else if let lists = many(nextTo: relationship, of: entity, back, in: subject) {
        reason = ", next to \(Listing.text(lists)), which hold many"
      } else if isCrossed(relationship, of: entity, back, in: subject) {
        reason = "; \(member).\(relationship.name) has another inverse"
      } else if let twin = twin(of: relationship, in: entity, back, subject) {
        reason = ", next to \(twin.name), which holds many"
      } else if let other = opposite(of: relationship, in: entity, back, subject) {
        reason = ", and so is \(other)"
        asked.insert(other)
      } else {
        return nil
      }
      guard asked.isDisjoint(with: [name, other]) else { return nil }
      asked.formUnion([name, other])
      let finding = Finding(
        page.id, .question, entity, relationship.name, aspect: .count,
        "\(name) and \(other) are one-to-one\(reason), and a second \(member) takes the place of the first: is one enough?",
        fix: "if not: " + (subject.mirroredEntities.contains(entity) ? growth : "change \(name) ->> \(member)?"))
      if reason.isEmpty { plain.append(("\(name) and \(other)", finding)) }
      return finding
    }
    let others = [oddInverses(in: subject), sharedByName(in: subject), lists(in: subject)]
    return lookups + others.flatMap(\.self) + grouped(pairs, plain)
  }

  /// One question about four pairs or more about which the names alone speak: whoever answers it for one knows it of the others.
  private static func grouped(_ pairs: [Finding], _ plain: [(ends: String, finding: Finding)]) -> [Finding] {
    guard plain.count > 3, var first = plain.first?.finding else { return pairs }
    let rest = pairs.filter { pair in !plain.contains { $0.finding == pair } }
    first.determinant = plain.dropFirst().map { "\($0.finding.entity).\($0.finding.property)" }.joined(separator: ",")
    first.message =
      "\(Listing.text(plain.map(\.ends))) are one-to-one, and a second object takes the place of the first: is one enough?"
    first.fix += ", and the like for the others"
    return [first] + rest
  }

  /// The to-ones whose twins are to-many: `User.project`, where `Card.users` and `Activity.users` lead to many that have many, and
  /// `Project.users` to many that have one.
  private static func oddInverses(in subject: ReviewSubject) -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard !relationship.isToMany, relationship.isOptional, !isOneAmongMany(relationship.name),
        let (other, many) = subject.index.inverse(of: relationship), many.isToMany, many.deleteRule != .cascade,
        other != entity, Ownership.isPerson(entity), !Ownership.isPart(entity, of: other),
        // A person has one blood type.
        !["gender", "kind", "status", "type"].contains(Ownership.noun(other))
      else { return nil }
      let twins = subject.relationships.filter { owner, twin in
        owner != other && twin.name == many.name && twin.destination == many.destination && twin.isToMany
          && subject.index.inverse(of: twin)?.relationship.isToMany == true
      }
      guard twins.count > 1 else { return nil }
      let name = "\(entity).\(relationship.name)"
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .count, determinant: other,
        "\(name) holds one \(other), and the inverses of \(Listing.text(twins.map { "\($0.entity).\($0.relationship.name)" })) "
          + "hold many: is one enough?",
        fix: "if not: "
          + (subject.mirroredEntities.contains(entity)
            ? growth : "change \(name) ->> \(other)\(relationship.isOptional ? "?" : "")"))
    }
  }

  /// Whether objects are records of their owner by name, each with a date: the `TrackerRecord` of a `Tracker`.
  private static func isLogged(_ member: String, of owner: String, in subject: ReviewSubject) -> Bool {
    let (words, own) = (Ownership.words(member), Ownership.words(owner))
    let isRecord =
      !own.isEmpty && words.count > own.count && words.starts(with: own)
      && ["entry", "log", "record", "reading", "measurement", "visit"].contains(words[own.count])
    let isEvent =
      ["appointment", "booking", "reservation"].contains(EnglishNouns.singular(words.last ?? ""))
      && !Ownership.records.contains(EnglishNouns.singular(own.last ?? ""))
    return (isRecord || isEvent) && subject.index.properties(of: member).contains { $0.attribute?.type == .date }
  }

  /// Whether the names of the two ends say that one of many kinds is chosen: `Car.whichModel` and `Model.typeOfCar`.
  private static func isChosen(_ relationship: RelationshipDescription, _ back: RelationshipDescription) -> Bool {
    func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }
    let (own, other) = (words(relationship.name), words(back.name))
    return other.count > 1 && other[0] == "which"
      || own.count > 2 && ["kind", "type"].contains(own[0]) && own[1] == "of"
  }

  /// The two ends of the many-to-many between the same two entities, if they are named for what they lead to, and the names of the
  /// one-to-one are those of roles: `Rower.tracks` and `Track.rowers` next to `Track.coxswain`.
  private static func many(
    nextTo relationship: RelationshipDescription, of entity: String, _ back: RelationshipDescription,
    in subject: ReviewSubject
  ) -> [String]? {
    let member = relationship.destination
    let lists = subject.index.properties(of: entity).compactMap(\.relationship).filter {
      $0.isToMany && $0.destination == member && $0.isNamed(for: member)
    }
    guard lists.count == 1, let (_, end) = subject.index.inverse(of: lists[0]), end.isToMany, end.isNamed(for: entity),
      !isNamed(relationship, for: member), !isNamed(back, for: entity)
    else { return nil }
    return ["\(entity).\(lists[0].name)", "\(member).\(end.name)"]
  }

  /// The to-one of a type or a category to what has it, where those of its siblings are to-many: `GroupType.agenda`, next to
  /// `Exposition.agendas` and `Period.agendas`.
  private static func oddLookups(in subject: ReviewSubject) -> [Finding] {
    subject.relationships.compactMap { entity, relationship -> Finding? in
      guard !relationship.isToMany, Ownership.isLookup(entity), !isOneAmongMany(relationship.name),
        let (member, back) = subject.index.inverse(of: relationship), !back.isToMany
      else { return nil }
      let plural = EnglishNouns.plural(relationship.name)
      let lists = subject.index.properties(of: member).compactMap(\.relationship).compactMap { other -> String? in
        guard !other.isToMany, let (owner, list) = subject.index.inverse(of: other), list.isToMany, list.name == plural
        else { return nil }
        return "\(owner).\(list.name)"
      }
      guard lists.count > 1, plural != relationship.name else { return nil }
      let name = "\(entity).\(relationship.name)"
      return Finding(
        page.id, .question, entity, relationship.name, aspect: .count, determinant: member,
        "\(name) holds one \(member), and \(Listing.text(lists)) hold many: is one enough?",
        fix: "if not: "
          + (subject.mirroredEntities.contains(entity)
            ? growth : "change \(name) ->> \(member)\(relationship.isOptional ? "?" : "")"))
    }
  }

  /// Whether an entity is a line of a list by name, such as the `CartItem` of a `Cart`, and leads to something else that may be in
  /// several lists.
  private static func isLine(
    _ line: String, to thing: String, _ relationship: RelationshipDescription, in subject: ReviewSubject
  ) -> Bool {
    let ends = subject.index.properties(of: line).compactMap(\.relationship)
    guard ends.count == 2, let owning = ends.first(where: { $0.name != relationship.name }), !owning.isToMany,
      let (owner, members) = subject.index.inverse(of: owning), members.isToMany, owner != thing
    else { return false }
    let relationships = subject.index.properties(of: thing).compactMap(\.relationship)
    let (words, own) = (Ownership.words(line), Ownership.words(owner))
    return !own.isEmpty && words.count > own.count && words.starts(with: own) && relationships.count > 1
      && !relationships.contains { $0.destination == owner }
  }

  /// The attribute next to a to-one that lists several of its kind: `unitsArray` next to `unit`.
  private static func list(
    of relationship: RelationshipDescription, in entity: String, _ subject: ReviewSubject
  ) -> String? {
    let plural = ProposedNames.words(EnglishNouns.plural(relationship.name)).map { $0.lowercased() }
    return subject.index.properties(of: entity).first { property in
      let words = ProposedNames.words(property.name).map { $0.lowercased() }
      return property.attribute != nil && words.count == plural.count + 1 && words.starts(with: plural)
        && ["array", "ids", "list"].contains(words.last)
    }?.name
  }

  /// The to-manys of an entity to the same destination whose inverses are named alike: the backgrounds and the tints of a colour next
  /// to its one text, where `backgroundColor`, `tintColor` and `textColor` lead back. nil unless there are two, and no other to-one.
  private static func siblings(
    of relationship: RelationshipDescription, in entity: String, _ back: RelationshipDescription,
    _ subject: ReviewSubject
  ) -> [String]? {
    let noun = ProposedNames.words(back.name).last?.lowercased()
    let others = subject.index.properties(of: entity).compactMap(\.relationship).filter {
      $0.destination == relationship.destination && $0.name != relationship.name
    }
    let isAlike = others.allSatisfy { other in
      guard other.isToMany, let end = subject.index.inverse(of: other)?.relationship, !end.isToMany else {
        return false
      }
      return ProposedNames.words(end.name).last?.lowercased() == noun
    }
    return others.count > 1 && isAlike ? others.map(\.name) : nil
  }

  /// Whether the member's relationship of the same name leads back as well, and is the inverse of another one: the two inverses
  /// may have been exchanged.
  private static func isCrossed(
    _ relationship: RelationshipDescription, of entity: String, _ back: RelationshipDescription,
    in subject: ReviewSubject
  ) -> Bool {
    let others = subject.index.properties(of: relationship.destination).compactMap(\.relationship)
    return others.contains {
      $0.name == relationship.name && $0.name != back.name && $0.destination == entity && !$0.isToMany
        && subject.index.inverse(of: $0)?.relationship.isToMany == true
    }
  }

  /// Whether an entity has many of another by their names, or others are sorted by it: a currency is that of many accounts.
  private static func isHolder(_ entity: String, of member: String, _ relationship: RelationshipDescription) -> Bool {
    isHolderByName(entity, of: member, relationship)
      || sorting.contains(EnglishNouns.singular(Ownership.noun(entity))) && !LeftBehind.isValue(member)
  }

  private static func isHolderByName(
    _ entity: String, of member: String, _ relationship: RelationshipDescription
  ) -> Bool {
    Ownership.hasMany(entity, member) && isNamed(relationship, for: member)
  }

  /// Entities that are nearly always shared. A status, a type and a unit may be a value that one object alone has.
  private static let sorting: Set = ["category", "country", "currency", "genre", "language", "tag"]

  /// Whether the member's noun is in the name: `accountTransactionId`, and not `captain` for a Player.
  static func isNamed(_ relationship: RelationshipDescription, for member: String) -> Bool {
    let noun = EnglishNouns.singular(Ownership.noun(member))
    let words = ProposedNames.words(relationship.name).map { $0.lowercased() }
    return words.contains(noun) || words.contains(EnglishNouns.plural(noun))
  }

  static func isOneAmongMany(_ name: String) -> Bool {
    let words = ProposedNames.words(name).map { $0.lowercased() }
    return words.contains { ["current", "last", "latest", "preferred", "selected", "pinned", "default"].contains($0) }
      || ["first", "draft", "parent", "main"].contains(words.first)
  }
}
