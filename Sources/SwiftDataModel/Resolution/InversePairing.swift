/// The relationships of some classes that belong together.
///
/// SwiftData "automatically sets the inverse of a relationship if it can reliably infer that inverse from your schema"
/// (Apple, *Syncing model data across a person's devices*). What that takes is not documented. Two authors and a library's
/// tests agree that a many-to-many is not inferred, one author (2023) that a required to-one is not.
struct InversePairing {
  /// A relationship by its class's place in `classes` and its own in `relationships`.
  struct End: Hashable {
    var owner: Int
    var index: Int
  }

  enum Status: Hashable {
    /// It names the other end.
    case explicit(End)
    /// The other end names it.
    case explicitOtherSide(End)
    case inferred(End)
    /// Two ends that would fit if SwiftData inferred such a pair.
    case manyToMany(End)
    case requiredToOne(End)
    /// Several would fit.
    case ambiguous([End])
    case none
    /// `inverse: nil`
    case oneWay
    /// The key path leads nowhere.
    case unresolved

    /// The other end, if the two are a pair.
    var partner: End? {
      switch self {
      case .explicit(let end), .explicitOtherSide(let end), .inferred(let end): end
      case .manyToMany, .requiredToOne, .ambiguous, .none, .oneWay, .unresolved: nil
      }
    }
  }

  private(set) var statuses: [End: Status] = [:]
  /// The relationships that name each end.
  private(set) var namedBy: [End: [End]] = [:]

  /// O(relationships²) in the worst case, between the same two classes.
  init(_ schema: SwiftSchema, among places: [Int]) {
    let members = Set(places)
    let classes = schema.classes
    func relationship(_ end: End) -> ModelClass.Relationship { classes[end.owner].relationships[end.index] }
    let ends = places.flatMap { owner in classes[owner].relationships.indices.map { End(owner: owner, index: $0) } }
    func destination(_ end: End) -> Int? {
      guard case .model(let type) = relationship(end).destination, let place = schema.classPlaces[type],
        members.contains(place)
      else { return nil }
      return place
    }
    func lineage(_ place: Int) -> [Int] {
      var line = [place]
      while let last = line.last, let parent = classes[last].parent.flatMap({ schema.classPlaces[$0] }),
        !line.contains(parent)
      {
        line.append(parent)
      }
      return line
    }
    for end in ends {
      guard case .keyPath(let path, _)? = relationship(end).inverse else { continue }
      statuses[end] = .unresolved
      guard let destination = destination(end) else { continue }
      for owner in lineage(destination) {
        guard let index = classes[owner].relationships.firstIndex(where: { $0.name == path.property }) else { continue }
        let other = End(owner: owner, index: index)
        statuses[end] = .explicit(other)
        namedBy[other, default: []].append(end)
        break
      }
    }
    var free: [End] = []
    for end in ends where statuses[end] == nil {
      if relationship(end).inverse == .nothing {
        statuses[end] = .oneWay
      } else if let other = namedBy[end]?.first {
        statuses[end] = .explicitOtherSide(other)
      } else {
        statuses[end] = Status.none
        if destination(end) != nil { free.append(end) }
      }
    }
    let groups = Dictionary(grouping: free) { [$0.owner, destination($0) ?? -1] }
    for (key, own) in groups {
      let (owner, target) = (key[0], key[1])
      let back = owner == target ? own : groups[[target, owner]] ?? []
      if owner == target {
        if own.count == 2 {
          for (end, other) in [(own[0], own[1]), (own[1], own[0])] {
            statuses[end] = Self.inferred(relationship(end), relationship(other), other)
          }
        } else if own.count > 2 {
          for end in own { statuses[end] = .ambiguous(own.filter { $0 != end }) }
        }
      } else if own.count == 1, back.count == 1 {
        statuses[own[0]] = Self.inferred(relationship(own[0]), relationship(back[0]), back[0])
      } else if !back.isEmpty {
        for end in own { statuses[end] = .ambiguous(back) }
      }
    }
  }

  private static func inferred(
    _ own: ModelClass.Relationship, _ other: ModelClass.Relationship, _ end: End
  ) -> Status {
    if own.isToMany, other.isToMany { return .manyToMany(end) }
    let isRequired = [own, other].contains { !$0.isToMany && !$0.isOptional }
    return isRequired ? .requiredToOne(end) : .inferred(end)
  }
}
