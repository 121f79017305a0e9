import struct Foundation.Date

/// The result of a fast access to a single value.
enum AccessOutcome {
  case changed
  /// The value was there already.
  case unchanged
  /// Something is unusual or wrong: the long way says what.
  case refused
}

/// The short way to single values, by ID and key: no existentials, no `Value`, nothing retained. Whatever it does not
/// know it refuses, having changed nothing.
extension Graph {
  /// The property of a live object's key, the object's table and its state relative to the last save.
  @inline(__always)
  private func find(
    _ id: ManagedObjectID, _ key: String
  ) -> (table: Int, property: UnsafeMutablePointer<PropertyAccess>, marks: RowHeader.Marks)? {
    guard id.context == context, Int(id.entity) < memory.entityCount else { return nil }
    let entity = memory.entities + Int(id.entity)
    let marks = memory.marks(of: id, entity)
    guard marks.isLive, let property = entity.pointee.property(key) else { return nil }
    return (entity.pointee.table, property, marks)
  }

  /// The place of an attribute of a live object; nil for what takes the long way.
  @inline(__always)
  func attribute(_ key: String, of id: ManagedObjectID) -> (place: Place, column: AttributeColumn)? {
    guard let (table, property, _) = find(id, key) else { return nil }
    let kind: AttributeColumn.Kind
    switch property.pointee.kind {
    case .string: kind = .string
    case .integer16, .integer32: kind = .integer
    case .integer64: kind = .wideInteger
    case .double: kind = .double
    case .date: kind = .date
    case .boolean: kind = .boolean
    default: return nil
    }
    let place = Place(table: table, row: Int32(bitPattern: id.number))
    return (place, AttributeColumn(kind: kind, slot: property.pointee.slot))
  }

  // MARK: Setting

  @inline(__always)
  mutating func set(_ text: String, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key), property.pointee.kind == .string else { return .refused }
    let row = Int32(bitPattern: id.number)
    edit()
    guard memory.setText(text, property.pointee.slot, row) else { return .unchanged }
    memory.markUpdated(table, row, marks)
    return .changed
  }

  @inline(__always)
  mutating func set(_ number: Int64, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key) else { return .refused }
    let row = Int32(bitPattern: id.number)
    switch property.pointee.kind {
    case .integer32, .integer16:
      guard let small = Int32(exactly: number), property.pointee.kind == .integer32 || Int16(exactly: number) != nil
      else {
        return .refused
      }
      if memory.integer32(property.pointee.slot, row) == small { return .unchanged }
      edit()
      memory.setInteger32(small, property.pointee.slot, row)
    case .integer64:
      if memory.word(property.pointee.slot, row) == UInt64(bitPattern: number) { return .unchanged }
      edit()
      memory.setWord(UInt64(bitPattern: number), property.pointee.slot, row)
    default: return .refused
    }
    memory.markUpdated(table, row, marks)
    return .changed
  }

  @inline(__always)
  mutating func set(_ number: Double, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key), property.pointee.kind == .double else { return .refused }
    return setWord(number.bitPattern, property.pointee.slot, table, Int32(bitPattern: id.number), marks)
  }

  @inline(__always)
  mutating func set(_ date: Date, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key), property.pointee.kind == .date else { return .refused }
    let bits = date.timeIntervalSinceReferenceDate.bitPattern
    return setWord(bits, property.pointee.slot, table, Int32(bitPattern: id.number), marks)
  }

  @inline(__always)
  private mutating func setWord(
    _ bits: UInt64, _ slot: Int, _ table: Int, _ row: Int32, _ marks: RowHeader.Marks
  ) -> AccessOutcome {
    if memory.word(slot, row) == bits { return .unchanged }
    edit()
    memory.setWord(bits, slot, row)
    memory.markUpdated(table, row, marks)
    return .changed
  }

  @inline(__always)
  mutating func set(_ flag: Bool, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key), property.pointee.kind == .boolean else { return .refused }
    let row = Int32(bitPattern: id.number)
    if memory.boolean(property.pointee.slot, row) == flag { return .unchanged }
    edit()
    memory.setBoolean(flag, property.pointee.slot, row)
    memory.markUpdated(table, row, marks)
    return .changed
  }

  /// Makes a to-one lead to another object.
  @inline(__always)
  mutating func set(_ other: ManagedObjectID, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key), property.pointee.kind == .toOne else { return .refused }
    let layout = memory.layouts + property.pointee.layout
    memory.prefetchList(of: layout, other)
    guard let otherMarks = self.marks(of: other, in: layout, from: id) else { return .refused }
    let (row, target) = (Int32(bitPattern: id.number), Int32(bitPattern: other.number))
    guard layout.pointee.shape == .manyToOne else {
      return connect(layout.pointee, row, target) ? .changed : .unchanged
    }
    // The commonest link by far, without asking anything twice.
    let old = memory.threadedTarget(layout.pointee.slot, row)
    if old == target { return .unchanged }
    edit()
    let destination = layout.pointee.destinationTable
    if old != 0 {
      memory.takeOut(layout.pointee.slot, layout.pointee.inverseSlot, row, of: old)
      memory.markUpdated(destination, old)
    }
    memory.append(layout.pointee.slot, layout.pointee.inverseSlot, row, to: target)
    memory.markUpdated(table, row, marks)
    memory.markUpdated(destination, target, otherMarks)
    return .changed
  }

  /// Adds an object to a to-many.
  @inline(__always)
  mutating func add(_ other: ManagedObjectID, to key: String, of id: ManagedObjectID) -> AccessOutcome {
    guard let (table, property, marks) = find(id, key), property.pointee.kind == .toMany else { return .refused }
    let layout = memory.layouts + property.pointee.layout
    memory.prefetchList(of: layout, other)
    guard let otherMarks = self.marks(of: other, in: layout, from: id) else { return .refused }
    let (row, target) = (Int32(bitPattern: id.number), Int32(bitPattern: other.number))
    guard layout.pointee.shape == .manyToMany, !layout.pointee.isOwnInverse else {
      return connect(layout.pointee, row, target) ? .changed : .unchanged
    }
    if end(of: layout, row, target) != 0 { return .unchanged }
    edit()
    let end = memory.makePair(layout.pointee.pool) | layout.pointee.side
    memory.appendEnd(end, to: target, layout.pointee.edges, layout.pointee.slot, of: row)
    memory.appendEnd(end ^ 1, to: row, layout.pointee.edges, layout.pointee.inverseSlot, of: target)
    memory.markUpdated(table, row, marks)
    memory.markUpdated(layout.pointee.destinationTable, target, otherMarks)
    return .changed
  }

  /// The state, relative to the last save, of an object that a relationship may lead to; nil for all others, and for
  /// objects of descendants of the two entities, which take the slow path.
  @inline(__always)
  private func marks(
    of other: ManagedObjectID, in layout: UnsafeMutablePointer<RelationshipLayout>, from id: ManagedObjectID
  ) -> RowHeader.Marks? {
    guard other.context == context, Int(other.entity) == layout.pointee.destination,
      layout.pointee.inverse < 0 || Int(id.entity) == layout.pointee.inverseDestination
    else { return nil }
    let marks = memory.marks(of: other, memory.entities + Int(other.entity))
    return marks.isLive ? marks : nil
  }

  // MARK: Getting

  /// Whether an ID is that of an object of this graph that exists, perhaps marked as deleted.
  @inline(__always)
  func isAlive(_ id: ManagedObjectID) -> Bool {
    guard id.context == context, Int(id.entity) < memory.entityCount else { return false }
    return memory.marks(of: id, memory.entities + Int(id.entity)).contains(.alive)
  }

  /// Whether a relationship of the rule deny leads from an object to one that is not deleted. False for an object that is
  /// not there. O(deny relationships), and O(members that are deleted before the first that is not).
  @inline(__always)
  func isDenied(_ id: ManagedObjectID) -> Bool {
    guard id.context == context, Int(id.entity) < memory.entityCount else { return false }
    let entity = memory.entities + Int(id.entity)
    let row = Int32(bitPattern: id.number)
    guard !entity.pointee.denying.isEmpty, memory.marks(of: id, entity).contains(.alive) else { return false }
    for index in entity.pointee.denying {
      let layout = memory.layouts + index
      if memory.isEmpty(layout, row) { continue }
      // If nothing is deleted and every link has a destination, every held object is live: its own memory is not
      // touched, and the layout not copied.
      let destination = memory.tables + layout.pointee.destinationTable
      if destination.pointee.deletedCount == 0, destination.pointee.goneCount == 0 { return true }
      var member = firstMember(of: layout.pointee, row)
      while let here = member {
        if memory.marks(layout.pointee.destinationTable, here.row).isLive { return true }
        member = self.member(after: here, of: layout.pointee)
      }
    }
    return false
  }

  /// The text of a string attribute, nil where there is none; nil as a whole when it takes the long way.
  @inline(__always)
  func text(of id: ManagedObjectID, forKey key: String) -> String?? {
    guard let (_, property, _) = find(id, key), property.pointee.kind == .string else { return .none }
    return .some(memory.text(of: memory.slot(property.pointee.slot, Int32(bitPattern: id.number))))
  }

  @inline(__always)
  func integer(of id: ManagedObjectID, forKey key: String) -> Int64?? {
    guard let (_, property, _) = find(id, key) else { return .none }
    let row = Int32(bitPattern: id.number)
    return switch property.pointee.kind {
    case .integer16, .integer32: .some(memory.integer32(property.pointee.slot, row).map(Int64.init))
    case .integer64: .some(memory.word(property.pointee.slot, row).map { Int64(bitPattern: $0) })
    default: .none
    }
  }

  /// The object that a to-one leads to.
  @inline(__always)
  func object(of id: ManagedObjectID, forKey key: String) -> ManagedObjectID?? {
    guard let (_, property, _) = find(id, key), property.pointee.kind == .toOne else { return .none }
    let layout = memory.layouts + property.pointee.layout
    let row = target(of: layout.pointee, Int32(bitPattern: id.number))
    return .some(row == 0 ? nil : self.id(layout.pointee.destinationTable, row))
  }

  /// How many objects a to-many holds.
  @inline(__always)
  func count(of id: ManagedObjectID, forKey key: String) -> Int? {
    guard let (_, property, _) = find(id, key), property.pointee.kind == .toMany else { return nil }
    return Int(memory.list(property.pointee.slot, Int32(bitPattern: id.number)).count)
  }
}
