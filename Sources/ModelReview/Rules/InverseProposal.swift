import ObjectGraph

/// The inverse to propose for a relationship that has none: one that holds all that the two hold without it.
///
/// Another relationship is taken for the inverse only if the names say so, as `Team.players` and `Player.team` do or
/// `next` and `previous`. `Chat.lastMessage` and `Message.chat` are two things: as each other's inverse, they would leave
/// one message in a chat. Two to-ones that are alone between their entities are paired first, and separated second.
struct InverseProposal {
  private let subject: ReviewSubject
  private let entity: String
  private let relationship: RelationshipDescription
  /// The objects show that the inverse has to be to-many.
  private let isShared: Bool

  init(_ relationship: RelationshipDescription, of entity: String, in subject: ReviewSubject) {
    self.subject = subject
    self.entity = entity
    self.relationship = relationship
    isShared = subject.sharedMembers.contains("\(entity).\(relationship.name)")
  }

  /// `Player.team <<--> Team.players`: the line that makes both ends, or pairs two relationships that exist.
  /// - Parameter isTaken: Whether other relationships lead to what this one cascades to: it then owns nothing.
  func line(_ names: inout ProposedNames, isShared isTaken: Bool = false) -> String {
    if let back = Self.partner(of: relationship, from: entity, in: subject.index) { return pairing(with: back) }
    let name = names.inverse(of: relationship, from: entity)
    func line(_ arrow: String, _ end: String) -> String {
      loosening(relationship, of: entity)
        + "\(entity).\(relationship.name) \(arrow) \(relationship.destination).\(end)"
    }
    // What is deleted with an object belongs to it alone.
    let isOwned = relationship.deleteRule == .cascade && (relationship.isToMany || !isTaken)
    let lines =
      switch (isToMany: relationship.isToMany, isShared: isShared, isOwned: isOwned) {
      case (true, true, _): line("<<-->>", name.many)
      case (true, false, true): line("<-->>", name.one)
      // Several lists of one kind, and lists of the entity itself, share their members as a rule.
      // The model alone does not say which of the two holds.
      case (true, false, false) where subject.options.contains(.xcode) && !isOneOfSeveral:
        "if several objects can share one: " + line("<<-->>", name.many) + "; if not: " + line("<-->>", name.one)
      case (true, false, false) where isOneOfSeveral: line("<<-->>", name.many) + ", or: " + line("<-->>", name.one)
      case (true, false, false): line("<-->>", name.one) + ", or: " + line("<<-->>", name.many)
      // An object that several owners share stays when one of them is deleted.
      case (false, false, true):
        "if several objects can share one: " + line("<<-->", name.many)
          + ", and: change \(entity).\(relationship.name), delete nullify; if not: " + line("<-->", name.one)
      // A to-one that is named for many may be a to-many by mistake.
      case (false, _, _)
      where
        (Naming.isNamedForMany(relationship, in: subject)
        || subject.options.contains(.xcode) && SingleMember.isListOfOne(relationship, of: entity, in: subject))
        && !subject.mirroredEntities.contains(entity):
        "if it holds several: " + line("<-->>", name.one) + "; if not: " + line("<<-->", name.many)
      // A save refuses the objects that nullify would leave, and CloudKit does not support deny.
      case (false, _, _) where !relationship.isOptional && loosening(relationship, of: entity).isEmpty:
        line("<<-->", name.many)
          + ", and: "
          + (subject.mirroredEntities.contains(relationship.destination)
            ? "change \(entity).\(relationship.name), optional"
            : "change \(relationship.destination).\(name.many), delete deny")
      case (false, _, _): line("<<-->", name.many)
      }
    guard !isShared, let back = Self.twin(of: relationship, from: entity, in: subject.index) else { return lines }
    let pairing = self.pairing(with: back)
    // Two to-one relationships are as likely two things; a pair with a to-many, alone between its entities, is not.
    return !back.isToMany && !relationship.isToMany ? "\(lines), or: \(pairing)" : "\(pairing), or: \(lines)"
  }

  /// Whether the line pairs two relationships that exist.
  var isPairing: Bool { Self.partner(of: relationship, from: entity, in: subject.index) != nil }

  /// The relationship that is probably the other end of this one, and whether the names say so: one that has the same role by its name,
  /// as `homeTeam` and `homeMatches`, or the only one that leads back, if at least one of the two is to-many.
  var pair: (back: RelationshipDescription, isCertain: Bool)? {
    if let back = Self.partner(of: relationship, from: entity, in: subject.index) { return (back, true) }
    guard !isShared,
      let back = Self.namesake(of: relationship, from: entity, in: subject.index)
        ?? Self.onlyOther(of: relationship, from: entity, in: subject.index, inAnyRole: true)
    else { return nil }
    return (back, false)
  }

  /// The line that pairs the relationship with one that leads back, and those that give each of the two its own inverse.
  /// - Parameter condition: When the two are one relationship.
  func lines(
    pairingWith back: RelationshipDescription, if condition: String, _ names: inout ProposedNames
  ) -> String {
    let areBothToMany = relationship.isToMany && back.isToMany
    func separate(_ relationship: RelationshipDescription, _ entity: String) -> String {
      let name = names.inverse(of: relationship, from: entity)
      let isOne = relationship.deleteRule == .cascade || relationship.isToMany && !areBothToMany
      return loosening(relationship, of: entity)
        + "\(entity).\(relationship.name) \(isOne ? "<" : "<<")--\(relationship.isToMany ? ">>" : ">") "
        + "\(relationship.destination).\(isOne ? name.one : name.many)"
    }
    // A second object on either side would lose its link, if both ends were to-one.
    return "if \(condition): \(pairing(with: back)); if not: "
      + "\(separate(relationship, entity)), and: \(separate(back, relationship.destination))"
  }

  private var isOneOfSeveral: Bool {
    relationship.destination == entity
      || subject.index.properties(of: entity).compactMap(\.relationship).count(where: {
        $0.isToMany && $0.destination == relationship.destination
      }) > 1
  }

  /// The change that comes before an inverse: Xcode does not compile one of a required to-one to a unique entity.
  private func loosening(_ relationship: RelationshipDescription, of entity: String) -> String {
    subject.uniqueNeeds["\(entity).\(relationship.name)"].map { "change \($0.name), optional, and: " } ?? ""
  }

  private func pairing(with back: RelationshipDescription) -> String {
    loosening(relationship, of: entity) + loosening(back, of: relationship.destination) + pair(with: back)
  }

  private func pair(with back: RelationshipDescription) -> String {
    // The end at which the objects show several others is to-many.
    let isToMany =
      relationship.isToMany || subject.sharedMembers.contains("\(relationship.destination).\(back.name)")
    let isBackToMany = back.isToMany || isShared
    if isToMany == relationship.isToMany, isBackToMany == back.isToMany {
      return "change \(entity).\(relationship.name), inverse \(back.name)"
    }
    let (own, other) = ("\(entity).\(relationship.name)", "\(relationship.destination).\(back.name)")
    // The same line from both ends.
    if relationship.isToMany == back.isToMany ? other < own : back.isToMany {
      return "\(other) \(isToMany ? "<<" : "<")--\(isBackToMany ? ">>" : ">") \(own)"
    }
    return "\(own) \(isBackToMany ? "<<" : "<")--\(isToMany ? ">>" : ">") \(other)"
  }

  // MARK: Two ends of one thing

  /// Returns the relationship that is the other end by its name, where there is one alone. Two to-one relationships are
  /// not: each holds for itself what the pair could not, several chats with one last message.
  static func partner(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex
  ) -> RelationshipDescription? {
    let back = waysBack(of: relationship, from: entity, in: index)
    if relationship.destination == entity {
      let ends = back.filter { Opposites.are(relationship.name, $0.name) || Opposites.areLevels(relationship, $0) }
      return ends.count == 1 ? ends[0] : nil
    }
    let partners = back.filter { ($0.isToMany || relationship.isToMany) && isEnd($0, leadingTo: entity) }
    guard partners.count == 1, isEnd(relationship, leadingTo: relationship.destination),
      waysBack(of: partners[0], from: relationship.destination, in: index).count(where: {
        isEnd($0, leadingTo: relationship.destination)
      }) == 1
    else { return nil }
    return partners[0]
  }

  /// Whether a relationship is named for what it leads to; a to-many may be in the singular (`Patient.study`).
  private static func isEnd(_ relationship: RelationshipDescription, leadingTo entity: String) -> Bool {
    relationship.isNamed(for: entity) || relationship.isToMany && relationship.isNamed(forOne: entity)
  }

  /// Returns the to-one that leads back from a to-one, if nothing else leads from one entity to the other or back, one of
  /// the two is named for what it leads to (`AlbumEdit.album`). The last message of a chat is another thing than the chat of a message,
  /// and the captain of a team than the team of a player.
  static func counterpart(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex
  ) -> RelationshipDescription? {
    func ways(from one: String, to other: String) -> [RelationshipDescription] {
      (index.entity(one)?.properties ?? []).compactMap(\.relationship).filter { $0.destination == other }
    }
    let back = ways(from: relationship.destination, to: entity)
    guard relationship.destination != entity, back.count == 1, !relationship.isToMany, !back[0].isToMany,
      back[0].inverse == nil, ways(from: entity, to: relationship.destination).count == 1
    else { return nil }
    let ends = [(relationship, back[0]), (back[0], relationship)]
    return ends.contains { $0.isNamed(for: $0.destination) && !isOneAmongMany($1.name) } ? back[0] : nil
  }

  /// Roles that one of several members has.
  private static let memberRoles: Set = [
    "best", "boss", "captain", "chair", "chief", "default", "draft", "favorite", "favourite", "head", "leader",
    "newest", "oldest",
    "owner", "pinned", "playing", "president", "primary", "representative", "root", "selected", "top", "winner",
  ]

  private static func isOneAmongMany(_ name: String) -> Bool {
    let words = ProposedNames.words(name).map { $0.lowercased() }
    return ["last", "latest", "first", "current", "main", "cover"].contains(words.first)
      || !memberRoles.isDisjoint(with: words)
  }

  /// Returns the relationship that may be the other end, though the names do not say so for certain: of two to-ones the one
  /// that leads back if both are named for what they lead to (`Order.payment` and `Payment.order` are one thing if each
  /// has one at most), of a to-one and a to-many the only one that leads back, if the to-many is named for what it
  /// leads to (`User.comments` and `Comment.writer`), and of two to-manys the only ones between two entities.
  private static func twin(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex
  ) -> RelationshipDescription? {
    guard relationship.destination != entity else { return nil }
    let back = waysBack(of: relationship, from: entity, in: index)
    if relationship.isNamed(for: relationship.destination),
      let order = back.first(where: { !$0.isToMany && !relationship.isToMany && $0.isNamed(for: entity) })
    {
      return order
    }
    let ways = (index.entity(entity)?.properties ?? []).compactMap(\.relationship).count {
      $0.destination == relationship.destination
    }
    let allBack = (index.entity(relationship.destination)?.properties ?? []).compactMap(\.relationship).count {
      $0.destination == entity
    }
    guard ways == 1, allBack == 1, let only = onlyOther(of: relationship, from: entity, in: index) else { return nil }
    if only.isToMany, relationship.isToMany { return only }
    return (relationship.isToMany ? relationship.isNamed(for: relationship.destination) : only.isNamed(for: entity))
      ? only : nil
  }

  /// Returns the only relationship of those without an inverse that leads back in the same role, if no other leads there in it.
  private static func namesake(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex
  ) -> RelationshipDescription? {
    func role(_ end: RelationshipDescription) -> Set<String> {
      Set(roles(of: end, between: entity, and: relationship.destination))
    }
    func alike(_ ends: [RelationshipDescription]) -> [RelationshipDescription] {
      ends.filter { role($0) == role(relationship) }
    }
    let back = alike(waysBack(of: relationship, from: entity, in: index))
    guard relationship.destination != entity, !role(relationship).isEmpty, back.count == 1,
      alike(waysBack(of: back[0], from: relationship.destination, in: index)).count == 1
    else { return nil }
    return back[0]
  }

  /// The words of a name that say more than which of two entities it is about, in lower case: `local` for the `imapLocalFields` of
  /// an IMAPFields.
  private static func roles(of end: RelationshipDescription, between entity: String, and other: String) -> [String] {
    func words(_ name: String) -> [String] {
      ProposedNames.words(name).map { EnglishNouns.singular($0.lowercased()) }
    }
    let known =
      words(entity) + words(other) + ["all", "by", "for", "from", "ha", "has", "in", "my", "of", "own", "the", "to"]
    return words(end.name).filter { !known.contains($0) }
  }

  /// Returns the only relationship that leads back, if no other leads there either, one of the two is to-many, and neither name says in
  /// which role an object is the other's: `FilterAttribute.inputFilter` is not the Filter whose attribute it is.
  /// - Parameter inAnyRole: Takes a role between two entities of which neither is named as a part of the other, as `Estate.mainContact`
  ///   and `Contact.estates`, unless the role changes, as that of the last or current one.
  private static func onlyOther(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex, inAnyRole: Bool = false
  ) -> RelationshipDescription? {
    func ways(from one: String, to other: String) -> [RelationshipDescription] {
      (index.entity(one)?.properties ?? []).compactMap(\.relationship).filter { $0.destination == other }
    }
    let back = ways(from: relationship.destination, to: entity)
    guard relationship.destination != entity, back.count == 1, back[0].inverse == nil,
      relationship.isToMany || back[0].isToMany, ways(from: entity, to: relationship.destination).count == 1,
      inAnyRole && !isNamedAsPart(entity, relationship.destination)
        ? !isChanging(relationship.name) && !isChanging(back[0].name)
        : !isRole(relationship, of: entity) && !isRole(back[0], of: relationship.destination)
    else { return nil }
    return back[0]
  }

  /// Whether the name of one of two entities begins with that of the other: `FilterAttribute` and `Filter`.
  private static func isNamedAsPart(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Ownership.words(one), Ownership.words(other))
    return one.starts(with: other) || other.starts(with: one)
  }

  /// Whether a name says that the object is one of many for the time being.
  private static func isChanging(_ name: String) -> Bool {
    isOneAmongMany(name) && ProposedNames.words(name).first?.lowercased() != "main"
  }

  /// Whether a name says more about what it leads to than which entity that is: `inputFilter` for a Filter, `pastMembers` for
  /// Members. `cusLeg` of a Customer says whose it is.
  private static func isRole(_ relationship: RelationshipDescription, of entity: String) -> Bool {
    func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }
    let (name, noun) = (words(relationship.name), Ownership.noun(relationship.destination))
    guard let last = name.last, EnglishNouns.singular(last) == EnglishNouns.singular(noun) else {
      return isOneAmongMany(relationship.name)
    }
    let known = words(entity) + words(relationship.destination)
    return name.dropLast().contains { word in
      !["all", "has", "in", "my", "of", "own", "the", "to"].contains(word) && !known.contains { $0.hasPrefix(word) }
    }
  }

  /// The relationships without an inverse that lead back.
  private static func waysBack(
    of relationship: RelationshipDescription, from entity: String, in index: ModelIndex
  ) -> [RelationshipDescription] {
    (index.entity(relationship.destination)?.properties ?? []).compactMap(\.relationship).filter {
      $0.destination == entity && $0.inverse == nil
        && ($0.name != relationship.name || relationship.destination != entity)
    }
  }
}

extension RelationshipDescription {
  /// Whether the name is that of one object of an entity, whatever the relationship's kind, and no plural.
  func isNamed(forOne entity: String) -> Bool {
    let words = ProposedNames.words(entity)
    return EnglishNouns.plural(name).lowercased() != name.lowercased()
      && words.indices.contains { words[$0...].joined().lowercased() == name.lowercased() }
  }

  /// Whether the name is that of an entity, without what its name begins with: `team` or `players` for `CDTeam`, `Player`.
  func isNamed(for entity: String) -> Bool {
    let words = ProposedNames.words(entity)
    return words.indices.contains { start in
      let word = words[start...].joined()
      guard isToMany else { return word.lowercased() == name.lowercased() }
      // `persons` is as good a name for people.
      return EnglishNouns.plural(word).lowercased() == name.lowercased()
        || EnglishNouns.isPlural(name) && EnglishNouns.singular(name).lowercased() == word.lowercased()
    }
  }
}

/// Names of the two ends of a relationship of an entity to itself.
package enum Opposites {
  /// A name for one object and for many.
  package typealias End = (one: String, many: String)

  private static let pairs: [(End, End)] = [
    (("parent", "parents"), ("child", "children")), (("next", "next"), ("previous", "previous")),
    (("successor", "successors"), ("predecessor", "predecessors")),
    (("following", "following"), ("follower", "followers")),
  ]

  /// Whether two names are the ends of one relationship: `parent` and `children`, `next` and `previous`.
  package static func are(_ one: String, _ other: String) -> Bool {
    end(of: one).map { $0.one == other || $0.many == other } ?? false
  }

  /// Whether one leads up a tree and the other down, by their names: `parentFolder` and `subfolders` or `folders`.
  static func areLevels(_ one: RelationshipDescription, _ other: RelationshipDescription) -> Bool {
    func leadsUp(_ end: RelationshipDescription) -> Bool {
      !end.isToMany && ["parent", "super", "manager"].contains(where: end.name.hasPrefix)
    }
    func leadsDown(_ end: RelationshipDescription) -> Bool {
      end.isToMany
        && (["child", "sub", "replies", "reports", "directReports"].contains(where: end.name.hasPrefix)
          || end.isNamed(for: end.destination))
    }
    return leadsUp(one) && leadsDown(other) || leadsDown(one) && leadsUp(other)
  }

  /// The end that goes with a name; nil if the name has none.
  static func end(of name: String) -> End? {
    for (left, right) in pairs {
      if left.one == name || left.many == name { return right }
      if right.one == name || right.many == name { return left }
    }
    return nil
  }
}
