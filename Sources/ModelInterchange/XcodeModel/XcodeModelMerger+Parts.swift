import ObjectGraph

/// Composites, fetch requests, configurations and the layout.
extension XcodeModelMerger {
  mutating func mergeComposites(_ root: inout MarkupElement, _ model: ManagedObjectModel) {
    let old = root.elements("composite").map { reader.composite($0) }
    let matching = XcodeMatching(
      old: old, new: model.composites, name: \.name, identifier: { _ in nil }, isLike: { $0.elements == $1.elements })
    mergeChildren(
      of: &root, "composite", old: old, new: model.composites, matching,
      merge: { merger, element, old, new in merger.merge(&element, old, new) },
      make: { merger, new in
        var element = MarkupElement("composite")
        merger.merge(&element, nil, new)
        return element
      })
  }

  private mutating func merge(
    _ element: inout MarkupElement, _ old: CompositeDescription?, _ new: CompositeDescription
  ) {
    if old?.name != new.name { element.set("name", to: new.name) }
    mergeUserInfo(&element, old?.userInfo ?? [:], new.userInfo)
    let elements = element.elements("attribute").map { reader.attribute($0, of: new.name) }
    let matching = XcodeMatching(
      old: elements, new: new.elements, name: \.name, identifier: \.renamingIdentifier, isLike: { _, _ in false })
    mergeChildren(
      of: &element, "attribute", old: elements, new: new.elements, matching,
      merge: { merger, element, old, part in
        merger.merge(&element, .attribute(old), .attribute(part), of: new.name)
      },
      make: { merger, part in
        var element = MarkupElement("attribute")
        merger.apply([:], part.facetsOfNew, to: &element)
        merger.merge(&element, nil, .attribute(part), of: new.name)
        return element
      })
  }

  mutating func mergeTemplates(_ root: inout MarkupElement, _ model: ManagedObjectModel) {
    let old = root.elements("fetchRequest").map { reader.template($0) }
    let matching = XcodeMatching(
      old: old, new: model.fetchRequestTemplates, name: \.name, identifier: { _ in nil },
      isLike: { $0.request == $1.request })
    mergeChildren(
      of: &root, "fetchRequest", old: old, new: model.fetchRequestTemplates, matching,
      merge: { merger, element, old, new in merger.apply(old.facets, new.facets, to: &element) },
      make: { merger, new in
        var element = MarkupElement("fetchRequest")
        merger.apply([:], new.facets, to: &element)
        return element
      })
    for template in model.fetchRequestTemplates {
      let request = template.request
      if !request.sortDescriptors.isEmpty { losses.append("the order of the template \(template.name)") }
      if request.offset != nil { losses.append("the offset of the template \(template.name)") }
      if !request.propertiesToFetch.isEmpty || !request.propertiesToGroupBy.isEmpty || request.havingPredicate != nil {
        losses.append("the columns and groups of the template \(template.name)")
      }
      if request.resultType == .count { losses.append("the result type of the template \(template.name)") }
    }
  }

  mutating func mergeConfigurations(_ root: inout MarkupElement, _ model: ManagedObjectModel) {
    let old = root.elements("configuration").map { reader.configuration($0) }
    let matching = XcodeMatching(
      old: old, new: model.configurations, name: \.name, identifier: { _ in nil },
      isLike: { $0.entities == $1.entities })
    func set(_ element: inout MarkupElement, _ old: ConfigurationDescription?, _ new: ConfigurationDescription) {
      if old?.name != new.name { element.set("name", to: new.name) }
      guard old?.entities != new.entities else { return }
      var members = element.elements("memberEntity")
      element.children.removeAll { $0.element?.name == "memberEntity" }
      for name in new.entities {
        let place = members.firstIndex { $0["name"] == name }
        element.children.append(
          .element(place.map { members.remove(at: $0) } ?? MarkupElement("memberEntity", [("name", name)])))
      }
    }
    mergeChildren(
      of: &root, "configuration", old: old, new: model.configurations, matching,
      merge: { _, element, old, new in set(&element, old, new) },
      make: { _, new in
        var element = MarkupElement("configuration")
        set(&element, nil, new)
        return element
      })
  }

  /// The boxes of the diagram follow their entities; a file without them needs none.
  func mergeLayout(
    _ root: inout MarkupElement, _ old: [EntityDescription], _ new: [EntityDescription], _ matching: XcodeMatching
  ) {
    guard let place = root.children.firstIndex(where: { $0.element?.name == "elements" }),
      var layout = root.children[place].element
    else { return }
    let places = Dictionary(old.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    layout.children = layout.children.compactMap { node in
      guard var box = node.element, let entity = box["name"].flatMap({ places[$0] }) else { return node }
      guard let other = matching.new(ofOld: entity) else { return nil }
      if box["name"] != new[other].name { box.set("name", to: new[other].name) }
      return .element(box)
    }
    for (other, entity) in new.enumerated() where !matching.isMatched(new: other) {
      layout.insert(
        MarkupElement(
          "element",
          [
            ("name", entity.name), ("positionX", "0"), ("positionY", "0"), ("width", "128"),
            // A line for each property below the heading, as in Xcode's own boxes.
            ("height", String(44 + 15 * entity.properties.count)),
          ]))
    }
    root.children[place] = .element(layout)
  }
}
