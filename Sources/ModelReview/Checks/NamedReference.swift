import ObjectGraph
import Predicates

/// An attribute whose name says that it stands for an object of another entity: `nodeId` and `teamName` where there is a
/// Node and a Team, and `patient` where there is a Patient.
///
/// An identifier that a server gives is often kept along with a relationship, so nothing is reported where one leads to
/// that entity or comes from it. Neither is an entity's own identifier: `nodeId` of a Node, `messageID` of a
/// CachedMessage, `personId` of PersonKeys. Where there are objects of both entities, most values have to be found among
/// those of the other one.
struct NamedReference: Hashable {
  var attribute: String
  var destination: String
  /// The name for the relationship, and for its inverse.
  var role: String
  var inverse: String
  /// Whether a text names several.
  var isList = false
  /// Whether the other entity has an identifier of the attribute's type, with which the values can be compared.
  var hasKey = true

  /// - Parameter named: ``ReviewSubject/namedEntities``.
  static func found(
    in relation: EntityRelation, _ named: [String: String], _ subject: ReviewSubject
  ) -> [NamedReference] {
    relation.ownColumns.compactMap { column in
      guard !column.isSetAside, let type = column.type, type.mayIdentify else {
        return nil
      }
      if let parent = parent(column.name, type, of: relation, subject) {
        return isContradicted(parent, by: relation, subject) ? nil : parent
      }
      if let shared = sharedKey(column.name, type, of: relation, subject) { return shared }
      guard var name = name(column.name, type, named, of: relation.entity, subject), !isOwn(name, relation),
        !areLinked(relation.entity, name.destination, subject),
        !isPartOfKey(name.attribute, type, of: relation.entity, subject),
        !areApart(relation.entity, name.destination, subject.model), !isContradicted(name, by: relation, subject)
      else { return nil }
      // An `uploadId` that an Upload inherits, as all rows do, is the number of a batch and not of the row.
      let same = subject.index.property(name.attribute, of: name.destination)
      if let same, subject.model.entities[same.declaredBy].name != name.destination { return nil }
      name.hasKey = hasKey(name.destination, type, subject)
      name.inverse = EnglishNouns.plural(ProposedNames.lowered(relation.entity))
      return name
    }
  }

  /// `parentID` of an entity that has an `id` of the same type, and no relationship to itself.
  private static func parent(
    _ attribute: String, _ type: AttributeType, of relation: EntityRelation, _ subject: ReviewSubject
  ) -> NamedReference? {
    guard let (stem, last) = split(attribute), stem.lowercased() == "parent", identifiers.contains(last),
      // The first of a tree has no parent: a text that is required names something else.
      [.integer16, .integer32, .integer64].contains(type)
        || subject.index.property(attribute, of: relation.entity)?.property.attribute?.isOptional == true,
      relation.columns.contains(where: { column in
        column.type == type
          && (identifiers.contains(column.name.lowercased())
            || split(column.name).map { isOwn($0.stem, relation.entity) && $0.last == last } == true)
      }),
      !subject.index.properties(of: relation.entity).contains(where: { property in
        property.relationship.map {
          subject.index.isKind(relation.entity, of: $0.destination) || $0.name.lowercased().hasPrefix("parent")
        } == true
      })
    else { return nil }
    // The parent of a question is its survey, where there is one.
    let wholes = subject.model.entityNames.filter { Ownership.isPart(relation.entity, of: $0) }
    guard wholes.count == 1, let whole = wholes.first, whole != relation.entity else {
      return NamedReference(
        attribute: attribute, destination: relation.entity, role: "parent", inverse: "children")
    }
    guard !areLinked(relation.entity, whole, subject) else { return nil }
    return NamedReference(
      attribute: attribute, destination: whole, role: ProposedNames.lowered(ReviewSubject.bare(whole)),
      inverse: EnglishNouns.plural(ProposedNames.lowered(ReviewSubject.bare(relation.entity))))
  }

  /// `foodHeadID` of a FoodLogLine, where a FoodLogHead has an attribute of this name and type: its own identifier.
  private static func sharedKey(
    _ attribute: String, _ type: AttributeType, of relation: EntityRelation, _ subject: ReviewSubject
  ) -> NamedReference? {
    guard let (stem, last) = split(attribute), identifiers.contains(last) else { return nil }
    let stemWords = ProposedNames.words(stem).map { $0.lowercased() }
    func hasWords(_ entity: String) -> Bool {
      var rest = ProposedNames.words(entity).map { $0.lowercased() }[...]
      return stemWords.allSatisfy { word in
        guard let place = rest.firstIndex(of: word) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
    }
    guard stemWords.count > 1, !hasWords(relation.entity) else { return nil }
    let owners = subject.model.entities.filter { entity in
      hasWords(entity.name)
        && entity.properties.contains { $0.name == attribute && $0.attribute?.type == type }
    }
    guard owners.count == 1, !areLinked(relation.entity, owners[0].name, subject) else { return nil }
    return NamedReference(
      attribute: attribute, destination: owners[0].name, role: ProposedNames.lowered(stem),
      inverse: EnglishNouns.plural(ProposedNames.lowered(relation.entity)))
  }

  /// Whether an entity has an identifier to which values of a type can be equal: an `id`, a `serverID`.
  private static func hasKey(_ entity: String, _ type: AttributeType, _ subject: ReviewSubject) -> Bool {
    subject.index.properties(of: entity).compactMap(\.attribute).contains { key in
      key.type.mayEqual(type)
        && (identifiers.contains(key.name.lowercased())
          || split(key.name).map { identifiers.contains($0.last) } == true)
    }
  }

  private static let identifiers: Set<String> = ["id", "identifier", "uuid", "guid"]

  private static func name(
    _ attribute: String, _ type: AttributeType, _ named: [String: String], of entity: String, _ subject: ReviewSubject
  ) -> NamedReference? {
    // `patient`: the whole name is an entity's; a weight is a number, also where there is an entity of weights.
    // `appID` is the identifier of an app, also where there is an entity AppID. Whoever makes relationships means the text:
    // the whole name counts only in a model that has none.
    if let destination = named[attribute.lowercased()], type == .string || type == .uuid, split(attribute) == nil,
      !isText(ProposedNames.words(attribute).last ?? attribute), !subject.hasRelationships,
      // A text in the plural names no one object.
      !EnglishNouns.isPlural(attribute)
    {
      return NamedReference(attribute: attribute, destination: destination, role: attribute, inverse: "")
    }
    if let role = roleName(attribute, type, named, entity, subject) { return role }
    guard let (stem, last) = split(attribute) else { return nil }
    // The last word alone says less.
    if named[stem.lowercased()] == nil, let destination = tail(stem, last, type, subject) {
      return NamedReference(
        attribute: attribute, destination: destination, role: ProposedNames.lowered(stem), inverse: "")
    }
    guard let destination = named[stem.lowercased()] else { return nil }
    // `teamName`, `teamCode`: only if a team has a name or a code; `fileName` and `userName` are words of their own.
    guard
      identifiers.contains(last)
        || !isText(stem) && subject.index.property(last, of: destination)?.property.attribute?.type == type
    else { return nil }
    return NamedReference(
      attribute: attribute, destination: destination, role: ProposedNames.lowered(stem), inverse: "")
  }

  /// The entity whose last word is the stem and that has such an identifier: a PersonWeibo with an `id` for `weiboID`. People
  /// are left out: `userID` is as a rule the user of this device, or one whom only the server knows.
  private static func tail(_ stem: String, _ last: String, _ type: AttributeType, _ subject: ReviewSubject) -> String? {
    guard identifiers.contains(last), !["user", "account", "owner", "person"].contains(stem.lowercased()) else {
      return nil
    }
    let found = subject.model.entities.filter { entity in
      ProposedNames.words(entity.name).last?.lowercased() == stem.lowercased()
        && entity.properties.contains { $0.name.lowercased() == last && $0.attribute?.type == type }
    }
    return found.count == 1 ? found[0].name : nil
  }

  /// `vocabDeck` of a VocabWord where there is a Deck, `homeTeam` where there is a Team; `subjectIDs` where there is a
  /// Subject, which are several in one text.
  private static func roleName(
    _ attribute: String, _ type: AttributeType, _ named: [String: String], _ entity: String, _ subject: ReviewSubject
  ) -> NamedReference? {
    guard type == .string else { return nil }
    for ending in ["IDs", "Ids", "_ids", "UUIDs", "Usernames"] where attribute.hasSuffix(ending) {
      guard let destination = named[attribute.dropLast(ending.count).lowercased()] else { return nil }
      return NamedReference(
        attribute: attribute, destination: destination, role: ProposedNames.lowered(destination), inverse: "",
        isList: true)
    }
    let words = ProposedNames.words(attribute).map { $0.lowercased() }
    let own = ProposedNames.words(entity).map { $0.lowercased() }
    let roles: Set = [
      "home", "away", "current", "main", "default", "selected", "source", "target", "from", "to", "original",
    ]
    guard words.count == 2, let last = words.last, let destination = named[last], !isText(last),
      own.contains(words[0]) || roles.contains(words[0])
    else { return nil }
    return NamedReference(attribute: attribute, destination: destination, role: attribute, inverse: "")
  }

  /// `node`, `id` for `nodeId`, `nodeID` and `node_id`.
  private static func split(_ name: String) -> (stem: String, last: String)? {
    for ending in ["identifier", "uuid", "guid", "id", "username", "name", "title", "code", "number", "slug", "email"] {
      guard name.count > ending.count, name.lowercased().hasSuffix(ending) else { continue }
      var stem = name.dropLast(ending.count)
      let tail = name.suffix(ending.count)
      guard tail.first?.isUppercase == true || stem.last == "_" else { continue }
      while stem.last == "_" { stem.removeLast() }
      return stem.isEmpty ? nil : (String(stem), ending)
    }
    return nil
  }

  /// Words that as often name a text, or a file, as an object.
  private static func isText(_ word: String) -> Bool {
    [
      "account", "address", "album", "answer", "artist", "attachment", "author", "avatar", "body", "brand", "breed",
      "category", "city", "color", "colour", "comment", "content", "country", "cover", "currency", "data", "date",
      "description", "document", "domain", "duration", "email", "entity", "event", "file", "folder", "format",
      "genre", "grade", "group", "header", "host", "icon", "identifier", "identity", "image", "item", "key", "kind",
      "label", "language", "level", "link", "location", "logo", "manufacturer", "media", "message", "model", "mood",
      "name", "note", "object", "password", "path", "phase", "phone", "photo", "picture", "place", "platform",
      "position", "priority", "provider", "publisher", "question", "range", "rating", "reason", "report", "result",
      "role",
      "score", "section", "server", "service", "size", "sound", "source", "species", "state", "status", "style",
      "summary", "symbol", "tag", "text", "theme", "thumbnail", "time", "timezone", "title", "token", "topic", "type",
      "unit", "url", "user", "value", "version", "video", "weather",
      "amount", "balance", "calories", "cost", "count", "depth", "distance", "fee", "height", "length",
      "mass", "money", "pressure", "price", "quantity", "reps", "speed", "sport", "temperature", "total",
      "volume", "weight", "width",
    ].contains(word.lowercased())
  }

  /// Whether two entities are in different configurations alone: no relationship leads from one store to another.
  private static func areApart(_ one: String, _ other: String, _ model: ManagedObjectModel) -> Bool {
    let ones = model.configurations.filter { $0.entities.contains(one) }
    let others = model.configurations.filter { $0.entities.contains(other) }
    return !ones.isEmpty && !others.isEmpty && !ones.contains { $0.entities.contains(other) }
  }

  /// Whether an attribute is repeated along a relationship and in half of all entities: with the identifier of each it is the key of
  /// what a server knows, such as the volume of a node, its revisions and their blocks.
  private static func isPartOfKey(
    _ attribute: String, _ type: AttributeType, of entity: String, _ subject: ReviewSubject
  ) -> Bool {
    func hasIt(_ entity: String) -> Bool {
      subject.index.property(attribute, of: entity)?.property.attribute?.type == type
    }
    let count = subject.model.entityNames.count(where: hasIt)
    return count > 3 && count * 2 >= subject.model.entityNames.count
      && subject.index.properties(of: entity).contains { property in
        property.relationship.map { $0.destination != entity && hasIt($0.destination) } ?? false
      }
  }

  /// Whether an attribute identifies its own entity: `messageID` of CachedMessage, and `personId` of PersonKeys unless that
  /// has an identifier besides, as `ministryId` of a MinistryTeam with an `id`.
  private static func isOwn(_ name: NamedReference, _ relation: EntityRelation) -> Bool {
    guard isOwn(name.destination, relation.entity) else { return false }
    let begins = relation.entity.lowercased().hasPrefix(name.destination.lowercased())
    return !begins || relation.entity.lowercased() == name.destination.lowercased()
      || !relation.columns.contains { $0.name != name.attribute && identifiers.contains($0.name.lowercased()) }
  }

  /// Whether an entity is another one in other words: its name begins or ends with the other's.
  private static func isOwn(_ destination: String, _ entity: String) -> Bool {
    let (one, other) = (entity.lowercased(), destination.lowercased())
    return one.hasSuffix(other) || one.hasPrefix(other)
  }

  /// Whether there are objects of both entities, and most values are none that the other entity has.
  private static func isContradicted(
    _ name: NamedReference, by relation: EntityRelation, _ subject: ReviewSubject
  ) -> Bool {
    guard let place = relation.place(of: name.attribute), let type = relation.columns[place].type,
      let other = subject.relation(name.destination)
    else { return false }
    let known = other.columns.indices.filter { column in
      let isItself = other.entity == relation.entity && column == place
      let types = [type, other.columns[column].type]
      return !isItself && (types[0] == types[1] || types.allSatisfy { $0 == .string || $0 == .uuid })
    }.flatMap(other.values)
    let values = relation.values(of: place).filter { !$0.isBlank }
    let keys = Set(known.map(\.reference))
    return !keys.isEmpty && values.count { keys.contains($0.reference) } * 2 < values.count
  }

  /// Whether a relationship leads from one entity, or what it inherits from, to the other or its family, or back.
  private static func areLinked(_ one: String, _ other: String, _ subject: ReviewSubject) -> Bool {
    func leads(from entity: String, to destination: String) -> Bool {
      subject.index.properties(of: entity).contains { property in
        guard let end = property.relationship?.destination else { return false }
        return subject.index.isKind(end, of: destination) || subject.index.isKind(destination, of: end)
      }
    }
    if subject.index.isKind(one, of: other) || subject.index.isKind(other, of: one) || leads(from: one, to: other)
      || leads(from: other, to: one)
    {
      return true
    }
    // `History.userId`, where a History has a package and a package its user: another way there could contradict it.
    return subject.index.properties(of: one).contains { property in
      property.relationship.map { !$0.isToMany && $0.destination != one && leads(from: $0.destination, to: other) }
        ?? false
    }
  }
}

extension ReviewSubject {
  fileprivate var hasRelationships: Bool {
    model.entities.contains { entity in entity.properties.contains { $0.relationship != nil } }
  }

  /// The entities by the names that attributes have for them, in lower case: `node` for `Node`, `CDNode` and
  /// `NodeEntity`. Names that two entities claim lead to none.
  var namedEntities: [String: String] {
    var named: [String: String] = [:]
    var twice: Set<String> = []
    for entity in model.entityNames {
      for name in Set([entity, Self.bare(entity)].map { $0.lowercased() })
      where named.updateValue(entity, forKey: name) != nil {
        twice.insert(name)
      }
    }
    for entity in model.entityNames {
      let name = entity.lowercased()
      if twice.contains(name) { named[name] = entity }
      twice.remove(name)
    }
    for name in twice { named[name] = nil }
    return named
  }

  /// The name without a prefix of initials, and without words that say what every entity is.
  static func bare(_ entity: String) -> String {
    var name = entity[...]
    for ending in ["Entity", "MO", "CD", "VO", "DTO", "Model", "Object", "Record"]
    where name.count > ending.count + 2 && name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
      break
    }
    for beginning in ["Managed", "Cached", "Stored", "Local"]
    where name.count > beginning.count + 2 && name.hasPrefix(beginning) {
      name = name.dropFirst(beginning.count)
      break
    }
    // The last capital begins the word.
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count > 2, name.count > capitals.count { name = name.dropFirst(capitals.count - 1) }
    return String(name)
  }
}

extension Value {
  /// The same for an identifier and for its text.
  fileprivate var reference: Value {
    switch self {
    case .uuid(let id): .string(id.uuidString.lowercased())
    case .string(let text): .string(text.lowercased())
    default: self
    }
  }
}

extension AttributeType {
  /// Whether identifiers of two types can be the same: two numbers, or a UUID and its text.
  fileprivate func mayEqual(_ other: AttributeType) -> Bool {
    let kinds: [Set<AttributeType>] = [[.string, .uuid, .uri], [.integer16, .integer32, .integer64]]
    return kinds.contains { $0.isSuperset(of: [self, other]) }
  }

  /// Whether values can name an object: texts, whole numbers and identifiers.
  fileprivate var mayIdentify: Bool {
    switch self {
    case .string, .uuid, .uri, .integer16, .integer32, .integer64: true
    case .undefined, .boolean, .date, .binaryData, .transformable, .double, .float, .decimal: false
    }
  }
}
