import ObjectGraph
import Predicates

/// The parts in which the end of an answer differs from the nearest solution's: those of the model, and of the objects.
///
/// It decides whether a sentence about an answer can be true: one that names only things that are as they should be is not.
package struct EndDifference: Sendable {
  /// A sentence about the first part of the model that differs; it does not say what would be right.
  package var model: String?
  /// The objects that are not as they should be.
  package var objects: ObjectLikeness.Difference?
  /// How many places differ: declarations of the model, both ends of a relationship being one, and entities whose objects
  /// differ although nothing of their model does. A declaration of which several settings differ, such as the delete rule and whether
  /// it is optional, is as many places.
  package var places = 0
  /// The words of the properties, objects and values that differ, see ``PlainWords``.
  package var words: Set<String> = []
  /// The words of the entities in which something differs.
  package var entities: Set<String> = []
  /// The words of all names and values, right and wrong, but for the names of entities.
  package var vocabulary: Set<String> = []
  /// The words of the names of all entities.
  package var vocabularyOfEntities: Set<String> = []

  package init() {}

  /// Whether nothing differs.
  package var isEmpty: Bool { words.isEmpty && model == nil && objects == nil }

  /// Whether a sentence names something that differs, or nothing of this exercise at all. Only a sentence without properties,
  /// objects and values is about an entity. O(length of the text).
  package func mayConcern(_ text: String) -> Bool {
    if isEmpty { return true }
    let named = PlainWords.all(in: text)
    if !named.isDisjoint(with: words) { return true }
    if !named.isDisjoint(with: vocabulary) { return false }
    return named.isDisjoint(with: vocabularyOfEntities) || !named.isDisjoint(with: entities)
  }
}

extension Solutions {
  /// Returns how an end differs from the nearest solution's.
  /// - Parameters:
  ///   - isWhole: whether its places and words are asked for, which takes as long as the comparison.
  ///   - name: names an object of the answer.
  /// - Complexity: that of comparing the end with each solution.
  package func difference(
    of mine: EndState, isWhole: Bool, name: (ManagedObjectID) -> String
  ) -> EndDifference {
    let likeness = ModelLikeness(mine: mine.model, solutions: self)
    var nearest: (end: EndState, model: ModelLikeness.Nearest?, objects: ObjectLikeness.Difference?, weight: Int)?
    var result = EndDifference()
    var unlikeEntities: Set<String> = []
    withoutActuallyEscaping(name) { name in
      let objects = ObjectLikeness(mine: mine, solutions: self, name: name)
      for end in ends {
        let model = likeness.nearest(in: end)
        var weight = model?.weight ?? 0
        let unlike = try? objects.difference(from: end)
        if let unlike { weight += min(unlike.weight, 500) + 1 }
        if nearest.map({ weight < $0.weight }) ?? true { nearest = (end, model, unlike, weight) }
      }
      guard let nearest else { return }
      result.objects = nearest.objects
      guard isWhole else { return }
      if let unlike = try? objects.unlikeParts(from: nearest.end) {
        result.words.formUnion(PlainWords.all(in: unlike.texts))
        result.entities.formUnion(PlainWords.all(in: unlike.entities))
        unlikeEntities = Set(unlike.entities)
      }
      let named = mine.model.entityNames.flatMap { mine.graph.objectIDs(of: $0) }.prefix(EndState.comparedObjects)
      for id in named { result.vocabulary.formUnion(PlainWords.all(in: name(id))) }
    }
    guard let nearest else { return result }
    result.model = nearest.model.flatMap { near in
      near.changes.first.map { likeness.observation(about: $0, in: near.model) }
    }
    guard isWhole else { return result }
    for state in [start, mine, nearest.end] {
      result.vocabularyOfEntities.formUnion(PlainWords.all(in: state.model.entityNames))
      result.vocabulary.formUnion(state.words)
    }
    if let model = nearest.model {
      let models = [mine.model, model.model]
      for change in model.changes {
        let parts = change.parts(in: models)
        result.words.formUnion(PlainWords.all(in: parts.texts))
        result.entities.formUnion(PlainWords.all(in: parts.entities))
        unlikeEntities.subtract(parts.entities)
      }
      let places = Dictionary(grouping: model.changes) { $0.place(in: models) }
      result.places = places.values.reduce(0) { $0 + $1.differingSettings }
    }
    result.places += unlikeEntities.count
    result.vocabularyOfEntities.subtract(result.vocabulary)
    return result
  }
}

extension Solutions {
  /// Returns the statements that declare an end's properties as the nearest solution does, under the end's names, with the property of
  /// each: of properties that both have, and that the end has not left as they were at the start. O(comparing the model with each
  /// solution's).
  package func redeclarations(in mine: EndState) -> [(property: String, statement: String)] {
    guard let nearest = ModelLikeness(mine: mine.model, solutions: self).nearest() else { return [] }
    let since = mine.model.difference(from: start.model, renaming: mine.graph.renaming(since: start.graph)).changes
    return nearest.changes.compactMap { change in
      guard case .propertyChanged(let name, let entity, _) = change,
        let meant = nearest.model[entity: entity]?[property: name],
        since.contains(where: { $0.declares(name, of: entity) })
      else { return nil }
      return (name, "change \(ModelText.name(entity)).\(PropertyText.declaration(meant))")
    }
  }
}

extension ModelDifference.Change {
  /// Whether it says something else of a property, or that it is new; another name alone is neither.
  fileprivate func declares(_ property: String, of entity: String) -> Bool {
    switch self {
    case .propertyAdded(property, entity: entity), .propertyMoved(property, from: _, to: entity),
      .propertyChanged(property, entity: entity, _):
      true
    case .entityAdded(entity): true
    default: false
    }
  }
}

extension Solutions {
  /// Returns how many properties of the nearest solution an end's model does not have. O(comparing the model with each solution's).
  package func missingProperties(in mine: EndState) -> Int {
    let changes = ModelLikeness(mine: mine.model, solutions: self).nearest()?.changes ?? []
    return changes.count { if case .propertyRemoved = $0 { true } else { false } }
  }
}

extension EndState {
  /// The objects whose words are known: a sentence does not name one of thousands.
  fileprivate static let comparedObjects = 500

  /// The words of the names of properties and templates, and of the objects' values.
  fileprivate var words: Set<String> {
    var words: Set<String> = []
    for entity in model.entities {
      for property in entity.properties { words.formUnion(PlainWords.all(in: property.name)) }
    }
    for template in model.fetchRequestTemplates { words.formUnion(PlainWords.all(in: template.name)) }
    let identity = NameMatch(entities: Dictionary(uniqueKeysWithValues: model.entityNames.map { ($0, $0) }))
    guard let objects = try? LabelledObjects(graph, SharedKeys(model, model, identity), isMine: true, clock: self)
    else { return words }
    for label in objects.labels.prefix(Self.comparedObjects) {
      label.texts.forEach { words.formUnion(PlainWords.all(in: $0)) }
    }
    return words
  }
}

extension [ModelDifference.Change] {
  /// How many settings of one place differ: the delete rules of both ends are one, as both are wrong where they are exchanged, and so
  /// are the bounds of a range. What is added or gone, or is of another kind, is one whatever else differs with it.
  fileprivate var differingSettings: Int {
    var settings: Set<ModelDifference.Setting> = []
    for change in self {
      guard case .propertyChanged(_, _, let details) = change else { return 1 }
      for case .setting(let setting) in details.map(\.aspect) {
        switch setting {
        case .type, .destination, .inverse, .derived: return 1
        case .maximum: settings.insert(.minimum)
        case .maximumLength: settings.insert(.minimumLength)
        case .maximumCount: settings.insert(.minimumCount)
        default: settings.insert(setting)
        }
      }
    }
    return Swift.max(settings.count, 1)
  }
}

extension ModelDifference.Change {
  /// The names of the declarations that it is about: of a relationship those of both ends, so that these are one place.
  fileprivate func place(in models: [ManagedObjectModel]) -> Set<String> {
    switch self {
    case .entityAdded(let name), .entityRemoved(let name), .entityRenamed(_, let name), .entityChanged(let name, _),
      .partAdded(_, let name), .partRemoved(_, let name), .partChanged(_, let name, _):
      return [name]
    case .propertyAdded(let name, let entity), .propertyRemoved(let name, let entity),
      .propertyRenamed(_, let name, let entity), .propertyMoved(let name, _, let entity),
      .propertyChanged(let name, let entity, _):
      let relationships = models.compactMap { $0.property(name, of: entity)?.property.relationship }
      let ends = relationships.compactMap { end in end.inverse.map { "\(end.destination).\($0)" } }
      return Set(ends.prefix(1) + ["\(entity).\(name)"])
    }
  }

  /// The texts of what it is about: its names and, for a setting, both values; and the names of the entities that it concerns.
  /// A change of a relationship concerns its inverse as well, one of a condition what it reads.
  fileprivate func parts(in models: [ManagedObjectModel]) -> (texts: [String], entities: [String]) {
    func aspects(_ details: [ModelDifference.Detail]) -> [String] {
      details.flatMap { [$0.aspect.description, $0.old.description, $0.new.description] }
    }
    func property(_ name: String, _ entity: String) -> (texts: [String], entities: [String]) {
      let ends = models.compactMap { $0.property(name, of: entity)?.property }
      let relationships = ends.compactMap(\.relationship)
      return (
        [name] + relationships.compactMap(\.inverse),
        [entity] + relationships.map(\.destination) + ends.compactMap(\.fetched?.destination)
      )
    }
    switch self {
    case .entityAdded(let name), .entityRemoved(let name):
      return (models.compactMap { $0[entity: name] }.flatMap { $0.properties.map(\.name) } + [name], [name])
    case .entityRenamed(let old, let new): return ([old, new], [old, new])
    case .entityChanged(let name, let details): return (aspects(details), [name])
    case .propertyAdded(let name, let entity), .propertyRemoved(let name, let entity): return property(name, entity)
    case .propertyRenamed(let old, let new, let entity): return ([old, new], [entity])
    case .propertyMoved(let name, let from, let to): return ([name], [from, to])
    case .propertyChanged(let name, let entity, let details):
      let parts = property(name, entity)
      return (parts.texts + aspects(details), parts.entities)
    case .partAdded(_, let name), .partRemoved(_, let name), .partChanged(_, let name, _):
      let requests = models.flatMap(\.fetchRequestTemplates).filter { $0.name == name }.map(\.request)
      let details = if case .partChanged(_, _, let details) = self { aspects(details) } else { [String]() }
      return ([name] + details, requests.map(\.entity))
    }
  }
}

/// The words of names and sentences, so that `lastName`, "a last name" and "names" have a word in common: in lower case, in
/// the singular, a name also as a whole.
package enum PlainWords {
  /// The words of every sentence, which name nothing.
  package static let common: Set<String> = [
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "each", "every", "first", "for", "from",
    "has",
    "have", "here", "in", "into", "is", "it", "its", "last", "more", "most", "must", "no", "not", "now", "of", "on",
    "one",
    "only", "or", "other", "own", "should", "so", "still", "than", "that", "the", "them", "there", "they", "this", "to",
    "two",
    "was", "were", "what", "when", "which", "who", "with", "without", "you", "your",
  ]

  /// Returns the words of texts. O(length).
  package static func all(in texts: [String]) -> Set<String> { texts.reduce(into: []) { $0.formUnion(all(in: $1)) } }

  /// Returns the words of a text. O(length).
  package static func all(in text: String) -> Set<String> {
    var words: Set<String> = []
    for run in text.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) {
      let parts = parts(of: run)
      words.formUnion(parts)
      if parts.count > 1 { words.insert(singular(run.lowercased())) }
    }
    return words.subtracting(common)
  }

  /// Returns the words of a name, in lower case and in the singular: `lastNames` → last, name. O(length).
  package static func parts(of run: Substring) -> [String] {
    var parts: [String] = []
    var wasLower = false
    for character in run {
      if character.isUppercase && wasLower || parts.isEmpty { parts.append("") }
      parts[parts.count - 1] += character.lowercased()
      wasLower = character.isLowercase
    }
    return parts.map(singular)
  }

  private static func singular(_ word: String) -> String {
    if word.count < 4 || common.contains(word) { return word }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
    return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
  }
}
