import Diagnostics
import ModelInterchange
import ObjectGraph
import Predicates

extension Interpreter {
  /// More objects than this are shown as tables.
  private static let pictureLimit = 12

  /// The objects of some tables, if they are few enough for a picture; none otherwise.
  func picturedObjects(in tables: [ObjectTable]) throws -> [ManagedObjectID] {
    guard (2...Self.pictureLimit).contains(tables.reduce(0) { $0 + $1.count }) else { return [] }
    var objects: [ManagedObjectID] = []
    for table in tables where table.count > 0 {
      var request = FetchRequest(table.entity)
      request.includesSubentities = false
      objects += try context.fetch(request)
      objects += context.deletedObjects.filter { context.entityName(of: $0) == table.entity && context.exists($0) }
    }
    return objects
  }

  /// Objects as boxes with their values, links as lines; nil when none are linked.
  func picture(of objects: [ManagedObjectID]) -> Diagram? {
    guard !objects.isEmpty else { return nil }
    var builder = ObjectPictureBuilder(context: context, objects: objects)
    let diagram = builder.diagram()
    return diagram.lines.isEmpty ? nil : diagram
  }
}

/// Makes the boxes of some objects, and then the lines between their rows.
private struct ObjectPictureBuilder {
  /// One end of a link: an object's relationship, and the object it leads to if each has its own row.
  private struct Place: Hashable {
    var object: ManagedObjectID
    var relationship: String
    var target: ManagedObjectID?
  }

  private struct Link: Hashable {
    var owner: ManagedObjectID
    var relationship: String
    var target: ManagedObjectID
  }

  let context: ManagedObjectContext
  let objects: [ManagedObjectID]
  private let formatter: ObjectFormatter
  private let boxOfObject: [ManagedObjectID: Int]
  private var boxes: [Diagram.Box] = []
  private var rows: [Place: Int] = [:]
  private var links: [Link] = []

  init(context: ManagedObjectContext, objects: [ManagedObjectID]) {
    self.context = context
    self.objects = objects
    formatter = ObjectFormatter(context: context)
    boxOfObject = Dictionary(zip(objects, 0...), uniquingKeysWith: { first, _ in first })
  }

  mutating func diagram() -> Diagram {
    for object in objects { boxes.append(box(of: object)) }
    var lines: [Diagram.Line] = []
    var drawn: Set<Link> = []
    for link in links {
      guard drawn.insert(link).inserted, let from = end(link.owner, link.relationship, link.target) else { continue }
      guard
        let inverse = context.model.inverse(of: link.relationship, in: context.entityName(of: link.owner))?
          .relationship,
        let to = end(link.target, inverse.name, link.owner)
      else {
        if let box = boxOfObject[link.target] {
          lines.append(Diagram.Line(from: from, to: Diagram.End(box), toHead: .one))
        }
        continue
      }
      drawn.insert(Link(owner: link.target, relationship: inverse.name, target: link.owner))
      if from != to { lines.append(Diagram.Line(from: from, to: to)) }
    }
    return Diagram(name: context.model.name, boxes: boxes, lines: lines)
  }

  private func end(_ object: ManagedObjectID, _ relationship: String, _ target: ManagedObjectID) -> Diagram.End? {
    guard let box = boxOfObject[object],
      let row = rows[Place(object: object, relationship: relationship, target: target)]
        ?? rows[Place(object: object, relationship: relationship, target: nil)]
    else { return nil }
    return Diagram.End(box, row: row)
  }

  private mutating func box(of object: ManagedObjectID) -> Diagram.Box {
    let entity = context.entityName(of: object)
    var box = Diagram.Box(formatter.label(object).description, remark: remark(formatter.state(of: object)))
    let properties = context.model.properties(of: entity)
    for attribute in properties.compactMap(\.attribute) {
      guard let value = try? context.value(of: object, forKey: attribute.name) else { continue }
      box.rows.append(Diagram.Row(.attributes, attribute.name, ": " + short(ObjectFormatter.displayed(value))))
    }
    for relationship in properties.compactMap(\.relationship) { add(relationship, of: object, entity, to: &box) }
    return box
  }

  /// The rows of a relationship: one from which all its lines leave, or one for each link where both ends may hold many,
  /// so that each line can be followed.
  private mutating func add(
    _ relationship: RelationshipDescription, of object: ManagedObjectID, _ entity: String, to box: inout Diagram.Box
  ) {
    let name = relationship.name
    let targets = targets(of: object, name)
    for target in targets { links.append(Link(owner: object, relationship: name, target: target)) }
    guard !targets.isEmpty else {
      box.rows.append(Diagram.Row(.relationships, name, relationship.isToMany ? ": none" : ": nil"))
      return
    }
    let inverse = context.model.inverse(of: name, in: entity)?.relationship
    let sharesRow = !relationship.isToMany || inverse?.isToMany == false
    let isDrawn = targets.allSatisfy { boxOfObject[$0] != nil }
    guard !sharesRow || !isDrawn else {
      rows[Place(object: object, relationship: name, target: nil)] = box.rows.count
      let labels = targets.map { short(formatter.label($0).description) }.joined(separator: ", ")
      box.rows.append(Diagram.Row(.relationships, name, detailWithoutLine: ": " + labels))
      return
    }
    for target in targets {
      if boxOfObject[target] != nil {
        rows[Place(object: object, relationship: name, target: target)] = box.rows.count
      }
      box.rows.append(Diagram.Row(.relationships, name, ": " + short(formatter.label(target).description)))
    }
  }

  private func targets(of object: ManagedObjectID, _ key: String) -> [ManagedObjectID] {
    guard let value = try? context.value(of: object, forKey: key) else { return [] }
    let values = value.elements ?? [value]
    return values.compactMap { value in
      if case .object(let reference) = value { ManagedObjectID(reference) } else { nil }
    }
  }

  private func remark(_ state: ObjectState) -> String {
    switch state {
    case .unchanged: ""
    case .inserted: " (new)"
    case .updated: " (changed)"
    case .deleted: " (marked for deletion)"
    }
  }

  /// A long text gives way, as it does in a table.
  private func short(_ text: String) -> String { DisplayText.beginning(of: text, upTo: 30) }
}
