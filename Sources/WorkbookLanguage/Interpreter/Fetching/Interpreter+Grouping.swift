import Diagnostics
import ObjectGraph
import Predicates

/// `group Player where age > 20 by team.name: count, avg age`.
extension Interpreter {
  func group(_ grouping: Grouping) throws -> Outcome.Result {
    let (table, columns) = try table(of: grouping)
    return try shown(table, columns, .groups)
  }

  /// The first rows of a table as they are shown.
  func shown(
    _ table: FetchTable, _ columns: [GroupTable.Column], _ kind: GroupTable.Kind
  ) throws -> Outcome.Result {
    try spendForPending()
    let formatter = ObjectFormatter(context: context)
    let rows = table.rows.prefix(ObjectTable.rowLimit).map { row in
      columns.map { formatter.shown(row[$0.name] ?? .null) }
    }
    return .groups(
      GroupTable(columns: columns, rows: rows, count: table.rows.count, kind: kind, unsavedCount: unsavedCount))
  }

  /// The rows as a value: a dictionary a group.
  func groupValue(_ grouping: Grouping) throws -> Value {
    try made(.array(try table(of: grouping).table.rows.map { .dictionary($0) }))
  }

  private func table(of grouping: Grouping) throws -> (table: FetchTable, columns: [GroupTable.Column]) {
    let entity = grouping.entity
    guard context.model[entity: entity.text] != nil else {
      throw Diagnostic.unknownEntity(entity.text, in: context.model, at: entity.range)
    }
    var request = FetchRequest(entity.text, resultType: .dictionaries)
    request.predicate = try grouping.condition.map { try bound($0, entity: entity.text) }
    var columns: [GroupTable.Column] = []
    func add(_ column: FetchColumn, isNumber: Bool, at range: SourceRange) throws(Diagnostic) {
      guard !columns.contains(where: { $0.name == column.name }) else {
        throw Diagnostic.givenTwice(column.name, at: range)
      }
      columns.append(GroupTable.Column(name: column.name, isNumber: isNumber))
      request.propertiesToFetch.append(column)
    }
    var keyOrder: [SortDescriptor] = []
    for key in grouping.keys {
      guard key.options.isEmpty else {
        throw Diagnostic(
          "group-options", "groups have equal values, and \(key.options) does not merge them", at: key.range,
          hint: "leave it out after by; sort \(key.text)\(key.options) at the end orders the groups")
      }
      let type = try attributeType(key, of: entity.text, isAggregate: false)
      let column = FetchColumn(key.text)
      try add(column, isNumber: type?.isNumber ?? false, at: key.range)
      request.propertiesToGroupBy.append(column)
      keyOrder.append(SortDescriptor(key.path.map(\.text), isAscending: key.isAscending))
    }
    for aggregate in grouping.aggregates {
      switch aggregate {
      case .count: try add(.count(), isNumber: true, at: grouping.range)
      case .function(let aggregate, let key):
        let type = try aggregatedType(aggregate, key, of: entity.text)
        try add(.column(aggregate, key.text), isNumber: type?.isNumber ?? false, at: key.range)
      }
    }
    for order in grouping.order {
      guard columns.contains(where: { $0.name == order.column.text }) else {
        throw unknownColumn(order.column, among: columns)
      }
      request.sortDescriptors.append(
        SortDescriptor(
          order.column.text.split(separator: ".").map(String.init), isAscending: order.isAscending,
          reading: order.options))
    }
    request.sortDescriptors += keyOrder
    request.havingPredicate = try grouping.having.map { try having($0, of: grouping, columns) }
    (request.limit, request.offset) = (grouping.limit, grouping.offset)
    return try placed(at: grouping.range) { (try context.fetchTable(request), columns) }
  }

  private func unknownColumn(_ name: Identifier, among columns: [GroupTable.Column]) -> Diagnostic {
    let known = columns.map(\.name)
    return Diagnostic(
      "unknown-column", "the groups have no column '\(DisplayText.visible(name.text))'", at: name.range,
      nearest: Suggestions.nearest(to: name.text, among: known), hint: "its columns are \(Listing.text(known))")
  }

  /// A condition over groups, with `$name` and the workbook's forms replaced by their values. A key that a group has many
  /// values of is refused.
  private func having(_ condition: Predicate, of grouping: Grouping, _ columns: [GroupTable.Column]) throws -> Predicate
  {
    let keys = Set(grouping.keys.map(\.text))
    return try condition.rewriting { part in
      if case .function(let function, let arguments) = part.kind, part.isAggregate,
        let aggregate = FetchColumn.Aggregate(rawValue: function)
      {
        if let path = arguments[0].keyPath, !path.isEmpty {
          let key = SortKey(path: path.map { Identifier($0, at: arguments[0].range) }, isAscending: true)
          _ = try aggregatedType(aggregate, key, of: grouping.entity.text)
        }
        return part
      }
      if let path = part.keyPath, !path.isEmpty {
        let name = path.joined(separator: ".")
        guard keys.contains(name) || columns.contains(where: { $0.name == name }) else {
          let isKey = context.model.property(path[0], of: grouping.entity.text) != nil
          guard isKey else {
            throw unknownColumn(Identifier(name, at: part.range), among: columns)
          }
          throw Diagnostic(
            "not-grouped", "\(name) has many values in a group", at: part.range,
            hint: "choose the objects with where before by, or ask for \(FetchColumn.Aggregate.alternatives) of it")
        }
        return part
      }
      return try replaced(part)
    }
  }

  /// The type of an aggregate's argument. Sums and averages need numbers.
  private func aggregatedType(
    _ aggregate: FetchColumn.Aggregate, _ key: SortKey, of entity: String
  ) throws(Diagnostic) -> AttributeType? {
    let type = try attributeType(key, of: entity, isAggregate: true)
    if aggregate.takesNumbers, let type, !type.isNumber {
      throw Diagnostic(
        Diagnostic.ID.notANumber, "\(aggregate.word) takes numbers, and \(key.text) is \(type.article)", at: key.range,
        hint: "min and max take any value")
    }
    return type
  }

  /// The type of the attribute at the end of a path, nil for a to-one; anything else is refused at its place.
  private func attributeType(_ key: SortKey, of entity: String, isAggregate: Bool) throws(Diagnostic) -> AttributeType?
  {
    let grouped = entity
    var entity = entity
    for (index, part) in key.path.enumerated() {
      guard let property = context.model.property(part.text, of: entity)?.property else {
        if part.text == "entity" {
          throw Diagnostic(
            "bad-group-key", "objects can't be grouped by their entity", at: part.range,
            hint: "count only \(entity) counts the objects of one entity")
        }
        throw Diagnostic.unknownProperty(part.text, of: entity, in: context.model, at: part.range)
      }
      let isLast = index == key.path.count - 1
      switch property {
      case .attribute(let attribute):
        if !isLast, attribute.compositeName != nil {
          return try element(at: key.path[(index + 1)...], of: attribute).type
        }
        if !isLast {
          throw Diagnostic(
            "bad-group-key", "\(part) is an attribute, so nothing can follow it", at: key.path[index + 1].range)
        }
        return attribute.type
      case .relationship(let relationship):
        if relationship.isToMany {
          throw Diagnostic(
            "bad-group-key", "\(part) is to-many, and a group needs one value", at: part.range,
            hint: insteadOfGrouping(by: relationship, after: key.path[..<index], of: grouped))
        }
        if isLast, isAggregate {
          throw Diagnostic(
            "bad-group-key",
            "all aggregates but count take values, and \(part) is an object",
            at: part.range,
            hint: "name an attribute after it, or use count")
        }
        entity = relationship.destination
      case .fetched:
        throw Diagnostic(
          "bad-group-key", "the fetched property '\(part)' cannot be used in a group", at: part.range,
          hint: "use an attribute")
      }
    }
    return nil
  }

  /// Returns the advice to group by the path that leads to a to-many relationship, or else its objects by its inverse.
  private func insteadOfGrouping(
    by relationship: RelationshipDescription, after path: ArraySlice<Identifier>, of entity: String
  ) -> String {
    guard path.isEmpty else { return "write group \(entity) by \(path.map(\.text).joined(separator: ".")): count" }
    let inverse = relationship.inverse.flatMap {
      context.model.property($0, of: relationship.destination)?.property.relationship
    }
    guard let inverse, !inverse.isToMany else { return "use a property with one value" }
    return "write group \(relationship.destination) by \(inverse.name): count"
  }
}

extension SortKey {
  /// `team.name`.
  var text: String { path.map(\.text).joined(separator: ".") }
}
