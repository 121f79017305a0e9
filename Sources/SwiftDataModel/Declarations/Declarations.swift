import Diagnostics

/// A place in one of the sources that were given together.
package struct SourcePlace: Hashable, Sendable {
  package var file: Int
  package var range: SourceRange
}

/// `\SchemaV1.Trip.tags`: the type that it begins with, none for `\.tags`, and the properties.
struct KeyPathText: Hashable, Sendable {
  /// All names in order: where the type ends, only a look-up can say.
  var names: [String]
  var hasRoot: Bool
  var text: String

  /// The property it leads to.
  var property: String { names.last ?? "" }
}

/// A value in the source: what can be said about it without a type checker.
indirect enum SourceValue: Hashable, Sendable {
  case integer(Int64)
  case double(Double)
  case boolean(Bool)
  case string(String)
  case nothing
  /// `[]`, also with elements.
  case list([SourceValue])
  /// `Color.red`, `.red`, `migrateV1toV2`.
  case member([String], isImplicit: Bool)
  /// `Trip.self`
  case type([String])
  case keyPath(KeyPathText)
  /// `UUID()`, `.custom(…)`, `[Tag]()`: the type that is called, if it is one.
  case call(SwiftType?, callee: [String], isImplicit: Bool, arguments: [SourceArgument])
  case closure(ClosureContent)
  /// Lists joined by `+`.
  case sum([SourceValue])
  case other
}

/// The types that a closure fetches.
struct ClosureContent: Hashable, Sendable {
  struct NamedType: Hashable, Sendable {
    var path: [String]
    var place: SourcePlace
  }
  var types: [NamedType]
}

struct SourceArgument: Hashable, Sendable {
  var label: String?
  var value: SourceValue
  var text: String
  var place: SourcePlace
}

/// `@Attribute(.unique)`, `#Index<Trip>([\.name])`: the use of a macro or of another attribute.
struct MacroUse: Hashable, Sendable {
  /// Without a module.
  var name: String
  var arguments: [SourceArgument]
  var text: String
  var place: SourcePlace

  func argument(_ label: String) -> SourceArgument? { arguments.first { $0.label == label } }
}

/// A property of a type that is stored.
struct StoredProperty: Hashable, Sendable {
  var name: String
  /// The place of its name.
  var place: SourcePlace
  /// The type as written, or as the default shows; nil if neither says it.
  var type: SwiftType?
  var typePlace: SourcePlace?
  var isTypeFromDefault = false
  /// The text and the value after `=`.
  var defaultText: String?
  var defaultValue: SourceValue?
  var defaultPlace: SourcePlace?
  var isLet = false
  var isLazy = false
  var hasObservers = false
  var modifiers: [String] = []
  var macros: [MacroUse] = []
  var conditions: [String] = []

  func macro(_ name: String) -> MacroUse? { macros.first { $0.name == name } }
}

/// A type of the sources: what its own declaration and its extensions say.
struct TypeDeclaration: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case `class`, `struct`, `enum`, `protocol`, `actor`
  }

  var kind: Kind
  var name: String
  /// The names of the types around it, those of an extension with its type looked up.
  var scope: [String]
  /// The names around it as they are written, if they are a type alias's.
  var scopeAsWritten: [String]?
  /// The place of its name.
  var place: SourcePlace
  var inherited: [SwiftType] = []
  var macros: [MacroUse] = []
  var conditions: [String] = []
  var stored: [StoredProperty] = []
  var computed: [String] = []
  /// `#Unique` and `#Index`.
  var keyMacros: [MacroUse] = []
  /// Whether a case of an enum has associated values.
  var hasAssociatedValues = false
  /// The raw values of an enum's cases that are written or follow from the case's name.
  var rawValues: [String: SourceValue] = [:]
  /// Whether it has its own `init(from:)` or `encode(to:)`.
  var hasOwnCoding = false
  var availability: [String] = []

  var qualifiedPath: [String] { scope + [name] }
  var qualified: String { qualifiedPath.joined(separator: ".") }
  var isModel: Bool { kind == .class && macros.contains { $0.name == "Model" } }
  func inherits(_ name: String) -> Bool { inherited.contains { $0.path?.last == name } }
}

/// `static var models: [any PersistentModel.Type] { [Trip.self] }`, `static let toV2 = MigrationStage.custom(…)`: a constant
/// whose value matters for versions.
struct NamedValue: Hashable, Sendable {
  var scope: [String]
  var name: String
  var value: SourceValue
  var place: SourcePlace
}

/// `typealias Trip = SchemaV2.Trip`
struct TypeAlias: Hashable, Sendable {
  var scope: [String]
  var name: String
  var target: SwiftType
  var place: SourcePlace
}

/// An extension: what it adds to a type is found after all files are read.
struct TypeExtension: Hashable, Sendable {
  var path: [String]
  var scope: [String]
  var inherited: [SwiftType]
  var computed: [String]
  var hasOwnCoding: Bool
}

/// A place where a container is made: the models it is given, and whether it goes to CloudKit.
struct ContainerUse: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// `Schema([Trip.self])`, `ModelContainer(for: Trip.self)`, `.modelContainer(for: [Trip.self])`
    case models([SourceValue])
    /// `Schema(versionedSchema: SchemaV3.self)`
    case version([String])
    case plan([String])
    /// `cloudKitDatabase: .private("…")`; false for `.none`.
    case cloudKit(Bool)
  }
  var kind: Kind
  var place: SourcePlace
}

/// Everything that matters in the sources that were given together.
struct Declarations: Sendable {
  var sources: [SourceText] = []
  var types: [TypeDeclaration] = []
  var aliases: [TypeAlias] = []
  var extensions: [TypeExtension] = []
  var values: [NamedValue] = []
  var containers: [ContainerUse] = []
  /// The first place at which an array is changed at a position, by the property's name.
  var orderUses: [String: SourcePlace] = [:]
  /// The modules that the files import.
  var imports: Set<String> = []
  /// The files whose syntax has errors.
  var filesWithErrors: [Int] = []
  /// Something that looks like SwiftData and is not read.
  var oddities: [Diagnostic] = []
}
