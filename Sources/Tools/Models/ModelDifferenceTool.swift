import CommandIO
import Diagnostics
import JSON
import ModelInterchange
import ModelReview
import ObjectGraph

/// `graphbook model diff`: what changed between two models, and whether a lightweight migration can do it.
package struct ModelDifferenceTool {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case text, json
  }

  /// The models to compare.
  package enum Subject {
    case files(old: String, new: String)
    /// Two versions in one bundle; nil is the current one for `new`, and the one before that for `old`.
    case versions(of: String, old: String?, new: String?)
  }

  let style: TextStyle
  let write: (String) -> Void
  let writeError: (String) -> Void

  package init(style: TextStyle, write: @escaping (String) -> Void, writeError: @escaping (String) -> Void) {
    self.style = style
    self.write = write
    self.writeError = writeError
  }

  /// Compares two models and writes the changes.
  /// - Returns: success unless a lightweight migration fails for certain or a file cannot be read.
  package func compare(_ subject: Subject, _ format: Format) -> ProgramStatus {
    do {
      var (old, new) = try Self.models(subject)
      if old.isSwift, new.isSwift { (old.model, new.model) = SwiftModelBundle.compared(old.model, with: new.model) }
      var forecast = MigrationForecast(from: old.model, to: new.model)
      forecast.items = forecast.items.compactMap { $0.withoutRenaming(among: forecast.items) }
      switch format {
      case .text: write(lines(old, new, forecast).map { $0 + "\n" }.joined())
      case .json: write(Self.json(old, new, forecast).line + "\n")
      }
      return forecast.fails ? .failure : .success
    } catch {
      let problem = error as? Diagnostic ?? (error as? any ExplainedError)?.diagnostic
      writeError(problem.map { style.diagnosticFormatter.format($0) } ?? "\(error)")
      return .failure
    }
  }

  // MARK: Reading

  private struct NamedModel {
    var path: String
    /// The name of the version; nil for a file of statements.
    var version: String?
    var model: ManagedObjectModel
    /// Whether the file says that stores are mirrored to CloudKit.
    var isForCloudKit = false
    /// Whether it is the only version of its bundle, which has nothing to be compared with.
    var isOnly = false
    /// Whether a migration plan has a custom stage that leads to it from the one it is compared with.
    var hasCustomStage = false
    /// Whether it is read from Swift sources.
    var isSwift = false

    init(_ path: String, _ version: XcodeModelBundle.Version, isOnly: Bool = false) {
      self.path = path
      self.version = version.name
      let reading = version.document.model(named: version.name)
      (model, isForCloudKit, self.isOnly) = (reading.model, reading.isUsedWithCloudKit, isOnly)
    }

    init(_ path: String, _ version: SwiftModelBundle.Version, of bundle: SwiftModelBundle) {
      self.path = path
      self.version = version.name
      (model, isSwift) = (version.comparedModel, true)
      isForCloudKit = bundle.isForCloudKit
      isOnly = bundle.versions.count == 1
    }

    init(statements path: String) throws {
      self.path = path
      model = try ModelFileReader.interpreter(path).0.context.model
    }

    static func current(_ path: String) throws -> NamedModel {
      guard ModelFileReader.isXcodeModel(path) else {
        guard ModelFileReader.isSwiftModel(path) else { return try NamedModel(statements: path) }
        let bundle = try ModelFileReader.swiftModels(path)
        var named = NamedModel(path, bundle.current, of: bundle)
        named.isOnly = false
        return named
      }
      return NamedModel(path, try ModelFileReader.bundle(path).current)
    }

    var shown: String {
      DisplayText.visible(ReviewedModel.name(of: path)) + (version.map { " (\(DisplayText.visible($0)))" } ?? "")
    }
  }

  private static func models(_ subject: Subject) throws -> (NamedModel, NamedModel) {
    switch subject {
    case .files(let old, let new): return (try NamedModel.current(old), try NamedModel.current(new))
    case .versions(let path, let old, let new):
      if !ModelFileReader.isXcodeModel(path), ModelFileReader.isSwiftModel(path) {
        return try models(try ModelFileReader.swiftModels(path), at: path, old: old, new: new)
      }
      let bundle = try ModelFileReader.bundle(path)
      let names = bundle.versions.map(\.name)
      func place(_ name: String) throws(Diagnostic) -> Int {
        if let problem = bundle.unreadable[name] { throw problem }
        return try Self.place(of: name, among: names)
      }
      let last = try place(new ?? bundle.currentName)
      if names.count == 1, old == nil {
        let only = NamedModel(path, bundle.versions[last], isOnly: true)
        return (only, only)
      }
      if old == nil, last == 0 { throw noEarlierVersion(than: names[last]) }
      let first = try old.map(place) ?? last - 1
      // The one before is not skipped because it cannot be read.
      if old == nil, let skipped = bundle.unreadableVersion(between: names[first], names[last]) { throw skipped }
      return (NamedModel(path, bundle.versions[first]), NamedModel(path, bundle.versions[last]))
    }
  }

  private static func place(of name: String, among names: [String]) throws(Diagnostic) -> Int {
    guard let place = names.firstIndex(of: name) else {
      throw Diagnostic(
        "unknown-version", "there is no version '\(DisplayText.visible(name))'",
        nearest: Suggestions.nearest(to: name, among: names),
        hint: "\(names.count == 1 ? "the only version is" : "the versions are") \(Listing.text(names))")
    }
    return place
  }

  private static func noEarlierVersion(than name: String) -> Diagnostic {
    Diagnostic(
      "no-earlier-version", "there is no version before '\(DisplayText.visible(name))'",
      hint: "--from names the one to compare it with")
  }

  /// Two versions of Swift sources.
  private static func models(
    _ bundle: SwiftModelBundle, at path: String, old: String?, new: String?
  ) throws(Diagnostic) -> (NamedModel, NamedModel) {
    let names = bundle.versions.map(\.name)
    let last = try place(of: new ?? bundle.currentName, among: names)
    let only = NamedModel(path, bundle.versions[last], of: bundle)
    if names.count == 1, old == nil { return (only, only) }
    if old == nil, last == 0 { throw noEarlierVersion(than: names[last]) }
    let first = if let old { try place(of: old, among: names) } else { last - 1 }
    var compared = only
    compared.isOnly = false
    compared.hasCustomStage = bundle.customStages.contains([names[first], names[last]])
    return (NamedModel(path, bundle.versions[first], of: bundle), compared)
  }

  // MARK: Writing

  private func lines(_ old: NamedModel, _ new: NamedModel, _ forecast: MigrationForecast) -> [String] {
    if new.isOnly { return ["\(new.shown) is the only version, so there is nothing to compare"] }
    var lines = ["\(old.shown) → \(new.shown)"]
    let renamings = Self.renamings(old.model, new.model, forecast)
    for item in forecast.items {
      lines.append(DisplayText.visible(item.change.description))
      switch item.verdict {
      case .compatible: lines.append(style.paint("  no migration needed", .faint))
      case .lightweight:
        let loss = item.change.loss(from: old.model, to: new.model).map { ", but \($0.words)" } ?? ""
        lines.append("  " + style.paint("lightweight", .success) + loss)
        if let renaming = renamings[item.change] {
          let hint = "if it is \(renaming.newName) now: give that the renaming ID \(renaming.old), which keeps them"
          lines.append(style.paint("  → \(DisplayText.visible(hint))", .faint))
        }
        lines += item.change.refusedSaves(from: old.model, to: new.model).map { "  \($0)" }
      case .failsWithObjects(let obstacles): lines += reasons(obstacles)
      case .uncertain(let problems), .refused(let problems): lines += reasons(problems)
      }
    }
    lines += reasons(forecast.otherProblems) + reasons(forecast.otherObstacles)
    if old.isForCloudKit || new.isForCloudKit, forecast.items.contains(where: \.change.takesNameAway) {
      lines.append(
        "  CloudKit: a schema in production only grows, so what was removed or renamed stays in it under its old name")
    }
    for destination in Self.newlyRefused(old.model, new.model) {
      lines.append("  \(style.paint("Xcode:", .failure)) \(DisplayText.visible(destination.message))")
      lines.append(style.paint("  → \(DisplayText.visible(destination.fix))", .faint))
    }
    if new.hasCustomStage { lines.append("the migration plan has a custom stage for this step") }
    let count = forecast.items.count
    let changes = counted(count, "change")
    if forecast.items.isEmpty, forecast.isRefused {
      lines.append("not compared: a model with problems cannot be migrated to or from")
    } else if forecast.isRefused {
      lines.append("\(changes): a lightweight migration is not enough")
    } else if forecast.fails {
      lines.append("\(changes): a lightweight migration is enough only for stores without the objects named above")
    } else if forecast.isUncertain {
      lines.append("\(changes): whether a lightweight migration is enough is not established")
    } else if forecast.items.isEmpty {
      lines.append("no changes")
    } else if forecast.isCompatible {
      lines.append("\(changes): stores need no migration")
    } else {
      let isLossy = forecast.items.contains { $0.change.loss(from: old.model, to: new.model) != nil }
      lines.append("\(changes): a lightweight migration is enough" + (isLossy ? ", and loses what is named above" : ""))
    }
    return lines
  }

  /// The new names that removed properties and entities may have, by the change that removes them.
  private static func renamings(
    _ old: ManagedObjectModel, _ new: ManagedObjectModel, _ forecast: MigrationForecast
  ) -> [ModelDifference.Change: PossibleRenaming] {
    let found = PossibleRenaming.found(from: old, to: new, forecast.items.map(\.change))
    return Dictionary(
      found.map { renaming in
        (
          renaming.entity.map { .propertyRemoved(renaming.old, entity: $0) } ?? .entityRemoved(renaming.old), renaming
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The relationships for which Xcode compiles the old model, and not the new one.
  private static func newlyRefused(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> [UniqueDestination] {
    let known = Set(ModelIndex(old).uniqueDestinations().filter { $0.standing == .refused }.map(\.name))
    return ModelIndex(new).uniqueDestinations().filter { $0.standing == .refused && !known.contains($0.name) }
  }

  private func reasons(_ problems: [MappingProblem]) -> [String] {
    problems.flatMap { problem -> [String] in
      let reason = problem.diagnostic
      let verdict =
        problem.isUncertain ? style.paint("not certain:", .warning) : style.paint("not lightweight:", .failure)
      var lines = ["  \(verdict) \(DisplayText.visible(reason.message))"]
      if let hint = reason.hint { lines.append(style.paint("  → \(DisplayText.visible(hint))", .faint)) }
      return lines + reason.notes.map { "    " + DisplayText.visible($0) }
    }
  }

  private func reasons(_ obstacles: [MigrationObstacle]) -> [String] {
    obstacles.flatMap { obstacle -> [String] in
      let reason = obstacle.diagnostic
      return [
        "  \(style.paint("fails \(DisplayText.visible(obstacle.circumstance)):", .failure)) "
          + DisplayText.visible(reason.message)
      ] + (reason.hint.map { [style.paint("  → \(DisplayText.visible($0))", .faint)] } ?? [])
    }
  }

  private static func json(_ old: NamedModel, _ new: NamedModel, _ forecast: MigrationForecast) -> JSONValue {
    func side(_ model: NamedModel) -> JSONValue {
      JSONValue([("file", .string(model.path)), ("version", .optional(model.version))])
    }
    let renamings = renamings(old.model, new.model, forecast)
    return JSONValue([
      ("version", .integer(1)), ("from", side(old)), ("to", side(new)),
      ("lightweight", forecast.isUncertain && !forecast.fails ? .null : .boolean(forecast.isLightweight)),
      ("compatible", .boolean(forecast.isCompatible)), ("customStage", .boolean(new.hasCustomStage)),
      ("changes", .array(forecast.items.map { record($0, old.model, new.model, renamings) })),
      (
        "otherReasons",
        .array(
          forecast.otherProblems.map { reason($0.diagnostic) }
            + forecast.otherObstacles.map { reason($0.diagnostic) })
      ),
      ("refusedByXcode", .array(newlyRefused(old.model, new.model).map { .string($0.message) })),
    ])
  }

  private static func record(
    _ item: MigrationForecast.Item, _ old: ManagedObjectModel, _ new: ManagedObjectModel,
    _ renamings: [ModelDifference.Change: PossibleRenaming]
  ) -> JSONValue {
    let subject = item.change.subject
    var problems: [Diagnostic] = []
    let verdict: String
    switch item.verdict {
    case .compatible: verdict = "compatible"
    case .lightweight: verdict = "lightweight"
    case .failsWithObjects(let obstacles): (verdict, problems) = ("failsWithObjects", obstacles.map(\.diagnostic))
    case .uncertain(let reasons): (verdict, problems) = ("uncertain", reasons.map(\.diagnostic))
    case .refused(let reasons): (verdict, problems) = ("refused", reasons.map(\.diagnostic))
    }
    return JSONValue([
      ("change", .string(subject.kind)), ("entity", .string(subject.entity)), ("property", .string(subject.property)),
      ("was", .optional(subject.was)), ("text", .string(item.change.description)),
      (
        "details",
        .array(
          subject.details.map {
            JSONValue([
              ("aspect", .string($0.aspect.description)), ("old", .string($0.old.description)),
              ("new", .string($0.new.description)),
            ])
          })
      ), ("verdict", .string(verdict)), ("loses", .optional(item.change.loss(from: old, to: new)?.rawValue)),
      ("maybeRenamedTo", .optional(renamings[item.change]?.new)), ("reasons", .array(problems.map(reason))),
    ])
  }

  private static func reason(_ diagnostic: Diagnostic) -> JSONValue {
    JSONValue([
      ("id", .string(diagnostic.id)), ("message", .string(diagnostic.message)), ("hint", .optional(diagnostic.hint)),
    ])
  }
}

extension MigrationForecast.Item {
  /// The item without the detail that a renaming says already, by its renaming identifier; nil if nothing else is left.
  fileprivate func withoutRenaming(among items: [MigrationForecast.Item]) -> MigrationForecast.Item? {
    func rest(_ details: [ModelDifference.Detail], _ renaming: (String) -> ModelDifference.Change)
      -> [ModelDifference.Detail]
    {
      details.filter { detail in
        detail.aspect != .setting(.renamedFrom) || !items.contains { $0.change == renaming(detail.new.description) }
      }
    }
    var item = self
    switch change {
    case .entityChanged(let name, let details):
      let rest = rest(details) { .entityRenamed(from: $0, to: name) }
      if rest.isEmpty { return nil }
      item.change = .entityChanged(name, rest)
    case .propertyChanged(let name, let entity, let details):
      let rest = rest(details) { .propertyRenamed(from: $0, to: name, entity: entity) }
      if rest.isEmpty { return nil }
      item.change = .propertyChanged(name, entity: entity, rest)
    default: break
    }
    return item
  }
}

extension AttributeDescription {
  /// Whether a store keeps values that nothing else gives.
  fileprivate var isKept: Bool { !isTransient && derivation == nil }
}

extension ManagedObjectModel {
  /// Returns the property of this model that one of a newer model was.
  fileprivate func property(
    before now: PropertyDescription, of entity: String, in new: ManagedObjectModel
  ) -> PropertyDescription? {
    let oldEntity = self[entity: entity]?.name ?? new[entity: entity]?.renamingIdentifier ?? entity
    return [now.renamingIdentifier, now.name].lazy.compactMap { $0 }
      .compactMap { self.property($0, of: oldEntity)?.property }.first
  }

  /// Whether values of a composite lose an element when they become those of another, or of the same in a newer model.
  fileprivate func losesElement(of old: String, becoming name: String, in new: ManagedObjectModel) -> Bool {
    guard let before = self[composite: old], let now = new[composite: name] else { return false }
    return before.elements.contains { element in
      !now.elements.contains { ($0.renamingIdentifier ?? $0.name) == element.name || $0.name == element.name }
    }
  }
}

extension ModelDifference.Change {
  /// Whether a name of the old model is none of the new one.
  fileprivate var takesNameAway: Bool {
    switch self {
    case .entityRemoved, .entityRenamed, .propertyRemoved, .propertyRenamed: true
    case .entityAdded, .entityChanged, .propertyAdded, .propertyMoved, .propertyChanged, .partAdded, .partRemoved,
      .partChanged:
      false
    }
  }

  /// The contents of a store that a migration drops.
  fileprivate enum Loss: String {
    case objects, values, links, order

    var words: String {
      switch self {
      case .objects, .values, .links: "\(rawValue) are lost"
      case .order: "the order is lost"
      }
    }
  }

  /// Returns which of a store's contents the change loses; nil where it loses none, as for properties that no store keeps.
  fileprivate func loss(from model: ManagedObjectModel, to new: ManagedObjectModel) -> Loss? {
    switch self {
    case .entityRemoved(let name): return model[entity: name]?.isAbstract == false ? .objects : nil
    case .propertyRemoved(let name, let entity):
      switch model.property(name, of: entity)?.property {
      case .attribute(let attribute): return attribute.isKept ? .values : nil
      case .relationship(let relationship):
        // The column of a to-one is there for both ends.
        let inverse = relationship.inverse.flatMap { new.property($0, of: relationship.destination)?.property }
        return inverse?.relationship?.isToMany == false ? nil : .links
      case .fetched, nil: return nil
      }
    case .propertyChanged(let name, let entity, _):
      guard let now = new.property(name, of: entity)?.property else { return nil }
      switch (model.property(before: now, of: entity, in: new), now) {
      case (.attribute(let before), .attribute(let now)):
        guard before.isKept else { return nil }
        if !now.isKept { return .values }
        guard let composite = before.compositeName, let other = now.compositeName, other != composite else {
          return nil
        }
        return model.losesElement(of: composite, becoming: other, in: new) ? .values : nil
      case (.relationship(let before), .relationship(let now)):
        if now.isTransient { return before.isTransient ? nil : .links }
        return before.isOrdered && before.isToMany && !now.isOrdered ? .order : nil
      default: return nil
      }
    case .partChanged(.composite, let name, _):
      let isKept = model.entities.contains { entity in
        entity.properties.contains { property in
          guard let attribute = property.attribute, attribute.isKept, let outer = attribute.compositeName else {
            return false
          }
          return model.composites(inside: outer).contains(name)
        }
      }
      return isKept && model.losesElement(of: name, becoming: name, in: new) ? .values : nil
    case .entityAdded, .entityRenamed, .entityChanged, .propertyAdded, .propertyRenamed, .propertyMoved, .partAdded,
      .partRemoved, .partChanged:
      return nil
    }
  }

  /// Returns what the next save of an object asks of a to-many, where the change asks for more or allows fewer members than
  /// before.
  fileprivate func refusedSaves(from model: ManagedObjectModel, to new: ManagedObjectModel) -> [String] {
    let before: RelationshipDescription?
    let property: PropertyDescription?
    switch self {
    case .propertyAdded(let name, let entity):
      (before, property) = (nil, new.property(name, of: entity)?.property)
    case .propertyChanged(let name, let entity, _):
      property = new.property(name, of: entity)?.property
      before = property.flatMap { model.property(before: $0, of: entity, in: new)?.relationship }
    case .entityAdded, .entityRemoved, .entityRenamed, .entityChanged, .propertyRemoved, .propertyRenamed,
      .propertyMoved, .partAdded, .partRemoved, .partChanged:
      return []
    }
    guard let now = property?.relationship, now.isToMany, !now.isTransient else { return [] }
    var lines: [String] = []
    let isAsked =
      before.map { now.minimumCount > $0.minimumCount || $0.isOptional && !now.isOptional } ?? !now.isOptional
    // An optional one may be empty.
    if now.minimumCount > (now.isOptional ? 1 : 0), isAsked {
      lines.append(
        "an object with fewer than \(now.minimumCount)\(now.isOptional ? ", but at least 1," : "") is refused when it is "
          + "saved next (\(ValidationCode.lacksMinimumCount.rawValue))")
    }
    if let before, now.maximumCount > 0, before.maximumCount == 0 || before.maximumCount > now.maximumCount {
      lines.append(
        "an object with more than \(now.maximumCount) is refused when it is saved next "
          + "(\(ValidationCode.exceedsMaximumCount.rawValue))")
    }
    return lines
  }

  /// The parts of a change as JSON has them. A composite, template or configuration is in `entity`.
  fileprivate struct Subject {
    var kind: String
    var entity: String
    var property = ""
    var was: String?
    var details: [ModelDifference.Detail] = []
  }

  fileprivate var subject: Subject {
    switch self {
    case .entityAdded(let name): Subject(kind: "entityAdded", entity: name)
    case .entityRemoved(let name): Subject(kind: "entityRemoved", entity: name)
    case .entityRenamed(let old, let new): Subject(kind: "entityRenamed", entity: new, was: old)
    case .entityChanged(let name, let details): Subject(kind: "entityChanged", entity: name, details: details)
    case .propertyAdded(let name, let entity): Subject(kind: "propertyAdded", entity: entity, property: name)
    case .propertyRemoved(let name, let entity): Subject(kind: "propertyRemoved", entity: entity, property: name)
    case .propertyRenamed(let old, let new, let entity):
      Subject(kind: "propertyRenamed", entity: entity, property: new, was: old)
    case .propertyMoved(let name, let from, let to):
      Subject(kind: "propertyMoved", entity: to, property: name, was: from)
    case .propertyChanged(let name, let entity, let details):
      Subject(kind: "propertyChanged", entity: entity, property: name, details: details)
    case .partAdded(let part, let name): Subject(kind: "\(part.rawValue)Added", entity: name)
    case .partRemoved(let part, let name): Subject(kind: "\(part.rawValue)Removed", entity: name)
    case .partChanged(let part, let name, let details):
      Subject(kind: "\(part.rawValue)Changed", entity: name, details: details)
    }
  }
}
