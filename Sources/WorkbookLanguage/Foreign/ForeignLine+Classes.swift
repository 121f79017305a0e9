import ObjectGraph
import Predicates

/// Classes of Core Data and SwiftData as entities, and their property wrappers.
extension ForeignLine {
  func typeTranslation(_ type: SwiftType) -> Translation? {
    if type.keyword == "enum" { return enumeration(type) }
    guard ["class", "struct", "extension", "actor"].contains(type.keyword) else { return nil }
    var members: [String] = []
    for property in type.properties {
      guard let member = member(property) else { return nil }
      members.append(member)
    }
    members += type.macros.flatMap { groups(of: $0, named: "#Unique") }
      .map { "unique \($0.joined(separator: ", "))" }
    if type.keyword == "extension", isEntityName(type.name) {
      guard !members.isEmpty else { return nil }
      return Translation(
        "a property is added to an entity with add", members.map { "add \(type.name).\($0)" })
    }
    let parent = type.parents.first { isEntityName($0) }.map { ": \($0)" } ?? ""
    let body =
      members.isEmpty ? (parent.isEmpty ? " { name: String }" : " { }") : " { \(members.joined(separator: "; ")) }"
    return Translation(
      "a class of objects is an entity here", ["entity \(type.name)\(parent)\(body)"] + missingInverses(of: type))
  }

  /// `#Unique<Book>([\.title, \.author])` and `#Index<Book>([\.title])`, outside a class.
  func macroTranslation(_ tree: SwiftTree) -> Translation? {
    guard case .call(.name(let macro, let generics), _) = tree, ["#Unique", "#Index"].contains(macro) else {
      return nil
    }
    let groups = groups(of: tree, named: macro)
    guard let entity = generics.first.flatMap({ isEntityName($0) ? $0 : nil }) ?? entity(having: groups.joined()),
      !groups.isEmpty
    else { return nil }
    if macro == "#Unique" {
      return Translation(
        "what is unique is an option of the entity",
        groups.map { "change \(entity), unique \($0.joined(separator: ", "))" }, isSpecific: true)
    }
    return Translation(Self.indexReason, groups.map { index(of: entity, $0) }, isSpecific: true)
  }

  /// The lists of keys of a macro: `[\.title, \.author]`, `.binary([\.title])`.
  private func groups(of tree: SwiftTree, named macro: String) -> [[String]] {
    guard case .call(.name(macro, _), let arguments) = tree else { return [] }
    return arguments.compactMap { argument in
      var list = argument.value
      if case .call(.implicit, let inner) = list, let sole = inner.sole { list = sole }
      guard case .list(let keys) = list else { return nil }
      let names = keys.compactMap { key in
        if case .keyPath(_, let path) = key { path.joined(separator: ".") } else { nil }
      }
      return names.isEmpty ? nil : names
    }
  }

  /// The other ends that a class names as inverses, `inverse: \Book.publisher`, and that the entities there do not have.
  private func missingInverses(of type: SwiftType) -> [String] {
    type.properties.compactMap { property in
      guard let attribute = property.attributes.first(where: { $0.name == "Relationship" }),
        case .keyPath(_, let names)? = attribute.arguments["inverse"], let inverse = names.last,
        let destination = property.type, isEntityName(destination), model.property(inverse, of: destination) == nil
      else { return nil }
      return "add \(destination).\(inverse) -> \(type.name)?, inverse \(property.name)"
    }
  }

  /// `enum Color: String { case red, green }`: an attribute that takes only these values.
  private func enumeration(_ type: SwiftType) -> Translation? {
    let reason = "an attribute with few values is one with 'matches'"
    if type.parents.contains(where: { ["SchemaMigrationPlan", "VersionedSchema"].contains($0) }) {
      return Translation("a version of the model is a copy that can be changed", ["version \"Next\""])
    }
    guard !type.cases.isEmpty, !model.entityNames.isEmpty, let first = type.name.first else { return nil }
    let name = first.lowercased() + type.name.dropFirst()
    if let owner = owner(of: name) {
      return Translation(
        reason, ["change \(owner).\(name), matches \"\(type.cases.joined(separator: "|"))\""], isSpecific: true)
    }
    return Translation(reason, ["add \(soleEntity).\(name): String?, matches \"\(type.cases.joined(separator: "|"))\""])
  }

  /// The entity that declares a property of this name, the first that does.
  private func owner(of property: String) -> String? {
    model.entityNames.first { name in
      model[entity: name]?.properties.contains { $0.name == property } == true
    }
  }

  /// A stored property as the member of an entity.
  func member(_ property: SwiftProperty) -> String? {
    var options = ""
    var attributes = property.attributes
    attributes.removeAll { ["NSManaged", "objc", "Published", "ObservationIgnored"].contains($0.name) }
    var isUnique = false
    for attribute in attributes {
      switch attribute.name {
      case "Attribute":
        for argument in attribute.arguments {
          switch (argument.label, argument.value) {
          case (nil, .implicit("unique")): isUnique = true
          case (nil, .implicit("externalStorage")): options += ", external storage"
          case (nil, .implicit("ephemeral")): options += ", transient"
          case ("originalName"?, .text(let old)): options += ", renamed from \"\(old)\""
          default: break
          }
        }
      case "Relationship":
        if let inverse = attribute.arguments["inverse"], case .keyPath(_, let names) = inverse, let name = names.last {
          options += ", inverse \(name)"
        }
        if let rule = attribute.arguments["deleteRule"]?.lastName, let word = Self.deleteRule(rule) {
          options += ", delete \(word)"
        }
        if let name = attribute.arguments["originalName"], case .text(let old) = name {
          options += ", renamed from \"\(old)\""
        }
      case "Transient": options += ", transient"
      default: return nil
      }
    }
    guard var type = property.type ?? property.initial.flatMap(Self.type) else { return nil }
    let isSet = ["NSSet", "NSOrderedSet", "Set", "Array"].contains(type)
    if isSet { type = Self.capitalizedSingular(property.name) }
    if let attribute = isSet ? nil : Self.attributeType(type), !property.isCollection {
      let initial = property.initial.flatMap(value)
      let mark = property.isOptional ? "?" : ""
      let text = "\(property.name): \(attribute)\(mark)"
      let start = initial == nil || initial == "nil" ? "" : " = \(initial ?? "")"
      return text + start + options + (isUnique ? "; unique \(property.name)" : "")
    }
    if property.isCollection, Self.attributeType(type) != nil { return "\(property.name): Transformable?" }
    if !isSet, type == "Any" || type == "AnyObject" { return nil }
    if isSet || property.isCollection {
      return "\(property.name) ->> \(type)?" + (property.type == "NSOrderedSet" ? ", ordered" : "") + options
    }
    return "\(property.name) -> \(type)\(property.isOptional ? "?" : "")\(options)"
  }

  /// The workbook's word for a type of Swift or Objective-C.
  static func attributeType(_ name: String) -> String? {
    (AttributeType(workbookName: name) ?? ForeignType.attributeType(name)).map(\.rawValue)
  }

  private static func type(_ tree: SwiftTree) -> String? {
    switch tree {
    case .text: "String"
    case .literal(let text): text.contains(".") ? "Double" : "Int"
    case .name("true", _), .name("false", _): "Bool"
    case .call(.name(let name, _), _): name
    default: nil
    }
  }

  /// `players` as the name of the entity that is probably meant: `Player`.
  private static func capitalizedSingular(_ name: String) -> String {
    let singular = name.hasSuffix("ies") ? name.dropLast(3) + "y" : name.hasSuffix("s") ? name.dropLast() : name[...]
    return singular.prefix(1).uppercased() + singular.dropFirst()
  }

  /// The workbook's word for a delete rule, from `.cascade`, `cascadeDeleteRule` or `noAction`.
  static func deleteRule(_ name: String) -> String? {
    let word = name.replacing("NS", with: "").replacing("DeleteRule", with: "").lowercased()
    switch word {
    case "cascade", "deny", "nullify": return word
    case "noaction", "no", "none": return "none"
    default: return nil
    }
  }

  /// `@Query(sort: \Player.name) var players: [Player]`, `@Relationship(deleteRule: .cascade) var players: [Player]`
  func propertyTranslation(_ property: SwiftProperty) -> Translation? {
    switch property.attributes.first?.name {
    case "Query"?, "FetchRequest"?, "SectionedFetchRequest"?:
      let singular = Self.capitalizedSingular(property.name)
      var query = Query(entity: property.type ?? (isEntityName(singular) ? singular : nil))
      guard fill(&query, with: property.attributes[0].arguments), let text = text(of: query) else { return nil }
      return Translation(Self.fetchReason, ["let \(property.name) = \(text)"])
    case "Environment"?, "State"?, "Published"?, "StateObject"?, "ObservedObject"?, "Bindable"?: return nil
    default: break
    }
    guard let member = member(property) else { return nil }
    // A property that an entity has already is changed.
    if let owner = owner(of: property.name) {
      if member.hasSuffix("unique \(property.name)") {
        return Translation(
          "what is unique is an option of the entity", ["change \(owner), unique \(property.name)"], isSpecific: true)
      }
      let options = member.split(separator: ",", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
      if !property.attributes.isEmpty, !options.isEmpty {
        return Translation(
          "a property is changed by its entity's name and its own", ["change \(owner).\(property.name),\(options)"])
      }
    }
    guard !model.entityNames.isEmpty else { return nil }
    let entity = soleEntity
    let parts = member.split(separator: ";").map { String($0).trimmed }
    var optional = parts[0]
    // The objects that are there would have no value.
    if !property.isOptional, property.initial == nil, !optional.contains("?"), !optional.contains(",") {
      optional += "?"
    }
    let constraints = parts.dropFirst().map { "change \(entity), \($0)" }
    return Translation(
      "a property is added to an entity with add", ["add \(entity).\(optional)"] + constraints)
  }

  /// `Team.players.deleteRule = .nullify`, `Player.age.defaultValue = 18`
  func descriptionSetting(_ owner: SwiftTree, _ key: String, _ right: SwiftTree) -> Translation? {
    let reason = "a description is changed by 'change'"
    if case .name(let entity, _) = owner, isEntityName(entity) {
      switch key {
      case "isAbstract", "abstract":
        return Translation(reason, ["change \(entity), \(right == .name("false") ? "no " : "")abstract"])
      case "parentEntity", "superentity", "parent":
        return right.lastName.map { Translation(reason, ["change \(entity), parent \($0)"]) }
      case "uniquenessConstraints":
        guard case .list(let constraints) = right, case .list(let keys)? = constraints.first else { return nil }
        let names = keys.compactMap(text(ofName:))
        return names.isEmpty ? nil : Translation(reason, ["change \(entity), unique \(names.joined(separator: ", "))"])
      default: return nil
      }
    }
    guard case .member(.name(let entity, _), let property) = owner, isEntityName(entity) else { return nil }
    let subject = "\(entity).\(property)"
    let isRelationship = model.property(property, of: entity)?.property.relationship != nil
    func flag(_ yes: String, _ no: String) -> Translation {
      Translation(reason, ["change \(subject), \(right == .name("false") ? no : yes)"])
    }
    switch key {
    case "deleteRule":
      return right.lastName.flatMap(Self.deleteRule).map { Translation(reason, ["change \(subject), delete \($0)"]) }
    case "inverse", "inverseRelationship":
      let name = right.lastName
      return Translation(reason, ["change \(subject), \(name == "nil" ? "no inverse" : "inverse \(name ?? "…")")"])
    case "isOptional", "optional": return flag("optional", "required")
    case "isTransient", "transient": return flag("transient", "no transient")
    case "isIndexed", "indexed": return flag("indexed", "no indexed")
    case "isOrdered", "ordered": return flag("ordered", "no ordered")
    case "defaultValue", "default": return value(right).map { Translation(reason, ["change \(subject) = \($0)"]) }
    case "minCount" where isRelationship:
      return value(right).map { Translation(reason, ["change \(subject), count \($0)..."]) }
    case "maxCount" where isRelationship:
      return value(right).map { Translation(reason, ["change \(subject), count ...\($0)"]) }
    case "renamingIdentifier":
      return text(ofName: right).map { Translation(reason, ["change \(subject), renamed from \"\($0)\""]) }
    case "attributeType", "type":
      guard let name = right.lastName else { return nil }
      let type = name.replacing("AttributeType", with: "")
      let capitalized = type.prefix(1).uppercased() + type.dropFirst()
      return Self.attributeType(capitalized).map { Translation(reason, ["change \(subject): \($0)"]) }
    case "name": return text(ofName: right).map { Translation(reason, ["rename \(subject) to \($0)"]) }
    default: return nil
    }
  }

  /// `Player.color.userInfo["copied"] = true`, `Player.userInfo.copied = true`
  func userInfoSetting(_ left: SwiftTree, _ right: SwiftTree) -> Translation? {
    let key: String
    let owner: SwiftTree
    switch left {
    case .member(.member(let described, "userInfo"), let name): (owner, key) = (described, name)
    case .index(.member(let described, "userInfo"), .text(let name)): (owner, key) = (described, name)
    default: return nil
    }
    let subject: String
    switch owner {
    case .name(let entity, _) where isEntityName(entity): subject = entity
    case .member(.name(let entity, _), let property) where isEntityName(entity): subject = "\(entity).\(property)"
    default: return nil
    }
    return value(right).map {
      Translation(
        "a description is changed by 'change'", ["change \(subject), userInfo \(key): \($0)"], isSpecific: true)
    }
  }

  private func text(ofName tree: SwiftTree) -> String? {
    switch tree {
    case .text(let text): text
    case .name(let name, _): name
    default: nil
    }
  }
}
