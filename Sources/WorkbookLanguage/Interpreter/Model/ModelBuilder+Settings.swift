import Diagnostics
import ObjectGraph

/// Settings for Xcode: they change neither objects nor rules.
extension ModelBuilder {
  func apply(_ setting: EntitySetting, to entity: inout EntityDescription) throws(Diagnostic) {
    switch setting {
    case .className(let name): entity.managedObjectClassName = name == entity.name ? nil : name
    case .codeGeneration(let generation): entity.codeGeneration = generation
    case .syncable(let isSyncable): entity.isSyncable = isSyncable
    case .index(let declaration):
      let index = FetchIndexDescription(declaration.name.text, declaration.elements)
      for (place, key) in declaration.keys.enumerated() where declaration.keys[..<place].contains(key) {
        throw .givenTwice(key.text, at: key.range)
      }
      if let place = entity.indexes.firstIndex(where: { $0.name == index.name }) {
        entity.indexes[place] = index
      } else {
        entity.indexes.append(index)
      }
      // The index of a single attribute makes it an indexed one, as in a file of Xcode.
      if let name = index.attributeOfSingle, var attribute = entity[property: name]?.attribute {
        attribute.isIndexed = true
        entity[property: name] = .attribute(attribute)
      }
    }
  }

  /// Refuses an index over what the entity does not have. An entity whose parent is not there yet may inherit it.
  func requireIndexKeys(_ declaration: IndexDeclaration, of entity: String) throws(Diagnostic) {
    guard model.lineage(of: entity).first?.parent == nil else { return }
    for key in declaration.keys where !key.text.contains(".") {
      guard let (property, _) = model.property(key.text, of: entity) else {
        throw .unknownProperty(key.text, of: entity, in: model, at: key.range)
      }
      guard property.fetched != nil else { continue }
      throw Diagnostic(
        "unfit-key", "\(key) is a fetched property, so it can't be indexed", at: key.range,
        hint: "an index takes attributes and relationships")
    }
  }

  /// `no index byName`.
  func removeIndex(_ name: Identifier, from entity: inout EntityDescription) throws(Diagnostic) {
    let names = entity.indexes.map(\.name)
    guard names.contains(name.text) else {
      throw Diagnostic(
        "unknown-index", "\(entity.name) has no index '\(DisplayText.visible(name.text))'", at: name.range,
        nearest: Suggestions.nearest(to: name.text, among: names),
        hint: (names.isEmpty
          ? "that of a single attribute goes with change \(entity.name).…, no indexed"
          : "its indexes are \(Listing.text(names))"))
    }
    entity.indexes.removeAll { $0.name == name.text }
  }

  /// The indexes of an entity and of those below it follow a property's new name, or lose it.
  mutating func renameInIndexes(_ key: String, of owner: String, to new: String?) {
    for place in model.entities.indices where model.isKind(model.entities[place].name, of: owner) {
      guard model.entities[place].indexes.contains(where: { $0.elements.contains { $0.property == key } }) else {
        continue
      }
      model.entities[place].indexes = model.entities[place].indexes.compactMap { index in
        var index = index
        index.elements = index.elements.compactMap { element in
          guard element.property == key else { return element }
          return new.map { .init($0, collation: element.collation, isAscending: element.isAscending) }
        }
        return index.elements.isEmpty ? nil : index
      }
    }
  }

  func apply(_ setting: PropertySetting, to attribute: inout AttributeDescription) {
    switch setting {
    case .className(let name): attribute.valueClassName = name
    case .externalStorage: attribute.allowsExternalBinaryDataStorage = true
    case .spotlight: attribute.isIndexedBySpotlight = true
    case .scalar(let isScalar):
      attribute.usesScalarValue = isScalar == attribute.type.isScalarByDefault ? nil : isScalar
    case .syncable(let isSyncable): attribute.isSyncable = isSyncable
    }
  }
}
