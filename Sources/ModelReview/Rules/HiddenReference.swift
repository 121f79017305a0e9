import Diagnostics
import ObjectGraph

/// Check (h): a text that names objects of another entity, by its values or by its name.
package enum HiddenReference: ReviewRule {
  package static let page = RulePage(
    id: "hiddenReference", title: "a text stands for a relationship",
    why: """
      A team code stored with each player is a link that the graph does not know: it can name a team that does not exist, \
      does not change when the team changes its code, and cannot be followed. An identifier that a server gives may stay \
      along with the relationship.
      """,
    example: """
      entity Team { code: String }
      entity Player { teamCode: String? }
      """,
    fix: "make a to-one relationship of it")

  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    let named = subject.namedEntities
    var names: [Finding] = []
    let byValue = subject.relations.flatMap { relation -> [Finding] in
      let shown = subject.facts[relation.entity]?.hiddenReferences ?? []
      names += NamedReference.found(in: relation, named, subject).filter { name in
        !shown.contains { $0.column == name.attribute }
      }.map { finding($0, relation.entity, subject) }
      return shown.map { copy -> Finding in
        let destination = String(copy.source.prefix { $0 != "." })
        return copy.finding(
          page.id, in: relation,
          "\(copy.column) names a \(destination) by its \(copy.source.dropFirst(destination.count + 1))",
          fix: fix(copy.column, of: relation.entity, to: destination, subject))
      }
    }
    return byValue + grouped(distinct(names), from: subject.options.contains(.xcode) ? 2 : 4)
  }

  /// The first of those with one remedy: `podcasterName` next to `podcasterId`.
  private static func distinct(_ findings: [Finding]) -> [Finding] {
    findings.indices.filter { index in
      !findings[..<index].contains { $0.entity == findings[index].entity && $0.fix == findings[index].fix }
    }.map { findings[$0] }
  }

  /// One question for a model in which several names say so: it keeps what a server sends, and the same holds for each. Of more
  /// than eight, the first five show the custom.
  private static func grouped(_ findings: [Finding], from least: Int) -> [Finding] {
    guard findings.count >= least, let first = findings.first else { return findings }
    let names = findings.map { "\($0.entity).\($0.property)" }
    let listed = Listing.text(names, upTo: names.count > 8 ? 5 : 8)
    return [
      Finding(
        page.id, .question, first.entity, first.property, determinant: names.joined(separator: ","),
        "\(names.count) attributes may name objects of other entities, to which no relationship leads: \(listed); do they?",
        fix: "where one does, a relationship keeps the link right; an identifier that a server gives may stay")
    ]
  }

  private static func finding(_ name: NamedReference, _ entity: String, _ subject: ReviewSubject) -> Finding {
    let end =
      name.isList
      ? "several objects of \(name.destination)"
      : name.destination == entity ? "another \(entity)" : DisplayText.withArticle(name.destination)
    return Finding(
      page.id, .question, entity, name.attribute, determinant: name.destination,
      "\(entity).\(name.attribute) may name \(end), to which no relationship leads; does it?",
      fix: "if so: "
        + (name.isList
          ? list(name, entity, subject)
          : fix(
            name.attribute, of: entity, to: name.destination, role: name.role, inverse: name.inverse,
            holds: name.hasKey ? "ID" : "Name", subject)))
  }

  private static func list(_ name: NamedReference, _ entity: String, _ subject: ReviewSubject) -> String {
    var names = ProposedNames(subject.index)
    let many = names.property(EnglishNouns.plural(name.role), of: entity)
    let back = names.property(EnglishNouns.plural(ProposedNames.lowered(entity)), of: name.destination)
    return "make it a relationship: \(entity).\(many) <<-->> \(name.destination).\(back)"
  }

  /// The statements that make a relationship of an attribute, with its inverse.
  private static func fix(
    _ attribute: String, of entity: String, to destination: String, role: String? = nil, inverse: String? = nil,
    holds ending: String = "Name", _ subject: ReviewSubject
  ) -> String {
    var names = ProposedNames(subject.index)
    let role = role ?? ProposedNames.lowered(destination)
    let name = names.property(role, of: entity, gone: role == attribute ? [attribute] : [])
    let back = names.property(inverse ?? EnglishNouns.plural(ProposedNames.lowered(entity)), of: destination)
    let pair = "\(entity).\(name) <<--> \(destination).\(back)"
    // The values stay until the links are set.
    return name == attribute
      ? "rename \(entity).\(attribute) to \(attribute)\(ending)\(Naming.renamingID(attribute, in: subject)), then: \(pair)"
      : "make it a relationship: \(pair)"
  }
}
