import Predicates

/// A kind of object: its own properties and, through its parent, those of its ancestors.
///
/// ```swift
/// EntityDescription("Player", parent: "Person", properties: [
///   .attribute(AttributeDescription("firstName", .string)),
///   .relationship(RelationshipDescription("team", to: "Team", isOptional: true, inverse: "players")),
/// ])
/// ```
public struct EntityDescription: Hashable, Sendable {
  /// The name, unique in the model.
  public var name: String
  /// An abstract entity cannot have objects.
  public var isAbstract: Bool
  /// The name of the entity whose properties this one inherits.
  public var parent: String?
  /// Its own properties in their order, without the inherited ones.
  public var properties: [PropertyDescription]
  /// Each is a list of attributes or to-one relationships whose values together no two objects may share, those of
  /// subentities included (1551). A nil is like no other value: our choice, after SQL.
  public var uniquenessConstraints: [[String]]
  /// The indexes over several properties, in descending order, or under a name that Xcode would not give them.
  public var indexes: [FetchIndexDescription]
  /// Conditions on every object of it and of its subentities, asked at the save (ours; Core Data has code for this).
  public var rules: [ValidationRule]
  /// The dependencies that the model's author declares; they change no behaviour. See ``DependencyDescription``.
  public var dependencies: [DependencyDescription]
  /// The class of the objects in an app, after a module's name and a point if it is not the app's (`.Player` is a class
  /// of the app's own module). Nil is a class named like the entity; `NSManagedObject` is none of its own. Objects here
  /// have no classes.
  public var managedObjectClassName: String?
  /// The code that Xcode generates for the entity.
  public var codeGeneration: CodeGeneration
  /// Whether Apple's Sync Services copy its objects; true in every model since they ended.
  public var isSyncable: Bool
  /// The name that the entity had in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the version hash when nothing else does, so that stores of the version before have to be migrated.
  public var versionHashModifier: String?
  /// Notes by the model's author; they change no behaviour.
  public var userInfo: [String: Value]

  /// An entity; by default a concrete one without parent and properties. O(1).
  public init(
    _ name: String, isAbstract: Bool = false, parent: String? = nil, properties: [PropertyDescription] = [],
    uniquenessConstraints: [[String]] = [], indexes: [FetchIndexDescription] = [], rules: [ValidationRule] = [],
    dependencies: [DependencyDescription] = [], managedObjectClassName: String? = nil,
    codeGeneration: CodeGeneration = .classDefinition, isSyncable: Bool = true, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: Value] = [:]
  ) {
    self.name = name
    self.isAbstract = isAbstract
    self.parent = parent
    self.properties = properties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.rules = rules
    self.dependencies = dependencies
    self.managedObjectClassName = managedObjectClassName
    self.codeGeneration = codeGeneration
    self.isSyncable = isSyncable
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }

  /// Its own property of this name. Setting it replaces the property in its place, or adds it at the end; nil removes
  /// it. O(properties).
  public subscript(property name: String) -> PropertyDescription? {
    get { properties.first { $0.name == name } }
    set {
      let place = properties.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let property?): properties[place] = property
      case (let place?, nil): properties.remove(at: place)
      case (nil, let property?): properties.append(property)
      case (nil, nil): break
      }
    }
  }

  /// Its own uniqueness constraints that name a property, or an element inside the composite that the property holds.
  /// O(keys).
  package func constraints(naming property: String) -> [[String]] {
    uniquenessConstraints.filter { $0.contains { $0.firstKey == property } }
  }
}

extension String {
  /// The property that a key of a uniqueness constraint leads to, or begins with: `home` of `home.city`. O(length).
  package var firstKey: Substring { prefix { $0 != "." } }
}
