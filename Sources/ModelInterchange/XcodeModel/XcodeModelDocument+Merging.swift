import ObjectGraph
import Predicates

extension XcodeModelDocument {
  /// A document after a model was merged into it.
  public struct Merge: Sendable {
    public var document: XcodeModelDocument
    /// The parts of the model that Xcode's format cannot hold, a line each.
    public var losses: [String]
  }

  /// Merges a model that came from this document, and was changed since, into the document.
  ///
  /// Only what changed differs afterwards: what the model has no place for stays, as does what could not be read from the
  /// document. An entity that has no counterpart of its name takes the element of one that went and has its renaming
  /// identifier, or at least half of its properties; a property that of one that is like it but for the name. O(size).
  public func merging(_ model: ManagedObjectModel) -> Merge {
    var merger = XcodeModelMerger(into: markup.root)
    let root = merger.merged(markup.root, with: model)
    var markup = markup
    markup.root = root
    return Merge(document: XcodeModelDocument(markup, source), losses: merger.losses)
  }

  /// Returns a new document of a model; the losses are those of ``merging(_:)``. O(size).
  public static func describing(_ model: ManagedObjectModel) -> Merge { XcodeModelDocument().merging(model) }
}

/// Merges a model into the elements of a document.
struct XcodeModelMerger {
  var losses: [String] = []
  /// Reads the old descriptions; its findings were reported when the document was read.
  var reader = XcodeModelReader(source: nil)
  /// Old files say `indexed="YES"`; newer ones have fetch indexes.
  let marksIndexes: Bool

  init(into root: MarkupElement) {
    marksIndexes = root.elements("entity").contains { entity in
      entity.elements("attribute").contains { $0["indexed"] != nil }
    }
  }

  mutating func merged(_ root: MarkupElement, with model: ManagedObjectModel) -> MarkupElement {
    var root = root
    let old = root.elements("entity").map { reader.entity($0) }
    let identifiers = root["userDefinedModelVersionIdentifier"].map { $0.isEmpty ? [] : [$0] } ?? []
    if Set(identifiers) != model.versionIdentifiers {
      root.set("userDefinedModelVersionIdentifier", to: model.versionIdentifiers.sorted().joined(separator: ", "))
    }
    let matching = XcodeMatching(
      old: old, new: model.entities, name: \.name, identifier: \.renamingIdentifier, isLike: Self.areAlike)
    mergeChildren(
      of: &root, "entity", old: old, new: model.entities, matching,
      merge: { merger, element, old, new in merger.merge(&element, old, new) },
      make: { merger, new in
        var element = MarkupElement("entity")
        merger.apply([:], new.facetsOfNew, to: &element)
        merger.merge(&element, nil, new)
        return element
      })
    mergeComposites(&root, model)
    mergeTemplates(&root, model)
    mergeConfigurations(&root, model)
    mergeLayout(&root, old, model.entities, matching)
    return root
  }

  /// Whether an entity is probably another one under a new name.
  private static func areAlike(_ old: EntityDescription, _ new: EntityDescription) -> Bool {
    let names = (old: Set(old.properties.map(\.name)), new: Set(new.properties.map(\.name)))
    let shared = names.old.intersection(names.new).count
    return shared > 0 && shared * 2 >= max(names.old.count, names.new.count)
  }

  // MARK: Children

  /// Merges descriptions into the child elements of a kind: those that go are removed, new ones inserted where Xcode
  /// would. An element whose description could not be read (`old` is nil) stays unless a new one has its name.
  mutating func mergeChildren<Part>(
    of parent: inout MarkupElement, _ kind: String, old: [Part?], new: [Part], _ matching: XcodeMatching,
    merge: (inout XcodeModelMerger, inout MarkupElement, Part, Part) -> Void,
    make: (inout XcodeModelMerger, Part) -> MarkupElement
  ) {
    var place = 0
    var kept: [MarkupNode] = []
    let made = new.indices.filter { !matching.isMatched(new: $0) }.map { make(&self, new[$0]) }
    let newNames = Set(made.compactMap { $0["name"] })
    for node in parent.children {
      guard case .element(var element) = node, element.name == kind else {
        kept.append(node)
        continue
      }
      let old = old[place]
      if let old, let other = matching.new(ofOld: place) {
        merge(&self, &element, old, new[other])
        kept.append(.element(element))
      } else if old == nil, !newNames.contains(element["name"] ?? "") {
        kept.append(node)
      }
      place += 1
    }
    parent.children = kept
    for element in made { parent.insert(element) }
  }

  /// Sets the attributes that differ between two states of a description.
  mutating func apply(_ old: XcodeFacets, _ new: XcodeFacets, to element: inout MarkupElement) {
    for key in Set(old.keys).union(new.keys).sorted() where old[key] != new[key] {
      if let value = new[key], !MarkupDocument.permits(value) {
        losses.append("\(element["name"] ?? element.name): XML has no place for its control characters")
      }
      element.set(key, to: new[key])
      // Old files have a date as text, too.
      if let end = key.range(of: "DateTimeInterval") {
        let text = key[..<end.lowerBound] + "ValueString"
        if new[String(text)] == nil { element.set(String(text), to: nil) }
      }
    }
  }

  mutating func mergeUserInfo(
    _ element: inout MarkupElement, _ old: [String: Value], _ new: [String: Value]
  ) {
    guard old != new else { return }
    let place = element.children.firstIndex { $0.element?.name == "userInfo" }
    var info = place.flatMap { element.children[$0].element } ?? MarkupElement("userInfo")
    for key in Set(old.keys).union(new.keys).sorted() where old[key] != new[key] {
      let entry = info.children.firstIndex { $0.element?.name == "entry" && $0.element?["key"] == key }
      let value = new[key].map { $0.xcodeText }
      if let value, !MarkupDocument.permits(key + value) {
        losses.append("user info \(key): XML has no place for its control characters")
      }
      switch (entry, value) {
      case (let entry?, nil): info.children.remove(at: entry)
      case (let entry?, let value?):
        guard var changed = info.children[entry].element else { continue }
        changed.set("value", to: value)
        info.children[entry] = .element(changed)
      case (nil, let value?): info.children.append(.element(MarkupElement("entry", [("key", key), ("value", value)])))
      case (nil, nil): break
      }
    }
    switch place {
    case let place? where info.children.isEmpty: element.children.remove(at: place)
    case let place?: element.children[place] = .element(info)
    case nil: if !info.children.isEmpty { element.insert(info) }
    }
  }
}

/// The new description in which each old one goes on.
struct XcodeMatching {
  private var newOfOld: [Int: Int] = [:]
  private var matchedNew: Set<Int> = []

  /// Matched by name first, then by renaming identifier, then by likeness. O(old × new) for those without a namesake.
  init<Part>(
    old: [Part?], new: [Part], name: (Part) -> String, identifier: (Part) -> String?, isLike: (Part, Part) -> Bool
  ) {
    var places: [String: [Int]] = [:]
    for (place, part) in new.enumerated().reversed() { places[name(part), default: []].append(place) }
    for (place, part) in old.enumerated() {
      if let part, let other = places[name(part)]?.popLast() { match(place, other) }
    }
    func matchRest(_ fits: (Part, Part) -> Bool) {
      for other in new.indices where !matchedNew.contains(other) {
        let place = old.indices.first { place in
          newOfOld[place] == nil && (old[place].map { fits($0, new[other]) } ?? false)
        }
        if let place { match(place, other) }
      }
    }
    matchRest { old, new in identifier(new) != nil && identifier(new) == identifier(old) ?? name(old) }
    matchRest(isLike)
  }

  private mutating func match(_ place: Int, _ other: Int) {
    newOfOld[place] = other
    matchedNew.insert(other)
  }

  func new(ofOld place: Int) -> Int? { newOfOld[place] }

  func isMatched(new place: Int) -> Bool { matchedNew.contains(place) }
}

extension MarkupElement {
  /// Adds a child where Xcode would: after those of kinds that come before, among its own kind by name.
  mutating func insert(_ child: MarkupElement) {
    let rank = XcodeVocabulary.rank(of: child.name, inside: name)
    let childName = child["name"]?.lowercased()
    let place = children.firstIndex { node in
      guard let element = node.element else { return false }
      if element.name == child.name, let childName, let other = element["name"]?.lowercased() {
        return other > childName
      }
      return XcodeVocabulary.rank(of: element.name, inside: name) > rank
    }
    children.insert(.element(child), at: place ?? children.count)
  }
}
