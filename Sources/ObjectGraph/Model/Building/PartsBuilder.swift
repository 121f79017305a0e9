/// Collects the parts of a model or an entity from a block, with `if` and `for` as in any code.
@resultBuilder
public enum PartsBuilder<Part> {
  /// Returns a list of one part. O(1).
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  /// Parts that are there already. O(1).
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  /// Returns the parts of a block, in order. O(parts).
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
  /// Builds an `if` without `else`. O(1).
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  /// Builds the first branch of an `if`. O(1).
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  /// Builds the other branch of an `if`. O(1).
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  /// Builds a `for`. O(parts).
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}

/// A part of the block of a model: an entity, a composite, a template, a configuration.
public protocol ModelPart {
  /// Adds itself at the end of what the model has of its kind. Nothing is checked.
  func add(to model: inout ManagedObjectModel)
}

extension EntityDescription: ModelPart {
  /// Adds the entity. O(1).
  public func add(to model: inout ManagedObjectModel) { model.entities.append(self) }
}

extension CompositeDescription: ModelPart {
  /// Adds the composite. O(1).
  public func add(to model: inout ManagedObjectModel) { model.composites.append(self) }
}

extension FetchRequestTemplate: ModelPart {
  /// Adds the template. O(1).
  public func add(to model: inout ManagedObjectModel) { model.fetchRequestTemplates.append(self) }
}

extension ConfigurationDescription: ModelPart {
  /// Adds the configuration. O(1).
  public func add(to model: inout ManagedObjectModel) { model.configurations.append(self) }
}

extension ManagedObjectModel {
  /// A model from a block of its parts.
  ///
  /// ```swift
  /// let league = ManagedObjectModel("League") {
  ///   EntityDescription("Team") {
  ///     Attribute("name", .string)
  ///     ToMany("players", to: "Player", inverse: "team", deleteRule: .cascade)
  ///   }
  ///   EntityDescription("Player") {
  ///     Attribute("lastName", .string)
  ///     ToOne("team", to: "Team", inverse: "players")
  ///   }
  /// }
  /// ```
  ///
  /// Nothing is checked, see ``problems()``; a context does so before it makes the first object.
  /// - Complexity: O(parts).
  public init(_ name: String, @PartsBuilder<any ModelPart> _ parts: () -> [any ModelPart]) {
    self.init(name: name)
    for part in parts() { part.add(to: &self) }
  }
}
