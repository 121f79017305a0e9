extension Graph {
  /// Carries deletions through the graph until nothing more follows: the one place where delete rules act.
  ///
  /// Deleting asks the deleted object's own relationships, in their order: nullify ends the links, cascade deletes
  /// the others, deny and no action leave everything as it is (deny is a matter of validation, no action leaves
  /// dangling references). An object is met once. A worklist, no recursion; O(objects that go × their links).
  /// - Parameters:
  ///   - roots: Objects to delete; those that are marked already are asked again, which changes nothing that is done.
  ///   - overridingRules: The rule that the roots' relationships follow instead of their own; what cascades follows
  ///     its own rules.
  mutating func propagateDeletion(of roots: [ManagedObjectID], overridingRules: DeleteRule? = nil)
    -> DeletionExplanation
  {
    var tree = DeletionExplanation()
    var seen: Set<Place> = []
    for root in roots {
      guard let place = place(of: root), seen.insert(place).inserted else { continue }
      markDeleted(place)
      tree.nodes.append(.init(id: root, entity: entity(at: place)?.name ?? "", parentEffect: -1))
    }
    let rootCount = tree.nodes.count
    var next = 0
    while next < tree.nodes.count {
      let node = next
      next += 1
      guard let place = place(of: tree.nodes[node].id), let entity = entity(at: place) else { continue }
      for property in entity.relationships {
        guard let layout = property.layout else { continue }
        let rule = node < rootCount ? overridingRules ?? layout.rule : layout.rule
        let others = members(of: layout, place.row).filter {
          storage.header(layout.destinationTable, $0).isAlive
            && !(layout.destinationTable == place.table && $0 == place.row)
        }
        if rule == .nullify {
          // Its own link to itself goes as well, and those to objects that are gone.
          for member in members(of: layout, place.row) { disconnect(layout, place.row, member) }
        }
        if others.isEmpty { continue }
        var effect = DeletionExplanation.EffectRecord(node: node, relationship: property.name, rule: rule, objects: [])
        switch rule {
        case .nullify, .noAction:
          // Without an inverse the others never knew.
          guard layout.hasInverse else { continue }
          effect.objects = others.map { id(layout.destinationTable, $0) }
        case .deny: effect.objects = others.map { id(layout.destinationTable, $0) }
        case .cascade:
          for other in others {
            let place = Place(table: layout.destinationTable, row: other)
            guard header(at: place).isLive, seen.insert(place).inserted else { continue }
            markDeleted(place)
            effect.objects.append(id(at: place))
            effect.children.append(tree.nodes.count)
            tree.nodes.append(
              .init(id: id(at: place), entity: self.entity(at: place)?.name ?? "", parentEffect: tree.effects.count))
          }
        }
        if effect.objects.isEmpty { continue }
        tree.nodes[node].effects.append(tree.effects.count)
        tree.effects.append(effect)
      }
    }
    tree.dropDeletedHolders(in: self)
    return tree
  }
}

extension DeletionExplanation {
  /// Leaves out of deny, nullify and no action the objects that went in the same deletion: they hinder nothing and
  /// keep nothing.
  fileprivate mutating func dropDeletedHolders(in graph: Graph) {
    for index in effects.indices where effects[index].rule != .cascade {
      effects[index].objects.removeAll { id in graph.place(of: id).map { !graph.header(at: $0).isLive } ?? true }
    }
    for index in nodes.indices {
      nodes[index].effects.removeAll { effects[$0].objects.isEmpty }
    }
  }
}
