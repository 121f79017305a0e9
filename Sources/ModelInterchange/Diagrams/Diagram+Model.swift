import ObjectGraph

extension Diagram {
  /// The picture of a model: a box for each entity with its own properties, a line for each relationship and its
  /// inverse, another for each parent.
  ///
  /// Two relationships that are each other's inverse are one line between their rows, with a head at both ends. One
  /// without inverse leads from its row to the box of its destination. A model may be unfinished: a relationship
  /// without destination is written in its row and has no line. O(properties + entities).
  public init(_ model: ManagedObjectModel) {
    var builder = ModelDiagramBuilder(model)
    self.init(name: model.name, boxes: builder.boxes, lines: builder.lines())
  }
}

/// Makes the boxes of a model, and then the lines between their rows.
private struct ModelDiagramBuilder {
  let index: ModelIndex
  var boxes: [Diagram.Box] = []
  private var boxOfEntity: [String: Int] = [:]
  private var rowOfProperty: [[String: Int]] = []
  private var drawn: Set<Diagram.End> = []

  init(_ model: ManagedObjectModel) {
    index = ModelIndex(model)
    for (index, entity) in model.entities.enumerated() where boxOfEntity[entity.name] == nil {
      boxOfEntity[entity.name] = index
    }
    for entity in model.entities {
      let box = box(of: entity)
      boxes.append(box)
      rowOfProperty.append(
        Dictionary(
          box.rows.enumerated().filter { $0.element.section != .title }.map { ($0.element.name, $0.offset) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  private func box(of entity: EntityDescription) -> Diagram.Box {
    var rows: [Diagram.Row] = entity.parent.map { [Diagram.Row(.title, ": \($0)")] } ?? []
    for property in entity.properties {
      switch property {
      case .attribute(let attribute):
        let type = attribute.compositeName ?? attribute.type.rawValue
        rows.append(Diagram.Row(.attributes, attribute.name, ": \(type)" + (attribute.isOptional ? "?" : "")))
      case .fetched(let fetched):
        rows.append(Diagram.Row(.attributes, fetched.name, " ~> \(fetched.destination)"))
      case .relationship: break
      }
    }
    for relationship in entity.properties.compactMap(\.relationship) {
      let mark = relationship.isOptional ? "?" : ""
      let written = (relationship.isToMany ? " ->> " : " -> ") + relationship.destination + mark
      let leadsSomewhere = boxOfEntity[relationship.destination] != nil
      rows.append(
        Diagram.Row(
          .relationships, relationship.name, leadsSomewhere ? mark : written, detailWithoutLine: written))
    }
    return Diagram.Box(entity.name, remark: entity.isAbstract ? " (abstract)" : "", rows: rows)
  }

  mutating func lines() -> [Diagram.Line] {
    var lines: [Diagram.Line] = []
    for (place, entity) in index.model.entities.enumerated() {
      if let parent = entity.parent.flatMap({ boxOfEntity[$0] }) {
        lines.append(Diagram.Line(from: Diagram.End(place, row: 0), to: Diagram.End(parent), toHead: .parent))
      }
      for relationship in entity.properties.compactMap(\.relationship) {
        if let line = line(of: relationship, in: entity, at: place) { lines.append(line) }
      }
    }
    return lines
  }

  /// The line of a relationship; nil if it has no destination, or its inverse has made the line already.
  private mutating func line(
    of relationship: RelationshipDescription, in entity: EntityDescription, at index: Int
  ) -> Diagram.Line? {
    guard let row = rowOfProperty[index][relationship.name], let target = boxOfEntity[relationship.destination],
      drawn.insert(Diagram.End(index, row: row)).inserted
    else { return nil }
    let from = Diagram.End(index, row: row)
    let arriving: Diagram.Head = relationship.isToMany ? .many : .one
    guard let inverse = inverse(of: relationship, in: entity), let backRow = rowOfProperty[target][inverse.name] else {
      return Diagram.Line(from: from, to: Diagram.End(target), toHead: arriving)
    }
    let back: Diagram.Head = inverse.isToMany ? .many : .one
    let to = Diagram.End(target, row: backRow)
    if from == to {
      // A relationship that is its own inverse: it leaves by its row and arrives at the box.
      return Diagram.Line(from: from, to: Diagram.End(target), fromHead: back, toHead: arriving)
    }
    drawn.insert(to)
    return Diagram.Line(from: from, to: to, fromHead: back, toHead: arriving)
  }

  /// The relationship back, if both know each other and each leads to the very entity that declares the other. With an
  /// inverse that is inherited from further up, one line would show one of the two at a wrong box.
  private func inverse(
    of relationship: RelationshipDescription, in entity: EntityDescription
  ) -> RelationshipDescription? {
    guard let name = relationship.inverse,
      let inverse = index.ownProperty(name, of: relationship.destination)?.relationship,
      inverse.destination == entity.name, inverse.inverse == relationship.name
    else { return nil }
    return inverse
  }
}
