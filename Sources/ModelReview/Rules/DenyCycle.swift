import ObjectGraph

/// Relationships with deny that lead in a circle: none of the objects in it can be deleted alone.
///
/// An entity whose relationship to itself denies is no circle: the leaves of a tree can be deleted, and then their
/// parents. It is one only if the relationship is its own inverse.
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
    // A circle is reported once, at its first relationship.
    var told: Set<Int> = []
    let graph = DenyGraph(subject)
    for start in graph.edges.indices {
      try subject.cancellation.check(at: start)
      guard !told.contains(start), let circle = graph.circle(from: start), !graph.isTree(circle) else { continue }
      told.formUnion(circle)
      func name(_ place: Int) -> String { "\(graph.edges[place].entity).\(graph.edges[place].relationship.name)" }
      let path = circle.map(name)
      let shown = path.count > shownLimit ? path.prefix(shownLimit) + ["…"] : path
      let edge = graph.edges[start]
      // Nullify is no way out where it would leave a required relationship empty. Of the others, a to-one of many comes first: its
      // objects can then be deleted, and what they have in common is kept as long as it has any.
      func back(_ place: Int) -> RelationshipDescription? {
        subject.index.inverse(of: graph.edges[place].relationship)?.relationship
      }
      let ways = circle.filter { back($0).map { !NullifyRequired.isRefused(leaving: $0) } ?? true }
      let way = ways.first { !graph.edges[$0].relationship.isToMany && back($0)?.isToMany == true } ?? ways.first
      let other = ways.first { $0 != way }
      let isMember = way.map { !graph.edges[$0].relationship.isToMany && back($0)?.isToMany == true } ?? false
      findings.append(
        Finding(
          page.id, .warning, edge.entity, edge.relationship.name, aspect: .deleteRule,
          "deny leads in a circle: \(shown.joined(separator: ", "))",
          fix: way.map { way in
            "change \(name(way)), delete nullify"
              + (isMember ? "" : other.map { ", or: change \(name($0)), delete nullify" } ?? "")
          } ?? back(start).map { end in
            // The end is required: it can be empty from then on.
            "change \(edge.relationship.destination).\(end.name), optional, and: change \(name(start)), delete nullify"
          } ?? "change \(name(start)), delete nullify"))
    }
    return findings
  }

  private static let shownLimit = 8
}

/// The relationships that deny, as ways from entity to entity.
private struct DenyGraph {
  let edges: [(entity: String, relationship: RelationshipDescription)]
  /// The places of the entities that the edges begin at and lead to; nil for a destination that does not exist.
  private let ends: [(start: Int?, end: Int?)]
  /// The edges that leave an entity, the inherited ones included, by its place.
  private let leaving: [[Int]]

  init(_ subject: ReviewSubject) {
    let edges = subject.relationships.filter { $0.relationship.deleteRule == .deny }
    let index = subject.index
    self.edges = edges
    ends = edges.map { (index.places[$0.entity], index.places[$0.relationship.destination]) }
    var own = [[Int]](repeating: [], count: subject.model.entities.count)
    for (place, end) in ends.enumerated() { if let start = end.start { own[start].append(place) } }
    leaving = edges.isEmpty ? own : own.indices.map { entity in index.line(at: entity).flatMap { own[$0] }.sorted() }
  }

  /// Whether a circle is one relationship of an entity to itself that leads to others, as from a folder to its folders.
  func isTree(_ circle: [Int]) -> Bool {
    circle.count == 1 && edges[circle[0]].relationship.inverse != edges[circle[0]].relationship.name
  }

  /// The shortest way along deny from an edge back to the entity that it begins at, as edges. O(entities + edges).
  func circle(from first: Int) -> [Int]? {
    guard let goal = ends[first].start, let end = ends[first].end else { return nil }
    var isSeen = [Bool](repeating: false, count: leaving.count)
    // Each with the place of the one before it, so that paths are not copied.
    var open: [(entity: Int, edge: Int, before: Int)] = [(end, first, -1)]
    var next = 0
    while next < open.count {
      let (entity, _, _) = open[next]
      if entity == goal {
        var path: [Int] = []
        var place = next
        while place >= 0 {
          path.append(open[place].edge)
          place = open[place].before
        }
        return path.reversed()
      }
      if !isSeen[entity] {
        isSeen[entity] = true
        for edge in leaving[entity] {
          if let end = ends[edge].end { open.append((end, edge, next)) }
        }
      }
      next += 1
    }
    return nil
  }
}
