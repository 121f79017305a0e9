import Diagnostics
import ObjectGraph

/// `NSManagedObject` subclasses as Xcode generates them: a class, an extension with its properties, and an extension with
/// the accessors of each to-many relationship.
///
/// The form is that of Apple's article "Generating code" and of generated files in public repositories. In it, every
/// object is optional, also if the attribute is required. No source shows a fetched property or a composite: an array and
/// a dictionary are our choice.
struct ManagedObjectClasses {
  private let index: ModelIndex
  private let includesHandwritten: Bool
  /// The classes of the entities that do not use `NSManagedObject` itself.
  private let classes: [String: String]
  private let classNames: Set<String>
  private(set) var units: [SwiftCode.Unit] = []

  init(_ model: ManagedObjectModel, includesHandwritten: Bool) {
    index = ModelIndex(model)
    self.includesHandwritten = includesHandwritten
    classes = Dictionary(
      model.entities.compactMap { entity in entity.ownClass.map { (entity.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    classNames = Set(classes.values)
    var written: [String: String] = [:]
    for entity in model.entities { units.append(unit(entity, &written)) }
  }

  private func unit(_ entity: EntityDescription, _ written: inout [String: String]) -> SwiftCode.Unit {
    func leftOut(_ reason: String) -> SwiftCode.Unit {
      SwiftCode.Unit(name: nil, lines: [SwiftName.comment("\(entity.name) is left out: \(reason)")])
    }
    guard let name = classes[entity.name] else {
      let given = entity.managedObjectClassName ?? entity.name
      return leftOut(given == "NSManagedObject" ? "its class is NSManagedObject" : "'\(given)' is no name of a class")
    }
    if entity.codeGeneration == .manual, !includesHandwritten {
      return leftOut("its code generation is none, so its class \(name) is written by hand")
    }
    if let other = written[name] { return leftOut("its class \(name) is the one of \(other)") }
    written[name] = entity.name
    let isClassWritten = includesHandwritten || entity.codeGeneration == .classDefinition
    return SwiftCode.Unit(
      name: isClassWritten ? "\(name).swift" : "\(name)+CoreDataProperties.swift",
      lines: source(of: entity, name, isClassWritten: isClassWritten))
  }

  private func source(of entity: EntityDescription, _ name: String, isClassWritten: Bool) -> [String] {
    let declared = SwiftName.declared(name)
    let ancestors = index.lineage(of: entity.name).dropLast()
    let parent = ancestors.last { classes[$0.name] != nil }
    // The properties of ancestors without a class go to the first class below them.
    let owners = ancestors.reversed().prefix { classes[$0.name] == nil }.reversed() + [entity]
    let properties = owners.flatMap(\.properties)
    var lines: [String] = []
    if isClassWritten {
      let superclass = parent.flatMap { classes[$0.name] }.map(SwiftName.declared) ?? "NSManagedObject"
      lines += ["@objc(\(name))", "public class \(declared): \(superclass) {", "", "}", ""]
    } else {
      lines += [SwiftName.comment("The class \(name) is written by hand.")]
    }
    lines += [
      "extension \(declared) {", "",
      "    @nonobjc public class func fetchRequest() -> NSFetchRequest<\(declared)> {",
      "        return NSFetchRequest<\(declared)>(entityName: \(SwiftName.string(entity.name)))", "    }", "",
    ]
    let named = properties.filter { SwiftName.isName($0.name) }
    lines += properties.filter { !SwiftName.isName($0.name) }.map {
      "    " + SwiftName.comment("\($0.name) is left out: it is no name in Swift")
    }
    // Xcode's order: attributes, relationships, fetched properties, each by name.
    let sorted = named.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    lines += sorted.map { "    @NSManaged public var \(SwiftName.declared($0.name)): \(type(of: $0))" }
    lines += properties.isEmpty ? ["}"] : ["", "}"]
    for relationship in sorted.compactMap(\.relationship) where relationship.isToMany {
      lines += ["", "// MARK: Generated accessors for \(relationship.name)", "extension \(declared) {", ""]
      lines += accessors(of: relationship).flatMap { selector, declaration in
        ["    @objc(\(selector))", "    @NSManaged public func \(declaration)", ""]
      }
      lines.append("}")
    }
    if parent == nil { lines += ["", "extension \(declared) : Identifiable {", "", "}"] }
    return lines
  }

  private func type(of property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute): attribute.managedType(besides: classNames)
    case .relationship(let relationship):
      relationship.isToMany
        ? (relationship.isOrdered ? "NSOrderedSet?" : "NSSet?") : "\(typeName(of: relationship.destination))?"
    case .fetched(let fetched): "[\(typeName(of: fetched.destination))]?"
    }
  }

  private func typeName(of entity: String) -> String { classes[entity].map(SwiftName.declared) ?? "NSManagedObject" }

  /// The selectors and the declarations of the functions for a to-many relationship.
  private func accessors(of relationship: RelationshipDescription) -> [(selector: String, declaration: String)] {
    let name = SwiftName.capitalized(relationship.name)
    let type = typeName(of: relationship.destination)
    let set = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    let ordered: [(String, String)] = [
      ("insertObject:in\(name)AtIndex:", "insertInto\(name)(_ value: \(type), at idx: Int)"),
      ("removeObjectFrom\(name)AtIndex:", "removeFrom\(name)(at idx: Int)"),
      ("insert\(name):atIndexes:", "insertInto\(name)(_ values: [\(type)], at indexes: NSIndexSet)"),
      ("remove\(name)AtIndexes:", "removeFrom\(name)(at indexes: NSIndexSet)"),
      ("replaceObjectIn\(name)AtIndex:withObject:", "replace\(name)(at idx: Int, with value: \(type))"),
      ("replace\(name)AtIndexes:with\(name):", "replace\(name)(at indexes: NSIndexSet, with values: [\(type)])"),
    ]
    return (relationship.isOrdered ? ordered : []) + [
      ("add\(name)Object:", "addTo\(name)(_ value: \(type))"),
      ("remove\(name)Object:", "removeFrom\(name)(_ value: \(type))"),
      ("add\(name):", "addTo\(name)(_ values: \(set))"), ("remove\(name):", "removeFrom\(name)(_ values: \(set))"),
    ]
  }
}

extension EntityDescription {
  /// The name of its class without a module; nil if it uses `NSManagedObject`, or if the name is not valid in Swift.
  var ownClass: String? {
    let given = managedObjectClassName ?? name
    let last = given.split(separator: ".").last.map(String.init) ?? ""
    return last != "NSManagedObject" && SwiftName.isName(last) ? last : nil
  }
}

extension PropertyDescription {
  /// The place of its kind in Xcode's order.
  fileprivate var rank: Int {
    switch self {
    case .attribute: 0
    case .relationship: 1
    case .fetched: 2
    }
  }
}

extension AttributeDescription {
  /// The type of its property in a subclass of `NSManagedObject`.
  fileprivate func managedType(besides classes: Set<String>) -> String {
    if compositeName != nil { return "[\(SwiftName.type("String", besides: classes)): Any]?" }
    func name(_ type: String) -> String { SwiftName.type(type, besides: classes) }
    let isScalar = usesScalarValue ?? type.isScalarByDefault
    guard let swift = type.swiftName else { return valueType + "?" }
    switch type {
    case .date where isScalar: return name("TimeInterval")
    case .integer16, .integer32, .integer64, .double, .float, .boolean:
      return isScalar ? name(swift) : name("NSNumber") + "?"
    case .decimal: return name("NSDecimalNumber") + "?"
    case .date, .string, .binaryData, .uuid, .uri, .transformable, .undefined: return name(swift) + "?"
    }
  }

  /// The class of the values of a transformable attribute.
  var valueType: String { valueClassName.flatMap { SwiftName.isType($0) ? $0 : nil } ?? "NSObject" }
}
