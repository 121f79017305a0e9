import Diagnostics
import JSON
import ModelInterchange
import ObjectGraph
import Pages
import WorkbookLanguage

/// The objects of a graph and their links, for the pages to draw.
///
/// Each link has a key that stays when it leads to another object, so that the pages can move its line: a to-one link is
/// known by its owner and relationship. Of a relationship and its inverse only one is drawn.
enum GraphPicture {
  /// More objects than this are not drawn.
  static let limit = 24
  /// The most characters of a value.
  private static let valueLimit = 26

  /// The picture as JSON. O(objects); null for a model without entities.
  static func json(of interpreter: Interpreter) -> JSONValue {
    var copy = interpreter.rehearsal()
    copy.budget = .check
    guard case .graph(let view)? = copy.run(SourceText("show graph")).first?.result else { return .null }
    let count = view.tables.reduce(0) { $0 + $1.count }
    guard count <= limit else { return JSONValue([("tooMany", .integer(Int64(count)))]) }
    let model = copy.context.model
    var objects: [JSONValue] = []
    var links: [JSONValue] = []
    for table in view.tables {
      // In the order of their numbers, so that an object stays where it is when its state changes.
      for row in table.rows.sorted(by: { $0.object.number < $1.object.number }) {
        var values: [JSONValue] = []
        for (key, value) in zip(table.columns, row.values) {
          switch value {
          case .literal(let text) where model.relationship(key, of: table.entity) == nil:
            // The title has said it already.
            let words = text.filter { $0 != "\"" }
            if text != "nil", words.isEmpty || row.object.title?.contains(words) != true {
              let shown = text.count > valueLimit ? text.prefix(valueLimit - 1) + "…" : text[...]
              values.append(.array([.string(key), .string(String(shown))]))
            }
          case .object(let target): links += link(row.object, key, target, in: model)
          case .list(let elements, _):
            for case .object(let target) in elements { links += link(row.object, key, target, in: model) }
          case .literal, .dictionary, .description: break
          }
        }
        objects.append(
          JSONValue([
            ("id", .string(row.object.reference)), ("entity", .string(row.object.entity)),
            ("title", .optional(row.object.title)), ("state", .string(row.state.rawValue)),
            ("values", .array(values)),
          ]))
      }
    }
    return JSONValue([("objects", .array(objects)), ("links", .array(links))])
  }

  private static func link(
    _ owner: ObjectLabel, _ key: String, _ target: ObjectLabel, in model: ManagedObjectModel
  ) -> [JSONValue] {
    guard let relationship = model.relationship(key, of: owner.entity) else { return [] }
    let inverse = model.inverse(of: key, in: owner.entity)?.relationship
    if relationship.isToMany, let inverse {
      // The other end draws it, if it can say it shorter, or has the smaller name.
      if !inverse.isToMany || inverse.name < key || inverse.name == key && target.reference < owner.reference {
        return []
      }
    }
    if !relationship.isToMany, let inverse, !inverse.isToMany, inverse.name < key { return [] }
    let suffix = relationship.isToMany ? ".\(target.reference)" : ""
    return [
      JSONValue([
        ("key", .string("\(owner.reference).\(key)\(suffix)")), ("from", .string(owner.reference)),
        ("to", .string(target.reference)), ("name", .string(key)),
      ])
    ]
  }

  /// The model's diagram as part of a page, whose style sheet has its colours; empty for a model without entities.
  static func diagram(of interpreter: Interpreter) -> String {
    let diagram = Diagram(interpreter.context.model)
    guard !diagram.boxes.isEmpty else { return "" }
    var svg = DiagramLayout(diagram, width: 96).svg()
    if let start = svg.range(of: "<style>"), let end = svg.range(of: "</style>") {
      svg.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return svg.replacing("id=\"title\"", with: "id=\"model-title\"")
      .replacing("id=\"description\"", with: "id=\"model-description\"")
      .replacing("aria-labelledby=\"title description\"", with: "aria-labelledby=\"model-title model-description\"")
  }
}

extension ManagedObjectModel {
  fileprivate func relationship(_ name: String, of entity: String) -> RelationshipDescription? {
    for property in properties(of: entity) where property.name == name {
      if case .relationship(let relationship) = property { return relationship }
    }
    return nil
  }
}
