import ModelReview
import Normalization
import ObjectGraph
import Predicates

/// A few made-up objects that satisfy exactly what is declared: an Armstrong relation as statements of the workbook,
/// run on a copy. Anomalies are shown on them when there are no objects.
struct SampleObjects {
  /// The copy that has them.
  let interpreter: Interpreter
  let relation: EntityRelation
  let statements: [String]
  let names: [ManagedObjectID: String]

  /// Nil where no small sample can be written: too many rows, types without obvious values, abstract entities.
  init?(_ normalization: EntityNormalization, in interpreter: Interpreter) {
    let entity = normalization.relation.entity
    let columns = normalization.relation.columns
    guard !normalization.violations.isEmpty, interpreter.context.modelProblems.isEmpty,
      interpreter.context.model[entity: entity]?.isAbstract == false,
      let rows = Self.rows(of: normalization, in: interpreter.context.model), rows.count <= 8
    else { return nil }
    var copy = interpreter.rehearsal()
    copy.budget = .unlimited
    var statements: [String] = []
    var texts: [String: String] = [:]
    for (place, column) in columns.enumerated() {
      guard let destination = column.destination else { continue }
      guard copy.context.model[entity: destination]?.isAbstract == false else { return nil }
      for number in Set(rows.map { $0[place] }).sorted() {
        let name = Self.free("\(column.name)\(number + 1)", copy)
        let hasName = copy.context.model.property("name", of: destination)?.property.attribute?.type == .string
        statements.append(
          "let \(name) = \(destination)(" + (hasName ? "name: \"\(destination) \(number + 1)\"" : "") + ")")
        texts["\(place) \(number)"] = name
      }
    }
    for (index, row) in rows.enumerated() {
      var arguments: [String] = []
      for (place, column) in columns.enumerated() {
        guard let text = texts["\(place) \(row[place])"] ?? Self.literal(column, row[place]) else { return nil }
        arguments.append("\(column.name): \(text)")
      }
      let name = Self.free("\(entity.prefix(1).lowercased() + entity.dropFirst())\(index + 1)", copy)
      statements.append("let \(name) = \(entity)(\(arguments.joined(separator: ", ")))")
    }
    for statement in statements where copy.run(.init(statement)).contains(where: \.failed) { return nil }
    guard let relation = try? EntityRelation(entity, in: copy.context), relation.rowCount == rows.count else {
      return nil
    }
    var names: [ManagedObjectID: String] = [:]
    for (name, value) in copy.names where interpreter.names[name] == nil {
      if let id = value.objectID { names[id] = name }
    }
    self.interpreter = copy
    self.relation = relation
    self.statements = statements
    self.names = names
  }

  private static func rows(of normalization: EntityNormalization, in model: ManagedObjectModel) -> [[Int]]? {
    let relation = normalization.relation
    let names = relation.columns.map(\.name)
    var functional: [(determinant: [String], dependent: [String])] = []
    for dependency in model.dependencies(of: relation.entity) {
      if case .functional(let left, let right) = dependency { functional.append((left, right)) }
    }
    functional += EntityNormalization.declaredKeys(of: relation, in: model).map { ($0, names) }
    guard let schema = try? RelationSchema(attributes: names, functionalDependencies: functional) else { return nil }
    // Independent facts: both sides with two values each, in every combination.
    if case .multivalued(let left, let blocks)? = normalization.violations.first?.kind {
      return (0..<4).map { number in
        names.map { name in
          if left.contains(name) { return 0 }
          return blocks.first?.contains(name) == true ? number / 2 : number % 2
        }
      }
    }
    if case .join? = normalization.violations.first?.kind { return nil }
    return try? schema.armstrongRelation(within: StepBudget(steps: 100_000)).rows
  }

  private static func literal(_ column: EntityRelation.Column, _ number: Int) -> String? {
    switch column.type {
    case .string: "\"\(column.name) \(number + 1)\""
    case .integer16, .integer32, .integer64: String(number + 1)
    case .double, .float, .decimal: "\(number + 1).5"
    case .boolean: number > 1 ? nil : number == 0 ? "true" : "false"
    case .date: "2026-01-0\(number + 1)"
    case .undefined, .binaryData, .uuid, .uri, .transformable, nil: nil
    }
  }

  private static func free(_ wanted: String, _ interpreter: Interpreter) -> String {
    var name = wanted
    while interpreter.names[name] != nil || interpreter.context.model[entity: name] != nil
      || OwnName.obstacle(toVariable: name) != nil
    {
      name += "x"
    }
    return name
  }
}
