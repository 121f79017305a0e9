import Diagnostics
import ModelReview
import ObjectGraph

/// Puts the versions of an app's models together, and finds out which of them is in use.
struct SwiftModelAssembly {
  let schema: SwiftSchema
  let files: SourceFiles
  let path: String
  /// The versions in their order, as places in the schema's `versions`.
  let order: [Int]
  /// The classes of each version, by its place.
  let members: [Int: [Int]]
  /// The classes that belong to no version.
  let unversioned: [Int]
  /// The versions that the app uses, one for each store.
  let inUse: [Int]
  /// The classes of the model in use.
  let current: [Int]
  /// The classes that containers are given in the sources, with those that they lead to.
  let listed: [Int]

  init(_ schema: SwiftSchema, _ files: SourceFiles, path: String) {
    self.schema = schema
    self.files = files
    self.path = path
    let members = Dictionary(
      uniqueKeysWithValues: schema.versions.indices.map { ($0, schema.reachable(from: schema.versions[$0].listed)) })
    self.members = members
    order = Self.order(schema)
    let versioned = Set(members.values.joined())
    unversioned = schema.classes.indices.filter { !versioned.contains($0) }
    var listed: [Int] = []
    for use in schema.declarations.containers {
      if case .models(let values) = use.kind {
        for value in values { listed += schema.modelTypes(in: value, from: []).types }
      }
    }
    self.listed = schema.reachable(from: listed)
    let given = Set(self.listed)
    var inUse: [Int] = []
    for family in Self.families(schema, members, order) {
      inUse.append(Self.versionInUse(schema, members, family, given))
    }
    self.inUse = inUse
    var current = Set(inUse.flatMap { members[$0] ?? [] })
    let names = Set(current.map { schema.classes[$0].name })
    let ownLists = unversioned.filter(given.contains)
    if inUse.isEmpty {
      current = Set(unversioned)
    } else if schema.plans.isEmpty && schema.declarations.containers.isEmpty {
      // Nothing says which classes are used: all that do not have an entity's name.
      current.formUnion(unversioned.filter { !names.contains(schema.classes[$0].name) })
    } else if ownLists.contains(where: { names.contains(schema.classes[$0].name) }) {
      // The container is given classes outside the versions that are meant to describe them.
      current = Set(ownLists)
    } else {
      current.formUnion(ownLists)
    }
    self.current = current.sorted()
  }

  // MARK: Versions

  /// The versions as plans put them, the longest plan first, then the others by their numbers.
  private static func order(_ schema: SwiftSchema) -> [Int] {
    func isAscending(_ plan: SwiftSchema.Plan) -> Bool {
      zip(plan.versions, plan.versions.dropFirst()).allSatisfy {
        !schema.versions[$1].numbers.lexicographicallyPrecedes(schema.versions[$0].numbers)
      }
    }
    let plans = schema.plans.sorted { first, second in
      first.versions.count != second.versions.count
        ? first.versions.count > second.versions.count : isAscending(first) && !isAscending(second)
    }
    var order: [Int] = []
    for version in plans.flatMap(\.versions) where !order.contains(version) { order.append(version) }
    let rest = schema.versions.indices.filter { !order.contains($0) }
    return order
      + rest.sorted { first, second in
        let (own, other) = (schema.versions[first].numbers, schema.versions[second].numbers)
        return own == other ? first < second : own.lexicographicallyPrecedes(other)
      }
  }

  /// The versions of the same store: those that a plan has together, or that have an entity of the same name.
  private static func families(_ schema: SwiftSchema, _ members: [Int: [Int]], _ order: [Int]) -> [[Int]] {
    var families: [[Int]] = []
    func names(_ version: Int) -> Set<String> { Set((members[version] ?? []).map { schema.classes[$0].name }) }
    for version in order {
      let own = names(version)
      let related = families.indices.filter { place in
        families[place].contains { other in
          !own.isDisjoint(with: names(other))
            || schema.plans.contains { $0.versions.contains(version) && $0.versions.contains(other) }
        }
      }
      let joined = related.flatMap { families[$0] } + [version]
      for place in related.reversed() { families.remove(at: place) }
      families.append(joined)
    }
    return families.map { family in order.filter(family.contains) }
  }

  /// The version that containers name, or type aliases, or else the last one.
  private static func versionInUse(
    _ schema: SwiftSchema, _ members: [Int: [Int]], _ family: [Int], _ given: Set<Int>
  ) -> Int {
    let last = family[family.count - 1]
    for use in schema.declarations.containers {
      if case .version(let path) = use.kind, let type = schema.names.type(path, from: []),
        let version = family.last(where: { schema.versions[$0].type == type })
      {
        return version
      }
    }
    var votes: [Int: Int] = [:]
    for alias in schema.declarations.aliases where alias.scope.isEmpty {
      guard let path = alias.target.path, let type = schema.names.type(path, from: alias.scope) else { continue }
      // `OldTrip = SchemaV1.Trip` is for a migration.
      let isCurrent = ["current", "latest", "newest"].contains(where: alias.name.lowercased().contains)
      if isCurrent, let version = family.last(where: { schema.versions[$0].type == type }) {
        votes[version, default: 0] += 10
      }
      // A class that did not change is listed by later versions as well.
      if alias.name == schema.type(type).name,
        let version = family.last(where: { schema.versions[$0].listed.contains(type) })
      {
        votes[version, default: 0] += 1
      }
    }
    if let most = votes.values.max() { return family.last { votes[$0] == most } ?? last }
    // A version whose classes a container is given.
    let matching = family.filter { !Set(members[$0] ?? []).isDisjoint(with: given) }
    return matching.contains(last) ? last : matching.last ?? last
  }

  // MARK: The bundle

  func bundle() -> SwiftModelBundle {
    var versions: [SwiftModelBundle.Version] = []
    var currentName = ""
    for place in order {
      let version = schema.versions[place]
      let classes = members[place] ?? []
      guard !classes.isEmpty else { continue }
      if inUse == [place], classes == current { currentName = version.name }
      versions.append(self.version(named: version.name, identifier: version.identifier, classes))
    }
    var facts = generalFacts()
    if currentName.isEmpty {
      let name = Self.unusedName(path, versions.map(\.name))
      versions.append(version(named: name, identifier: nil, current))
      currentName = name
    }
    var builder = SwiftDataModelBuilder(schema, current)
    _ = builder.model(named: currentName, identifier: nil)
    facts += builder.facts
    let rules = SwiftDataReview(self, builder)
    return SwiftModelBundle(
      path: path, versions: versions, currentName: currentName, facts: facts, findings: rules.findings(),
      cloudKitFindings: rules.cloudKitFindings(), isForCloudKit: cloudKit != .none, customStages: customStages())
  }

  private func version(named name: String, identifier: String?, _ classes: [Int]) -> SwiftModelBundle.Version {
    var builder = SwiftDataModelBuilder(schema, classes)
    let model = builder.model(named: name, identifier: identifier)
    var comparing = SwiftDataModelBuilder(schema, classes, isForComparison: true)
    return SwiftModelBundle.Version(
      name: name, model: model, comparedModel: comparing.model(named: name, identifier: identifier),
      places: builder.places(), inferredInverses: builder.inferredInverses())
  }

  /// A name for all models together, after the file or the folder.
  private static func unusedName(_ path: String, _ taken: [String]) -> String {
    let last = path.split(separator: "/").last { $0 != "." && $0 != ".." }.map(String.init) ?? "Models"
    let plain = last.hasSuffix(".swift") ? String(last.dropLast(6)) : last
    var name = plain.isEmpty ? "Models" : plain
    while taken.contains(name) { name += " in use" }
    return name
  }

  private func customStages() -> Set<[String]> {
    var found: Set<[String]> = []
    for stage in schema.plans.flatMap(\.stages) where stage.isCustom {
      if let from = stage.from, let to = stage.to {
        found.insert([schema.versions[from].name, schema.versions[to].name])
      }
    }
    return found
  }

  /// Notes on files, and on lists that name what is in none of them.
  private func generalFacts() -> [Diagnostic] {
    var facts = files.unreadable + schema.declarations.oddities
    let broken = schema.declarations.filesWithErrors.compactMap { schema.declarations.sources[$0].name }
    if !broken.isEmpty {
      facts.append(
        Diagnostic(
          "syntax-errors",
          "\(Listing.text(broken.map { "'\(DisplayText.visible($0))'" })) \(broken.count == 1 ? "has" : "have") errors of syntax; "
            + "what could be read was", severity: .note))
    }
    for place in order {
      let version = schema.versions[place]
      if !version.unknown.isEmpty {
        let names = version.unknown.map { $0.joined(separator: ".") }
        facts.append(
          Diagnostic(
            "unknown-model",
            "\(version.name) lists \(Listing.text(names)), which \(names.count == 1 ? "is" : "are") not in these files",
            at: version.listPlace?.range, severity: .note,
            hint: "name the folder that has their files as well",
            source: version.listPlace.map { schema.declarations.sources[$0.file] }))
      } else if !version.isComplete {
        facts.append(
          Diagnostic(
            "unread-list", "the models of \(version.name) are put together by code that is not read here",
            at: (version.listPlace ?? schema.type(version.type).place).range, severity: .note,
            hint: "write the list as [Trip.self] to have it read",
            source: schema.declarations.sources[(version.listPlace ?? schema.type(version.type).place).file]))
      }
    }
    let twice = schema.names.repetitions.filter { schema.type($0).isModel }
    if let first = twice.first {
      let names = twice.map { schema.type($0).qualified }
      let unique = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
      facts.append(
        Diagnostic(
          "class-twice",
          "\(Listing.text(unique)) \(unique.count == 1 ? "is" : "are") declared more than once; the first declaration counts",
          at: schema.type(first).place.range, severity: .note,
          hint: "name the folder of one app", source: schema.declarations.sources[schema.type(first).place.file]))
    }
    return facts
  }

  // MARK: CloudKit

  enum CloudKitUse {
    case none
    /// Every configuration that the sources show goes there.
    case always
    /// Only some do, and the models of each are not known.
    case sometimes
  }

  /// Reports what sources and entitlements say: an app with an iCloud container in its entitlements is synchronised unless its
  /// configuration says `.none` (Apple, "Syncing model data across a person's devices").
  var cloudKit: CloudKitUse {
    let said = schema.declarations.containers.compactMap { use -> Bool? in
      if case .cloudKit(let isOn) = use.kind { isOn } else { nil }
    }
    if said.contains(true) { return said.contains(false) ? .sometimes : .always }
    let isEntitled = files.entitlements.contains { $0.text.hasICloudContainer }
    if isEntitled { return said.contains(false) ? .none : .always }
    return .none
  }
}

extension SwiftModelAssembly {
  /// The highest deployment target of Xcode's projects for iOS, as they write it; nil if there is none. A project has one for
  /// each of its targets, and which of them has the models is not read.
  var highestTarget: String? {
    let key = "IPHONEOS_DEPLOYMENT_TARGET = "
    var highest: (version: String, major: Int)?
    for line in files.projects.flatMap({ $0.text.split(separator: "\n") }) {
      let setting = line.drop(while: \.isWhitespace)
      guard setting.hasPrefix(key) else { continue }
      let version = String(setting.dropFirst(key.count).prefix { $0 == "." || $0.isNumber })
      if let major = Self.major(version), major > highest?.major ?? -1 { highest = (version, major) }
    }
    return highest?.version
  }

  static func major(_ version: String) -> Int? { Int(version.prefix { $0 != "." }) }
}

extension String {
  /// Whether an entitlements file names at least one iCloud container, and CloudKit among the services.
  fileprivate var hasICloudContainer: Bool {
    guard let key = firstRange(of: "com.apple.developer.icloud-container-identifiers</key>"),
      firstRange(of: "<string>CloudKit</string>") != nil
    else { return false }
    let value = self[key.upperBound...].drop(while: \.isWhitespace)
    guard value.hasPrefix("<array>"), let end = value.firstRange(of: "</array>") else { return false }
    return value[..<end.lowerBound].contains("<string>")
  }
}
