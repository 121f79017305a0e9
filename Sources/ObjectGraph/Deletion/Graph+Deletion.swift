extension Graph {
  /// Carries deletions through the graph until nothing more follows: the one place where delete rules act.
  ///
  /// Deleting asks the deleted object's own relationships, in their order: nullify ends the links, cascade deletes
  /// the others, deny and no action leave everything as it is (deny is a matter of validation, no action leaves
  /// dangling references). An object is met once. A worklist, no recursion; O(objects that go × their links).
  /// - Parameters:
  ///   - roots: The objects to delete; those that are marked already are processed again, which changes nothing.
  ///   - overridingRules: The rules that the roots' relationships follow instead of their own; cascaded objects follow
  ///     their own rules.
  ///   - unlisted: The links that are not followed.
  ///   - cancellation: If it says yes, the deletion ends half-way; the caller asks it again, and drops the graph.
  mutating func propagateDeletion(
    of roots: [ManagedObjectID], overridingRules: DeleteRule? = nil,
    leavingOut unlisted: UnlistedLinks = UnlistedLinks(), cancellation: Cancellation = .never
  ) -> DeletionExplanation {
    var tree = DeletionExplanation(schema: schema)
    var met = RowBits()
    for root in roots {
      if !cancellation.allows(.deletions) { return tree }
      guard let place = place(of: root), met.insert(place.row, of: place.table) else { continue }
      markDeleted(place)
      tree.nodes.append(.init(id: root, parentEffect: -1))
    }
    let rootCount = tree.nodes.count
    if rootCount == 0 { return tree }
    edit()
    let deletion = DeletionStep(memory: memory, context: context, unlisted: unlisted)
    var next = 0
    while next < tree.nodes.count {
      let node = next
      next += 1
      let reached = tree.objects.count
      let id = tree.nodes[node].id
      deletion.lookAhead(from: next, in: tree)
      let firstEffect = Int32(clamping: tree.effects.count)
      let relationships = deletion.memory.entities[Int(id.entity)].ownRelationships
      for index in relationships.indices {
        let layout = deletion.memory.layouts + relationships[index]
        // Most relationships of most objects are empty.
        if deletion.memory.isEmpty(layout, Int32(bitPattern: id.number)) { continue }
        let rule = node < rootCount ? overridingRules : nil
        deletion.act(rule ?? layout.pointee.rule, layout, Int32(bitPattern: id.number), node: node, index, &tree)
      }
      // The object itself, and those at the other ends of its links.
      if !cancellation.allows(.deletions, 1 + tree.objects.count - reached) { return tree }
      tree.nodes[node].effects = firstEffect..<Int32(clamping: tree.effects.count)
    }
    tree.dropDeletedHolders(in: self)
    return tree
  }
}

extension Graph {
  /// A link between two objects, from one end.
  struct Link {
    var layout: RelationshipLayout
    var row: Int32
    var member: Int32
  }

  /// Whether an object is marked for deletion. O(tables).
  var hasMarkedForDeletion: Bool { schema.tables.indices.contains { memory.tables[$0].deletedCount > 0 } }

  /// The links that live objects have to objects which are marked for deletion, although nullify or cascade have acted:
  /// others have made them, and they came in since. O(deleted objects × their links).
  /// - Parameters:
  ///   - unlisted: The links that delete rules do not follow.
  ///   - others: Deleted objects that follow other rules than their own.
  func linksToDeleted(
    leavingOut unlisted: UnlistedLinks = UnlistedLinks(), except others: Set<ManagedObjectID> = []
  ) -> [Link] {
    var found: [Link] = []
    for table in schema.tables.indices where memory.tables[table].deletedCount > 0 {
      memory.forEachMarked(.deleted, table) { row, entity in
        for index in entity.pointee.ownRelationships {
          let layout = memory.layouts + index
          guard layout.pointee.hasInverse, layout.pointee.rule.endsLinks,
            !memory.isEmpty(layout, row), !others.contains(id(table, row))
          else { continue }
          forEachMember(of: layout.pointee, row) { member in
            guard memory.header(layout.pointee.destinationTable, member).isLive,
              !unlisted.contains(layout.pointee, row, member)
            else { return }
            found.append(Link(layout: layout.pointee, row: row, member: member))
          }
        }
      }
    }
    return found
  }

  mutating func end(_ links: [Link]) {
    for link in links { disconnect(link.layout, link.row, link.member) }
  }
}

/// The effect of one relationship of a deleted object, in a graph that only this deletion holds.
private struct DeletionStep {
  let memory: GraphMemory
  let context: UInt8
  let unlisted: UnlistedLinks

  @inline(__always)
  private func id(_ header: RowHeader, _ row: Int32) -> ManagedObjectID {
    ManagedObjectID(entity: Int(header.entity), number: row, context: context)
  }

  /// Prefetches the data that the next nodes will need: their own links first, the destinations later.
  @inline(__always)
  func lookAhead(from next: Int, in tree: DeletionExplanation) {
    if next &+ 16 < tree.nodes.count {
      let id = tree.nodes[next &+ 16].id
      for index in memory.entities[Int(id.entity)].ownRelationships {
        memory.prefetch(memory.layouts[index].slot, Int32(bitPattern: id.number))
      }
    }
    if next &+ 7 < tree.nodes.count {
      let id = tree.nodes[next &+ 7].id
      memory.prefetchMembers(memory.entities[Int(id.entity)].ownRelationships, of: Int32(bitPattern: id.number))
    }
  }

  /// Lets a rule act for a deleted object, and writes down on what.
  @inline(__always)
  func act(
    _ rule: DeleteRule, _ layout: UnsafeMutablePointer<RelationshipLayout>, _ row: Int32, node: Int, _ index: Int,
    _ tree: inout DeletionExplanation
  ) {
    let table = layout.pointee.destinationTable
    let hasInverse = layout.pointee.hasInverse
    // Its own link to itself goes as well, and those to objects that are gone.
    let itself = table == layout.pointee.sourceTable ? row : 0
    let firstObject = Int32(clamping: tree.objects.count)
    var firstChild: Int32 = -1
    switch rule {
    case .nullify:
      memory.removeMembers(of: layout, row) { member in
        if unlisted.contains(layout.pointee.index, row, member) { return false }
        // Without an inverse the others never knew.
        if hasInverse, member != itself {
          let header = memory.header(table, member)
          if header.isAlive { tree.objects.append(id(header, member)) }
        }
        return true
      }
    case .deny, .noAction:
      guard rule == .deny || hasInverse else { return }
      memory.forEachMember(of: layout, row) { member in
        let header = memory.header(table, member)
        if header.isAlive, member != itself, !unlisted.contains(layout.pointee.index, row, member) {
          tree.objects.append(id(header, member))
        }
      }
    case .cascade:
      firstChild = Int32(clamping: tree.nodes.count)
      memory.forEachMember(of: layout, row) { member in
        let header = memory.header(table, member)
        guard header.isLive, !unlisted.contains(layout.pointee.index, row, member) else { return }
        memory.setMarks(header.marks.union(.deleted), table, member)
        tree.objects.append(id(header, member))
        tree.nodes.append(.init(id: id(header, member), parentEffect: Int32(clamping: tree.effects.count)))
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
  /// Leaves out of deny, nullify and no action the objects that went in the same deletion: they prevent nothing and
  /// keep nothing.
  fileprivate mutating func dropDeletedHolders(in graph: Graph) {
    var keptEffects: [EffectRecord] = []
    var keptObjects: [ManagedObjectID] = []
    let memory = graph.memory
    keptEffects.reserveCapacity(effects.count)
    keptObjects.reserveCapacity(objects.count)
    // The new places of the effects; those that are left out have none.
    var moved = [Int32](repeating: -1, count: effects.count)
    for node in nodes.indices {
      let first = Int32(clamping: keptEffects.count)
      for index in nodes[node].effects {
        var effect = effects[Int(index)]
        let start = Int32(clamping: keptObjects.count)
        for place in effect.objects {
          if Int(place) + 16 < objects.count {
            let ahead = objects[Int(place) + 16]
            memory.prefetchHeader(memory.entities[Int(ahead.entity)].table, Int32(bitPattern: ahead.number))
          }
          let id = objects[Int(place)]
          let table = memory.entities[Int(id.entity)].table
          if effect.rule == .cascade || memory.marks(table, Int32(bitPattern: id.number)).isLive {
            keptObjects.append(id)
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
