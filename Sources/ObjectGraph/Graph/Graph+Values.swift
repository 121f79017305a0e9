import Predicates

import struct Foundation.Date

extension Graph {
  /// The value of an attribute; `.null` where there is none.
  func value(of column: AttributeColumn, at place: Place) -> Value {
    let slot = column.slot
    switch column.kind {
    case .integer: return tables[place.table].integers[slot][place.row].map(Value.integer) ?? .null
    case .boolean: return tables[place.table].booleans[slot][place.row].map(Value.boolean) ?? .null
    case .double: return tables[place.table].doubles[slot][place.row].map(Value.double) ?? .null
    case .date:
      return tables[place.table].doubles[slot][place.row].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        ?? .null
    case .string: return tables[place.table].strings[slot][place.row].map(Value.string) ?? .null
    case .value: return tables[place.table].values[slot][place.row]
    }
  }

  /// Sets an attribute to a value that ``AttributeDescription/coerced(_:)`` made; marks nothing. Returns whether it
  /// differs from the value that was there; an equal one writes nothing.
  @discardableResult
  mutating func setValue(_ value: Value, of column: AttributeColumn, at place: Place) -> Bool {
    let slot = column.slot
    let table = place.table
    let row = place.row
    switch column.kind {
    case .integer:
      var new: Int64?
      if case .integer(let number) = value { new = number }
      if tables[table].integers[slot][row] == new { return false }
      tables[table].integers[slot][row] = new
    case .boolean:
      var new: Bool?
      if case .boolean(let flag) = value { new = flag }
      if tables[table].booleans[slot][row] == new { return false }
      tables[table].booleans[slot][row] = new
    case .double, .date:
      var new: Double?
      if case .double(let number) = value { new = number }
      if case .date(let date) = value { new = date.timeIntervalSinceReferenceDate }
      if tables[table].doubles[slot][row]?.bitPattern == new?.bitPattern { return false }
      tables[table].doubles[slot][row] = new
    case .string:
      var new: String?
      if case .string(let text) = value { new = text }
      // `==` of strings is canonical equivalence; two spellings of é are different values here.
      if let old = tables[table].strings[slot][row], let new, old.utf8.elementsEqual(new.utf8) { return false }
      if new == nil, tables[table].strings[slot][row] == nil { return false }
      tables[table].strings[slot][row] = new
    case .value:
      if tables[table].values[slot][row].isIdentical(to: value) { return false }
      tables[table].values[slot][row] = value
    }
    return true
  }

  /// The value of a property: an attribute's, `.object` or `.null` of a to-one, `.set` or, when ordered, `.array` of
  /// a to-many. A fetched property is nobody's column: `.array([])`.
  func value(of property: Property, at place: Place) -> Value {
    switch property.storage {
    case .attribute(let column): return value(of: column, at: place)
    case .relationship(let layout):
      if layout.isToMany {
        let members = members(of: layout, place.row).map { id(layout.destinationTable, $0).value }
        return layout.isOrdered ? .array(members) : .set(members)
      }
      let to = tables[layout.sourceTable].links[layout.slot][place.row].to
      return to == 0 ? .null : id(layout.destinationTable, to).value
    case .fetched: return .array([])
    }
  }
}
