import Diagnostics
import ObjectGraph
import Predicates

/// `fetch Player select lastName, team.name distinct`: dictionaries, from what is saved.
extension Interpreter {
  func select(_ selection: Selection, of query: Query) throws -> Outcome.Result {
    let (table, columns) = try table(of: selection, query)
    return try shown(table, columns, .rows)
  }

  /// Returns the result of a fetch as a value: objects or, with `select`, a dictionary for each.
  func fetchedValue(_ query: Query) throws -> Value {
    guard let selection = query.clauses.selection else { return try list(of: try fetch(query)) }
    return try made(.array(try table(of: selection, query).table.rows.map { .dictionary($0) }))
  }

  /// `select` where objects are wanted.
  func refuseSelection(_ query: Query, _ reason: String, _ hint: String) throws(Diagnostic) {
    guard let selection = query.clauses.selection else { return }
    throw Diagnostic("unfit-select", reason, at: selection.range, hint: hint)
  }

  private func table(
    of selection: Selection, _ query: Query
  ) throws -> (table: FetchTable, columns: [GroupTable.Column]) {
    var request = try request(for: query)
    request.resultType = .dictionaries
    request.returnsDistinctResults = selection.isDistinct
    var columns: [GroupTable.Column] = []
    for key in selection.keys {
      guard !columns.contains(where: { $0.name == key.text }) else {
        throw Diagnostic.givenTwice(key.text, at: key.range)
      }
      let type = try type(ofSelected: key, of: request.entity)
      columns.append(GroupTable.Column(name: key.text, isNumber: type?.isNumber ?? false))
      request.propertiesToFetch.append(FetchColumn(key.text))
    }
    return try placed(at: query.range) { (try context.fetchTable(request), columns) }
  }

  /// Returns the query that lists, or else counts, the objects of a to-many that can't be a column.
  private func insteadOfSelecting(_ relationship: RelationshipDescription) -> String {
    let destination = relationship.destination
    let attribute = context.model.properties(of: destination).first {
      $0.attribute?.compositeName == nil && $0.attribute != nil
    }
    let inverse = relationship.inverse.flatMap { context.model.property($0, of: destination)?.property.relationship }
    let columns = [inverse.flatMap { $0.isToMany ? nil : $0.name }, attribute?.name].compactMap { $0 }
    return columns.isEmpty
      ? "write count \(destination)" : "write fetch \(destination) select \(columns.joined(separator: ", "))"
  }

  /// The type of a selected attribute, nil for a to-one; what cannot be a column is refused at its place.
  private func type(ofSelected key: SortKey, of entity: String) throws(Diagnostic) -> AttributeType? {
    var entity = entity
    for (index, part) in key.path.enumerated() {
      let rest = key.path[(index + 1)...]
      if part.text == "objectID", rest.isEmpty { return nil }
      guard let property = context.model.property(part.text, of: entity)?.property else {
        throw Diagnostic.unknownProperty(part.text, of: entity, in: context.model, at: part.range)
      }
      switch property {
      case .attribute(let attribute) where attribute.compositeName != nil && !rest.isEmpty:
        try checkElements(rest, of: attribute)
        return nil
      case .attribute(let attribute):
        guard let next = rest.first else { return attribute.type }
        throw Diagnostic("bad-select-key", "\(part) is an attribute, so nothing comes after it", at: next.range)
      case .relationship(let relationship):
        if relationship.isToMany {
          throw Diagnostic(
            "bad-select-key", "\(part) leads to many objects, and a row has one value for each property",
            at: part.range,
            hint: insteadOfSelecting(relationship))
        }
        entity = relationship.destination
      case .fetched:
        throw Diagnostic(
          "bad-select-key", "\(part) is a fetched property, and no store has a column for it", at: part.range,
          hint: "select attributes and to-one relationships")
      }
    }
    return nil
  }
}
