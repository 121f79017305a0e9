import Predicates

/// The details in which something differs.
private struct DetailList {
  private(set) var details: [ModelDifference.Detail] = []

  mutating func compare(
    _ aspect: ModelDifference.Aspect, _ old: ModelDifference.Content, _ new: ModelDifference.Content
  ) {
    guard old != new else { return }
    details.append(ModelDifference.Detail(aspect: aspect, old: old, new: new))
  }

  mutating func compare(_ aspect: ModelDifference.Aspect, _ old: String?, _ new: String?) {
    compare(aspect, old.map { .text($0) } ?? .absent, new.map { .text($0) } ?? .absent)
  }

  mutating func compare(_ aspect: ModelDifference.Aspect, _ old: Bool, _ new: Bool) {
    compare(aspect, .flag(old), .flag(new))
  }

  mutating func compare(_ aspect: ModelDifference.Aspect, _ old: Int?, _ new: Int?) {
    compare(aspect, old.map(String.init), new.map(String.init))
  }

  mutating func compare(_ aspect: ModelDifference.Aspect, _ old: Value?, _ new: Value?) {
    guard old != new else { return }
    compare(aspect, old?.shown, new?.shown)
  }

  mutating func compare(userInfo old: [String: Value], _ new: [String: Value]) {
    for key in Set(old.keys).union(new.keys).sorted() { compare(.userInfo(key), old[key], new[key]) }
  }
}

extension EntityDescription {
  /// - Parameter parent: the old parent by its new name.
  func details(since old: EntityDescription, parent oldParent: String?) -> [ModelDifference.Detail] {
    var list = DetailList()
    list.compare(.setting(.abstract), old.isAbstract, isAbstract)
    list.compare(.setting(.parent), oldParent, parent)
    func shown(_ constraints: [[String]]) -> String? {
      constraints.isEmpty
        ? nil : constraints.map { $0.sorted().joined(separator: ", ") }.sorted().joined(separator: "; ")
    }
    list.compare(.setting(.unique), shown(old.uniquenessConstraints), shown(uniquenessConstraints))
    func listed(_ indexes: [FetchIndexDescription]) -> String? {
      indexes.isEmpty ? nil : indexes.map { "\($0.name): \($0.keysDeclaration)" }.sorted().joined(separator: "; ")
    }
    list.compare(.setting(.indexes), listed(old.indexes), listed(indexes))
    list.compare(.setting(.class), old.managedObjectClassName, managedObjectClassName)
    list.compare(.setting(.codeGeneration), old.codeGeneration.rawValue, codeGeneration.rawValue)
    list.compare(.setting(.syncable), old.isSyncable, isSyncable)
    func sentences(_ rules: [ValidationRule]) -> String? {
      rules.isEmpty ? nil : rules.map { "\($0.name): \($0.predicate.declaration)" }.sorted().joined(separator: "; ")
    }
    list.compare(.setting(.rules), sentences(old.rules), sentences(rules))
    func text(_ dependencies: [DependencyDescription]) -> String? {
      dependencies.isEmpty ? nil : dependencies.map(\.text).sorted().joined(separator: "; ")
    }
    list.compare(.setting(.dependencies), text(old.dependencies), text(dependencies))
    list.compare(.setting(.renamedFrom), old.renamingIdentifier, renamingIdentifier)
    list.compare(.setting(.hashModifier), old.versionHashModifier, versionHashModifier)
    list.compare(userInfo: old.userInfo, userInfo)
    return list.details
  }
}

extension PropertyDescription {
  func details(since old: PropertyDescription, _ matching: ModelMatching) -> [ModelDifference.Detail] {
    var list = DetailList()
    switch (old, self) {
    case (.attribute(let before), .attribute(let now)): now.compare(with: before, in: &list)
    case (.relationship(let before), .relationship(let now)): now.compare(with: before, matching, in: &list)
    case (.fetched(let before), .fetched(let now)):
      list.compare(.setting(.destination), matching.newNames[before.destination] ?? before.destination, now.destination)
      list.compare(.setting(.condition), before.predicate?.declaration, now.predicate?.declaration)
      list.compare(.setting(.sort), before.sortDescriptors.shown, now.sortDescriptors.shown)
      list.compare(.setting(.limit), before.limit, now.limit)
      list.compare(.setting(.syncable), before.isSyncable, now.isSyncable)
    case (.attribute, _), (.relationship, _), (.fetched, _): break
    }
    list.compare(.setting(.renamedFrom), old.renamingIdentifier, renamingIdentifier)
    list.compare(.setting(.hashModifier), old.versionHashModifier, versionHashModifier)
    list.compare(userInfo: old.userInfo, userInfo)
    return list.details
  }
}

extension AttributeDescription {
  /// Its type as a declaration says it: a composite's name, or the type's word.
  var typeName: String { compositeName ?? type.rawValue }

  /// A value as objects get it, so that a Double's 5 and 5.0 are one default.
  private func kept(_ value: Value) -> Value {
    if case .success(let kept) = type.coerced(value) { kept } else { value }
  }

  private var keptDefault: Default? {
    if case .value(let value)? = defaultValue { .value(kept(value)) } else { defaultValue }
  }

  fileprivate func compare(with old: AttributeDescription, in list: inout DetailList) {
    list.compare(.setting(.type), old.typeName, typeName)
    list.compare(.setting(.optional), old.isOptional, isOptional)
    list.compare(.setting(.transient), old.isTransient, isTransient)
    list.compare(.setting(.indexed), old.isIndexed, isIndexed)
    list.compare(.setting(.defaultValue), old.keptDefault?.shown, keptDefault?.shown)
    list.compare(.setting(.minimumLength), old.minimumLength, minimumLength)
    list.compare(.setting(.maximumLength), old.maximumLength, maximumLength)
    list.compare(.setting(.minimum), old.minimumValue.map(old.kept), minimumValue.map(kept))
    list.compare(.setting(.maximum), old.maximumValue.map(old.kept), maximumValue.map(kept))
    list.compare(.setting(.pattern), old.pattern, pattern)
    list.compare(.setting(.transformer), old.transformerName, transformerName)
    list.compare(.setting(.class), old.valueClassName, valueClassName)
    list.compare(.setting(.externalStorage), old.allowsExternalBinaryDataStorage, allowsExternalBinaryDataStorage)
    list.compare(.setting(.spotlight), old.isIndexedBySpotlight, isIndexedBySpotlight)
    // Another type has another default, and a file that does not say has Xcode's.
    if old.type == type, let before = old.usesScalarValue, let now = usesScalarValue {
      list.compare(.setting(.scalar), before, now)
    }
    list.compare(.setting(.syncable), old.isSyncable, isSyncable)
    list.compare(.setting(.derived), old.derivation?.declaration, derivation?.declaration)
  }
}

extension RelationshipDescription {
  fileprivate func compare(with old: RelationshipDescription, _ matching: ModelMatching, in list: inout DetailList) {
    list.compare(.setting(.destination), matching.newNames[old.destination] ?? old.destination, destination)
    list.compare(.setting(.type), old.isToMany ? "to-many" : "to-one", isToMany ? "to-many" : "to-one")
    list.compare(.setting(.optional), old.isOptional, isOptional)
    list.compare(.setting(.ordered), old.isOrdered, isOrdered)
    list.compare(.setting(.transient), old.isTransient, isTransient)
    list.compare(.setting(.indexed), old.isIndexed, isIndexed)
    list.compare(.setting(.syncable), old.isSyncable, isSyncable)
    // An inverse that was only renamed is the same one.
    let renamed = old.inverse.map { matching.newName(of: $0, in: old.destination) ?? $0 }
    list.compare(.setting(.inverse), renamed, inverse)
    if isToMany || old.isToMany {
      list.compare(.setting(.minimumCount), old.minimumCount, minimumCount)
      list.compare(.setting(.maximumCount), old.maximumCount, maximumCount)
    }
    list.compare(.setting(.deleteRule), old.deleteRule.rawValue, deleteRule.rawValue)
  }
}

extension CompositeDescription {
  func details(since old: CompositeDescription) -> [ModelDifference.Detail] {
    var list = DetailList()
    for element in old.elements where self[element: element.name] == nil {
      list.compare(.element(element.name, nil), element.typeName, nil)
    }
    for element in elements {
      guard let before = old[element: element.name] else {
        list.compare(.element(element.name, nil), nil, element.typeName)
        continue
      }
      var inner = DetailList()
      element.compare(with: before, in: &inner)
      for detail in inner.details { list.compare(.element(element.name, detail.aspect), detail.old, detail.new) }
    }
    list.compare(userInfo: old.userInfo, userInfo)
    return list.details
  }
}

extension FetchRequestTemplate {
  func details(since old: FetchRequestTemplate) -> [ModelDifference.Detail] {
    var list = DetailList()
    list.compare(.setting(.entity), old.request.entity, request.entity)
    list.compare(.setting(.condition), old.request.predicate?.declaration, request.predicate?.declaration)
    list.compare(.setting(.sort), old.request.sortDescriptors.shown, request.sortDescriptors.shown)
    list.compare(.setting(.limit), old.request.limit, request.limit)
    list.compare(.setting(.offset), old.request.offset, request.offset)
    list.compare(.setting(.subentities), old.request.includesSubentities, request.includesSubentities)
    return list.details
  }
}

extension ConfigurationDescription {
  func details(since old: ConfigurationDescription) -> [ModelDifference.Detail] {
    var list = DetailList()
    list.compare(
      .setting(.entities), old.entities.sorted().joined(separator: ", "), entities.sorted().joined(separator: ", "))
    return list.details
  }
}

extension [SortDescriptor] {
  /// `lastName, age desc`; nil for none.
  fileprivate var shown: String? {
    isEmpty ? nil : map(\.declaration).joined(separator: ", ")
  }
}

extension ModelDifference.Change: CustomStringConvertible {
  /// One line: `+ Team.city`, `- Tag`, `~ Player.team: delete rule nullify, was deny`. O(length of the line).
  public var description: String {
    switch self {
    case .entityAdded(let name): "+ \(name)"
    case .entityRemoved(let name): "- \(name)"
    case .entityRenamed(let old, let new): "~ \(new), was \(old)"
    case .entityChanged(let name, let details): "~ \(name): \(Self.list(details))"
    case .propertyAdded(let name, let entity): "+ \(entity).\(name)"
    case .propertyRemoved(let name, let entity): "- \(entity).\(name)"
    case .propertyRenamed(let old, let new, let entity): "~ \(entity).\(new), was \(old)"
    case .propertyMoved(let name, let from, let to): "~ \(to).\(name), moved from \(from)"
    case .propertyChanged(let name, let entity, let details): "~ \(entity).\(name): \(Self.list(details))"
    case .partAdded(let part, let name): "+ \(part.rawValue) \(name)"
    case .partRemoved(let part, let name): "- \(part.rawValue) \(name)"
    case .partChanged(let part, let name, let details): "~ \(part.rawValue) \(name): \(Self.list(details))"
    }
  }

  private static func list(_ details: [ModelDifference.Detail]) -> String {
    details.map { "\($0.aspect) \($0.new), was \($0.old)" }.joined(separator: "; ")
  }
}
