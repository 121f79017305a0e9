import ObjectGraph

/// Settings for Xcode as they are written.
extension ModelText {
  /// `class "CDPlayer"`, `codegen none`, `syncable no` and the indexes of an entity; those that it has.
  static func settings(of entity: EntityDescription) -> [String] {
    var settings: [EntitySetting] = []
    if let name = entity.managedObjectClassName { settings.append(.className(name)) }
    if entity.codeGeneration != .classDefinition { settings.append(.codeGeneration(entity.codeGeneration)) }
    if !entity.isSyncable { settings.append(.syncable(false)) }
    return settings.map(setting) + entity.indexes.map(index)
  }

  static func setting(_ setting: EntitySetting) -> String {
    switch setting {
    case .className(let name): "class \(string(name))"
    case .codeGeneration(let generation): "codegen \(generation.rawValue)"
    case .syncable(let isSyncable): isSyncable ? "syncable yes" : "syncable no"
    case .index(let declaration): index(FetchIndexDescription(declaration.name.text, declaration.elements))
    }
  }

  /// `index byName: name desc, team`.
  package static func index(_ index: FetchIndexDescription) -> String {
    "index \(key(index.name)): \(index.keysDeclaration)"
  }

  /// The settings of a property that are not as usual.
  static func settings(of property: PropertyDescription) -> [String] {
    switch property {
    case .attribute(let attribute):
      (attribute.valueClassName.map { ["class \(string($0))"] } ?? [])
        + (attribute.allowsExternalBinaryDataStorage ? ["external storage"] : [])
        + (attribute.isIndexedBySpotlight ? ["spotlight"] : [])
        + (attribute.usesScalarValue.map { [$0 ? "scalar" : "scalar no"] } ?? [])
        + syncable(attribute.isSyncable)
    case .relationship(let relationship): syncable(relationship.isSyncable)
    case .fetched(let fetched): syncable(fetched.isSyncable)
    }
  }

  private static func syncable(_ isSyncable: Bool) -> [String] { isSyncable ? [] : ["syncable no"] }
}
