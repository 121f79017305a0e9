/// A relationship and its inverse, as a search makes links of it.
struct LinkKind {
  /// One end.
  struct End {
    var entity: String
    var key: String
    var isToMany: Bool
    /// A to-one that must hold an object.
    var isRequired: Bool
  }

  /// The end that a link is made from; the to-one end where there is one.
  var from: End
  /// The other end; nil without an inverse.
  var back: End?
  /// The entity of the objects that links lead to.
  var destination: String

  /// Whether the relationship is its own inverse: a link leads both ways by one key.
  var isOwnInverse: Bool { back.map { $0.entity == from.entity && $0.key == from.key } ?? false }

  /// Calls `body` for every way to link the objects, each a list of pairs of places; goes on while it answers true.
  ///
  /// The number of ways is (n + 1)^n for a to-one and 2^(n²) for many to many: for a handful of objects only.
  func forEachLinking(_ entities: [String], _ body: ([(Int, Int)]) -> Bool) -> Bool {
    let sources = entities.indices.filter { entities[$0] == from.entity }
    let targets = entities.indices.filter { entities[$0] == destination }
    var links: [(Int, Int)] = []
    return from.isToMany
      ? subsets(pairs(sources, targets)[...], &links, body) : choices(sources[...], targets, &links, body)
  }

  private func pairs(_ sources: [Int], _ targets: [Int]) -> [(Int, Int)] {
    sources.flatMap { source in
      targets.filter { !isOwnInverse || source <= $0 }.map { (source, $0) }
    }
  }

  private func subsets(
    _ rest: ArraySlice<(Int, Int)>, _ links: inout [(Int, Int)], _ body: ([(Int, Int)]) -> Bool
  ) -> Bool {
    guard let next = rest.first else { return body(links) }
    if !subsets(rest.dropFirst(), &links, body) { return false }
    links.append(next)
    defer { links.removeLast() }
    return subsets(rest.dropFirst(), &links, body)
  }

  /// Each source has one target or none.
  private func choices(
    _ rest: ArraySlice<Int>, _ targets: [Int], _ links: inout [(Int, Int)], _ body: ([(Int, Int)]) -> Bool
  ) -> Bool {
    guard let source = rest.first else {
      let isMissing = back.map { back in
        back.isRequired && !back.isToMany && !isOwnInverse
          && targets.contains { target in !links.contains { $0.1 == target } }
      }
      return isMissing == true ? true : body(links)
    }
    if isOwnInverse, links.contains(where: { $0.1 == source }) {
      return choices(rest.dropFirst(), targets, &links, body)
    }
    if !from.isRequired, !choices(rest.dropFirst(), targets, &links, body) { return false }
    for target in targets {
      // One to one: a target has one source. Its own inverse: both ends are one and the same key.
      if let back, !back.isToMany, links.contains(where: { $0.1 == target }) { continue }
      if isOwnInverse, target < source || links.contains(where: { $0.0 == target }) { continue }
      links.append((source, target))
      defer { links.removeLast() }
      if !choices(rest.dropFirst(), targets, &links, body) { return false }
    }
    return true
  }

  /// Writes links into a graph, at both ends.
  func write(_ links: [(Int, Int)], to graph: WitnessGraph) {
    write(links, from, to: graph)
    guard let back else { return }
    let turned = links.map { ($0.1, $0.0) }
    if isOwnInverse {
      write(links + turned.filter { $0.0 != $0.1 }, from, to: graph)
    } else {
      write(turned, back, to: graph)
    }
  }

  private func write(_ links: [(Int, Int)], _ end: End, to graph: WitnessGraph) {
    for object in graph.entities.indices where graph.entities[object] == end.entity {
      let others = links.filter { $0.0 == object }.map { WitnessGraph.reference($0.1) }
      graph.set(end.isToMany ? .set(others) : others.first ?? .null, end.key, of: object)
    }
  }
}
