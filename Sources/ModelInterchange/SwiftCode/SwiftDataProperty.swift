import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Data

/// A property of a class with `@Model`.
struct SwiftDataProperty {
  let name: String
  /// Comments on what SwiftData does not know of it.
  private(set) var notes: [String] = []
  /// The line of its declaration; none where it is left out.
  private(set) var declaration: [String] = []
  /// Whether it is a stored property of the class.
  var isStored: Bool { !declaration.isEmpty }
  /// Whether the initializer takes it: a to-many begins empty, and a transient one with its default.
  private(set) var isParameter = false
  /// Its declaration among the parameters.
  private(set) var parameter = ""

  /// The element of a composite.
  init(_ element: AttributeDescription, in models: SwiftDataModels) {
    name = element.name
    guard SwiftName.isName(name) else {
      note("\(name) is left out: it is no name in Swift")
      return
    }
    guard element.compositeName != nil || (element.type != .transformable && element.type != .undefined) else {
      note("\(name) is left out: a structure in SwiftData takes only values that are Codable")
      return
    }
    // Macros are for properties of classes.
    var plain = element
    (plain.isTransient, plain.allowsExternalBinaryDataStorage, plain.isIndexedBySpotlight) = (false, false, false)
    (plain.renamingIdentifier, plain.versionHashModifier) = (nil, nil)
    declare(plain, in: models, [])
  }

  init(_ property: PropertyDescription, of entity: EntityDescription, in models: SwiftDataModels) {
    name = property.name
    guard SwiftName.isName(name) else {
      note("\(name) is left out: it is no name in Swift")
      return
    }
    guard property.isKnown(in: models) else {
      note("\(name) is left out: it leads to \(property.relationship?.destination ?? "")")
      return
    }
    var options: [String] = []
    if entity.uniquenessConstraints.contains([name]), models.isUniqueAlone([name], entity) { options.append(".unique") }
    switch property {
    case .attribute(let attribute): declare(attribute, in: models, options)
    case .relationship(let relationship): declare(relationship, of: entity, in: models, options)
    case .fetched(let fetched):
      let predicate = fetched.predicate.map { " where \($0)" } ?? ""
      note("\(name) is left out: SwiftData has no fetched properties: \(fetched.destination)\(predicate)")
    }
    for (key, value) in property.userInfo.sorted(by: { $0.key < $1.key }) where isStored {
      note("SwiftData has no user info: \(name) \(key): \(value.canonicalText)")
    }
  }

  private mutating func note(_ text: String) { notes.append(SwiftName.comment(text)) }

  // MARK: Attributes

  private mutating func declare(_ attribute: AttributeDescription, in models: SwiftDataModels, _ given: [String]) {
    var options = given
    if let composite = attribute.compositeName, !SwiftName.isName(composite) {
      note("\(name) is left out: \(composite) is no name in Swift")
      return
    }
    if let derivation = attribute.derivation {
      note("\(name) is left out: SwiftData has no derived attributes: \(derivation)")
      return
    }
    noteChecks(of: attribute)
    if attribute.allowsExternalBinaryDataStorage { options.append(".externalStorage") }
    if attribute.isIndexedBySpotlight { options.append(".spotlight") }
    if attribute.type == .transformable {
      let transformer = attribute.transformerName ?? "NSSecureUnarchiveFromData"
      options.append(".transformable(by: \(SwiftName.string(transformer)))")
    }
    options += Self.names(attribute.renamingIdentifier, attribute.versionHashModifier)
    let declared = SwiftName.declared(name)
    let base = type(of: attribute, in: models)
    let literal = initialValue(of: attribute, in: models)
    if attribute.isTransient {
      // A transient property of SwiftData needs a default.
      declaration = ["@\(models.macro("Transient")) var \(declared): \(base)? = \(literal ?? "nil")"]
      return
    }
    let type = base + (attribute.isOptional ? "?" : "")
    let macro = options.isEmpty ? "" : "@\(models.macro("Attribute"))(\(options.joined(separator: ", "))) "
    declaration = ["\(macro)var \(declared): \(type)" + (literal.map { " = \($0)" } ?? "")]
    isParameter = true
    let initial = literal ?? (attribute.isOptional ? "nil" : nil)
    parameter = "\(SwiftName.declared(name)): \(type)" + (initial.map { " = \($0)" } ?? "")
  }

  private mutating func noteChecks(of attribute: AttributeDescription) {
    var checks: [String] = []
    func bounds(_ word: String, _ lower: String?, _ upper: String?) {
      if lower != nil || upper != nil { checks.append("\(word) \(lower ?? "")...\(upper ?? "")") }
    }
    bounds("length", attribute.minimumLength.map(String.init), attribute.maximumLength.map(String.init))
    bounds("range", attribute.minimumValue?.canonicalText, attribute.maximumValue?.canonicalText)
    if let pattern = attribute.pattern { checks.append("matches \(pattern)") }
    if !checks.isEmpty { note("Not checked by SwiftData: \(name) \(checks.joined(separator: ", "))") }
  }

  private static func names(_ old: String?, _ modifier: String?) -> [String] {
    (old.map { ["originalName: \(SwiftName.string($0))"] } ?? [])
      + (modifier.map { ["hashModifier: \(SwiftName.string($0))"] } ?? [])
  }

  private func type(of attribute: AttributeDescription, in models: SwiftDataModels) -> String {
    if let composite = attribute.compositeName { return SwiftName.declared(composite) }
    return attribute.type.swiftName.map { SwiftName.type($0, besides: models.classes) } ?? attribute.valueType
  }

  /// The default as an expression; nil, perhaps with a note, if there is none.
  private mutating func initialValue(of attribute: AttributeDescription, in models: SwiftDataModels) -> String? {
    guard let value = attribute.defaultValue else { return nil }
    let type = type(of: attribute, in: models)
    switch value {
    case .now: return attribute.type == .date ? "\(type).now" : nil
    case .value(let value):
      if let expression = expression(of: value, attribute, type) { return expression }
      note("The default of \(name) is left out: \(value.canonicalText)")
      return nil
    }
  }

  private func expression(of value: Value, _ attribute: AttributeDescription, _ type: String) -> String? {
    switch (value, attribute.type) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32), (.integer(let number), .integer64):
      return attribute.type.integerRange?.contains(number) == true ? String(number) : nil
    case (.integer(let number), .decimal), (.integer(let number), .double), (.integer(let number), .float):
      return String(number)
    case (.double(let number), .double): return number.isFinite ? "\(number)" : nil
    case (.double(let number), .float): return Float(number).isFinite ? "\(number)" : nil
    case (.decimal(let number), .decimal): return "\(type)(string: \"\(number)\") ?? 0"
    case (.boolean(let flag), .boolean): return "\(flag)"
    case (.string(let text), .string): return SwiftName.string(text)
    case (.date(let date), .date):
      return "\(type)(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
    case (.uuid(let identifier), .uuid): return "\(type)(uuidString: \"\(identifier.uuidString)\") ?? \(type)()"
    case (.data(let data), .binaryData): return "\(type)(base64Encoded: \"\(data.base64EncodedString())\") ?? \(type)()"
    case (.url(let url), .uri):
      return attribute.isOptional ? "\(type)(string: \(SwiftName.string(url.absoluteString)))" : nil
    default: return nil
    }
  }

  // MARK: Relationships

  private mutating func declare(
    _ relationship: RelationshipDescription, of entity: EntityDescription, in models: SwiftDataModels,
    _ given: [String]
  ) {
    let declared = SwiftName.declared(name)
    let destination = SwiftName.declared(relationship.destination)
    if relationship.isToMany, relationship.isOrdered { note("Not in SwiftData: the order of \(name)") }
    let type = relationship.isToMany ? "[\(destination)]" : destination + (relationship.isOptional ? "?" : "")
    if relationship.isTransient {
      declaration = [
        "@\(models.macro("Transient")) var \(declared): "
          + (relationship.isToMany ? "\(type) = []" : "\(destination)? = nil")
      ]
      return
    }
    var options = given
    if relationship.deleteRule != .nullify || writesInverse(of: relationship, entity, in: models) {
      options.append("deleteRule: .\(relationship.deleteRule.swiftDataName)")
    }
    if relationship.isToMany {
      if relationship.minimumCount > 0 { options.append("minimumModelCount: \(relationship.minimumCount)") }
      if relationship.maximumCount > 0 { options.append("maximumModelCount: \(relationship.maximumCount)") }
    }
    var tail = Self.names(relationship.renamingIdentifier, nil)
    if writesInverse(of: relationship, entity, in: models), let inverse = models.index.inverse(of: relationship) {
      tail.append("inverse: \\\(SwiftName.declared(inverse.entity)).\(SwiftName.member(inverse.relationship.name))")
    } else if relationship.inverse == name, relationship.destination == entity.name {
      note("SwiftData cannot express that \(name) is its own inverse")
    }
    options += tail + Self.names(nil, relationship.versionHashModifier)
    let macro = options.isEmpty ? "" : "@\(models.macro("Relationship"))(\(options.joined(separator: ", "))) "
    declaration = ["\(macro)var \(declared): \(type)" + (relationship.isToMany ? " = []" : "")]
    isParameter = !relationship.isToMany
    parameter = "\(SwiftName.declared(name)): \(type)" + (relationship.isOptional ? " = nil" : "")
  }

  /// Whether the inverse is given at this end. At both ends, the macros would need each other; of a pair, it is the
  /// to-many, or the first by name.
  private func writesInverse(
    of relationship: RelationshipDescription, _ entity: EntityDescription, in models: SwiftDataModels
  ) -> Bool {
    guard let inverse = models.index.inverse(of: relationship), models.classes.contains(inverse.entity),
      SwiftName.isName(inverse.relationship.name), !inverse.relationship.isTransient
    else { return false }
    guard let back = models.index.inverse(of: inverse.relationship), back.relationship.name == relationship.name else {
      return true
    }
    if inverse.entity == entity.name, inverse.relationship.name == relationship.name { return false }
    if relationship.isToMany != inverse.relationship.isToMany { return relationship.isToMany }
    return (entity.name, relationship.name) < (inverse.entity, inverse.relationship.name)
  }
}

extension DeleteRule {
  /// SwiftData's name (`Schema.Relationship.DeleteRule`).
  fileprivate var swiftDataName: String {
    switch self {
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    case .noAction: "noAction"
    }
  }
}
