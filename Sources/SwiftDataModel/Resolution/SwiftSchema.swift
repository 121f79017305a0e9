/// The models of the sources: classes, versions and plans, with all names looked up.
struct SwiftSchema: Sendable {
  struct Version: Sendable {
    /// The place in `types`.
    var type: Int
    var name: String
    var identifier: String?
    /// The numbers of the identifier.
    var numbers: [Int64] = []
    /// The classes that it lists, as places in `types`, without those that are only reachable.
    var listed: [Int] = []
    /// The names in its list that no class has.
    var unknown: [[String]] = []
    /// Whether its list is read as a whole.
    var isComplete = true
    var listPlace: SourcePlace?
  }

  struct Stage: Sendable {
    var isCustom: Bool
    /// Their places in `versions`.
    var from: Int?
    var to: Int?
    var willMigrate: ClosureContent?
    var didMigrate: ClosureContent?
    var place: SourcePlace
  }

  struct Plan: Sendable {
    /// The place in `types`.
    var type: Int
    var name: String
    /// Their places in `versions`, in their order.
    var versions: [Int] = []
    var stages: [Stage] = []
    /// How many stages are made by code that is not read.
    var unreadStageCount = 0
    var place: SourcePlace
  }

  private(set) var declarations: Declarations
  let names: NameTable
  /// In the order of the files.
  private(set) var classes: [ModelClass] = []
  /// The places of classes by those in `types`.
  private(set) var classPlaces: [Int: Int] = [:]
  private(set) var versions: [Version] = []
  private(set) var plans: [Plan] = []

  /// Looks up everything. O(declarations × names around them).
  init(_ given: Declarations) {
    var declarations = given
    Self.settleExtensions(&declarations)
    self.declarations = declarations
    names = NameTable(declarations)
    for place in declarations.types.indices where declarations.types[place].isModel {
      // One that is declared twice counts once.
      guard names.types[declarations.types[place].qualifiedPath] == place else { continue }
      classPlaces[place] = classes.count
      classes.append(ModelClass(place, declarations, names))
    }
    readVersions()
    readPlans()
  }

  func type(_ place: Int) -> TypeDeclaration { declarations.types[place] }

  func modelClass(ofType place: Int) -> ModelClass? { classPlaces[place].map { classes[$0] } }

  /// Gives what extensions add to their types, under the types' own names.
  private static func settleExtensions(_ declarations: inout Declarations) {
    let names = NameTable(declarations)
    var settled: [[String]: [String]] = [:]
    func path(_ written: [String]) -> [String] {
      if let known = settled[written] { return known }
      var found = written
      // The longest beginning that is a type or an alias of one.
      for count in stride(from: written.count, to: 0, by: -1) {
        guard let place = names.type(Array(written[..<count]), from: []) else { continue }
        found = declarations.types[place].qualifiedPath + written[count...]
        break
      }
      settled[written] = found
      return found
    }
    for place in declarations.types.indices where !declarations.types[place].scope.isEmpty {
      let scope = declarations.types[place].scope
      let found = path(scope)
      if found != scope {
        declarations.types[place].scope = found
        declarations.types[place].scopeAsWritten = scope
      }
    }
    for place in declarations.values.indices {
      declarations.values[place].scope = path(declarations.values[place].scope)
    }
    for place in declarations.aliases.indices {
      declarations.aliases[place].scope = path(declarations.aliases[place].scope)
    }
    for added in declarations.extensions {
      guard let place = names.type(added.path, from: added.scope) else { continue }
      declarations.types[place].inherited += added.inherited
      declarations.types[place].computed += added.computed
      if added.hasOwnCoding { declarations.types[place].hasOwnCoding = true }
    }
  }

  // MARK: Versions

  private mutating func readVersions() {
    for (place, type) in declarations.types.enumerated()
    where type.inherits("VersionedSchema") && type.kind != .protocol {
      guard names.types[type.qualifiedPath] == place else { continue }
      var version = Version(type: place, name: type.qualified)
      if let list = constant("models", in: type.qualifiedPath) {
        let models = modelTypes(in: list.value, from: type.qualifiedPath)
        version.listed = models.types
        version.isComplete = models.isComplete
        version.unknown = models.unknown
        version.listPlace = list.place
      }
      if let identifier = constant("versionIdentifier", in: type.qualifiedPath) {
        version.numbers = numbers(of: identifier.value, from: type.qualifiedPath)
        if !version.numbers.isEmpty {
          version.identifier = version.numbers.map(String.init).joined(separator: ".")
        }
      }
      versions.append(version)
    }
    // A name without its name space, if no other version has it.
    var counts: [String: Int] = [:]
    for version in versions { counts[type(version.type).name, default: 0] += 1 }
    for place in versions.indices where counts[type(versions[place].type).name] == 1 {
      versions[place].name = type(versions[place].type).name
    }
  }

  private func constant(_ name: String, in scope: [String]) -> NamedValue? {
    declarations.values.first { $0.name == name && $0.scope == scope }
  }

  /// The constant that a name means from a scope.
  private func constant(_ path: [String], from scope: [String]) -> NamedValue? {
    guard let name = path.last else { return nil }
    let owner = path.dropLast().filter { !["Self", "self"].contains($0) }
    if !owner.isEmpty {
      return names.type(Array(owner), from: scope).flatMap { constant(name, in: type($0).qualifiedPath) }
    }
    for count in stride(from: scope.count, through: 0, by: -1) {
      if let found = constant(name, in: Array(scope[..<count])) { return found }
    }
    return nil
  }

  /// The types of a list of `X.self`, which may be put together from others.
  func modelTypes(
    in value: SourceValue, from scope: [String], depth: Int = 0
  ) -> (types: [Int], isComplete: Bool, unknown: [[String]]) {
    var found: (types: [Int], isComplete: Bool, unknown: [[String]]) = ([], true, [])
    func add(_ more: (types: [Int], isComplete: Bool, unknown: [[String]])) {
      for type in more.types where !found.types.contains(type) { found.types.append(type) }
      found.isComplete = found.isComplete && more.isComplete
      found.unknown += more.unknown
    }
    switch value {
    case .type(let path):
      if let place = names.type(path, from: scope) { add(([place], true, [])) } else { add(([], false, [path])) }
    case .list(let elements), .sum(let elements):
      for element in elements { add(modelTypes(in: element, from: scope, depth: depth)) }
    case .member(let path, false):
      guard depth < 8, let constant = constant(path, from: scope) else {
        found.isComplete = false
        break
      }
      add(modelTypes(in: constant.value, from: constant.scope, depth: depth + 1))
    case .call(let called, _, _, let arguments) where called?.path?.last == "Schema":
      for argument in arguments where argument.label == nil {
        add(modelTypes(in: argument.value, from: scope, depth: depth))
      }
    default: found.isComplete = false
    }
    return found
  }

  private func numbers(of value: SourceValue, from scope: [String], depth: Int = 0) -> [Int64] {
    switch value {
    case .call(_, _, _, let arguments):
      let numbers = arguments.compactMap { argument -> Int64? in
        if case .integer(let number) = argument.value { number } else { nil }
      }
      return numbers.count == arguments.count ? numbers : []
    case .member(let path, false) where depth < 8:
      return constant(path, from: scope).map { numbers(of: $0.value, from: $0.scope, depth: depth + 1) } ?? []
    default: return []
    }
  }

  // MARK: Plans

  private func version(_ path: [String], from scope: [String]) -> Int? {
    names.type(path, from: scope).flatMap { type in versions.firstIndex { $0.type == type } }
  }

  private mutating func readPlans() {
    for (place, type) in declarations.types.enumerated()
    where type.inherits("SchemaMigrationPlan") && type.kind != .protocol {
      guard names.types[type.qualifiedPath] == place else { continue }
      var plan = Plan(type: place, name: type.qualified, place: type.place)
      let scope = type.qualifiedPath
      if let list = constant("schemas", in: scope) {
        for case .type(let path) in elements(of: list.value, from: scope) {
          if let version = version(path, from: scope) { plan.versions.append(version) }
        }
      }
      if let list = constant("stages", in: scope) {
        let written = elements(of: list.value, from: scope)
        plan.stages = written.compactMap { stage($0, at: list.place, from: scope) }
        plan.unreadStageCount =
          list.value == .list([]) ? 0 : max(written.count - plan.stages.count, written.isEmpty ? 1 : 0)
      }
      plans.append(plan)
    }
  }

  private func elements(of value: SourceValue, from scope: [String], depth: Int = 0) -> [SourceValue] {
    switch value {
    case .list(let elements): elements
    case .sum(let parts): parts.flatMap { elements(of: $0, from: scope, depth: depth) }
    case .member(let path, false) where depth < 8:
      constant(path, from: scope).map { elements(of: $0.value, from: $0.scope, depth: depth + 1) } ?? []
    default: []
    }
  }

  private func stage(_ value: SourceValue, at place: SourcePlace, from scope: [String], depth: Int = 0) -> Stage? {
    switch value {
    case .member(let path, _) where depth < 8:
      return stageConstant(path, from: scope).flatMap {
        self.stage($0.value, at: $0.place, from: $0.scope, depth: depth + 1)
      }
    case .call(_, let callee, _, let arguments):
      guard let kind = callee.last, kind == "custom" || kind == "lightweight" else {
        // A function that makes the stage.
        return depth < 8
          ? stageConstant(callee, from: scope).flatMap {
            self.stage($0.value, at: $0.place, from: $0.scope, depth: depth + 1)
          } : nil
      }
      var stage = Stage(isCustom: kind == "custom", place: place)
      for argument in arguments {
        switch (argument.label, argument.value) {
        case ("fromVersion"?, .type(let path)): stage.from = version(path, from: scope)
        case ("toVersion"?, .type(let path)): stage.to = version(path, from: scope)
        case ("willMigrate"?, .closure(let content)): stage.willMigrate = content
        case ("didMigrate"?, .closure(let content)): stage.didMigrate = content
        // A trailing closure is the last parameter.
        case (nil, .closure(let content)): stage.didMigrate = content
        default: break
        }
      }
      return stage
    default: return nil
    }
  }

  /// A constant of the plan, or one of an extension of `MigrationStage`, which `.toV2` means.
  private func stageConstant(_ path: [String], from scope: [String]) -> NamedValue? {
    constant(path, from: scope) ?? path.last.flatMap { constant($0, in: ["MigrationStage"]) }
  }

  /// The name of a type, without that of a version it is declared in, so that versions can be compared.
  func nameWithoutVersion(_ declaration: TypeDeclaration) -> String {
    let path = declaration.qualifiedPath
    let home = versions.map { type($0.type).qualifiedPath }.first { path.count > $0.count && path.starts(with: $0) }
    return path.dropFirst(home?.count ?? 0).joined(separator: ".")
  }

  // MARK: Sets of classes

  /// The superclasses that are models, the nearest first, as places in `classes`; none where they lead back to the class.
  func ancestors(of place: Int) -> [Int] {
    var line: [Int] = []
    var next = classes[place].parent.flatMap { classPlaces[$0] }
    while let ancestor = next {
      if ancestor == place || line.contains(ancestor) { return [] }
      line.append(ancestor)
      next = classes[ancestor].parent.flatMap { classPlaces[$0] }
    }
    return line
  }

  /// The classes that some lead to by relationships and superclasses, with themselves: Apple's "Defining data
  /// relationships" says that a schema has all of them. As places in `classes`, in the order of the files.
  func reachable(from types: [Int]) -> [Int] {
    var seen: Set<Int> = []
    var work = types.compactMap { classPlaces[$0] }
    while let next = work.popLast() {
      guard seen.insert(next).inserted else { continue }
      for relationship in classes[next].relationships {
        if case .model(let type) = relationship.destination, let place = classPlaces[type] { work.append(place) }
      }
      if let parent = classes[next].parent.flatMap({ classPlaces[$0] }) { work.append(parent) }
    }
    // The one that is listed counts, if two classes have one name.
    let listed = Set(types.compactMap { classPlaces[$0] })
    return listed.sorted() + seen.subtracting(listed).sorted()
  }
}
