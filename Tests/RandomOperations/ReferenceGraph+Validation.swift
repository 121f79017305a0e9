import ObjectGraph
import Predicates

/// One thing that keeps an object from being saved.
package struct Fault: Hashable, Comparable {
  package var label: Label
  package var key: String
  package var code: Int

  package static func < (a: Fault, b: Fault) -> Bool {
    (a.label, a.key, a.code) < (b.label, b.key, b.code)
  }
}

extension ReferenceGraph {
  /// Everything that a save says: of deleted, inserted and updated objects, and of uniqueness.
  func faults(saved: ReferenceGraph) -> [Fault] {
    var faults: [Fault] = []
    for (label, object) in objects {
      if object.isDeleted {
        faults += deletionFaults(label, object)
      } else if saved.objects[label] == nil || object.isTouched {
        faults += attributeFaults(label, object)
        faults += relationshipFaults(label, object)
        faults += uniquenessFaults(label, object)
      }
    }
    return faults.sorted()
  }

  /// Deny: the deleted object still holds one that stays. Asked of objects that were never saved too.
  private func deletionFaults(_ label: Label, _ object: Object) -> [Fault] {
    schema.relationships(of: object.entity).filter { relationship in
      relationship.deleteRule == .deny && links(label, relationship.name).contains(where: isLive)
    }.map { Fault(label: label, key: $0.name, code: 1600) }
  }

  /// nil first and alone, then every bound; bounds are inclusive.
  private func attributeFaults(_ label: Label, _ object: Object) -> [Fault] {
    var faults: [Fault] = []
    for attribute in schema.attributes(of: object.entity) {
      let value = value(label, attribute.name)
      func fail(_ code: Int) { faults.append(Fault(label: label, key: attribute.name, code: code)) }
      if value.isNull {
        if !attribute.isOptional { fail(1570) }
        continue
      }
      let isDate = attribute.type == .date
      if let size = value.size {
        // Not a number counts as above every bound: a choice of ours.
        if let maximum = attribute.maximumValue?.size, size > maximum || size.isNaN { fail(isDate ? 1630 : 1610) }
        if let minimum = attribute.minimumValue?.size, size < minimum { fail(isDate ? 1640 : 1620) }
      }
      if case .string(let text) = value {
        if let maximum = attribute.maximumLength, text.utf16.count > maximum { fail(1660) }
        if let minimum = attribute.minimumLength, text.utf16.count < minimum { fail(1670) }
        if attribute.pattern == RandomModel.pattern, !RandomModel.matches(text) { fail(1680) }
      }
    }
    return faults
  }

  /// Counts are not asked of an optional to-many that is empty; a required one that is empty has too few (1580) if it has
  /// a minimum.
  private func relationshipFaults(_ label: Label, _ object: Object) -> [Fault] {
    var faults: [Fault] = []
    for relationship in schema.relationships(of: object.entity) {
      let members = links(label, relationship.name)
      func fail(_ code: Int) { faults.append(Fault(label: label, key: relationship.name, code: code)) }
      if !relationship.isToMany {
        if members.isEmpty, !relationship.isOptional { fail(1570) }
      } else if members.isEmpty {
        if !relationship.isOptional, relationship.minimumCount > 0 { fail(1580) }
      } else {
        if members.count < relationship.minimumCount { fail(1580) }
        if relationship.maximumCount > 0, members.count > relationship.maximumCount { fail(1590) }
      }
      if members.contains(where: { isDangling($0, relationship) }) { fail(1550) }
    }
    return faults
  }

  /// Whether what is led to is gone or goes; not when this very link keeps it from going, which 1600 says.
  private func isDangling(_ member: Label, _ relationship: RelationshipDescription) -> Bool {
    guard !isLive(member) else { return false }
    guard let object = objects[member], let inverse = relationship.inverse else { return true }
    return schema.relationship(inverse, of: object.entity)?.deleteRule != .deny
  }

  /// No two live objects of the declaring entity may share the values; a nil is like no other value.
  private func uniquenessFaults(_ label: Label, _ object: Object) -> [Fault] {
    var faults: [Fault] = []
    for (declaredBy, keys) in schema.entities[object.entity]?.constraints ?? [] {
      func values(_ label: Label) -> [Value]? {
        guard let entity = objects[label]?.entity else { return nil }
        let values = keys.map { key -> Value in
          if schema.relationship(key, of: entity) == nil { return value(label, key) }
          return links(label, key).first.map { .integer(Int64($0)) } ?? .null
        }
        return values.contains(where: \.isNull) ? nil : values
      }
      guard let mine = values(label) else { continue }
      let isShared = objects.contains { other, found in
        other != label && !found.isDeleted && schema.isKind(found.entity, of: declaredBy) && values(other) == mine
      }
      if isShared { faults.append(Fault(label: label, key: keys.first ?? "", code: 1551)) }
    }
    return faults
  }
}

extension Value {
  /// Numbers and dates as one kind of number; nil for anything else.
  var size: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    case .date(let date): date.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  /// Whether two values are the same to the last bit: the same text in the same spelling, the same NaN, -0 not 0.
  package func isExactly(_ other: Value) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): Array(a.utf8) == Array(b.utf8)
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.url(let a), .url(let b)): a.absoluteString == b.absoluteString
    case (.array(let a), .array(let b)), (.set(let a), .set(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isExactly($1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key]?.isExactly(value) ?? false }
    default: self == other
    }
  }
}
