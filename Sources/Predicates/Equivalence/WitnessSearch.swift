/// Goes through small graphs, the smallest first, until two predicates differ on the candidate.
struct WitnessSearch<Shape: ModelShape> {
  let shape: Shape
  let entity: String
  let limits: SearchLimits
  private let graph: WitnessGraph
  private var kinds: [LinkKind] = []
  /// The entities of which a graph may have objects, the candidate's first.
  private var entities: [String] = []
  /// The attributes that are read, by entity, with the values that each is tried with.
  private var domains: [String: [(key: String, values: [Value])]] = [:]
  private var tried = 0

  init(shape: Shape, entity: String, variables: [String: Value], limits: SearchLimits) {
    self.shape = shape
    self.entity = shape.concrete(entity) ?? entity
    self.limits = limits
    graph = WitnessGraph(variables: variables)
  }

  mutating func run(_ first: Predicate, _ second: Predicate) -> Distinction {
    var keys = ReadKeys(shape: shape, entity: entity, variables: graph.variables)
    keys.read(first)
    keys.read(second)
    if let obstacle = keys.obstacle { return .undecided(obstacle) }
    guard let tests = try? (first.compiled(over: graph), second.compiled(over: graph)) else {
      return .undecided("one of the two cannot be evaluated")
    }
    prepare(keys)
    let (graph, shape) = (self.graph, self.shape)
    for size in 1...max(1, limits.objects) {
      var found: Witness?
      let isComplete = search(size: size) { answers in
        let witness = Witness(objects: Self.described(graph, shape), answers: answers)
        guard answers.contains(.raises) else {
          found = witness
          return false
        }
        // Better than nothing; one of the two may still answer otherwise.
        if found == nil { found = witness }
        return true
      } test: {
        [Self.answer(tests.0), Self.answer(tests.1)]
      }
      if let found { return .differ(found) }
      if !isComplete {
        if size == 1 { return .undecided("there are too many values to try") }
        return .agree(upToObjects: size - 1)
      }
      // Without relationships a second object changes nothing.
      if kinds.isEmpty { return .agree(upToObjects: limits.objects) }
    }
    return .agree(upToObjects: limits.objects)
  }

  private static func answer(_ test: CompiledPredicate) -> Witness.Answer {
    do {
      return try test.matches(WitnessGraph.reference(0)) ? .holds : .fails
    } catch {
      return .raises
    }
  }

  // MARK: Preparing

  private mutating func prepare(_ keys: ReadKeys<Shape>) {
    entities = [entity]
    var open = keys.relationships
    var seen: Set<ReadKeys<Shape>.Place> = []
    addRequired(of: entity, &open)
    while !open.isEmpty {
      let place = open.removeFirst()
      let owner = shape.concrete(place.entity) ?? place.entity
      guard seen.insert(.init(entity: owner, key: place.key)).inserted, let end = end(place.key, of: owner) else {
        continue
      }
      let destination = end.destination
      if !entities.contains(destination) {
        entities.append(destination)
        addRequired(of: destination, &open)
      }
      var kind = LinkKind(from: end.end, back: nil, destination: destination)
      if let inverse = shape.inverse(of: place.key, of: owner), let back = self.end(inverse, of: destination) {
        seen.insert(.init(entity: destination, key: inverse))
        kind.back = back.end
        // Links are made from the end that holds one object.
        if end.end.isToMany, !back.end.isToMany {
          kind = LinkKind(from: back.end, back: end.end, destination: owner)
        }
      }
      kinds.append(kind)
    }
    for place in keys.attributes {
      let owner = shape.concrete(place.entity) ?? place.entity
      guard case .attribute(let type, let isOptional)? = shape.property(place.key, of: place.entity),
        !(domains[owner]?.contains { $0.key == place.key } ?? false)
      else { continue }
      let samples = SampleValues(
        type, isOptional: isOptional, keys.constants[place] ?? [], keys.patterns[place] ?? [])
      domains[owner, default: []].append((place.key, samples.values))
    }
  }

  /// Adds the properties that an object of an entity requires to the graph, whether they are read or not.
  private func addRequired(of entity: String, _ open: inout [ReadKeys<Shape>.Place]) {
    for key in shape.keys(of: entity) {
      if case .toOne(_, isOptional: false)? = shape.property(key, of: entity) {
        open.append(.init(entity: entity, key: key))
      }
    }
  }

  private func end(_ key: String, of entity: String) -> (end: LinkKind.End, destination: String)? {
    switch shape.property(key, of: entity) {
    case .toOne(let destination, let isOptional):
      let end = LinkKind.End(entity: entity, key: key, isToMany: false, isRequired: !isOptional)
      return (end, shape.concrete(destination) ?? destination)
    case .toMany(let destination):
      let end = LinkKind.End(entity: entity, key: key, isToMany: true, isRequired: false)
      return (end, shape.concrete(destination) ?? destination)
    case .attribute, .fetched, nil: return nil
    }
  }

  // MARK: Searching

  /// Goes through all graphs of a size; false when `isDifferent` ended it or the number of graphs is used up.
  private mutating func search(
    size: Int, isDifferent: ([Witness.Answer]) -> Bool, test: () -> [Witness.Answer]
  ) -> Bool {
    var chosen = [entity]
    return choose(size, from: 0, &chosen, isDifferent, test)
  }

  /// The entities of the objects after the candidate, each choice once.
  private mutating func choose(
    _ size: Int, from first: Int, _ chosen: inout [String], _ isDifferent: ([Witness.Answer]) -> Bool,
    _ test: () -> [Witness.Answer]
  ) -> Bool {
    if chosen.count == size {
      graph.reset(chosen)
      return link(0, chosen, isDifferent, test)
    }
    for place in first..<entities.count {
      chosen.append(entities[place])
      defer { chosen.removeLast() }
      if !choose(size, from: place, &chosen, isDifferent, test) { return false }
    }
    return true
  }

  private mutating func link(
    _ place: Int, _ chosen: [String], _ isDifferent: ([Witness.Answer]) -> Bool, _ test: () -> [Witness.Answer]
  ) -> Bool {
    guard place < kinds.count else {
      return isConnected() ? assign(chosen, isDifferent, test) : true
    }
    let kind = kinds[place]
    var search = self
    defer { tried = search.tried }
    return kind.forEachLinking(chosen) { links in
      search.tried += 1
      if search.tried > limits.graphs { return false }
      kind.write(links, to: search.graph)
      return search.link(place + 1, chosen, isDifferent, test)
    }
  }

  /// Whether all objects can be reached from the candidate: others cannot matter, and were left out before.
  private func isConnected() -> Bool {
    var reached: Set<UInt64> = [0]
    var open = [0]
    while let next = open.popLast() {
      for value in graph.values[next].values {
        for case .object(let reference) in value.elements ?? [value] where reached.insert(reference.rawValue).inserted {
          open.append(Int(truncatingIfNeeded: reference.rawValue))
        }
      }
    }
    return reached.count == graph.entities.count
  }

  /// All values of all attributes, as an odometer turns.
  private mutating func assign(
    _ chosen: [String], _ isDifferent: ([Witness.Answer]) -> Bool, _ test: () -> [Witness.Answer]
  ) -> Bool {
    var slots: [(object: Int, key: String, values: [Value])] = []
    for (object, entity) in chosen.enumerated() {
      for (key, values) in domains[entity] ?? [] {
        slots.append((object, key, values))
        graph.set(values[0], key, of: object)
      }
    }
    var wheels = Array(repeating: 0, count: slots.count)
    while true {
      tried += 1
      if tried > limits.graphs { return false }
      let answers = test()
      if answers[0] != answers[1], !isDifferent(answers) { return false }
      var wheel = 0
      while wheel < slots.count {
        wheels[wheel] += 1
        if wheels[wheel] == slots[wheel].values.count { wheels[wheel] = 0 }
        graph.set(slots[wheel].values[wheels[wheel]], slots[wheel].key, of: slots[wheel].object)
        if wheels[wheel] > 0 { break }
        wheel += 1
      }
      if wheel == slots.count { return true }
    }
  }

  // MARK: Describing

  /// The current graph, with the simplest values for properties that are required and not read.
  private static func described(_ graph: WitnessGraph, _ shape: Shape) -> [Witness.Object] {
    graph.entities.indices.map { place in
      let entity = graph.entities[place]
      var values: [(String, Value)] = []
      for key in shape.keys(of: entity) {
        if let value = graph.values[place][key] {
          values.append((key, value))
        } else if case .attribute(let type, isOptional: false)? = shape.property(key, of: entity) {
          let none: [ReadKeys<Shape>.Pattern] = []
          if let value = SampleValues(type, isOptional: false, [], none).values.first { values.append((key, value)) }
        }
      }
      return Witness.Object(entity: entity, values: values)
    }
  }
}
