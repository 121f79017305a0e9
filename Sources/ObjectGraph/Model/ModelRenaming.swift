/// The new names in an edit of a model; what is not mentioned keeps its name.
///
/// ```swift
/// var renaming = ModelRenaming()
/// renaming.rename(property: "team", of: "Player", to: "club")
/// ```
public struct ModelRenaming: Hashable, Sendable {
  /// A property by the *old* name of the entity that declares it, or an element by that of its composite.
  public struct Property: Hashable, Sendable {
    /// The old name of the entity or composite.
    public var entity: String
    /// The old name of the property.
    public var name: String

    /// A property by its name in the old model.
    public init(_ name: String, of entity: String) {
      self.entity = entity
      self.name = name
    }
  }

  /// Old names of entities to new ones.
  public var entities: [String: String]
  /// Old properties to their new names.
  public var properties: [Property: String]

  /// A renaming of these names.
  public init(entities: [String: String] = [:], properties: [Property: String] = [:]) {
    self.entities = entities
    self.properties = properties
  }

  /// Adds an entity's new name; a second one for the same entity replaces it. O(1).
  public mutating func rename(entity old: String, to new: String) { entities[old] = new }

  /// Adds a property's new name; `entity` is the *old* name of the entity that declares it, or of an element's composite.
  /// O(1).
  public mutating func rename(property old: String, of entity: String, to new: String) {
    properties[Property(old, of: entity)] = new
  }
}
