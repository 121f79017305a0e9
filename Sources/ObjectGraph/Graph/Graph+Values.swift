import Predicates

import struct Foundation.Date

extension Graph {
  /// The value of an attribute; `.null` where there is none, and for a row that is not in the graph.
  func value(of column: AttributeColumn, at place: Place) -> Value {
    guard memory.contains(place.table, place.row) else { return .null }
    let (slot, row) = (column.slot, place.row)
    switch column.kind {
    case .integer: return memory.integer32(slot, row).map { .integer(Int64($0)) } ?? .null
    case .wideInteger: return memory.word(slot, row).map { .integer(Int64(bitPattern: $0)) } ?? .null
    case .boolean: return memory.boolean(slot, row).map(Value.boolean) ?? .null
    case .double: return memory.word(slot, row).map { .double(Double(bitPattern: $0)) } ?? .null
    case .date:
      return memory.word(slot, row).map {
        .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)))
      } ?? .null
    case .string: return memory.text(of: memory.slot(slot, row)).map(Value.string) ?? .null
    case .value: return storage.values[slot][row]
    }
  }

  /// Sets an attribute to a value that ``AttributeDescription/coerced(_:)`` made; marks nothing. Returns whether it
  /// differs from the value that was there; an equal one writes nothing. The row is in the graph.
  @discardableResult
  mutating func setValue(_ value: Value, of column: AttributeColumn, at place: Place) -> Bool {
    let (slot, row) = (column.slot, place.row)
    guard memory.contains(place.table, row) else { return false }
    switch column.kind {
    case .integer:
      var new: Int32?
      if case .integer(let number) = value { new = Int32(clamping: number) }
      if memory.integer32(slot, row) == new { return false }
      edit()
      memory.setInteger32(new, slot, row)
    case .wideInteger, .double, .date:
      var new: UInt64?
      switch value {
      case .integer(let number): new = UInt64(bitPattern: number)
      case .double(let number): new = number.bitPattern
      case .date(let date): new = date.timeIntervalSinceReferenceDate.bitPattern
      default: break
      }
      if memory.word(slot, row) == new { return false }
      edit()
      memory.setWord(new, slot, row)
    case .boolean:
      var new: Bool?
      if case .boolean(let flag) = value { new = flag }
      if memory.boolean(slot, row) == new { return false }
      edit()
      memory.setBoolean(new, slot, row)
    case .string:
      var new: String?
      if case .string(let text) = value { new = text }
      // Compared byte by byte: for `==` of strings two spellings of é are the same.
      edit()
      return memory.setText(new, slot, row)
    case .value:
      if storage.values[slot][row].isIdentical(to: value) { return false }
      edit()
      storage.values[slot][row] = value
    }
    return true
  }

  /// The value of a property: an attribute's, `.object` or `.null` of a to-one, `.set` or, when ordered, `.array` of a
  /// to-many. A fetched property has no column: `.array([])`.
  func value(of property: Property, at place: Place) -> Value {
    switch property.storage {
    case .attribute(let column): return value(of: column, at: place)
    case .relationship(let layout):
      if layout.isToMany {
        let members = members(of: layout, place.row).map { id(layout.destinationTable, $0).value }
        return layout.isOrdered ? .array(members) : .set(members)
      }
      let to = target(of: layout, place.row)
      return to == 0 ? .null : id(layout.destinationTable, to).value
    case .fetched: return .array([])
    }
  }
}
