import ObjectGraph
import Predicates

extension XcodeModelMerger {
  /// Merges an entity into its element; `old` is nil for a new one.
  mutating func merge(_ element: inout MarkupElement, _ old: EntityDescription?, _ new: EntityDescription) {
    apply(old?.facets ?? [:], new.facets, to: &element)
    let renamed =
      mergeProperties(&element, "attribute", new)
      .merging(mergeProperties(&element, "relationship", new)) { first, _ in first }
      .merging(mergeProperties(&element, "fetchedProperty", new)) { first, _ in first }
    renameKeys(&element, renamed)
    mergeIndexes(&element, new)
    mergeConstraints(&element, old?.uniquenessConstraints ?? [], new.uniquenessConstraints)
    mergeUserInfo(&element, old?.userInfo ?? [:], new.userInfo)
    if !new.rules.isEmpty { losses.append("the rules of \(new.name): Core Data has code for them") }
    if !new.dependencies.isEmpty { losses.append("the dependencies of \(new.name)") }
  }

  /// Merges the properties of a kind.
  /// - Returns: The new names of those that were renamed, nil for those that went.
  private mutating func mergeProperties(
    _ element: inout MarkupElement, _ kind: String, _ entity: EntityDescription
  ) -> [String: String?] {
    let old = element.elements(kind).map { reader.property($0, of: entity.name) }
    let new = entity.properties.filter { $0.elementName == kind }
    let matching = XcodeMatching(
      old: old, new: new, name: \.name, identifier: \.renamingIdentifier, isLike: { $0.isLike($1) })
    var renamed: [String: String?] = [:]
    for (place, property) in old.enumerated() {
      guard let property else { continue }
      if let other = matching.new(ofOld: place) {
        if new[other].name != property.name { renamed[property.name] = new[other].name }
      } else {
        renamed[property.name] = .some(nil)
      }
    }
    mergeChildren(
      of: &element, kind, old: old, new: new, matching,
      merge: { merger, element, old, new in merger.merge(&element, old, new, of: entity.name) },
      make: { merger, new in
        var element = MarkupElement(kind)
        if let attribute = new.attribute { merger.apply([:], attribute.facetsOfNew, to: &element) }
        merger.merge(&element, nil, new, of: entity.name)
        return element
      })
    return renamed
  }

  /// Merges a property into its element; `old` is nil for a new one.
  mutating func merge(
    _ element: inout MarkupElement, _ old: PropertyDescription?, _ new: PropertyDescription, of entity: String
  ) {
    switch new {
    case .attribute(let attribute):
      apply(old?.attribute?.facets ?? [:], attribute.facets, to: &element)
      if case .now? = attribute.defaultValue {
        losses.append("the default now() of \(entity).\(attribute.name): set it in awakeFromInsert()")
      }
      if case .value(let value)? = attribute.defaultValue, !XcodeModelReader.canHold(value, attribute.type) {
        losses.append("the default of \(entity).\(attribute.name): Xcode's models have none of this type")
      }
    case .relationship(let relationship):
      apply(old?.relationship?.facets ?? [:], relationship.facets, to: &element)
    case .fetched(let fetched):
      apply(old?.fetched?.facets ?? [:], fetched.facets, to: &element)
      mergeRequest(&element, old?.fetched?.requestFacets ?? [:], fetched.requestFacets)
      if !fetched.sortDescriptors.isEmpty { losses.append("the order of \(entity).\(fetched.name)") }
    }
    mergeUserInfo(&element, old?.userInfo ?? [:], new.userInfo)
  }

  private mutating func mergeRequest(_ element: inout MarkupElement, _ old: XcodeFacets, _ new: XcodeFacets) {
    guard let place = element.children.firstIndex(where: { $0.element?.name == "fetchRequest" }),
      var request = element.children[place].element
    else {
      var request = MarkupElement("fetchRequest")
      apply([:], new, to: &request)
      return element.insert(request)
    }
    apply(old, new, to: &request)
    element.children[place] = .element(request)
  }

  // MARK: Keys

  /// Brings fetch indexes and compound indexes in line with properties that were renamed or removed.
  private func renameKeys(_ element: inout MarkupElement, _ renamed: [String: String?]) {
    guard !renamed.isEmpty else { return }
    func follow(_ node: MarkupNode, _ key: String) -> MarkupNode? {
      guard var part = node.element, let name = part[key], let change = renamed[name] else { return node }
      guard let change else { return nil }
      part.set(key, to: change)
      return .element(part)
    }
    element.children = element.children.compactMap { node in
      guard var child = node.element else { return node }
      switch child.name {
      case "fetchIndex":
        // Only an index that still has the name that Xcode gave it takes the new one.
        if let index = child.index, let name = index.attributeOfSingle, let new = renamed[name] ?? nil,
          index.name == FetchIndexDescription.standardName(forIndexOf: name)
        {
          child.set("name", to: FetchIndexDescription.standardName(forIndexOf: new))
        }
        child.children = child.children.compactMap { follow($0, "property") }
      case "compoundIndexes":
        child.children = child.children.compactMap { node in
          guard var index = node.element else { return node }
          index.children = index.children.compactMap { follow($0, "value") }
          return index.children.isEmpty ? nil : .element(index)
        }
      default: return node
      }
      return child.children.isEmpty ? nil : .element(child)
    }
  }

  /// Brings the fetch indexes in line: first those under names, then those of single attributes.
  private func mergeIndexes(_ element: inout MarkupElement, _ new: EntityDescription) {
    var missing = new.indexes
    element.children = element.children.compactMap { node in
      if var list = node.element, list.name == "compoundIndexes" {
        // One that has changed becomes a fetch index.
        list.children = list.compoundIndexes.compactMap { element, index in
          guard let place = missing.firstIndex(of: index) else { return nil }
          missing.remove(at: place)
          return .element(element)
        }
        return list.children.isEmpty ? nil : .element(list)
      }
      guard let index = node.element?.index, !isOfAttributeAlone(index, new) else { return node }
      guard let place = missing.firstIndex(where: { $0.name == index.name }) else { return nil }
      let wanted = missing.remove(at: place)
      return wanted == index ? node : .element(wanted.element)
    }
    for index in missing { element.insert(index.element) }
    let marked = element.elements("attribute").filter { $0.isYes("indexed") }.compactMap { $0["name"] }
    let indexed = Set(marked + element.elements("fetchIndex").compactMap { $0.index?.attributeOfSingle })
    for attribute in new.properties.compactMap(\.attribute)
    where indexed.contains(attribute.name) != attribute.isIndexed {
      mergeIndex(&element, of: attribute, new)
    }
  }

  /// Whether an index is said by its attribute being indexed, and not listed.
  private func isOfAttributeAlone(_ index: FetchIndexDescription, _ entity: EntityDescription) -> Bool {
    guard let name = index.attributeOfSingle, entity[property: name]?.attribute != nil else { return false }
    return index.name == FetchIndexDescription.standardName(forIndexOf: name)
  }

  /// Adds or removes the index of a single attribute.
  private func mergeIndex(
    _ element: inout MarkupElement, of attribute: AttributeDescription, _ entity: EntityDescription
  ) {
    if !attribute.isIndexed {
      element.children.removeAll { node in
        node.element?.index.map { $0.attributeOfSingle == attribute.name && isOfAttributeAlone($0, entity) } ?? false
      }
    }
    if !attribute.isIndexed || marksIndexes {
      let value = attribute.isIndexed ? "YES" : nil
      element.children = element.children.map { node in
        guard var child = node.element, child.name == "attribute", child["name"] == attribute.name else {
          return node
        }
        child.set("indexed", to: value)
        return .element(child)
      }
    } else {
      // The name that Xcode gives to an index that it makes of `indexed="YES"`.
      let stem = FetchIndexDescription.standardName(forIndexOf: attribute.name)
      let taken = Set(element.elements("fetchIndex").compactMap { $0["name"] })
      var name = stem
      var count = 2
      while taken.contains(name) {
        name = "\(stem)\(count)"
        count += 1
      }
      element.insert(FetchIndexDescription(name, [.init(attribute.name)]).element)
    }
  }

  private func mergeConstraints(_ element: inout MarkupElement, _ old: [[String]], _ new: [[String]]) {
    guard old != new else { return }
    let place = element.children.firstIndex { $0.element?.name == "uniquenessConstraints" }
    var list = place.flatMap { element.children[$0].element } ?? MarkupElement("uniquenessConstraints")
    var before = list.elements("uniquenessConstraint")
    list.children = new.map { keys in
      if let same = before.firstIndex(where: { $0.elements("constraint").map { $0["value"] ?? "" } == keys }) {
        return .element(before.remove(at: same))
      }
      return .element(
        MarkupElement(
          "uniquenessConstraint", children: keys.map { .element(MarkupElement("constraint", [("value", $0)])) }))
    }
    switch place {
    case let place? where new.isEmpty: element.children.remove(at: place)
    case let place?: element.children[place] = .element(list)
    case nil: element.insert(list)
    }
  }
}

extension PropertyDescription {
  /// The name of its kind of element.
  fileprivate var elementName: String {
    switch self {
    case .attribute: "attribute"
    case .relationship: "relationship"
    case .fetched: "fetchedProperty"
    }
  }

  /// Whether it is probably the same property under another name: everything else is the same, apart from where a
  /// relationship leads, as the other end may be renamed too.
  fileprivate func isLike(_ other: PropertyDescription) -> Bool {
    var (own, other) = (self, other)
    own.renamingIdentifier = nil
    other.renamingIdentifier = nil
    own.name = ""
    other.name = ""
    if case .relationship(var first) = own, case .relationship(var second) = other {
      (first.inverse, second.inverse, first.destination, second.destination) = (nil, nil, "", "")
      return first == second
    }
    if case .attribute(var first) = own, case .attribute(var second) = other {
      (first.isIndexed, second.isIndexed) = (false, false)
      return first == second
    }
    return own == other
  }
}
