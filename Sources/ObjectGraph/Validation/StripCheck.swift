/// A test of a page of objects at once: which of them may violate a property's bounds. It may report too many and never
/// too few; for a value that is not simple enough it reports all.
enum StripCheck {
  case requiredNumber(slot: Int, isWide: Bool)
  case requiredBoolean(slot: Int)
  case integers(slot: Int, ClosedRange<Int32>, isRequired: Bool)
  /// Texts: nil where it is required, and lengths in UTF-16 units.
  case texts(slot: Int, minimum: Int, maximum: Int, isRequired: Bool)
  case requiredTarget(slot: Int, isThreaded: Bool)
  /// Lists of fewer members; an empty one is allowed where the relationship is optional.
  case counts(slot: Int, ClosedRange<Int32>, allowsEmpty: Bool)
  /// Links to objects that do not exist, found by following the relationship.
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
        if property.isMissingAtInsertion { return [.everything] }
        checks.append(check(property, column))
      case .relationship(let layout):
        guard let relationship = property.relationship else { continue }
        if relationship.isToMany {
          let minimum = relationship.minimumCount
          let maximum = relationship.maximumCount > 0 ? relationship.maximumCount : Int(Int32.max)
          if minimum > 0 || maximum < Int(Int32.max) {
            guard let bounds = narrowed(Int64(minimum), Int64(maximum)) else { return [.everything] }
            checks.append(.counts(slot: layout.slot, bounds, allowsEmpty: relationship.isOptional))
          }
        } else if !relationship.isOptional {
          checks.append(.requiredTarget(slot: layout.slot, isThreaded: layout.shape == .manyToOne))
        }
        let destination = graph.memory.tables[layout.destinationTable]
        // Links back from what is marked as deleted are followed from there.
        if destination.goneCount > 0 || destination.deletedCount > 0 && !layout.hasInverse {
          checks.append(.dangling(layout))
        }
      case .fetched: break
      }
    }
    return checks
  }

  /// The numbers of 32 bits within bounds; nil where there are none: the bounds are the wrong way round, or lie beyond them.
  private static func narrowed(_ least: Int64, _ most: Int64) -> ClosedRange<Int32>? {
    if least > most || least > Int64(Int32.max) || most < Int64(Int32.min) { return nil }
    return Int32(clamping: least)...Int32(clamping: most)
  }

  private static func check(_ property: Property, _ column: AttributeColumn) -> StripCheck {
    guard let attribute = property.attribute, attribute.pattern == nil else { return .everything }
    let isRequired = !property.isOptional
    switch column.kind {
    case .integer:
      if !property.isBounded { return .requiredNumber(slot: column.slot, isWide: false) }
      guard case .integer(let least) = attribute.minimumValue ?? .integer(.min),
        case .integer(let most) = attribute.maximumValue ?? .integer(.max), let bounds = narrowed(least, most)
      else { return .everything }
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

  /// Adds the rows of a page that the question names to `suspects`. A word for each strip.
  func name(_ suspects: inout PageRows, among rows: PageRows, in page: RowStrip, strips: Int) {
    switch self {
    case .everything: suspects |= rows
    case .requiredNumber(let slot, let isWide):
      for index in 0..<strips {
        let strip = page.strip(index)
        suspects[index] |= rows[index] & ~(isWide ? strip.wideIntegers(slot).present : strip.integers(slot).present)
      }
    case .requiredBoolean(let slot):
      for index in 0..<strips {
        let values = page.strip(index).booleans(slot)
        suspects[index] |= rows[index] & StripCheck.mask { values[$0] == 0 }
      }
    case .integers(let slot, let bounds, let isRequired):
      let (least, most) = (bounds.lowerBound, bounds.upperBound)
      for index in 0..<strips {
        let (values, present) = page.strip(index).integers(slot)
        // One of the two differences is negative when a value is out of bounds, also where they wrap around; and perhaps
        // when none is. A missing value is 0 and may lie outside. Then the rows are looked at one by one.
        let isOutside = StripCheck.isAnyNegative(values) { ($0 &- least) | (most &- $0) }
        var found = isRequired ? ~present : 0
        if isOutside { found |= StripCheck.mask { values[$0] < least || values[$0] > most } & present }
        suspects[index] |= rows[index] & found
      }
    case .texts(let slot, let minimum, let maximum, let isRequired):
      for index in 0..<strips {
        suspects[index] |=
          rows[index] & StripCheck.texts(page.strip(index), slot, minimum, maximum, isRequired)
      }
    case .requiredTarget(let slot, let isThreaded):
      for index in 0..<strips {
        let targets = page.strip(index).targets(slot, isThreaded: isThreaded)
        if StripCheck.isAnyNegative(targets, { $0 &- 1 }) {
          suspects[index] |= rows[index] & StripCheck.mask { targets[$0] == 0 }
        }
      }
    case .counts(let slot, let bounds, let allowsEmpty):
      let least = bounds.lowerBound
      let most = bounds.upperBound
      for index in 0..<strips {
        let lists = page.strip(index).lists(slot)
        var signs: Int32 = 0
        for place in 0..<PageLayout.stripRows {
          let count = lists[place].count
          signs |= (count &- least) | (most &- count)
        }
        if signs >= 0 { continue }
        suspects[index] |=
          rows[index]
          & StripCheck.mask {
            !bounds.contains(lists[$0].count) && !(allowsEmpty && lists[$0].count == 0)
          }
      }
    case .dangling(let layout):
      for index in 0..<strips {
        forEachBit(of: rows[index]) { place in
          let row = page.strip(index).first + Int32(place)
          if page.memory.hasMemberGone(layout, row) { suspects[index] |= 1 &<< UInt64(place) }
        }
      }
    }
  }

  /// A text has at most as many UTF-16 units as bytes of UTF-8, and at least a third of them.
  private static func texts(
    _ strip: RowStrip, _ slot: Int, _ minimum: Int, _ maximum: Int, _ isRequired: Bool
  ) -> UInt64 {
    let slots = strip.texts(slot)
    if minimum <= 1, maximum == .max {
      // The last byte of sixteen: 0 no text, 1 an empty one. Found first for all 64 together, which every strip has.
      let lasts = UnsafeRawPointer(slots) + 15
      let enough: Int32 = minimum == 1 ? 2 : 1
      var signs: Int32 = 0
      for place in 0..<PageLayout.stripRows {
        signs |= Int32(lasts.load(fromByteOffset: 16 &* place, as: UInt8.self)) &- enough
      }
      if signs >= 0 { return 0 }
      return mask { slots[$0].isNull ? isRequired : minimum == 1 && slots[$0].high &>> 56 == 1 }
    }
    return mask { place in
      if slots[place].isNull { return isRequired }
      let count = slots[place].isLong ? strip.memory.longBytes(slots[place]).count : slots[place].shortCount
      return count > maximum || (count + 2) / 3 < minimum
    }
  }

  /// Whether a function of the numbers of a strip, which are 64, is negative for one of them: eight at a time, without a
  /// branch.
  @inline(__always)
  private static func isAnyNegative(
    _ values: UnsafePointer<Int32>, _ function: (SIMD8<Int32>) -> SIMD8<Int32>
  ) -> Bool {
    var signs = SIMD8<Int32>.zero
    for place in stride(from: 0, to: PageLayout.stripRows, by: 8) {
      let eight = UnsafeRawPointer(values).loadUnaligned(fromByteOffset: 4 &* place, as: SIMD8<Int32>.self)
      signs |= function(eight)
    }
    return signs.min() < 0
  }

  @inline(__always)
  private static func mask(_ isNamed: (Int) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    for place in 0..<PageLayout.stripRows { bits |= (isNamed(place) ? 1 : 0) &<< UInt64(place) }
    return bits
  }
}
