import ObjectGraph
import Predicates

/// An entity seen as a table: a row for each object, sub-entities included, a column for each attribute and to-one
/// relationship, inherited ones too.
///
/// Transient and derived attributes are no columns, and neither is the object's identity: a number that the graph gives
/// describes nothing. Values are numbered, so that rules compare numbers; a missing value has none.
package struct EntityRelation: Sendable {
  package struct Column: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case attribute(AttributeType)
      case toOne(destination: String)
    }

    package var name: String
    package var kind: Kind
    /// The entity that declares it.
    package var declaredBy: String
    package var isOptional: Bool
    /// Marked `userInfo denormalised: true`: the author knows.
    package var isSetAside: Bool

    package var destination: String? {
      if case .toOne(let destination) = kind { destination } else { nil }
    }

    package var type: AttributeType? {
      if case .attribute(let type) = kind { type } else { nil }
    }
  }

  package let entity: String
  /// The columns of a table that has rows, or that was made without an index of the model.
  private let listed: [Column]?
  /// The entity with its ancestors, root first, for a table without rows: in a deep hierarchy all inherited columns of all
  /// entities are more than anyone asks for.
  private let lineage: @Sendable () -> [EntityDescription]
  private var own: [Column]?
  package let objects: [ManagedObjectID]
  /// For each column a number for each row, -1 where there is no value.
  let numbers: [[Int32]]
  /// For each column the values by their numbers.
  let values: [[Value]]
  /// The context's. If it says yes, groups and evidence are those of no rows: the caller asks it again before showing a
  /// result.
  package let cancellation: Cancellation

  /// The table of an entity as it is now. O(objects × columns).
  package init(_ entity: String, in context: ManagedObjectContext) throws {
    try self.init(entity, along: context.model.lineage(of: entity), in: context)
  }

  /// - Parameter lineage: The entity with its ancestors, root first.
  init(_ entity: String, along lineage: [EntityDescription], in context: ManagedObjectContext) throws {
    let columns = Self.columns(along: lineage)
    let objects = try context.fetch(FetchRequest(entity))
    var numbers = [[Int32]](repeating: [], count: columns.count)
    var values = [[Value]](repeating: [], count: columns.count)
    for (place, column) in columns.enumerated() {
      var known: [Value: Int32] = [:]
      numbers[place].reserveCapacity(objects.count)
      try context.cancellation.spend(.rows, 16 * objects.count)
      for object in objects {
        let value = try context.value(of: object, forKey: column.name)
        // The checks read each text several times: as a list, as a number, as another object's.
        if case .string(let text) = value { try context.cancellation.spend(.rows, text.utf8.count >> 2) }
        if value.isNull {
          numbers[place].append(-1)
        } else if let number = known[value] {
          numbers[place].append(number)
        } else {
          let number = Int32(clamping: values[place].count)
          known[value] = number
          values[place].append(value)
          numbers[place].append(number)
        }
      }
    }
    self.init(
      entity: entity, listed: columns, { lineage }, objects: objects, numbers: numbers, values: values,
      context.cancellation)
  }

  /// The table of an entity without rows.
  package init(_ entity: String, emptyIn model: ManagedObjectModel) {
    let lineage = model.lineage(of: entity)
    self.init(
      entity: entity, listed: Self.columns(along: lineage), { lineage }, objects: [], numbers: [], values: [])
  }

  /// The table of an entity without rows, which finds its columns through an index of the model when a rule needs them.
  /// O(properties of the entity).
  init(_ entity: String, emptyIn index: ModelIndex) {
    self.init(entity: entity, listed: nil, { index.lineage(of: entity) }, objects: [], numbers: [], values: [])
    own = index.entity(entity).map { Self.columns(along: [$0]) }
  }

  private init(
    entity: String, listed: [Column]?, _ lineage: @escaping @Sendable () -> [EntityDescription],
    objects: [ManagedObjectID], numbers: [[Int32]], values: [[Value]], _ cancellation: Cancellation = .never
  ) {
    self.entity = entity
    self.listed = listed
    self.lineage = lineage
    self.objects = objects
    self.numbers = numbers
    self.values = values
    self.cancellation = cancellation
  }

  /// The columns that an entity has, root first.
  package static func columns(of entity: String, in model: ManagedObjectModel) -> [Column] {
    columns(along: model.lineage(of: entity))
  }

  /// The columns of an entity, given with its ancestors, root first.
  package static func columns(along lineage: [EntityDescription]) -> [Column] {
    lineage.flatMap { owner in
      owner.properties.compactMap { property -> Column? in
        let isSetAside = owner.userInfo.saysDenormalised || property.userInfo.saysDenormalised
        switch property {
        case .attribute(let attribute):
          guard !attribute.isTransient, attribute.derivation == nil else { return nil }
          return Column(
            name: attribute.name, kind: .attribute(attribute.compositeName == nil ? attribute.type : .undefined),
            declaredBy: owner.name, isOptional: attribute.isOptional, isSetAside: isSetAside)
        case .relationship(let relationship):
          guard !relationship.isToMany, !relationship.isTransient else { return nil }
          return Column(
            name: relationship.name, kind: .toOne(destination: relationship.destination), declaredBy: owner.name,
            isOptional: relationship.isOptional, isSetAside: isSetAside)
        case .fetched: return nil
        }
      }
    }
  }

  /// Its columns, those of the root first. O(1); O(properties) each time for a table without rows.
  package var columns: [Column] { listed ?? Self.columns(along: lineage()) }

  /// The columns that the entity declares itself.
  package var ownColumns: [Column] { own ?? columns.filter { $0.declaredBy == entity } }

  package var rowCount: Int { objects.count }

  package func place(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  package func places(of names: [String]) -> [Int]? {
    var places: [Int] = []
    for name in names {
      guard let place = place(of: name) else { return nil }
      places.append(place)
    }
    return places
  }

  /// The value in a row; nil where there is none.
  package func value(row: Int, column: Int) -> Value? {
    let number = numbers[column][row]
    return number < 0 ? nil : values[column][Int(number)]
  }

  /// The different values of a column, in the order in which they come.
  package func values(of column: Int) -> [Value] { objects.isEmpty ? [] : values[column] }

  func isMissing(row: Int, column: Int) -> Bool { numbers[column][row] < 0 }

  /// How many different values a column has; a missing one is none.
  func distinctCount(_ column: Int) -> Int { values(of: column).count }

  /// How many rows have a value there.
  func filledCount(_ column: Int) -> Int { objects.isEmpty ? 0 : numbers[column].count { $0 >= 0 } }

  /// How often each value of a column occurs.
  func frequencies(_ column: Int) -> [Int] {
    if objects.isEmpty { return [] }
    var counts = [Int](repeating: 0, count: values[column].count)
    for number in numbers[column] where number >= 0 { counts[Int(number)] += 1 }
    return counts
  }

  /// Whether no two rows have the same value there, of those that have one.
  func isUnique(_ column: Int) -> Bool { distinctCount(column) == filledCount(column) }

  /// The rows that agree on some columns, in the order in which each group's first row comes; rows that lack one of the
  /// values are left out.
  package func groups(by columns: [Int]) -> [[Int]] {
    guard !objects.isEmpty, cancellation.allows(.rows, rowCount >> 4) else { return [] }
    if columns.count == 1 {
      var groups = [[Int]](repeating: [], count: values[columns[0]].count)
      for (row, number) in numbers[columns[0]].enumerated() where number >= 0 { groups[Int(number)].append(row) }
      return groups
    }
    var places: [[Int32]: Int] = [:]
    var groups: [[Int]] = []
    for row in objects.indices {
      let key = columns.map { numbers[$0][row] }
      if key.contains(where: { $0 < 0 }) { continue }
      if let place = places[key] {
        groups[place].append(row)
      } else {
        places[key] = groups.count
        groups.append([row])
      }
    }
    return groups
  }
}

extension EntityRelation: Equatable {
  /// The same objects with the same values in the same columns.
  package static func == (left: EntityRelation, right: EntityRelation) -> Bool {
    left.entity == right.entity && left.columns == right.columns && left.objects == right.objects
      && left.numbers == right.numbers && left.values == right.values
  }
}

extension [String: Value] {
  /// Whether the author has marked that a redundancy is meant.
  package var saysDenormalised: Bool {
    switch self["denormalised"] ?? self["denormalized"] {
    case .boolean(let value)?: value
    case .string(let text)?: !["", "no", "false"].contains(text.lowercased())
    case nil, .null?: false
    default: true
    }
  }
}
