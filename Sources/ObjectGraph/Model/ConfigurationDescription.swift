/// A named part of a model's entities, such as those that one of several stores keeps.
///
/// ```swift
/// model.configurations = [ConfigurationDescription("Cloud", entities: ["Task", "Tag"])]
/// ```
///
/// The configuration that has no name is the whole model; it is not listed.
public struct ConfigurationDescription: Hashable, Sendable {
  /// The name, unique in the model.
  public var name: String
  /// The names of its entities. A subentity belongs to it only when it is named itself.
  public var entities: [String]

  /// A configuration of these entities.
  public init(_ name: String, entities: [String] = []) {
    self.name = name
    self.entities = entities
  }
}
