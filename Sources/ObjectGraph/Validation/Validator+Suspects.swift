extension Validator {
  /// The pending objects of which ``errorsOfLive(_:)`` may have something to say: the strips of all changed pages are
  /// looked through column by column, without a branch for each object, and what is sound there is asked no further.
  /// By table and number, those that were inserted apart.
  func suspects() -> (inserted: [ManagedObjectID], updated: [ManagedObjectID]) {
    var inserted: [ManagedObjectID] = []
    var updated: [ManagedObjectID] = []
    for table in graph.schema.tables.indices where graph.storage.tables[table].markedCount > 0 {
      let kinds = graph.schema.entities.compactMap { $0 }.filter { $0.table == table && !$0.isAbstract }
      let checks = kinds.map { entity in
        (entity: UInt16(truncatingIfNeeded: entity.index) &+ 1, list: StripCheck.all(of: entity, in: graph))
      }
      graph.storage.forEachMarkedPage(table) { page in
        let rows = graph.storage.rows(ofPage: page, table)
        var first = rows.lowerBound
        while first < rows.upperBound {
          let strip = RowStrip(storage: graph.storage, table: table, first: first)
          var suspects = strip.pending
          if suspects != 0 { suspects = StripCheck.suspects(among: suspects, in: strip, checks) }
          while suspects != 0 {
            let row = first + Int32(suspects.trailingZeroBitCount)
            suspects &= suspects &- 1
            let header = graph.storage.header(table, row)
            let id = ManagedObjectID(entity: Int(header.entity), number: row, context: graph.context)
            if header.marks.contains(.inserted) { inserted.append(id) }
            if header.marks.contains(.updated) { updated.append(id) }
          }
          first += Int32(PageLayout.stripRows)
        }
      }
    }
    return (inserted, updated)
  }
}

/// A question that is asked of 64 objects at once: which of them may violate a property's bounds. It may name too many
/// and names none too few; what is not plain enough names all.
enum StripCheck {
  case requiredNumber(slot: Int, isWide: Bool)
  case requiredBoolean(slot: Int)
  case integers(slot: Int, ClosedRange<Int32>, isRequired: Bool)
  /// Texts: nil where it is required, and lengths in UTF-16 units.
  case texts(slot: Int, minimum: Int, maximum: Int, isRequired: Bool)
  case requiredTarget(RelationshipLayout)
  /// Lists of fewer members; an empty one is allowed where the relationship is optional.
  case counts(slot: Int, ClosedRange<Int32>, allowsEmpty: Bool)
  /// Whether what a relationship leads to is there.
  case dangling(RelationshipLayout)
  case everything

  /// The questions that an entity's objects have to be asked; what is always true is left out.
  static func all(of entity: Entity, in graph: Graph) -> [StripCheck] {
    if !entity.rules.isEmpty { return [.everything] }
    var checks: [StripCheck] = []
    for property in entity.properties {
      switch property.storage {
      case .attribute(let column):
        if property.isOptional, !property.isBounded { continue }
        checks.append(check(property, column))
      case .relationship(let layout):
        guard let relationship = property.relationship else { continue }
        if relationship.isToMany {
          let minimum = relationship.isOptional ? relationship.minimumCount : max(1, relationship.minimumCount)
          let maximum = relationship.maximumCount > 0 ? relationship.maximumCount : Int(Int32.max)
          if minimum > 0 || maximum < Int(Int32.max) {
            let least = Int32(clamping: minimum)
            // No list is within bounds that are the wrong way round.
            if minimum > maximum { return [.everything] }
            checks.append(
              .counts(slot: layout.slot, least...Int32(clamping: maximum), allowsEmpty: relationship.isOptional))
          }
        } else if !relationship.isOptional {
          checks.append(.requiredTarget(layout))
        }
        let destination = graph.storage.tables[layout.destinationTable]
        if destination.deletedCount > 0 || destination.goneCount > 0 { checks.append(.dangling(layout)) }
      case .fetched: break
      }
    }
    return checks
  }

  private static func check(_ property: Property, _ column: AttributeColumn) -> StripCheck {
    guard let attribute = property.attribute, attribute.pattern == nil else { return .everything }
    let isRequired = !property.isOptional
    switch column.kind {
    case .integer:
      if !property.isBounded { return .requiredNumber(slot: column.slot, isWide: false) }
      var bounds: ClosedRange<Int32> = .min ... .max
      if let minimum = attribute.minimumValue {
        guard case .integer(let least) = minimum else { return .everything }
        bounds = max(bounds.lowerBound, Int32(clamping: least))...bounds.upperBound
      }
      if let maximum = attribute.maximumValue {
        guard case .integer(let most) = maximum, most >= Int64(bounds.lowerBound) else { return .everything }
        bounds = bounds.lowerBound...Int32(clamping: most)
      }
      return .integers(slot: column.slot, bounds, isRequired: isRequired)
    case .wideInteger, .double, .date:
      return property.isBounded ? .everything : .requiredNumber(slot: column.slot, isWide: true)
    case .boolean: return property.isBounded ? .everything : .requiredBoolean(slot: column.slot)
    case .string:
      if attribute.minimumValue != nil || attribute.maximumValue != nil { return .everything }
      return .texts(
        slot: column.slot, minimum: attribute.minimumLength ?? 0, maximum: attribute.maximumLength ?? .max,
        isRequired: isRequired)
    case .value: return .everything
    }
  }

  /// Those of some rows of a strip that their entity's questions name.
  @inline(__always)
  static func suspects(
    among rows: UInt64, in strip: RowStrip, _ checks: [(entity: UInt16, list: [StripCheck])]
  ) -> UInt64 {
    var suspects: UInt64 = 0
    for (entity, list) in checks {
      var mine = rows
      if checks.count > 1 {
        let entities = strip.entities
        var bits: UInt64 = 0
        for place in 0..<PageLayout.stripRows { bits |= (entities[place] == entity ? 1 : 0) &<< UInt64(place) }
        mine &= bits
        if mine == 0 { continue }
      }
      for check in list { suspects |= mine & check.violations(in: strip, mine) }
    }
    return suspects
  }

  /// The rows of a strip that the question names.
  private func violations(in strip: RowStrip, _ rows: UInt64) -> UInt64 {
    switch self {
    case .everything: return .max
    case .requiredNumber(let slot, let isWide):
      return ~(isWide ? strip.wideIntegers(slot).present : strip.integers(slot).present)
    case .requiredBoolean(let slot):
      let values = strip.booleans(slot)
      return StripCheck.mask { values[$0] == 0 }
    case .integers(let slot, let bounds, let isRequired):
      let (values, present) = strip.integers(slot)
      let least = bounds.lowerBound
      let span = UInt32(bitPattern: bounds.upperBound &- least)
      var worst: UInt32 = 0
      for place in 0..<PageLayout.stripRows { worst = max(worst, UInt32(bitPattern: values[place] &- least)) }
      // A missing value is 0 and may lie outside: then the rows are looked at one by one.
      let outside = worst > span ? StripCheck.mask { UInt32(bitPattern: values[$0] &- least) > span } & present : 0
      return outside | (isRequired ? ~present : 0)
    case .texts(let slot, let minimum, let maximum, let isRequired):
      return texts(strip, slot, minimum, maximum, isRequired)
    case .requiredTarget(let layout):
      let targets = strip.targets(layout)
      var least = Int32.max
      for place in 0..<PageLayout.stripRows { least = min(least, targets[place]) }
      return least > 0 ? 0 : StripCheck.mask { targets[$0] == 0 }
    case .counts(let slot, let bounds, let allowsEmpty):
      let lists = strip.lists(slot)
      let least = bounds.lowerBound
      let span = UInt32(bitPattern: bounds.upperBound &- least)
      var worst: UInt32 = 0
      for place in 0..<PageLayout.stripRows { worst = max(worst, UInt32(bitPattern: lists[place].count &- least)) }
      if worst <= span { return 0 }
      return StripCheck.mask {
        UInt32(bitPattern: lists[$0].count &- least) > span && !(allowsEmpty && lists[$0].count == 0)
      }
    case .dangling(let layout): return dangling(strip, layout, rows)
    }
  }

  /// A text has at most as many UTF-16 units as bytes of UTF-8, and at least a third of them.
  private func texts(_ strip: RowStrip, _ slot: Int, _ minimum: Int, _ maximum: Int, _ isRequired: Bool) -> UInt64 {
    let slots = strip.texts(slot)
    if minimum <= 1, maximum == .max {
      // The last byte: 0 no text, 1 an empty one. Found first for all 64 together.
      let limit: UInt64 = minimum == 1 ? 1 : 0
      var least = UInt64.max
      for place in 0..<PageLayout.stripRows { least = min(least, slots[place].high) }
      if least &>> 56 > limit { return 0 }
      return StripCheck.mask {
        slots[$0].isNull ? isRequired : minimum == 1 && slots[$0].high &>> 56 == 1
      }
    }
    return StripCheck.mask { place in
      if slots[place].isNull { return isRequired }
      let count = slots[place].isLong ? strip.storage.longBytes(slots[place]).count : slots[place].shortCount
      return count > maximum || (count + 2) / 3 < minimum
    }
  }

  private func dangling(_ strip: RowStrip, _ layout: RelationshipLayout, _ rows: UInt64) -> UInt64 {
    let graph = strip.graphForReading
    var found: UInt64 = 0
    var rest = rows
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest &- 1
      graph.forEachMember(of: layout, strip.first + Int32(place)) { member in
        if !strip.storage.marks(layout.destinationTable, member).isLive { found |= 1 &<< UInt64(place) }
      }
    }
    return found
  }

  @inline(__always)
  private static func mask(_ isNamed: (Int) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for place in 0..<PageLayout.stripRows { bits |= (isNamed(place) ? 1 : 0) &<< UInt64(place) }
    return bits
  }
}
