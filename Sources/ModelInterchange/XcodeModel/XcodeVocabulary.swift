import Diagnostics

/// The elements and attributes of Xcode's models, in the order in which Xcode writes them, read off 137 files of 30
/// repositories.
///
/// XML gives no meaning to the order of attributes; a file that keeps it differs less from the one before.
enum XcodeVocabulary {
  private static let attributes: [String: [String]] = [
    "model": [
      "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
      "macOSVersion", "iOSVersion", "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData",
      "userDefinedModelVersionIdentifier",
    ],
    "entity": [
      "name", "representedClassName", "isAbstract", "parentEntity", "elementID", "versionHashModifier", "syncable",
      "codeGenerationType", "coreSpotlightDisplayNameExpression",
      // An old Xcode wrote this one.
      "dataClassName",
    ],
    "attribute": [
      "name", "optional", "transient", "attributeType", "composite", "allowsExternalBinaryDataStorage",
      "minDateTimeInterval",
      "minValueString", "maxDateTimeInterval", "maxValueString", "defaultDateTimeInterval", "defaultValueString",
      "derived", "derivationExpression", "regularExpressionString", "usesScalarValueType", "valueTransformerName",
      "customClassName", "elementID", "versionHashModifier", "indexed", "spotlightIndexingEnabled",
      "storedInTruthFile", "preserveAfterDeletion", "allowsCloudEncryption", "syncable",
    ],
    "relationship": [
      "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule", "ordered",
      "destinationEntity", "inverseName", "inverseEntity", "elementID", "versionHashModifier", "indexed",
      "spotlightIndexingEnabled", "syncable",
    ],
    "fetchedProperty": ["name", "optional", "transient", "elementID", "versionHashModifier", "syncable"],
    "fetchRequest": [
      "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "includeSubentities",
      "includePropertyValues", "includesPendingChanges", "returnObjectsAsFaults", "returnDistinctResults",
      "resultType",
    ],
    "fetchIndexElement": ["property", "expression", "expressionType", "type", "order"],
    "fetchIndex": ["name"], "constraint": ["value"], "index": ["value"], "memberEntity": ["name"],
    "composite": ["name"], "entry": ["key", "value"],
    "configuration": ["name", "usedWithCloudKit"],
    "element": ["name", "positionX", "positionY", "width", "height"],
  ]

  /// The elements inside an element, in order.
  private static let children: [String: [String]] = [
    "model": ["entity", "fetchRequest", "configuration", "composite", "elements"],
    "entity": [
      "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes", "uniquenessConstraints",
      "userInfo",
    ],
    "composite": ["attribute", "userInfo"], "attribute": ["userInfo"], "relationship": ["userInfo"],
    "fetchedProperty": ["fetchRequest", "userInfo"], "fetchIndex": ["fetchIndexElement"],
    "uniquenessConstraints": ["uniquenessConstraint"], "uniquenessConstraint": ["constraint"],
    "compoundIndexes": ["compoundIndex"], "compoundIndex": ["index"], "userInfo": ["entry"],
    "configuration": ["memberEntity"], "elements": ["element"],
  ]

  static func knows(attribute: String, of element: String) -> Bool {
    attributes[element]?.contains(attribute) ?? false
  }

  /// The known key that an unknown one of an element stands for, if it is spelt nearly so and the element has none of the name:
  /// `deletionRule` for `deleteRule`.
  static func key(meantBy attribute: String, of element: MarkupElement) -> String? {
    let missing = (attributes[element.name] ?? []).filter { element[$0] == nil }
    let near = Suggestions.nearest(to: attribute, among: missing, limit: 2)
    return near.count == 1 ? near[0] : nil
  }

  static func knows(element: String, inside parent: String) -> Bool { children[parent]?.contains(element) ?? false }

  /// The place among the kinds of elements inside a parent; unknown ones come last.
  static func rank(of element: String, inside parent: String) -> Int {
    let known = children[parent] ?? []
    return known.firstIndex(of: element) ?? known.count
  }

  /// The names in Xcode's order, unknown ones last and by the alphabet.
  static func sorted(_ attributes: [String], of element: String) -> [String] {
    let known = Self.attributes[element] ?? []
    func place(_ name: String) -> Int { known.firstIndex(of: name) ?? known.count }
    return attributes.sorted { (place($0), $0) < (place($1), $1) }
  }

  /// The place at which Xcode would put an attribute among others.
  static func place(of name: String, among attributes: [MarkupElement.Attribute], of element: String) -> Int {
    let known = Self.attributes[element] ?? []
    guard let own = known.firstIndex(of: name) else { return attributes.count }
    return attributes.firstIndex { (known.firstIndex(of: $0.name) ?? -1) > own } ?? attributes.count
  }
}

extension MarkupElement {
  /// Sets an attribute in its place, adds it where Xcode would, or removes it if the value is nil.
  mutating func set(_ name: String, to value: String?) {
    let place = attributes.firstIndex { $0.name == name }
    switch (place, value) {
    case (let place?, let value?): attributes[place].value = value
    case (let place?, nil): attributes.remove(at: place)
    case (nil, let value?):
      let place = XcodeVocabulary.place(of: name, among: attributes, of: self.name)
      attributes.insert(Attribute(name: name, value: value), at: place)
    case (nil, nil): break
    }
  }
}
