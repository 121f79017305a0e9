import Diagnostics
import ModelInterchange
import ModelReview
import ObjectGraph

/// Questions about the versions of a bundle: whether the right one is current, and whether stores of the older ones can be
/// migrated.
package enum VersionQuestions {
  package static let currentVersion = RulePage(
    id: "currentVersion", title: "the current version is not the last by its number",
    why: """
      Xcode marks one version as current, and the app uses that one. A mark that was never moved lets the app work with an \
      old version; a newer one may also be not in use yet.
      """,
    example: "App.xcdatamodeld with App and App 2, of which App is marked",
    fix: "choose the version in Xcode's File inspector, which names it in .xccurrentversion")

  package static let unmappedVersions = RulePage(
    id: "unmappedVersions", title: "a lightweight migration from one version to the next fails",
    why: """
      A store of an old version is migrated when it is opened. Core Data infers the mapping, unless there is a mapping \
      model, and cannot where an attribute changes its type or objects lack a required value. The app then opens no store.
      """,
    example: "App 2 requires Team.city, which App does not have, and gives it no default",
    fix: "give what is new a default, or let it be optional; or add a mapping model")

  package static let unsaidRenaming = RulePage(
    id: "unsaidRenaming", title: "a version seems to rename without a renaming identifier",
    why: """
      A lightweight migration matches names. A property under a new name is a new property to it, and the values under the \
      old name are dropped, unless the new one has the old name as its renaming ID in Xcode's data model inspector.
      """,
    example: "App has Wallet.type, and App 2 Wallet.coinType of the same type in its place",
    fix: "give the new property the old name as its renaming ID")

  /// The questions about a bundle; none about a single version. O(versions × properties).
  /// - Parameter mappings: The project's mapping models; only asked for where a migration fails or loses values.
  static func findings(in bundle: XcodeModelBundle, mappings: () -> MappingModelFiles) -> [Finding] {
    guard let family = filledFamilies(of: bundle).first(where: { $0.contains { $0.name == bundle.currentName } }),
      let current = family.firstIndex(where: { $0.name == bundle.currentName })
    else { return [] }
    let models = family.map { $0.document.model(named: $0.name).model }
    var findings: [Finding] = []
    let last = family.count - 1
    // An unchanged copy is not a newer version.
    if last != current, !isCopy(models[last], among: [models[current]]) {
      let forecast = MigrationForecast(from: models[current], to: models[last])
      findings.append(self.current(bundle, family[last].name, fails: forecast.fails && !forecast.items.isEmpty))
    }
    let steps = (0...current).dropFirst().reversed().map { place -> Step in
      Step(
        old: family[place - 1].name, later: family[place...current].map(\.name),
        forecast: MigrationForecast(from: models[place - 1], to: models[place]),
        turned: turned(from: models[place - 1], to: models[place]),
        moves: PossibleMove.found(from: models[place - 1], to: models[place]),
        renamings: { forecast in
          PossibleRenaming.found(from: models[place - 1], to: models[place], forecast.items.map(\.change)).filter {
            // A name that is gone again is no longer missed.
            if let entity = $0.entity {
              models[current].property($0.new, of: entity) != nil
            } else {
              models[current][entity: $0.new] != nil
            }
          }
        })
    }
    let failing = (steps + strangers(of: bundle, to: models[current], besides: models)).filter { $0.reason != nil }
    var renaming = steps.filter { !$0.forecast.isRefused && !$0.renamings.isEmpty }
    if renaming.isEmpty {
      renaming = [skipping(family[..<current], models, to: family[current].name)].compactMap(\.self)
    }
    let turning = steps.filter { !$0.forecast.isRefused && !$0.turned.isEmpty }
    let moving = steps.filter { !$0.forecast.isRefused && !$0.moves.isEmpty }
    guard !failing.isEmpty || !renaming.isEmpty || !turning.isEmpty || !moving.isEmpty else { return findings }
    let mappings = mappings()
    func isOpen(_ step: Step) -> Bool { !mappings.covers(step.old, to: step.later) }
    return findings
      + [
        unmapped(failing.filter(isOpen)), unsaid(renaming.filter(isOpen)), turned(turning.first(where: isOpen)),
        moved(moving.first(where: isOpen)),
      ].compactMap(\.self)
  }

  private static func current(_ bundle: XcodeModelBundle, _ last: String, fails: Bool) -> Finding {
    Finding(
      currentVersion.id, .question, "", "",
      "\(bundle.currentName) is marked as the current one of \(DisplayText.grouped(bundle.versions.count)) versions, and "
        + "\(last) has the highest number; is the mark right?",
      fix: "if not: choose \(last) in Xcode's File inspector, which names it in .xccurrentversion"
        + (fails ? "; a lightweight migration to it fails, so it needs a mapping model or a change as well" : ""))
  }

  // MARK: Migrations

  /// A step from one version to the next, on the way to the current one.
  private struct Step {
    let old: String
    /// The next version and those after it, up to the current one.
    let later: [String]
    let forecast: MigrationForecast
    /// The entities and properties at which it fails.
    let places: [String]
    /// The first reason why no lightweight migration takes it; nil if none is certain.
    let reason: String?
    let renamings: [PossibleRenaming]
    /// The attributes that become relationships of the same name, which no renaming identifier keeps.
    let turned: [String]
    let moves: [PossibleMove]

    init(
      old: String, later: [String], forecast: MigrationForecast, turned: [String] = [], moves: [PossibleMove] = [],
      renamings: (MigrationForecast) -> [PossibleRenaming]
    ) {
      (self.old, self.later, self.forecast) = (old, later, forecast)
      (self.turned, self.moves) = (turned, moves)
      self.renamings = renamings(forecast)
      // The next save or the current version's own findings tell of a model with problems.
      reason = forecast.items.isEmpty ? nil : forecast.firstReason?.message
      places = forecast.failingPlaces
    }

    var new: String { later[0] }
    var name: String { "from \(old) to \(new)" }
  }

  /// The steps to the current version from the last ones of other names: stores of these may meet it as well. A copy of a version
  /// with the current one's name is not asked about again.
  private static func strangers(
    of bundle: XcodeModelBundle, to current: ManagedObjectModel, besides known: [ManagedObjectModel]
  ) -> [Step] {
    var known = known
    return filledFamilies(of: bundle).filter { family in !family.contains { $0.name == bundle.currentName } }
      .compactMap { family in
        guard let version = family.last, case let model = version.document.model(named: version.name).model,
          !isCopy(model, among: known[...])
        else { return nil }
        known.append(model)
        return Step(
          old: version.name, later: [bundle.currentName], forecast: MigrationForecast(from: model, to: current),
          renamings: { _ in [] })
      }
  }

  /// Whether a version is the same as one of others. O(versions × properties).
  private static func isCopy(_ model: ManagedObjectModel, among others: ArraySlice<ManagedObjectModel>) -> Bool {
    others.contains { other in
      let forecast = MigrationForecast(from: other, to: model)
      return forecast.items.isEmpty && forecast.otherProblems.isEmpty
    }
  }

  /// The step with the most names replaced, of those that skip versions on the way to the current one: a store is migrated to
  /// it from the version that wrote the store. What is replaced from version to version may have other names in between.
  private static func skipping(
    _ versions: ArraySlice<XcodeModelBundle.Version>, _ models: [ManagedObjectModel], to current: String
  ) -> Step? {
    versions.dropLast().indices.map { place in
      let newest = models[versions.endIndex]
      return Step(
        old: versions[place].name, later: [current], forecast: MigrationForecast(from: models[place], to: newest),
        renamings: {
          PossibleRenaming.found(from: models[place], to: newest, $0.items.map(\.change), by: [.words, .someWords])
        })
    }.filter { !$0.forecast.isRefused && !$0.renamings.isEmpty }.max { $0.renamings.count < $1.renamings.count }
  }

  /// One question about all steps that fail, which names three at most; the newest comes first.
  private static func unmapped(_ failures: [Step]) -> Finding? {
    guard let newest = failures.first, let reason = newest.reason else { return nil }
    let others = failures.dropFirst().prefix(2).map { step in
      step.name + (step.places.isEmpty ? "" : " (\(Listing.text(step.places)))")
    }
    // The first is in the reason.
    let further = newest.places.dropFirst()
    let rest = failures.count - 1 - others.count
    let circumstance =
      newest.forecast.isRefused ? "" : newest.forecast.firstObstacle.map { " \($0.circumstance)" } ?? ""
    let also =
      others.joined(separator: " and ")
      + (rest > 0 ? " and \(DisplayText.grouped(rest)) earlier \(rest == 1 ? "one" : "ones")" : "")
    return Finding(
      unmappedVersions.id, .question, "", "",
      "a lightweight migration \(newest.name) fails\(circumstance): "
        + reason + (further.isEmpty ? "" : ", and \(Listing.text(further)) as well")
        + (also.isEmpty ? "" : failures.count == 2 ? "; so does one \(also)" : "; so do those \(also)")
        + "; is there a mapping model, or code for it?",
      fix:
        "if not: graphbook model diff --from \"\(newest.old)\" --to \"\(newest.new)\" names each such change and its remedy"
    )
  }

  /// One question about all names that seem to be replaced, with those of the newest step.
  private static func unsaid(_ steps: [Step]) -> Finding? {
    guard let newest = steps.first, let first = newest.renamings.first else { return nil }
    let pairs = newest.renamings.map { "\($0.oldName) to \($0.new)" }
    let isOne = pairs.count == 1
    let earlier = steps.dropFirst().prefix(3).compactMap { step in
      step.renamings.first.map { "\(step.new) (\($0.oldName) to \($0.new))" }
    }
    let rest = steps.count - 1 - earlier.count
    let alike = earlier + (rest > 0 ? [counted(rest, "earlier version")] : [])
    let also = alike.isEmpty ? "" : "; \(Listing.text(alike)) \(steps.count == 2 ? "looks" : "look") alike"
    return Finding(
      unsaidRenaming.id, .question, "", "",
      "\(newest.new) seems to rename \(Listing.text(pairs)) without \(isOne ? "a renaming identifier" : "renaming identifiers"), "
        + "and a lightweight migration \(newest.name) then drops what \(isOne ? "it holds" : "they hold")"
        + also + "; \(steps.count == 1 && isOne ? "was it" : "were they") renamed?",
      fix: "if so: give \(first.newName) the renaming ID \(first.old)\(isOne ? "" : ", and the others theirs")")
  }

  /// The attributes of one version that are relationships in another, in the order of the newer one.
  private static func turned(from old: ManagedObjectModel, to new: ManagedObjectModel) -> [String] {
    new.entities.flatMap { entity -> [String] in
      guard let before = old[entity: entity.name] else { return [] }
      return entity.properties.compactMap { property in
        guard property.relationship != nil, let attribute = before[property: property.name]?.attribute,
          !attribute.isTransient, attribute.derivation == nil
        else { return nil }
        return "\(entity.name).\(property.name)"
      }
    }
  }

  /// One question about the newest step in which attributes become relationships.
  private static func turned(_ step: Step?) -> Finding? {
    guard let step else { return nil }
    let isOne = step.turned.count == 1
    return Finding(
      unsaidRenaming.id, .question, "", "",
      "\(Listing.text(step.turned)) \(isOne ? "is an attribute" : "are attributes") in \(step.old) and "
        + "\(isOne ? "a relationship" : "relationships") in \(step.new), and a lightweight migration drops what "
        + "\(isOne ? "it holds" : "they hold"); does the app move it?",
      fix: "if not: a mapping model can make objects of the values")
  }

  /// One question about the newest step in which attributes go to a new entity.
  private static func moved(_ step: Step?) -> Finding? {
    guard let step, let first = step.moves.first else { return nil }
    let names = first.attributes.map { "\(first.old).\($0)" }
    let others = step.moves.dropFirst().map { "those of \($0.old) in \($0.new)" }
    return Finding(
      unsaidRenaming.id, .question, "", "",
      "\(Listing.text(names)) of \(step.old) are in the new entity \(first.new) in \(step.new)"
        + (others.isEmpty ? "" : ", and \(Listing.text(others))")
        + ", and a lightweight migration drops what they hold; does the app move it?",
      fix: "if not: a mapping model can move the values")
  }

  // MARK: Other versions that are incomplete

  /// A warning for each version other than the current one that names what does not exist.
  static func incomplete(in bundle: XcodeModelBundle) -> [(version: XcodeModelBundle.Version, finding: Finding)] {
    bundle.versions.filter { $0.name != bundle.currentName }.compactMap { version in
      let problems = version.document.model(named: version.name).model.problems().filter(UnfinishedModel.isIncomplete)
      guard let first = problems.first else { return nil }
      let rest = problems.count - 1
      return (
        version,
        Finding(
          UnfinishedModel.page.id, .warning, "", "",
          "the version \(version.name) is incomplete: \(first.diagnostic.message)"
            + Listing.rest(rest, "problem", after: ","),
          fix: "mend it, or delete the version if no store is of it")
      )
    }
  }

  // MARK: Order

  /// The versions by name without numbers, in the order of their numbers: `App`, `App 2`, `App v10`, `App 10.1`. One of another
  /// name is in no order with them.
  private static func families(of bundle: XcodeModelBundle) -> [[XcodeModelBundle.Version]] {
    let families = Dictionary(grouping: bundle.versions) { parts($0.name).stem }
    return families.keys.sorted().compactMap { families[$0] }.map { family in
      family.sorted { parts($0.name).numbers.lexicographicallyPrecedes(parts($1.name).numbers) }
    }
  }

  /// The families without versions that have no entity, of which no store can be, except the current one.
  private static func filledFamilies(of bundle: XcodeModelBundle) -> [[XcodeModelBundle.Version]] {
    families(of: bundle).compactMap { family in
      let filled = family.filter {
        $0.name == bundle.currentName || !$0.document.model(named: $0.name).model.entities.isEmpty
      }
      return filled.isEmpty ? nil : filled
    }
  }

  private static func parts(_ name: String) -> (stem: String, numbers: [Int]) {
    let letters = name.lowercased().split { !$0.isLetter }.filter { !["v", "version"].contains($0) }
    // `AppV2` has its v at a word.
    let stem = letters.joined(separator: " ")
    let isNumbered = name.last?.isNumber == true
    let numbers = name.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    return (isNumbered && stem.hasSuffix("v") ? String(stem.dropLast()) : stem, numbers)
  }
}

extension MigrationForecast {
  /// The first reason why a lightweight migration fails for certain, or fails where there are certain objects; nil if there is
  /// none. An entity that becomes abstract is none: it is not known what Core Data does with its objects.
  fileprivate var firstReason: Diagnostic? {
    let refused = items.lazy.compactMap { item -> Diagnostic? in
      if case .refused(let problems) = item.verdict { problems.first { !$0.isUncertain }?.diagnostic } else { nil }
    }
    return refused.first ?? otherProblems.first { !$0.isUncertain }?.diagnostic ?? firstObstacle?.diagnostic
  }

  /// The properties and entities whose changes fail: those that are refused, or where none is, those that fail with objects.
  fileprivate var failingPlaces: [String] {
    func places(_ fails: (Verdict) -> Bool) -> [String] {
      items.filter { fails($0.verdict) }.compactMap { item -> String? in
        switch item.change {
        case .propertyAdded(let name, let entity), .propertyChanged(let name, let entity, _),
          .propertyMoved(let name, _, let entity), .propertyRenamed(_, let name, let entity):
          "\(entity).\(name)"
        case .entityAdded(let name), .entityChanged(let name, _): name
        case .entityRemoved, .entityRenamed, .propertyRemoved, .partAdded, .partRemoved, .partChanged: nil
        }
      }
    }
    let refused = places { if case .refused = $0 { true } else { false } }
    return refused.isEmpty ? places { if case .failsWithObjects = $0 { true } else { false } } : refused
  }

  /// The first kind of objects with which Core Data's migration fails.
  fileprivate var firstObstacle: MigrationObstacle? {
    let found = items.lazy.flatMap { item -> [MigrationObstacle] in
      if case .failsWithObjects(let obstacles) = item.verdict { obstacles } else { [] }
    }
    return (Array(found) + otherObstacles).first { if case .ownObjects = $0 { false } else { true } }
  }
}
