import Diagnostics
import ModelReview
import ObjectGraph

extension SwiftDataReview {
  func attributeFindings() -> [Placed] {
    classes.flatMap { model in
      model.attributes.flatMap { attribute in
        [takenName(attribute, model), unqualifiedDefault(attribute, model), modelInStructure(attribute, model)]
          .compactMap(\.self)
      } + [inherited(model)].compactMap(\.self)
    } + typesAtRisk()
  }

  /// "A stored property cannot be named description" (Hacking with Swift's list of errors). For other names nobody has shown it.
  private func takenName(_ attribute: ModelClass.Attribute, _ model: ModelClass) -> Placed? {
    guard attribute.property.name == "description" else { return nil }
    return finding(
      TakenName.page.id, .error, model.name, "description", aspect: .name,
      "\(model.name).description has a name that every model has already", fix: "rename it, such as details",
      at: attribute.property.place)
  }

  /// "A default value requires a fully qualified domain named value (from macro 'Model')": the compiler's text, as quoted in an
  /// app's notes (scastiel/kado).
  private func unqualifiedDefault(_ attribute: ModelClass.Attribute, _ model: ModelClass) -> Placed? {
    let name: String
    switch attribute.property.defaultValue {
    case .member(let path, true)?: name = path.joined(separator: ".")
    case .call(_, let callee, true, _)?: name = callee.joined(separator: ".")
    default: return nil
    }
    let type = attribute.property.type?.unwrapped.text ?? ""
    return finding(
      .unqualifiedDefault, .error, model.name, attribute.property.name, aspect: .defaultValue,
      "the default of \(model.name).\(attribute.property.name) does not name its type",
      fix: "write \(type).\(name)", at: attribute.property.defaultPlace)
  }

  // MARK: Types

  private enum Risk: Int, CaseIterable {
    case associatedValues, ownCoding, nestedStructure, optionalCollection

    func message(_ names: [String]) -> String {
      let listed = Listing.text(names)
      let isOne = names.count == 1
      return switch self {
      case .associatedValues:
        "\(listed) \(isOne ? "is an enum" : "are enums") with associated values, which \(isOne ? "is" : "are") reported to crash"
      case .ownCoding:
        "\(listed) \(isOne ? "has a type with its" : "have types with their") own init(from:) or encode(to:), which SwiftData does not call"
      case .nestedStructure:
        "\(listed) \(isOne ? "is an optional structure" : "are optional structures") with another one inside, which "
          + "\(isOne ? "is" : "are") reported to crash when read"
      case .optionalCollection:
        "\(listed) \(isOne ? "is an optional collection" : "are optional collections") of values, which "
          + "\(isOne ? "is" : "are") reported to be read as nothing"
      }
    }

    /// Nil for the one of the rule's page.
    var fix: String? { self == .optionalCollection ? "without ?, with = [] as its default" : nil }
  }

  /// One note for each kind of risk. Enums with associated values crash on iOS 18.4 (scastiel/kado), and worked for others (Hacking
  /// with Swift). Own coding: CreateAPI/NaiveDate 5. Optional collections of values: meshtastic/Meshtastic-Apple 1949. Optional
  /// structures and what is inside: SRGSSR/pillarbox-apple 1513.
  private func typesAtRisk() -> [Placed] {
    var found: [Risk: [(model: ModelClass, property: StoredProperty)]] = [:]
    for model in classes {
      for attribute in model.attributes {
        if let risk = risk(of: attribute) { found[risk, default: []].append((model, attribute.property)) }
      }
    }
    return Risk.allCases.compactMap { risk -> Placed? in
      guard let group = found[risk], let first = group.first else { return nil }
      let names = group.map { "\($0.model.name).\($0.property.name)" }
      return finding(
        .typeAtRisk, .note, first.model.name, first.property.name, aspect: .type,
        determinant: names.dropFirst().joined(separator: ","), risk.message(names), fix: risk.fix,
        at: first.property.typePlace ?? first.property.place)
    }
  }

  private func risk(of attribute: ModelClass.Attribute) -> Risk? {
    guard !attribute.has("transformable"), !attribute.has("codable"), let type = attribute.type else { return nil }
    switch type {
    case .declared(let place):
      let declaration = schema.type(place)
      guard [.enum, .struct].contains(declaration.kind), !holdsModel(place) else { return nil }
      if declaration.hasAssociatedValues { return .associatedValues }
      // What a raw value does about that is not known.
      let isRaw = declaration.kind == .enum && declaration.inherited.first?.path.flatMap(AttributeMapping.type) != nil
      if declaration.hasOwnCoding { return isRaw ? nil : .ownCoding }
      return declaration.kind == .struct && attribute.isOptional && hasInnerStructure(declaration)
        ? .nestedStructure : nil
    case .collection(_, let element): return attribute.isOptional && !isModel(element) ? .optionalCollection : nil
    case .foreign, .optional, .other: return nil
    }
  }

  /// m4rqs/iOS18-SwiftData-Bug---Codable-Models-Cause-Relationship-Mapping-Error reproduces what a model in a Codable value does.
  private func modelInStructure(_ attribute: ModelClass.Attribute, _ model: ModelClass) -> Placed? {
    guard case .declared(let place)? = attribute.type, holdsModel(place) else { return nil }
    return finding(
      .modelInStructure, .warning, model.name, attribute.property.name, aspect: .type,
      "\(schema.type(place).name) in \(model.name).\(attribute.property.name) holds a model",
      at: attribute.property.typePlace ?? attribute.property.place)
  }

  private func isModel(_ type: ResolvedType) -> Bool {
    if case .declared(let place) = type { schema.type(place).isModel } else { false }
  }

  private func hasInnerStructure(_ declaration: TypeDeclaration) -> Bool {
    declaration.stored.contains { property in
      guard let type = property.type,
        case .declared(let place) = schema.names.resolve(type, from: declaration.qualifiedPath).unwrapped
      else { return false }
      return schema.type(place).kind == .struct
    }
  }

  private func holdsModel(_ place: Int) -> Bool {
    let declaration = schema.type(place)
    guard declaration.kind == .struct else { return false }
    return declaration.stored.contains { property in
      guard let type = property.type else { return false }
      switch schema.names.resolve(type, from: declaration.qualifiedPath).unwrapped {
      case .declared(let inner): return schema.type(inner).isModel
      case .collection(_, let element): return isModel(element.unwrapped)
      case .foreign, .optional, .other: return false
      }
    }
  }

  /// Apple, "Adopting inheritance in SwiftData": from iOS 26 on.
  private func inherited(_ model: ModelClass) -> Placed? {
    guard let parent = model.parent, schema.type(model.type).availability.isEmpty else { return nil }
    return finding(
      .inheritedModel, .note, model.name, "",
      "\(model.name) inherits from \(schema.type(parent).name), which needs iOS 26 or macOS 26",
      at: schema.type(model.type).place)
  }
}
