import ObjectGraph
import Predicates

/// The vocabulary of a search, and the things it looks at: the parts of two models that their difference touches.
struct ScriptVocabulary {
  /// A key that both models have for an entity.
  struct Key: Hashable {
    var name: String
    /// Whether the order of what it holds is looked at: both keep one.
    var isOrdered: Bool
  }

  let first: ManagedObjectModel
  let second: ManagedObjectModel
  /// The entities of which objects are made, in the order of the models.
  let entities: [String]
  /// Attributes that are set, with the values to try.
  private(set) var values: [String: [(key: String, values: [Value])]] = [:]
  /// Relationships through which objects are linked: entity, key.
  private(set) var links: [String: [String]] = [:]
  /// Values that make an object valid, as far as attributes go; several, so that two objects can differ.
  private(set) var fillings: [String: [[ScriptStep.Given]]] = [:]
  let triesFirst: Set<String>
  let triesReset: Bool
  /// How many objects of which kind a to-many has to have before the models differ about it, where these are many:
  /// entity, key.
  private(set) var crowds: [String: [(key: String, crowd: ScriptStep.Crowd)]] = [:]
  /// Templates that only one of the models has, or that have other variables there.
  let loneTemplates: [TemplateCall]
  /// Templates that both have.
  let observedTemplates: [TemplateUse]
  /// The objects on which changed conditions differ, by entity.
  private let witnesses: [String: [[ScriptStep.Given]]]
  private var observed: [String: [Key]] = [:]

  init(_ first: ManagedObjectModel, _ second: ManagedObjectModel) {
    self.first = first
    self.second = second
    let focus = ModelFocus(first, second)
    entities = focus.entities
    triesReset = focus.differsInTransience
    triesFirst = focus.differentlyOrdered
    let samples = ScriptSamples(first, second)
    witnesses = samples.witnesses
    (loneTemplates, observedTemplates) = Self.templates(first, second, samples, focus.entities)
    for entity in entities {
      let keys = Self.keys(of: entity, first, second)
      observed[entity] = keys.filter { first.property($0, of: entity) != nil && second.property($0, of: entity) != nil }
        .map { key in
          let ends = [first, second].compactMap { $0.property(key, of: entity)?.property.relationship }
          return Key(name: key, isOrdered: ends.allSatisfy(\.isOrdered) && !ends.isEmpty)
        }
      values[entity] = keys.filter { focus.isInvolved($0, of: entity) }.compactMap { key in
        let found = samples.values(of: key, entity)
        return found.isEmpty ? nil : (key, found)
      }
      fillings[entity] = samples.fillings(of: entity, keys)
      links[entity] = keys.filter { key in
        let ends = [first, second].compactMap { $0.property(key, of: entity)?.property.relationship }
        return !ends.isEmpty && ends.contains { focus.entities.contains($0.destination) || focus.holds($0.destination) }
          && !isOtherEnd(key, of: entity)
      }
      crowds[entity] = keys.compactMap { key in
        Self.crowd(key, entity, first, second, samples).map { (key, $0) }
      }
    }
  }

  /// The keys of an entity that are read in both models.
  func observedKeys(of entity: String) -> [Key] { observed[entity] ?? [] }

  /// Returns the values to give a new object: those that make it valid; none; then each value to try, in place of one
  /// that makes it valid.
  func insertions(of entity: String) -> [[ScriptStep.Given]] {
    let valid = fillings[entity] ?? []
    var result = valid.contains([]) ? valid : valid + [[]]
    for (key, tried) in values[entity] ?? [] {
      for value in tried {
        var given = valid.first ?? []
        let new = ScriptStep.Given(key: key, value: value)
        if let place = given.firstIndex(where: { $0.key == key }) { given[place] = new } else { given.append(new) }
        if !result.contains(given) { result.append(given) }
      }
    }
    for witness in witnesses[entity] ?? [] {
      let others = (valid.first ?? []).filter { entry in !witness.contains { $0.key == entry.key } }
      if !result.contains(others + witness) { result.append(others + witness) }
    }
    return result
  }

  /// Whether an object of one entity is allowed as the destination of another, in either model.
  func isKind(_ entity: String, of other: String) -> Bool {
    first.isKind(entity, of: other) || second.isKind(entity, of: other)
  }

  /// The properties of an entity in either model, in the order of the first.
  static func keys(
    of entity: String, _ first: ManagedObjectModel, _ second: ManagedObjectModel
  ) -> [String] {
    let own = first.properties(of: entity).map(\.name)
    return own + second.properties(of: entity).map(\.name).filter { !own.contains($0) }
  }

  /// One end of a pair that both models have alike is enough: setting it sets the other. The to-one end is taken, or the
  /// one that comes first.
  private func isOtherEnd(_ key: String, of entity: String) -> Bool {
    guard let one = first.property(key, of: entity), let other = second.property(key, of: entity),
      let here = one.property.relationship, let there = other.property.relationship, one.1 == other.1,
      let inverse = here.inverse, inverse == there.inverse, here.destination == there.destination,
      here.isToMany == there.isToMany, here.isOrdered == there.isOrdered,
      let back = first.property(inverse, of: here.destination), back.0.relationship?.inverse == key,
      let backThere = second.property(inverse, of: here.destination), backThere.0.relationship?.inverse == key,
      back.1 == backThere.1, let end = back.0.relationship, backThere.0.relationship?.isToMany == end.isToMany,
      (back.1, inverse) != (one.1, key)
    else { return false }
    if here.isToMany != end.isToMany { return here.isToMany }
    return (back.1, inverse) < (one.1, key)
  }
}
