import Diagnostics
import ModelReview
import ObjectGraph

extension SwiftDataReview {
  // MARK: Lists of models

  func schemaFindings() -> [Placed] {
    missingFromSchema() + schemaPerModel() + newestVersionUnused() + newerSystem()
  }

  /// Hacking with Swift's list of errors: "could not locate an NSEntityDescription for entity name". Apple's "Defining data
  /// relationships" says that what listed models lead to is included. Judged only where every list that is given is read.
  private func missingFromSchema() -> [Placed] {
    let lists = schema.declarations.containers.compactMap { use -> [SourceValue]? in
      if case .models(let values) = use.kind { values } else { nil }
    }
    let areRead = lists.joined().allSatisfy { schema.modelTypes(in: $0, from: []).isComplete }
    guard areRead, schema.versions.allSatisfy(\.isComplete), !lists.isEmpty || !schema.plans.isEmpty else { return [] }
    let known = Set(assembly.listed).union(assembly.members.values.joined())
    let names = Set(known.map { schema.classes[$0].name })
    return schema.classes.indices.filter { place in
      let type = schema.type(schema.classes[place].type)
      // A subclass belongs to the schema with its parent in ways that are not documented.
      return !known.contains(place) && type.conditions.isEmpty && schema.classes[place].parent == nil
        && !names.contains(type.name)
    }.map { place in
      let type = schema.type(schema.classes[place].type)
      return finding(
        .missingFromSchema, .warning, type.name, "",
        "\(type.name) is in no list of models, and none of those listed leads to it",
        at: type.place)
    }
  }

  /// An engineer of Apple's in the developer forums (thread 761735).
  private func schemaPerModel() -> [Placed] {
    let planned = Set(schema.plans.flatMap(\.versions))
    let alone = schema.versions.indices.filter { !planned.contains($0) && schema.versions[$0].listed.count == 1 }
    let names = Set(alone.map { schema.type(schema.versions[$0].listed[0]).name })
    guard alone.count > 1, names.count == alone.count, alone.count == schema.versions.count, let first = alone.first
    else {
      return []
    }
    return [
      finding(
        .schemaPerModel, .warning, "", "",
        determinant: alone.map { schema.versions[$0].name }.joined(separator: ","),
        "\(Listing.text(alone.map { schema.versions[$0].name })) list one model each",
        at: schema.type(schema.versions[first].type).place)
    ]
  }

  private func newestVersionUnused() -> [Placed] {
    schema.plans.compactMap { plan -> Placed? in
      guard plan.versions.count > 1, isAscending(plan), let last = plan.versions.last,
        let used = assembly.inUse.first(where: plan.versions.contains), used != last
      else { return nil }
      return finding(
        .newestVersionUnused, .warning, "", "", determinant: plan.name,
        "\(plan.name) ends with \(schema.versions[last].name), and the app uses the classes of \(schema.versions[used].name)",
        at: plan.place)
    }
  }

  /// Apple's documentation of `Index(_:)` and `Unique(_:)`: iOS 18. Only where no target of the project is as new.
  private func newerSystem() -> [Placed] {
    guard let target = assembly.highestTarget, let major = SwiftModelAssembly.major(target), major < 18 else {
      return []
    }
    return classes.compactMap { model -> Placed? in
      let type = schema.type(model.type)
      guard type.availability.isEmpty, let macro = type.keyMacros.first else { return nil }
      return finding(
        .newerSystem, .error, model.name, "", aspect: macro.name == "Unique" ? .unique : .indexed,
        "\(model.name) uses #\(macro.name), which needs iOS 18, and the project is for iOS \(target)", at: macro.place)
    }
  }

  private func isAscending(_ plan: SwiftSchema.Plan) -> Bool {
    zip(plan.versions, plan.versions.dropFirst()).allSatisfy {
      !schema.versions[$1].numbers.lexicographicallyPrecedes(schema.versions[$0].numbers)
    }
  }

  // MARK: Steps of a plan

  func versionFindings() -> [Placed] {
    var found: [Placed] = []
    // A plan that only rolls back has the same steps the other way round.
    for plan in schema.plans where isAscending(plan) {
      found += liveClasses(plan)
      for (from, to) in zip(plan.versions, plan.versions.dropFirst()) {
        guard [from, to].allSatisfy({ schema.versions[$0].isComplete && !schema.versions[$0].listed.isEmpty }) else {
          continue
        }
        found += step(plan, from, to)
      }
      for stage in plan.stages { found += classesOfOtherVersion(stage) }
    }
    return found
  }

  /// Post-mortems of two apps (McBoerny/ShopWithMe, everpcpc/KMReader), the second with a rule for its own maintainers.
  private func liveClasses(_ plan: SwiftSchema.Plan) -> [Placed] {
    guard let last = plan.versions.last else { return [] }
    let newest = Set(assembly.members[last] ?? [])
    let homes = plan.versions.map { schema.type(schema.versions[$0].type).qualifiedPath }
    let newestHome = schema.type(schema.versions[last].type).qualifiedPath
    var old: [Int] = []
    var names: [String] = []
    for version in plan.versions.dropLast() {
      let live = (assembly.members[version] ?? []).filter { place in
        guard newest.contains(place) else { return false }
        let scope = schema.type(schema.classes[place].type).scope
        return scope == newestHome || !homes.contains(scope)
      }
      if !live.isEmpty { old.append(version) }
      for place in live where !names.contains(schema.classes[place].name) { names.append(schema.classes[place].name) }
    }
    guard let first = old.first else { return [] }
    let versions = old.map { schema.versions[$0].name }
    return [
      finding(
        .liveClassInOldVersion, .warning, "", "", determinant: plan.name,
        "\(Listing.text(versions)) and \(schema.versions[last].name) have the same \(Listing.text(names)): changing the class "
          + "changes \(versions.count == 1 ? "the old version" : "the old versions") too",
        at: schema.versions[first].listPlace ?? schema.type(schema.versions[first].type).place)
    ]
  }

  private func step(_ plan: SwiftSchema.Plan, _ from: Int, _ to: Int) -> [Placed] {
    let step = VersionStep(self, from, to)
    let place = schema.type(schema.versions[to].type).place
    if step.isSame {
      // "Duplicate version checksums detected": reproduced in the notes of McBoerny/ShopWithMe. That an index is no part of the
      // checksum is in the comments of three apps.
      return [
        finding(
          .equalVersions, .error, "", "", determinant: schema.versions[to].name,
          "\(schema.versions[to].name) has the same models as \(schema.versions[from].name)"
            + (step.hasOtherIndexes ? " but for #Index, which does not make it another version" : ""), at: place)
      ]
    }
    var found = step.originalNames()
    let stage = plan.stages.first { $0.from == from && $0.to == to }
    // A stage that is not read may be for this step.
    let isCustom = stage?.isCustom ?? (plan.unreadStageCount > 0)
    if !isCustom { found += step.withoutCustomStage() }
    return found
  }

  /// Apple's developer forums, thread 779790.
  private func classesOfOtherVersion(_ stage: SwiftSchema.Stage) -> [Placed] {
    guard stage.isCustom, let from = stage.from, let to = stage.to else { return [] }
    let old = Set(assembly.members[from] ?? [])
    let new = Set(assembly.members[to] ?? [])
    var found: [Placed] = []
    for (content, own, other, name, version) in [
      (stage.willMigrate, old, new, "willMigrate", to), (stage.didMigrate, new, old, "didMigrate", from),
    ] {
      for type in content?.types ?? [] {
        guard let place = schema.names.type(type.path, from: []).flatMap({ schema.classPlaces[$0] }),
          !own.contains(place),
          other.contains(place)
        else { continue }
        found.append(
          finding(
            .stageOfOtherVersion, .error, "", "", determinant: name,
            "\(name) uses \(type.path.joined(separator: ".")), a class of \(schema.versions[version].name)",
            at: type.place))
        break
      }
    }
    return found
  }
}

/// Two versions, one after the other in a plan.
private struct VersionStep {
  let review: SwiftDataReview
  let from: String
  let to: String
  /// The classes by the names of their entities.
  let old: [String: ModelClass]
  let new: [String: ModelClass]
  private let oldModel: ManagedObjectModel
  private let newModel: ManagedObjectModel

  init(_ review: SwiftDataReview, _ from: Int, _ to: Int) {
    self.review = review
    let schema = review.schema
    self.from = schema.versions[from].name
    self.to = schema.versions[to].name
    func classes(_ version: Int) -> [String: ModelClass] {
      Dictionary(
        (review.assembly.members[version] ?? []).map { (schema.classes[$0].name, schema.classes[$0]) },
        uniquingKeysWith: { first, _ in first })
    }
    func model(_ version: Int) -> ManagedObjectModel {
      var builder = SwiftDataModelBuilder(schema, review.assembly.members[version] ?? [], isForComparison: true)
      return builder.model(named: schema.versions[version].name, identifier: nil)
    }
    (old, new) = (classes(from), classes(to))
    (oldModel, newModel) = SwiftModelBundle.compared(model(from), with: model(to))
  }

  /// Whether both have the same classes, or classes whose properties are written alike.
  var isSame: Bool {
    old.count == new.count
      && old.allSatisfy { name, before in
        guard let after = new[name] else { return false }
        return before.type == after.type || before.shape(review.schema) == after.shape(review.schema)
      }
  }

  var hasOtherIndexes: Bool {
    old.contains { name, before in
      new[name].map { $0.indexGroups.map(\.keys) != before.indexGroups.map(\.keys) } ?? false
    }
  }

  /// Apple's documentation of `originalName`: the name in the version before.
  func originalNames() -> [SwiftDataReview.Placed] {
    new.values.sorted { $0.type < $1.type }.flatMap { model -> [SwiftDataReview.Placed] in
      guard let before = old[model.name] else { return [] }
      return model.renamed.compactMap { property, original in
        if before.order.contains(property.name) || before.order.contains(original) { return nil }
        return review.finding(
          .unknownOriginalName, .error, model.name, property.name, aspect: .name,
          "\(from) has no \(model.name).\(original), which \(property.name) says was its name",
          fix: Suggestions.didYouMean(original, among: before.order), at: property.place)
      }
    }
  }

  func withoutCustomStage() -> [SwiftDataReview.Placed] {
    var found: [SwiftDataReview.Placed] = []
    let forecast = MigrationForecast(from: oldModel, to: newModel)
    var obstacles = forecast.otherObstacles
    for item in forecast.items {
      switch item.verdict {
      case .compatible, .lightweight, .uncertain: break
      case .failsWithObjects(let found): obstacles += found
      case .refused(let problems):
        let (entity, name) = item.change.newNames
        let place = property(name, of: entity)?.place ?? new[entity].map { review.schema.type($0.type).place }
        found.append(
          review.finding(
            .noLightweightStage, .error, entity, name, aspect: .type,
            "from \(from) to \(to): "
              + (problems.first { !$0.isUncertain }?.diagnostic.message ?? item.change.description), at: place))
      }
    }
    // 134110 for attributes: a blog with its reproduction (ottijp), Core Data's own rule. For relationships with a default:
    // Stack Overflow 79304215.
    for case .missingValue(let value) in obstacles where !value.path.contains(".") {
      guard let property = property(value.path, of: value.entity), old[value.entity] != nil else { continue }
      found.append(
        review.finding(
          .newRequiredProperty, .error, value.entity, value.path,
          aspect: value.isRelationship ? .optional : .defaultValue,
          value.isRelationship
            ? "\(value.entity).\(value.path) is not optional, and objects of \(from) have none"
              + (property.defaultText == nil ? "" : ": the default of a relationship fills nothing")
            : "\(value.entity).\(value.path) has no default in its declaration, and objects of \(from) have no value for it",
          fix: value.isRelationship ? "let it be optional" : nil, at: property.place))
    }
    for model in new.values.sorted(by: { $0.type < $1.type }) {
      guard let before = old[model.name] else { continue }
      found += changes(from: before, to: model)
    }
    return found
  }

  private func property(_ name: String, of entity: String) -> StoredProperty? {
    new[entity].flatMap { model in
      model.attributes.first { $0.property.name == name }?.property
        ?? model.relationships.first { $0.name == name }?.property
    }
  }

  private func changes(from before: ModelClass, to model: ModelClass) -> [SwiftDataReview.Placed] {
    var found: [SwiftDataReview.Placed] = []
    let schema = review.schema
    let added = model.attributes.filter { !before.order.contains($0.property.name) && $0.originalName == nil }
    // Post-mortems of two apps (ShopWithMe, kado).
    for attribute in added where !attribute.isOptional && attribute.property.defaultText != nil {
      guard case .declared(let place)? = attribute.type, [.enum, .struct].contains(schema.type(place).kind) else {
        continue
      }
      found.append(
        review.finding(
          .newStructuredValue, .warning, model.name, attribute.property.name, aspect: .optional,
          "\(model.name).\(attribute.property.name) is new and not optional: reading the \(schema.type(place).name) of an object of \(from) is reported to crash",
          at: attribute.property.place))
    }
    // Hacking with Swift, on renaming; `originalName` is Apple's remedy.
    let removed = before.attributes.filter { attribute in
      !model.order.contains(attribute.property.name)
        && !model.renamed.contains { $0.original == attribute.property.name }
    }
    if removed.count == 1, added.count == 1, let gone = removed.first, let fresh = added.first,
      let type = gone.property.type?.unwrapped, type == fresh.property.type?.unwrapped
    {
      found.append(
        review.finding(
          .renamedWithoutOriginalName, .warning, model.name, fresh.property.name, aspect: .name,
          "\(model.name).\(gone.property.name) is gone and \(fresh.property.name) is new: if it was renamed, its values are lost",
          fix: "@Attribute(originalName: \"\(gone.property.name)\")", at: fresh.property.place))
    }
    // Hacking with Swift, "Lightweight vs complex migrations".
    func unique(_ model: ModelClass) -> [[String]] {
      model.uniqueGroups.map(\.keys) + model.attributes.filter { $0.has("unique") }.map { [$0.property.name] }
    }
    let known = unique(before).map(Set.init)
    for keys in unique(model) where !known.contains(Set(keys)) && keys.allSatisfy(before.order.contains) {
      found.append(
        review.finding(
          .newUniqueness, .warning, model.name, keys.joined(separator: ","), aspect: .unique,
          "\(Listing.text(keys)) of \(model.name) \(keys.count == 1 ? "becomes" : "become") unique: a store with duplicates does not open",
          at: property(keys[0], of: model.name)?.place))
    }
    return found
  }
}

extension ModelClass {
  /// The properties with `originalName`.
  fileprivate var renamed: [(property: StoredProperty, original: String)] {
    attributes.compactMap { attribute in attribute.originalName.map { (attribute.property, $0) } }
      + relationships.compactMap { relationship in relationship.originalName.map { (relationship.property, $0) } }
  }

  /// Returns texts that two classes have in common if they are alike but for indexes and the order of their properties.
  fileprivate func shape(_ schema: SwiftSchema) -> [String] {
    func text(_ property: StoredProperty, _ type: ResolvedType?) -> String {
      let macros = property.macros.map { $0.text.filter { !$0.isWhitespace } }.sorted()
      return [
        property.name, property.type?.text ?? "", property.defaultText ?? "", macros.joined(separator: " "),
        type.map { Self.content($0, schema) } ?? "",
      ].joined(separator: "\n")
    }
    return
      (attributes.map { text($0.property, $0.type) } + relationships.map { text($0.property, nil) }
      + uniqueGroups.map { "unique \($0.keys.joined(separator: ","))" }).sorted()
  }

  /// The cases of an enum and the properties of a structure, which are part of what is stored.
  private static func content(_ type: ResolvedType, _ schema: SwiftSchema) -> String {
    guard case .declared(let place) = type else { return "" }
    let declaration = schema.type(place)
    return
      (declaration.rawValues.keys.sorted() + declaration.stored.map { "\($0.name):\($0.type?.text ?? "")" }.sorted())
      .joined(separator: ",")
  }
}

extension ModelDifference.Change {
  /// The entity and the property that it is about, by their new names.
  fileprivate var newNames: (entity: String, property: String) {
    switch self {
    case .entityAdded(let name), .entityRemoved(let name), .entityRenamed(_, let name), .entityChanged(let name, _):
      (name, "")
    case .propertyAdded(let name, let entity), .propertyRemoved(let name, let entity),
      .propertyRenamed(_, let name, let entity), .propertyMoved(let name, _, let entity),
      .propertyChanged(let name, let entity, _):
      (entity, name)
    case .partAdded, .partRemoved, .partChanged: ("", "")
    }
  }
}
