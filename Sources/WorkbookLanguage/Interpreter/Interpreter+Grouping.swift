import Diagnostics
import ObjectGraph
import Predicates

/// `group Player where age > 20 by team.name: count, avg age`.
extension Interpreter {
  func group(_ grouping: Grouping) throws -> Outcome.Result {
    let (table, columns) = try table(of: grouping)
    try spendForPending()
    let describer = Describer(context: context)
    let rows = table.rows.prefix(ObjectTable.rowLimit).map { row in
      columns.map { describer.shown(row[$0.name] ?? .null) }
    }
    return .groups(
      GroupTable(
        columns: columns, rows: rows, count: table.rows.count,
        unsavedCount: context.insertedObjects.count + context.updatedObjects.count + context.deletedObjects.count))
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
    for key in grouping.keys {
      let type = try attributeType(key, of: entity.text, isAggregate: false)
      let column = FetchColumn(key.text)
      try add(column, isNumber: type?.isNumber ?? false, at: key.range)
      request.propertiesToGroupBy.append(column)
      request.sortDescriptors.append(SortDescriptor(key.text, isAscending: key.isAscending))
    }
    for aggregate in grouping.aggregates {
      switch aggregate {
      case .count: try add(.count(), isNumber: true, at: grouping.range)
      case .function(let word, let key):
        let type = try attributeType(key, of: entity.text, isAggregate: true)
        if word == "sum" || word == "avg", let type, !type.isNumber {
          throw Diagnostic(
            "not-a-number", "\(word) is for numbers, and \(key.text) is \(type.article)", at: key.range,
            hint: "min, max and count are for any value")
        }
        let column: FetchColumn =
          switch word {
          case "sum": .sum(key.text)
          case "avg": .average(key.text)
          case "min": .minimum(key.text)
          default: .maximum(key.text)
          }
        try add(column, isNumber: type?.isNumber ?? false, at: key.range)
      }
    }
    return try placed(at: grouping.range) { (try context.fetchTable(request), columns) }
  }

  /// The type of the attribute at the end of a path, nil for a to-one; what cannot stand there is refused at its place.
  private func attributeType(_ key: SortKey, of entity: String, isAggregate: Bool) throws(Diagnostic) -> AttributeType?
  {
    var entity = entity
    for (index, part) in key.path.enumerated() {
      guard let property = context.model.property(part.text, of: entity)?.property else {
        throw Diagnostic.unknownProperty(part.text, of: entity, in: context.model, at: part.range)
      }
      let isLast = index == key.path.count - 1
      switch property {
      case .attribute(let attribute):
        if !isLast {
          throw Diagnostic(
            "bad-group-key", "\(part) is an attribute, so nothing can stand behind it", at: key.path[index + 1].range)
        }
        return attribute.type
      case .relationship(let relationship):
        if relationship.isToMany {
          throw Diagnostic(
            "bad-group-key", "\(part) leads to many objects, and a group is made by one value", at: part.range,
            hint: "group \(relationship.destination) instead")
        }
        if isLast, isAggregate {
          throw Diagnostic(
            "bad-group-key", "\(part) is an object, and sum, avg, min and max are for values", at: part.range,
            hint: "name an attribute behind it, or use count")
        }
        entity = relationship.destination
      case .fetched:
        throw Diagnostic(
          "bad-group-key", "the fetched property '\(part)' cannot stand in a group", at: part.range,
          hint: "use an attribute")
      }
    }
    return nil
  }
}

extension SortKey {
  /// `team.name`.
  var text: String { path.map(\.text).joined(separator: ".") }
}

extension AttributeType {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    case .string, .boolean, .date, .binaryData, .uuid, .uri, .transformable, .undefined: false
    }
  }
}
