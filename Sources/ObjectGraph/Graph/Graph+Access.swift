import struct Foundation.Date

/// What came of a short way to a single value.
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
  /// The property of a live object's key, and the object's table.
  @inline(__always)
  private func find(_ id: ManagedObjectID, _ key: String) -> (table: Int, property: PropertyAccess)? {
    guard id.context == context, Int(id.entity) < storage.entityCount else { return nil }
    let entity = storage.entities + Int(id.entity)
    let table = entity.pointee.table
    guard table >= 0, isLive(id, table), let property = entity.pointee.property(key) else { return nil }
    return (table, property.pointee)
  }

  @inline(__always)
  private func isLive(_ id: ManagedObjectID, _ table: Int) -> Bool {
    let header = storage.header(table, Int32(bitPattern: id.number))
    return header.isLive && header.entity == id.entity
  }

  /// The place of an entity by its name, when objects of it can be made without more ado: nothing is wrong with the
  /// model, it is not abstract and its attributes have no defaults.
  @inline(__always)
  func plainEntity(named name: String) -> Int? {
    let access = schema.access
    guard let place = KeyTable.find(name, access.nameSlots, access.nameMask), name.utf8.count <= 16,
      access.entities[place].isPlain
    else { return nil }
    return place
  }

  // MARK: Setting

  @inline(__always)
  mutating func set(_ text: String, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property) = find(id, key), property.kind == .string else { return .refused }
    let row = Int32(bitPattern: id.number)
    edit()
    guard storage.setText(text, property.slot, row) else { return .unchanged }
    storage.markUpdated(table, row)
    return .changed
  }

  @inline(__always)
  mutating func set(_ number: Int64, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property) = find(id, key) else { return .refused }
    let row = Int32(bitPattern: id.number)
    switch property.kind {
    case .integer32, .integer16:
      guard let small = Int32(exactly: number), property.kind == .integer32 || Int16(exactly: number) != nil else {
        return .refused
      }
      if storage.integer32(property.slot, row) == small { return .unchanged }
      edit()
      storage.setInteger32(small, property.slot, row)
    case .integer64:
      if storage.word(property.slot, row) == UInt64(bitPattern: number) { return .unchanged }
      edit()
      storage.setWord(UInt64(bitPattern: number), property.slot, row)
    default: return .refused
    }
    storage.markUpdated(table, row)
    return .changed
  }

  @inline(__always)
  mutating func set(_ number: Double, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property) = find(id, key), property.kind == .double else { return .refused }
    return setWord(number.bitPattern, property.slot, table, Int32(bitPattern: id.number))
  }

  @inline(__always)
  mutating func set(_ date: Date, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property) = find(id, key), property.kind == .date else { return .refused }
    let bits = date.timeIntervalSinceReferenceDate.bitPattern
    return setWord(bits, property.slot, table, Int32(bitPattern: id.number))
  }

  @inline(__always)
  private mutating func setWord(_ bits: UInt64, _ slot: Int, _ table: Int, _ row: Int32) -> AccessOutcome {
    if storage.word(slot, row) == bits { return .unchanged }
    edit()
    storage.setWord(bits, slot, row)
    storage.markUpdated(table, row)
    return .changed
  }

  @inline(__always)
  mutating func set(_ flag: Bool, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (table, property) = find(id, key), property.kind == .boolean else { return .refused }
    let row = Int32(bitPattern: id.number)
    if storage.boolean(property.slot, row) == flag { return .unchanged }
    edit()
    storage.setBoolean(flag, property.slot, row)
    storage.markUpdated(table, row)
    return .changed
  }

  /// Makes a to-one lead to another object.
  @inline(__always)
  mutating func set(_ other: ManagedObjectID, of id: ManagedObjectID, forKey key: String) -> AccessOutcome {
    guard let (_, property) = find(id, key), property.kind == .toOne else { return .refused }
    return join(id, other, property)
  }

  /// Adds an object to a to-many.
  @inline(__always)
  mutating func add(_ other: ManagedObjectID, to key: String, of id: ManagedObjectID) -> AccessOutcome {
    guard let (_, property) = find(id, key), property.kind == .toMany else { return .refused }
    return join(id, other, property)
  }

  @inline(__always)
  private mutating func join(
    _ id: ManagedObjectID, _ other: ManagedObjectID, _ property: PropertyAccess
  ) -> AccessOutcome {
    let layout = storage.layouts + property.layout
    // Objects of descendants of the two entities take the long way.
    guard other.context == context, Int(other.entity) == layout.pointee.destination,
      isLive(other, layout.pointee.destinationTable),
      !layout.pointee.hasInverse || Int(id.entity) == layout.pointee.inverseDestination
    else { return .refused }
    return connect(layout.pointee, Int32(bitPattern: id.number), Int32(bitPattern: other.number))
      ? .changed : .unchanged
  }

  // MARK: Getting

  /// The text of a string attribute, nil where there is none; nil as a whole when it takes the long way.
  @inline(__always)
  func text(of id: ManagedObjectID, forKey key: String) -> String?? {
    guard let (_, property) = find(id, key), property.kind == .string else { return .none }
    return .some(storage.text(of: storage.slot(property.slot, Int32(bitPattern: id.number))))
  }

  @inline(__always)
  func integer(of id: ManagedObjectID, forKey key: String) -> Int64?? {
    guard let (_, property) = find(id, key) else { return .none }
    let row = Int32(bitPattern: id.number)
    return switch property.kind {
    case .integer16, .integer32: .some(storage.integer32(property.slot, row).map(Int64.init))
    case .integer64: .some(storage.word(property.slot, row).map { Int64(bitPattern: $0) })
    default: .none
    }
  }

  /// The object that a to-one leads to.
  @inline(__always)
  func object(of id: ManagedObjectID, forKey key: String) -> ManagedObjectID?? {
    guard let (_, property) = find(id, key), property.kind == .toOne else { return .none }
    let layout = storage.layouts + property.layout
    let row = target(of: layout.pointee, Int32(bitPattern: id.number))
    return .some(row == 0 ? nil : self.id(layout.pointee.destinationTable, row))
  }

  /// How many objects a to-many holds.
  @inline(__always)
  func count(of id: ManagedObjectID, forKey key: String) -> Int? {
    guard let (_, property) = find(id, key), property.kind == .toMany else { return nil }
    return Int(storage.list(property.slot, Int32(bitPattern: id.number)).count)
  }
}
