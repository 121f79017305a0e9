import ModelReview
import ObjectGraph
import Predicates

/// Shows what goes wrong with the objects at hand: for each violation statements that make it happen.
struct AnomalyFinder {
  let relation: EntityRelation
  let context: ManagedObjectContext
  /// The names of sample objects in statements.
  let names: [ManagedObjectID: String]

  private var formatter: ObjectFormatter { ObjectFormatter(context: context) }

  func anomalies(of violation: EntityNormalization.Violation) -> [AnomalyView] {
    switch violation.kind {
    case .functional(let determinant, let dependents):
      guard let left = relation.places(of: determinant), let right = dependents.first.flatMap(relation.place(of:))
      else {
        return []
      }
      let groups = relation.groups(by: left).filter { group in
        group.contains { relation.value(row: $0, column: right) != nil }
      }
      return [
        update(left, right, groups), insert(left, right), delete(left, right, groups),
      ].compactMap { $0 }
    case .multivalued(let determinant, let blocks): return mixed(determinant, blocks)
    case .join: return forced()
    }
  }

  // MARK: Functional dependencies

  /// The largest group says the same most often; one statement, and it says two things.
  private func update(_ left: [Int], _ right: Int, _ groups: [[Int]]) -> AnomalyView? {
    guard let group = groups.max(by: { $0.count < $1.count }), group.count > 1, let row = group.first,
      let value = relation.value(row: row, column: right), let other = otherValue(than: value, in: right)
    else { return nil }
    let object = relation.objects[row]
    return AnomalyView(
      kind: .update(copies: group.count), determinant: keys(left), values: values(left, row), dependent: key(right),
      value: shown(value), object: shownObject(object),
      statements: ["\(reference(object)).\(key(right)) = \(written(other))"])
  }

  /// The smallest group: with its last object goes what it says.
  private func delete(_ left: [Int], _ right: Int, _ groups: [[Int]]) -> AnomalyView? {
    guard let group = groups.min(by: { $0.count < $1.count }), let row = group.first,
      let value = relation.value(row: row, column: right)
    else { return nil }
    let object = relation.objects[row]
    let condition = left.map { place in
      "\(key(place)) == \(relation.value(row: row, column: place).map(written) ?? "nil")"
    }.joined(separator: " AND ")
    return AnomalyView(
      kind: .delete(count: group.count), determinant: keys(left), values: values(left, row), dependent: key(right),
      value: shown(value), object: shownObject(object),
      statements: group.count == 1
        ? ["delete \(reference(object))"]
        : names.isEmpty
          ? ["delete \(relation.entity) where \(condition)"] : group.map { "delete \(reference(relation.objects[$0]))" }
    )
  }

  /// Something without objects of this entity: what it has can't be said without making one up.
  private func insert(_ left: [Int], _ right: Int) -> AnomalyView? {
    guard let value = relation.values(of: right).first else { return nil }
    if left.count == 1, let destination = relation.columns[left[0]].destination {
      let used = Set(relation.values(of: left[0]))
      let free = (try? context.fetch(FetchRequest(destination)))?.first { !used.contains($0.value) }
      let arguments = "\(key(right)): \(written(value))"
      if let free {
        return AnomalyView(
          kind: .insert, determinant: keys(left), values: [shownObject(free)], dependent: key(right),
          value: shown(value), object: nil,
          statements: ["\(relation.entity)(\(key(left[0])): \(reference(free)), \(arguments))"])
      }
      guard let made = construction(of: destination) else { return nil }
      let name = "new\(destination)"
      return AnomalyView(
        kind: .insert, determinant: keys(left), values: [.description("a new \(destination)")], dependent: key(right),
        value: shown(value), object: nil,
        statements: ["let \(name) = \(made)", "\(relation.entity)(\(key(left[0])): \(name), \(arguments))"])
    }
    let given = left.map { place in
      relation.values(of: place).last.flatMap { otherValue(than: $0, in: place, isNew: true) }.map {
        "\(key(place)): \(written($0))"
      }
    }
    guard given.allSatisfy({ $0 != nil }), !given.isEmpty else { return nil }
    let arguments = given.compactMap { $0 } + ["\(key(right)): \(written(value))"]
    return AnomalyView(
      kind: .insert, determinant: keys(left),
      values: [.description("a new \(keys(left).joined(separator: ", "))")], dependent: key(right),
      value: shown(value), object: nil,
      statements: ["\(relation.entity)(\(arguments.joined(separator: ", ")))"])
  }

  // MARK: Independent facts

  /// One new value on one side takes an object for each value of the other.
  private func mixed(_ determinant: [String], _ blocks: [[String]]) -> [AnomalyView] {
    guard let left = relation.places(of: determinant), blocks.count >= 2, let one = relation.places(of: blocks[0]),
      let other = relation.places(of: blocks[1]), let changed = one.first
    else { return [] }
    let groups = left.isEmpty ? [Array(relation.objects.indices)] : relation.groups(by: left)
    func distinct(_ group: [Int], _ columns: [Int]) -> Int {
      Set(group.map { row in columns.map { relation.value(row: row, column: $0) } }).count
    }
    guard let group = groups.max(by: { distinct($0, other) < distinct($1, other) }), let row = group.first else {
      return []
    }
    let inGroup = Set(group.compactMap { relation.value(row: $0, column: changed) })
    let unused = relation.values(of: changed).first { !inGroup.contains($0) }
    guard let present = relation.value(row: row, column: changed),
      let fresh = unused ?? otherValue(than: present, in: changed, isNew: true)
    else { return [] }
    let arguments = relation.columns.indices.compactMap { column -> String? in
      let value = column == changed ? fresh : relation.value(row: row, column: column)
      return value.map { "\(key(column)): \(written($0))" }
    }
    var anomalies = [
      AnomalyView(
        kind: .insertMany(count: distinct(group, other)), determinant: determinant, values: values(left, row),
        dependent: key(changed), value: shown(fresh), object: nil,
        statements: ["\(relation.entity)(\(arguments.joined(separator: ", ")))"])
    ]
    let copies = group.filter { relation.value(row: $0, column: changed) == present }
    let condition = (left + [changed]).map { place in
      "\(key(place)) == \(relation.value(row: row, column: place).map(written) ?? "nil")"
    }.joined(separator: " AND ")
    anomalies.append(
      AnomalyView(
        kind: .delete(count: copies.count), determinant: determinant, values: values(left, row),
        dependent: key(changed), value: shown(present), object: shownObject(relation.objects[row]),
        statements: names.isEmpty
          ? ["delete \(relation.entity) where \(condition)"]
          : copies.map { "delete \(reference(relation.objects[$0]))" }))
    return anomalies
  }

  /// A row that three others demand.
  private func forced() -> [AnomalyView] {
    guard let row = relation.objects.indices.first(where: { relation.isForced($0) }) else { return [] }
    return [
      AnomalyView(
        kind: .deleteForced, determinant: relation.columns.map(\.name),
        values: values(Array(relation.columns.indices), row), dependent: "", value: .absent,
        object: shownObject(relation.objects[row]), statements: ["delete \(reference(relation.objects[row]))"])
    ]
  }

  // MARK: Words

  private func key(_ column: Int) -> String { relation.columns[column].name }

  private func keys(_ columns: [Int]) -> [String] { columns.map(key) }

  private func values(_ columns: [Int], _ row: Int) -> [ShownValue] {
    columns.map { shown(relation.value(row: row, column: $0) ?? .null) }
  }

  private func shown(_ value: Value) -> ShownValue { value.objectID.map(shownObject) ?? formatter.shown(value) }

  private func shownObject(_ id: ManagedObjectID) -> ShownValue {
    names[id].map { .description($0) } ?? .object(formatter.label(id))
  }

  private func reference(_ id: ManagedObjectID) -> String { names[id] ?? formatter.label(id).reference }

  private func written(_ value: Value) -> String { value.objectID.map(reference) ?? ModelText.literal(value) }

  /// A value that the column could have instead: one that occurs elsewhere, or a new one.
  private func otherValue(than value: Value, in column: Int, isNew: Bool = false) -> Value? {
    if !isNew, let other = relation.values(of: column).first(where: { $0 != value }) { return other }
    switch value {
    case .string: return .string("new \(key(column))")
    case .integer(let number):
      let greatest =
        relation.values(of: column).compactMap { value -> Int64? in
          if case .integer(let number) = value { number } else { nil }
        }.max() ?? number
      return .integer(greatest &+ 1)
    case .double(let number): return .double(number + 1)
    case .boolean(let value): return isNew ? nil : .boolean(!value)
    case .null, .decimal, .date, .data, .uuid, .url, .object, .array, .set, .dictionary: return nil
    }
  }

  /// `Team(name: "New Team")`: an object with as much as it needs.
  private func construction(of entity: String) -> String? {
    guard context.model[entity: entity]?.isAbstract == false else { return nil }
    let hasName = context.model.property("name", of: entity)?.property.attribute?.type == .string
    return hasName ? "\(entity)(name: \"New \(entity)\")" : "\(entity)()"
  }
}
