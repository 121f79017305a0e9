extension ModelHistory {
  /// The current model with the renaming identifiers and hash modifiers that an edit of it calls for, so that every other
  /// version finds in it what was its own and nothing else.
  ///
  /// - A renamed property keeps its canonical name: its identifier, or the name that it had (``ModelMatching`` has the
  ///   source).
  /// - A new property under a name that another version uses gets a new identifier, `a 2`: by its name it would be
  ///   taken for the other.
  /// - A property that has the name of something else in another version, and would have its version hash, gets its
  ///   identifier as hash modifier. Core Data's header provides it "to mark or denote a property as being a different
  ///   'version' than another even if all of the values which affect persistence are equal"; without it a store written
  ///   under the other version would pass for one of this.
  ///
  /// An identifier that the edit itself sets is kept. A history of one version needs none. O(versions × properties of
  /// the entities concerned) for each thing that the edit adds or renames.
  /// - Parameter files: the models that open files were written under; undo may have removed some from the history.
  func identified(_ matching: ModelMatching, beside files: [ManagedObjectModel] = []) -> ManagedObjectModel {
    let others =
      versions.filter { $0.name != currentName }.map(\.model)
      + files.filter { file in !versions.contains { $0.model == file } }
    guard !others.isEmpty else { return model }
    var identifiers = EditIdentifiers(model, matching, others: others)
    identifiers.settle()
    return identifiers.model
  }
}

/// The identifiers of an edit, as ``ModelHistory/identified(_:)`` gives them.
private struct EditIdentifiers {
  var model: ManagedObjectModel
  let matching: ModelMatching
  /// The models of the other versions.
  let others: [ManagedObjectModel]

  init(_ model: ManagedObjectModel, _ matching: ModelMatching, others: [ManagedObjectModel]) {
    self.model = model
    self.matching = matching
    self.others = others
  }

  mutating func settle() {
    for place in model.entities.indices { settleEntity(at: place) }
    for place in model.entities.indices where matching.oldNames[model.entities[place].name] != nil {
      settleProperties(at: place)
    }
    for place in model.composites.indices { settleElements(at: place) }
  }

  private mutating func settleEntity(at place: Int) {
    let entity = model.entities[place]
    let old = matching.oldNames[entity.name].flatMap(matching.old.entity)
    guard old?.name != entity.name || old?.renamingIdentifier != entity.renamingIdentifier else { return }
    let known = others.map(\.entities) + [model.entities.filter { $0.name != entity.name }]
    let identifier = identifier(entity, since: old) { name in
      known.contains { $0.contains { $0.canonicalName == name } }
    }
    model.entities[place].renamingIdentifier = identifier
    model.entities[place].versionHashModifier = modifier(
      model.entities[place], others.compactMap { $0[entity: entity.name] })
  }

  private mutating func settleProperties(at place: Int) {
    let entity = model.entities[place]
    for (index, property) in entity.properties.enumerated() {
      let old = matching.source(of: property.name, in: entity.name)?.property
      guard old?.name != property.name || old?.renamingIdentifier != property.renamingIdentifier else { continue }
      let kin = kin(of: entity, at: place)
      let identifier = identifier(property, since: old) { name in
        kin.contains {
          $0.kind == property.kind && $0.canonicalName == name && ($1 || $0.name != property.name)
        }
      }
      model.entities[place].properties[index].renamingIdentifier = identifier
      model.entities[place].properties[index].versionHashModifier = modifier(
        model.entities[place].properties[index],
        others.compactMap { $0[entity: entity.name]?[property: property.name] }.filter { $0.kind == property.kind })
    }
  }

  private mutating func settleElements(at place: Int) {
    let composite = model.composites[place]
    let before =
      matching.earlierComposite(of: composite.name).flatMap { matching.old.composites[$0] }
    guard let before else { return }
    let sources = matching.elements(of: composite.name, since: before.name)
    for (index, element) in composite.elements.enumerated() {
      let old = sources[element.name].flatMap { before[element: $0] }
      guard old?.name != element.name || old?.renamingIdentifier != element.renamingIdentifier else { continue }
      let elsewhere = others.compactMap { $0[composite: composite.name] }
      let identifier = identifier(element, since: old) { name in
        // Undo finds a renamed element by its identifier alone.
        old != nil
          || elsewhere.contains { $0.elements.contains { $0.canonicalName == name } }
          || composite.elements.contains { $0.name != element.name && $0.canonicalName == name }
      }
      model.composites[place].elements[index].renamingIdentifier = identifier
      model.composites[place].elements[index].versionHashModifier = modifier(
        model.composites[place].elements[index], elsewhere.compactMap { $0[element: element.name] })
    }
  }

  /// The identifier of something, nil where its name says the same.
  private func identifier<Part: Identified>(
    _ part: Part, since old: Part?, isTaken: (String) -> Bool
  ) -> String? {
    var identifier = part.renamingIdentifier
    if let old {
      // An identifier that the edit gives stays. A name is enough for what no other version has.
      if identifier == old.renamingIdentifier {
        identifier = identifier ?? (isTaken(old.name) || isTaken(part.name) ? old.name : nil)
      }
    } else if identifier == nil, isTaken(part.name) {
      var count = 2
      while isTaken("\(part.name) \(count)") { count += 1 }
      identifier = "\(part.name) \(count)"
    }
    return identifier == part.name ? nil : identifier
  }

  private func modifier<Part: Identified>(_ part: Part, _ namesakes: [Part]) -> String? {
    let isMistaken = namesakes.contains {
      $0.canonicalName != part.canonicalName && $0.versionHashModifier == part.versionHashModifier
    }
    return isMistaken ? part.canonicalName : part.versionHashModifier
  }

  /// The properties that an entity's could be taken for: of itself, its ancestors and its descendants, here and in the other
  /// versions; with whether they are of another version.
  private func kin(of entity: EntityDescription, at place: Int) -> [(PropertyDescription, isElsewhere: Bool)] {
    let line = Set(matching.new.line(of: entity.name))
    let relatives = model.entities.indices.filter { other in
      line.contains(other) || matching.new.line(at: other).contains(place)
    }
    let names = Set(relatives.map { model.entities[$0].canonicalName })
    return relatives.flatMap { model.entities[$0].properties.map { ($0, false) } }
      + others.flatMap { other in
        other.entities.filter { names.contains($0.canonicalName) }.flatMap { $0.properties.map { ($0, true) } }
      }
  }
}

/// A description with a name, an identifier and a modifier.
protocol Identified {
  var name: String { get }
  var renamingIdentifier: String? { get }
  var versionHashModifier: String? { get }
}

extension Identified {
  /// The value of Core Data's `renamingIdentifier`: the name if none is set.
  var canonicalName: String { renamingIdentifier ?? name }
}

extension EntityDescription: Identified {}
extension PropertyDescription: Identified {}
extension AttributeDescription: Identified {}
