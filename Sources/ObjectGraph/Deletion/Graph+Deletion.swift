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
    var tree = DeletionExplanation(schema: schema)
    var rootSet: Set<ManagedObjectID> = []
    for root in roots {
      guard let place = place(of: root), rootSet.insert(root).inserted else { continue }
      markDeleted(place)
      tree.nodes.append(.init(id: root, parentEffect: -1))
    }
    let rootCount = tree.nodes.count
    if rootCount > 0 { edit() }
    var next = 0
    while next < tree.nodes.count {
      let node = next
      next += 1
      let id = tree.nodes[node].id
      guard let entity = schema.entity(at: id.entity) else { continue }
      let firstEffect = Int32(clamping: tree.effects.count)
      for (index, property) in entity.relationships.enumerated() {
        guard let relationship = property.relationshipIndex else { continue }
        act(
          node < rootCount ? overridingRules : nil, schema.access.layouts + relationship, Int32(bitPattern: id.number),
          node: node, index, &tree)
      }
      tree.nodes[node].effects = firstEffect..<Int32(clamping: tree.effects.count)
    }
    tree.dropDeletedHolders(in: self)
    return tree
  }

  /// Lets one relationship's rule act for a deleted object, and writes down on what.
  private mutating func act(
    _ overridingRule: DeleteRule?, _ layout: UnsafeMutablePointer<RelationshipLayout>, _ row: Int32, node: Int,
    _ index: Int, _ tree: inout DeletionExplanation
  ) {
    // Most relationships of most objects are empty.
    if count(of: layout.pointee, row) == 0 { return }
    let rule = overridingRule ?? layout.pointee.rule
    let table = layout.pointee.destinationTable
    let isOwnTable = table == layout.pointee.sourceTable
    let firstObject = Int32(clamping: tree.objects.count)
    var firstChild: Int32 = -1
    switch rule {
    case .nullify:
      // Its own link to itself goes as well, and those to objects that are gone.
      removeMembers(of: layout.pointee, row) { graph, member in
        let header = graph.storage.header(table, member)
        // Without an inverse the others never knew.
        if header.isAlive, layout.pointee.hasInverse, !isOwnTable || member != row {
          tree.objects.append(
            ManagedObjectID(entity: Int(header.entity), number: member, context: graph.context))
        }
        return true
      }
    case .deny, .noAction:
      guard rule == .deny || layout.pointee.hasInverse else { return }
      forEachMember(of: layout.pointee, row) { member in
        if storage.header(table, member).isAlive, !isOwnTable || member != row {
          tree.objects.append(self.id(table, member))
        }
      }
    case .cascade:
      var member = firstMember(of: layout.pointee, row)
      firstChild = Int32(clamping: tree.nodes.count)
      while let here = member {
        member = self.member(after: here, of: layout.pointee)
        let header = storage.header(table, here.row)
        guard header.isLive else { continue }
        let id = ManagedObjectID(entity: Int(header.entity), number: here.row, context: context)
        storage.setMarks(header.marks.union(.deleted), table, here.row)
        tree.objects.append(id)
        tree.nodes.append(.init(id: id, parentEffect: Int32(clamping: tree.effects.count)))
      }
    }
    let objects = firstObject..<Int32(clamping: tree.objects.count)
    if objects.isEmpty { return }
    tree.effects.append(
      .init(
        node: Int32(clamping: node), relationship: Int32(clamping: index), rule: rule, objects: objects,
        firstChild: rule == .cascade ? firstChild : -1))
  }
}

extension DeletionExplanation {
  /// Leaves out of deny, nullify and no action the objects that went in the same deletion: they hinder nothing and
  /// keep nothing.
  fileprivate mutating func dropDeletedHolders(in graph: Graph) {
    var keptEffects: [EffectRecord] = []
    var keptObjects: [ManagedObjectID] = []
    keptEffects.reserveCapacity(effects.count)
    keptObjects.reserveCapacity(objects.count)
    // Where each effect has gone; those that are left out lead to nobody.
    var moved = [Int32](repeating: -1, count: effects.count)
    for node in nodes.indices {
      let first = Int32(clamping: keptEffects.count)
      for index in nodes[node].effects {
        var effect = effects[Int(index)]
        let start = Int32(clamping: keptObjects.count)
        let old = objects[Int(effect.objects.lowerBound)..<Int(effect.objects.upperBound)]
        if effect.rule == .cascade {
          keptObjects += old
        } else {
          for id in old {
            let table = graph.schema.access.entities[Int(id.entity)].table
            if table >= 0, graph.storage.marks(table, Int32(bitPattern: id.number)).isLive { keptObjects.append(id) }
          }
        }
        effect.objects = start..<Int32(clamping: keptObjects.count)
        if effect.objects.isEmpty { continue }
        moved[Int(index)] = Int32(clamping: keptEffects.count)
        keptEffects.append(effect)
      }
      nodes[node].effects = first..<Int32(clamping: keptEffects.count)
    }
    for node in nodes.indices where nodes[node].parentEffect >= 0 {
      nodes[node].parentEffect = moved[Int(nodes[node].parentEffect)]
    }
    effects = keptEffects
    objects = keptObjects
  }
}
