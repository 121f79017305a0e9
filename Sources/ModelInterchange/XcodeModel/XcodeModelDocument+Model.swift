import Diagnostics
import ObjectGraph
import Predicates

extension XcodeModelDocument {
  /// A model that was read from a document.
  public struct Reading: Sendable {
    /// The model. It may have problems of its own; see `ManagedObjectModel.problems()`.
    public var model: ManagedObjectModel
    /// The parts that could not be read, each as a warning with its place. They stay in the document unchanged.
    public var findings: [Diagnostic]
    /// The things that only the document keeps, in words, such as "CloudKit"; each once.
    public var kept: [String]
    /// The words in ``kept`` for indexes that an entity's description has no place for.
    public static let indexesOverExpressions = XcodeKeptContent.Part.fetchIndexes.rawValue

    /// The relationships whose delete rule is written under a misspelt key, and so is not known.
    package var misspeltRules: Set<SourceRange>

    /// The relationships, as `Keeper.animals`, whose problem is that their destination is not the entity of their inverse.
    /// A finding reports each pair of them, so what the model has to say about their inverses is left out.
    package var misplacedInverses: Set<String>

    /// Whether the model, or a configuration of it, is marked as used with CloudKit.
    public var isUsedWithCloudKit: Bool
  }

  /// Reads the model. O(size).
  ///
  /// - An attribute counts as indexed with `indexed="YES"`, and if a binary fetch index has it as its only property. Such
  ///   an index is listed among those of the entity only if Xcode would have given it another name.
  /// - A class name that equals the entity's name is the default; an entity without a class name has `NSManagedObject`.
  /// - A check box of a fetch request that is absent is off (a reading of other tools; Apple's documentation has none).
  /// - A fetched property or a fetch request whose predicate cannot be read is left out.
  /// - Parameter name: The name of the version; the file does not have it.
  public func model(named name: String) -> Reading {
    var reader = XcodeModelReader(source: source)
    var model = reader.model(markup.root)
    model.name = name
    let unknown = XcodeUnknownContent(in: markup.root)
    return Reading(
      model: model, findings: reader.findings + unknown.findings(in: source),
      kept: reader.kept.words + unknown.names + unknown.misspeltNames,
      misspeltRules: Set(unknown.misspellings.filter { $0.meant == "deletionRule" }.compactMap(\.element.range)),
      misplacedInverses: reader.misplacedInverses,
      isUsedWithCloudKit: reader.kept.contains(.cloudKit))
  }
}

/// Reads descriptions from elements and collects what does not fit.
struct XcodeModelReader {
  let source: SourceText?
  var findings: [Diagnostic] = []
  var kept = XcodeKeptContent()
  /// See ``XcodeModelDocument/Reading/misplacedInverses``.
  private(set) var misplacedInverses: Set<String> = []

  /// The entities with a word for code generation that Xcode does not write, by the word.
  private var unknownCodeGenerations: [String: [MarkupElement]] = [:]

  init(source: SourceText?) { self.source = source }

  mutating func model(_ root: MarkupElement) -> ManagedObjectModel {
    defer { findUnknownCodeGenerations() }
    var model = ManagedObjectModel(name: "Model")
    for element in root.elements {
      switch element.name {
      case "entity": model.entities.append(entity(element))
      case "composite": model.composites.append(composite(element))
      case "fetchRequest": if let template = template(element) { model.fetchRequestTemplates.append(template) }
      case "configuration": model.configurations.append(configuration(element))
      default: break
      }
    }
    findInversesOfOthers(root)
    if let identifier = root["userDefinedModelVersionIdentifier"], !identifier.isEmpty {
      model.versionIdentifiers = [identifier]
    }
    if root["usedWithCloudKit"] == "YES" { kept.insert(.cloudKit) }
    if root["sourceLanguage"] == "Objective-C" { kept.insert(.language) }
    return model
  }

  /// Relationships whose `inverseEntity` is neither their destination nor an entity that it inherits from. The model has
  /// no place for it: an inverse is a relationship of the destination.
  ///
  /// If the destination has no such relationship and the other entity has, the destination is wrong, and otherwise
  /// `inverseEntity`. Where neither has one that leads back, the model's own problem says what is missing.
  private mutating func findInversesOfOthers(_ root: MarkupElement) {
    let hierarchy = Hierarchy(root)
    for entity in root.elements("entity") {
      for element in entity.elements("relationship") {
        guard let destination = element["destinationEntity"], let owner = element["inverseEntity"],
          let inverse = element["inverseName"], let own = element["name"], let name = entity["name"],
          destination != owner, hierarchy.entities[destination] != nil, !hierarchy.isKind(destination, of: owner)
        else { continue }
        func leadsBack(_ back: MarkupElement) -> Bool {
          guard back["inverseName"] == own, let target = back["destinationEntity"] else { return false }
          return hierarchy.isKind(name, of: target) || hierarchy.isKind(target, of: name)
        }
        let message =
          "\(self.name(of: element, name)) leads to \(DisplayText.visible(destination)), and its inverse is one of "
          + DisplayText.visible(owner)
        if let (back, _) = hierarchy.relationship(inverse, of: destination) {
          guard leadsBack(back) else { continue }
          find("inverse-of-another", message, element, hint: "set inverseEntity to \(DisplayText.visible(destination))")
        } else if let (back, declaring) = hierarchy.relationship(inverse, of: owner), leadsBack(back) {
          misplacedInverses.formUnion(["\(name).\(own)", "\(declaring).\(inverse)"])
          find(
            "inverse-of-another", message, element, severity: .error,
            hint: "set destinationEntity to \(DisplayText.visible(owner))")
        }
      }
    }
  }

  /// The entities of a document by their names, and their parents.
  private struct Hierarchy {
    let entities: [String: MarkupElement]

    init(_ root: MarkupElement) {
      entities = Dictionary(
        root.elements("entity").map { ($0["name"] ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The names of an entity and its ancestors; a circle ends.
    private func lineage(of entity: String) -> [String] {
      var names: [String] = []
      var seen: Set<String> = []
      var next: String? = entity
      while let name = next, seen.insert(name).inserted {
        names.append(name)
        next = entities[name]?["parentEntity"]
      }
      return names
    }

    func isKind(_ entity: String, of ancestor: String) -> Bool { lineage(of: entity).contains(ancestor) }

    /// The relationship of a name that an entity has, and the entity that declares it.
    func relationship(_ name: String, of entity: String) -> (element: MarkupElement, declaredBy: String)? {
      for owner in lineage(of: entity) {
        if let found = entities[owner]?.elements("relationship").first(where: { $0["name"] == name }) {
          return (found, owner)
        }
      }
      return nil
    }
  }

  mutating func entity(_ element: MarkupElement) -> EntityDescription {
    var entity = EntityDescription(
      element["name"] ?? "", isAbstract: element.isYes("isAbstract"), parent: element["parentEntity"],
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"])
    if element["name"] == nil { find("unnamed", "an entity has no name", element) }
    let className = element["representedClassName"].flatMap { $0.isEmpty ? nil : $0 } ?? "NSManagedObject"
    entity.managedObjectClassName = className == entity.name ? nil : className
    entity.codeGeneration = codeGeneration(element)
    entity.isSyncable = element["syncable"] != "NO"
    if element["coreSpotlightDisplayNameExpression"] != nil { kept.insert(.spotlightNames) }
    for child in element.elements {
      switch child.name {
      case "attribute", "relationship", "fetchedProperty":
        if let property = property(child, of: entity.name) { entity.properties.append(property) }
      case "uniquenessConstraints": entity.uniquenessConstraints += constraints(child)
      case "userInfo": entity.userInfo = userInfo(child)
      case "compoundIndexes": entity.indexes += child.compoundIndexes.map(\.index)
      default: break
      }
    }
    for element in element.elements("fetchIndex") {
      guard let index = element.index else {
        if let part = element.elements.first(where: \.hasUnknownCollation) {
          let type = Self.shown(part["type"] ?? "")
          find(
            "unknown-index-type",
            "the index \(entity.name).\(name(of: element)) has a type that is neither Binary nor RTree: \(type)", part)
        } else {
          kept.insert(.fetchIndexes)
        }
        continue
      }
      if let name = index.attributeOfSingle, var attribute = entity[property: name]?.attribute {
        attribute.isIndexed = true
        entity[property: name] = .attribute(attribute)
        if index.name == FetchIndexDescription.standardName(forIndexOf: name) { continue }
      }
      entity.indexes.append(index)
    }
    return entity
  }

  private mutating func codeGeneration(_ element: MarkupElement) -> CodeGeneration {
    guard let word = element["codeGenerationType"] else { return .manual }
    if let known = CodeGeneration(rawValue: word) { return known }
    unknownCodeGenerations[word, default: []].append(element)
    return .manual
  }

  /// Reports each word once: a tool that writes one writes it everywhere.
  private mutating func findUnknownCodeGenerations() {
    for (word, elements) in unknownCodeGenerations.sorted(by: { $0.key < $1.key }) {
      let names = Listing.text(elements.map { $0["name"] ?? "" }.map(DisplayText.visible))
      find(
        "unknown-code-generation",
        "there is no code generation '\(DisplayText.visible(word))', so that of \(names) is read as manual",
        elements[0],
        severity: .note)
    }
  }

  /// The property of an element; nil when it cannot be read.
  mutating func property(_ element: MarkupElement, of entity: String) -> PropertyDescription? {
    if element["name"]?.isEmpty != false {
      find("unnamed", "a property of \(DisplayText.visible(entity)) has no name and is left out", element)
      return nil
    }
    return switch element.name {
    case "attribute": .attribute(attribute(element, of: entity))
    case "relationship": .relationship(relationship(element, of: entity))
    case "fetchedProperty": fetchedProperty(element, of: entity).map { .fetched($0) }
    default: nil
    }
  }

  mutating func composite(_ element: MarkupElement) -> CompositeDescription {
    let name = element["name"] ?? ""
    return CompositeDescription(
      name, elements: element.elements("attribute").map { attribute($0, of: name) }, userInfo: userInfo(inside: element)
    )
  }

  private mutating func relationship(_ element: MarkupElement, of entity: String) -> RelationshipDescription {
    let name = element["name"] ?? ""
    let isToMany = element.isYes("toMany")
    var rule = DeleteRule.nullify
    if let word = element["deletionRule"] {
      if let known = DeleteRule(xcodeName: word) {
        rule = known
      } else {
        find("unknown-delete-rule", "there is no delete rule '\(DisplayText.visible(word))'", element)
      }
    }
    return RelationshipDescription(
      name, to: element["destinationEntity"] ?? "", isToMany: isToMany, isOptional: element.isYes("optional"),
      isOrdered: element.isYes("ordered"), isTransient: element.isYes("transient"),
      isIndexed: element.isYes("indexed"), inverse: element["inverseName"],
      minimumCount: count("minCount", element, of: entity) ?? 0, maximumCount: count("maxCount", element, of: entity),
      deleteRule: rule,
      isSyncable: element["syncable"] != "NO", renamingIdentifier: element["elementID"],
      versionHashModifier: element["versionHashModifier"],
      userInfo: userInfo(inside: element))
  }

  private mutating func fetchedProperty(
    _ element: MarkupElement, of entity: String
  ) -> FetchedPropertyDescription? {
    let name = element["name"] ?? ""
    guard let request = element.elements("fetchRequest").first else {
      find("unreadable-predicate", "\(entity).\(name) has no fetch request and is left out", element)
      return nil
    }
    guard let predicate = predicate(of: request, what: "\(entity).\(name)") else { return nil }
    let read = ["name", "entity", "predicateString", "fetchLimit"]
    if request.attributes.contains(where: { !read.contains($0.name) }) { kept.insert(.fetchTuning) }
    return FetchedPropertyDescription(
      name, of: request["entity"] ?? "", predicate: predicate.value, limit: count("fetchLimit", request),
      isSyncable: element["syncable"] != "NO", renamingIdentifier: element["elementID"],
      versionHashModifier: element["versionHashModifier"],
      userInfo: userInfo(inside: element))
  }

  mutating func template(_ element: MarkupElement) -> FetchRequestTemplate? {
    let name = element["name"] ?? ""
    guard let predicate = predicate(of: element, what: "the fetch request \(name)") else { return nil }
    var request = FetchRequest(
      element["entity"] ?? "", predicate: predicate.value, limit: count("fetchLimit", element),
      includesSubentities: element.isYes("includeSubentities"),
      includesPendingChanges: element.isYes("includesPendingChanges"))
    request.returnsDistinctResults = element.isYes("returnDistinctResults")
    switch element["resultType"] {
    case nil, "0": break
    case "1": request.resultType = .objectIDs
    case "2": request.resultType = .dictionaries
    case let code?: find("unknown-result-type", "there is no result type '\(DisplayText.visible(code))'", element)
    }
    if ["fetchBatchSize", "includePropertyValues", "returnObjectsAsFaults"].contains(where: { element[$0] != nil }) {
      kept.insert(.fetchTuning)
    }
    return FetchRequestTemplate(name, request)
  }

  mutating func configuration(_ element: MarkupElement) -> ConfigurationDescription {
    if element.isYes("usedWithCloudKit") { kept.insert(.cloudKit) }
    return ConfigurationDescription(
      element["name"] ?? "", entities: element.elements("memberEntity").map { $0["name"] ?? "" })
  }

  /// The predicate of a fetch request, perhaps none; nil when it cannot be read.
  private mutating func predicate(of request: MarkupElement, what: String) -> (value: Predicate?, Void)? {
    guard let text = request["predicateString"], !text.isEmpty else { return (nil, ()) }
    let (predicate, diagnostics) = Predicate.parse(text)
    if let predicate { return (predicate, ()) }
    let reason = diagnostics.first { $0.severity == .error }?.message ?? "it has no meaning"
    find(
      "unreadable-predicate",
      "the predicate of \(DisplayText.visible(what)) can't be read, so it is left out: \(reason)",
      request, notes: [DisplayText.visible(text)])
    return nil
  }

  func constraints(_ element: MarkupElement) -> [[String]] {
    element.elements("uniquenessConstraint").map { $0.elements("constraint").map { $0["value"] ?? "" } }
  }

  func userInfo(inside element: MarkupElement) -> [String: Value] {
    element.elements("userInfo").first.map { userInfo($0) } ?? [:]
  }

  private func userInfo(_ element: MarkupElement) -> [String: Value] {
    element.elements("entry").reduce(into: [:]) { $0[$1["key"] ?? ""] = .string($1["value"] ?? "") }
  }

  // MARK: Findings

  /// A value at the end of a message, which says so if there is nothing to show.
  static func shown(_ text: String) -> String {
    text.contains { !$0.isWhitespace } ? DisplayText.visible(text) : text.isEmpty ? "it is empty" : "it is blank"
  }

  mutating func find(
    _ id: String, _ message: String, _ element: MarkupElement, severity: Diagnostic.Severity = .warning,
    notes: [String] = [], hint: String? = nil
  ) {
    findings.append(
      Diagnostic(id, message, at: element.range, severity: severity, hint: hint, notes: notes, source: source))
  }

  /// A whole number in an attribute of an element; nil where there is none.
  /// - Parameter owner: The entity or composite that declares the element, if one does.
  mutating func count(_ key: String, _ element: MarkupElement, of owner: String? = nil) -> Int? {
    guard let text = element[key] else { return nil }
    if let number = Int(text) { return number }
    find(
      "unreadable-number", "\(key) of \(name(of: element, owner)) is no whole number: \(Self.shown(text))",
      element)
    return nil
  }

  /// `Player.age`, or the name of the element alone.
  func name(of element: MarkupElement, _ owner: String? = nil) -> String {
    DisplayText.visible((owner.map { $0 + "." } ?? "") + (element["name"] ?? "<\(element.name)>"))
  }
}

extension MarkupElement {
  /// Whether an attribute is YES, as Xcode writes it; absent is no.
  func isYes(_ attribute: String) -> Bool { self[attribute] == "YES" }

  /// The index of a `fetchIndex` element; nil for one that a description cannot hold.
  var index: FetchIndexDescription? {
    guard name == "fetchIndex", let name = self["name"] else { return nil }
    var elements: [FetchIndexDescription.Element] = []
    for part in self.elements {
      guard part.name == "fetchIndexElement", part["expression"] == nil, let property = part["property"],
        let collation = FetchIndexDescription.Collation(xcodeName: part["type"] ?? "Binary"),
        let order = XcodeIndexOrder(rawValue: part["order"] ?? XcodeIndexOrder.ascending.rawValue)
      else { return nil }
      elements.append(FetchIndexDescription.Element(property, collation: collation, isAscending: order == .ascending))
    }
    return elements.isEmpty ? nil : FetchIndexDescription(name, elements)
  }
}

extension MarkupElement {
  /// Whether it is a part of a fetch index whose type Core Data does not have.
  fileprivate var hasUnknownCollation: Bool {
    self["type"].map { FetchIndexDescription.Collation(xcodeName: $0) == nil } ?? false
  }

  /// The indexes of a `compoundIndexes` element, the way of models before Xcode 9. They have no names there; these are the
  /// ones that Xcode gives them when it converts such a model, as two versions of a model of Wikipedia's show.
  var compoundIndexes: [(element: MarkupElement, index: FetchIndexDescription)] {
    elements("compoundIndex").enumerated().map { place, element in
      (
        element,
        FetchIndexDescription(
          "compoundIndex\(place == 0 ? "" : String(place))",
          element.elements("index").map { FetchIndexDescription.Element($0["value"] ?? "") })
      )
    }
  }
}

/// Xcode's `order` of a fetch index's element.
private enum XcodeIndexOrder: String { case ascending, descending }

extension FetchIndexDescription {
  /// The element of an index.
  var element: MarkupElement {
    let parts = elements.map { part in
      MarkupElement(
        "fetchIndexElement",
        [
          ("property", part.property), ("type", part.collation.xcodeName),
          ("order", (part.isAscending ? XcodeIndexOrder.ascending : .descending).rawValue),
        ])
    }
    return MarkupElement("fetchIndex", [("name", name)], children: parts.map { .element($0) })
  }
}

extension FetchIndexDescription.Collation {
  init?(xcodeName: String) {
    guard let collation = Self.allCases.first(where: { $0.xcodeName == xcodeName }) else { return nil }
    self = collation
  }

  /// Xcode's name in `type`.
  var xcodeName: String {
    switch self {
    case .binary: "Binary"
    case .rTree: "RTree"
    }
  }
}

extension DeleteRule {
  /// The rule that Xcode calls by this name.
  init?(xcodeName: String) {
    guard let rule = Self.allCases.first(where: { $0.xcodeName == xcodeName }) else { return nil }
    self = rule
  }

  /// Xcode's name in `deletionRule`.
  package var xcodeName: String {
    switch self {
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    case .noAction: "No Action"
    }
  }
}
