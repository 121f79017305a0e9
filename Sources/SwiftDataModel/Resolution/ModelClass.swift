import ObjectGraph

/// A class with `@Model`, its properties sorted into attributes and relationships.
struct ModelClass: Sendable {
  struct Attribute: Sendable {
    var property: StoredProperty
    /// Without its optional; nil where neither an annotation nor the default says it.
    var type: ResolvedType?
    var isOptional: Bool
    /// The options of `@Attribute`, such as `unique`.
    var options: [MacroOption] = []
    var originalName: String?
    var hashModifier: String?

    func has(_ option: String) -> Bool { options.contains { $0.name == option } }
  }

  struct Relationship: Sendable {
    enum Destination: Hashable, Sendable {
      /// The place in `types`.
      case model(Int)
      case unknown(String)
    }

    enum WrittenInverse: Hashable, Sendable {
      case nothing
      case keyPath(KeyPathText, SourcePlace)
    }

    var property: StoredProperty
    var destination: Destination
    var collection: SwiftType.Collection?
    var isOptional: Bool
    var deleteRule: DeleteRule = .nullify
    var ruleArgument: SourceArgument?
    /// Whether the rule is written without its label, as in the first beta.
    var isRulePositional = false
    var inverse: WrittenInverse?
    var minimumCount: Int?
    var maximumCount: Int?
    var originalName: String?
    var hashModifier: String?
    var isUnique = false

    var isToMany: Bool { collection != nil }
    var name: String { property.name }
  }

  struct MacroOption: Hashable, Sendable {
    var name: String
    var arguments: [SourceArgument]
    var place: SourcePlace
  }

  /// The place in `types`.
  var type: Int
  var name: String
  var qualified: String
  var parent: Int?
  var attributes: [Attribute] = []
  var relationships: [Relationship] = []
  var transients: [StoredProperty] = []
  /// The names of the properties in their order.
  var order: [String] = []
  var uniqueGroups: [KeyGroup] = []
  var indexGroups: [KeyGroup] = []
}

/// One group of `#Unique` or `#Index`.
struct KeyGroup: Hashable, Sendable {
  var keys: [String]
  var isRTree = false
  var place: SourcePlace
}

extension ModelClass {
  init(_ place: Int, _ declarations: Declarations, _ names: NameTable) {
    let type = declarations.types[place]
    self.type = place
    name = type.name
    qualified = type.qualified
    parent = type.inherited.first?.path.flatMap { names.type($0, from: type.scope) }.flatMap {
      declarations.types[$0].isModel && $0 != place ? $0 : nil
    }
    var known: Set<String> = []
    for property in type.stored {
      if property.macro("Transient") != nil {
        transients.append(property)
        continue
      }
      // The same property in another branch of `#if`.
      guard known.insert(property.name).inserted else { continue }
      order.append(property.name)
      if let relationship = Self.relationship(property, of: type, declarations, names) {
        relationships.append(relationship)
      } else {
        attributes.append(Self.attribute(property, of: type, names))
      }
    }
    for macro in type.keyMacros {
      let groups = macro.arguments.flatMap { Self.groups($0.value, at: $0.place) }
      if macro.name == "Unique" { uniqueGroups += groups } else { indexGroups += groups }
    }
  }

  private static func attribute(
    _ property: StoredProperty, of owner: TypeDeclaration, _ names: NameTable
  ) -> Attribute {
    let type = property.type.map { names.resolve($0, from: owner.qualifiedPath) }
    var attribute = Attribute(
      property: property, type: type?.unwrapped, isOptional: type?.isOptional ?? (property.defaultValue == .nothing))
    for macro in property.macros where macro.name == "Attribute" {
      for argument in macro.arguments {
        switch argument.label {
        case "originalName": attribute.originalName = argument.value.text
        case "hashModifier": attribute.hashModifier = argument.value.text
        default: if let option = Self.option(argument) { attribute.options.append(option) }
        }
      }
    }
    return attribute
  }

  private static func option(_ argument: SourceArgument) -> MacroOption? {
    switch argument.value {
    case .member(let path, _):
      path.last.map { MacroOption(name: $0, arguments: [], place: argument.place) }
    case .call(_, let callee, _, let arguments):
      callee.last.map { MacroOption(name: $0, arguments: arguments, place: argument.place) }
    default: nil
    }
  }

  private static func relationship(
    _ property: StoredProperty, of owner: TypeDeclaration, _ declarations: Declarations, _ names: NameTable
  ) -> Relationship? {
    let macro = property.macro("Relationship")
    let type = property.type.map { names.resolve($0, from: owner.qualifiedPath) }
    var element = type?.unwrapped
    var collection: SwiftType.Collection?
    if case .collection(let kind, let inner)? = element { (collection, element) = (kind, inner.unwrapped) }
    let destination: Relationship.Destination
    switch element {
    case .declared(let place)? where declarations.types[place].isModel: destination = .model(place)
    case _ where macro == nil: return nil
    case .declared(let place)?: destination = .unknown(declarations.types[place].qualified)
    case .foreign(_, let text)?, .other(let text)?: destination = .unknown(text)
    case .optional?, .collection?: destination = .unknown(property.type?.text ?? "")
    case nil: destination = .unknown("")
    }
    var relationship = Relationship(
      property: property, destination: destination, collection: collection, isOptional: type?.isOptional ?? false)
    // `@Attribute(originalName:)` stands on relationships as well.
    for argument in property.macros.filter({ $0.name == "Relationship" || $0.name == "Attribute" }).flatMap(\.arguments)
    {
      switch argument.label {
      case "deleteRule": relationship.setRule(argument)
      case "inverse":
        switch argument.value {
        case .nothing: relationship.inverse = .nothing
        case .keyPath(let path): relationship.inverse = .keyPath(path, argument.place)
        default: break
        }
      case "minimumModelCount": relationship.minimumCount = argument.value.integer
      case "maximumModelCount": relationship.maximumCount = argument.value.integer
      case "originalName": relationship.originalName = argument.value.text
      case "hashModifier": relationship.hashModifier = argument.value.text
      case nil:
        guard let option = option(argument)?.name else { break }
        if option == "unique" {
          relationship.isUnique = true
        } else if Relationship.rules[option] != nil {
          relationship.setRule(argument)
          relationship.isRulePositional = true
        }
      default: break
      }
    }
    return relationship
  }

  /// The groups that an argument of `#Unique` and `#Index` is.
  private static func groups(_ value: SourceValue, at place: SourcePlace) -> [KeyGroup] {
    switch value {
    case .list(let elements):
      let keys = elements.compactMap { element -> String? in
        guard case .keyPath(let path) = element else { return nil }
        return path.hasRoot ? path.property : path.names.joined(separator: ".")
      }
      return keys.isEmpty ? [] : [KeyGroup(keys: keys, place: place)]
    case .call(_, let callee, _, let arguments):
      return arguments.flatMap { groups($0.value, at: $0.place) }.map {
        var group = $0
        group.isRTree = callee.last == FetchIndexDescription.Collation.rTree.rawValue
        return group
      }
    default: return []
    }
  }
}

extension ModelClass.Relationship {
  static let rules: [String: DeleteRule] = [
    "nullify": .nullify, "cascade": .cascade, "deny": .deny, "noAction": .noAction,
  ]

  fileprivate mutating func setRule(_ argument: SourceArgument) {
    guard case .member(let path, _) = argument.value, let rule = path.last.flatMap({ Self.rules[$0] }) else { return }
    deleteRule = rule
    ruleArgument = argument
  }
}

extension SourceValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
}
