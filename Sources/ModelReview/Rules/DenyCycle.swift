import ObjectGraph

/// Relationships with deny that lead in a circle: none of the objects in it can be deleted alone.
package enum DenyCycle: ReviewRule {
  package static let page = RulePage(
    id: "denyCycle", title: "deny rules form a cycle",
    why: """
      Deny keeps an object from being deleted while it has related objects. When those deny in turn, and so on back to \
      the first, none of them can be deleted unless all of them are deleted in one save.
      """,
    example: """
      entity Team { players ->> Player?, inverse team, delete deny }
      entity Player { team -> Team?, inverse players, delete deny }
      """,
    fix: "let one of them nullify")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    var findings: [Finding] = []
    var told: Set<[String]> = []
    let edges = subject.relationships.filter { $0.relationship.deleteRule == .deny }
    for start in edges {
      guard let path = circle(from: start, edges, subject.model), told.insert(path.sorted()).inserted else { continue }
      findings.append(
        Finding(
          page.id, .warning, start.entity, start.relationship.name, aspect: .deleteRule,
          "deny leads in a circle: \(path.joined(separator: ", "))", fix: "change \(path[0]), delete nullify"))
    }
    return findings
  }

  /// The shortest way along deny from a relationship back to its own entity, as property names.
  private static func circle(
    from start: (entity: String, relationship: RelationshipDescription),
    _ edges: [(entity: String, relationship: RelationshipDescription)], _ model: ManagedObjectModel
  ) -> [String]? {
    var open = [(entity: start.relationship.destination, path: ["\(start.entity).\(start.relationship.name)"])]
    var seen: Set<String> = []
    var next = 0
    while next < open.count {
      let (entity, path) = open[next]
      next += 1
      if path.count > 1 || start.relationship.destination == start.entity, entity == start.entity { return path }
      guard seen.insert(entity).inserted else { continue }
      for edge in edges where model.isKind(entity, of: edge.entity) {
        open.append((edge.relationship.destination, path + ["\(edge.entity).\(edge.relationship.name)"]))
      }
    }
    return nil
  }
}
