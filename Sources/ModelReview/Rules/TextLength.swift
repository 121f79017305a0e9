import Diagnostics
import ObjectGraph

/// Limits of texts that the names of the attributes say are too narrow: four letters at least for a first name, 255 at most for
/// comments.
package enum TextLength: ReviewRule {
  package static let page = RulePage(
    id: "textLength", title: "a text is limited to fewer or more letters than it may have",
    why: """
      A save refuses a text that is shorter than the least length or longer than the greatest one (errors 1670 and 1660). \
      Bo and Li are names, and people write long comments. The app has to check the length before, or say what \
      was refused.
      """,
    example: """
      entity User {
        firstName: String, length 4...; comments: String?, length ...255
      }
      """,
    fix: "widen the limit, or let the app check the text before it is saved")

  private typealias Text = (entity: String, attribute: AttributeDescription)

  /// Returns two questions at most, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let texts = subject.model.entities.flatMap { entity -> [Text] in
      entity.properties.compactMap(\.attribute).filter { $0.type == .string && !$0.isTransient }.map {
        (entity.name, $0)
      }
    }
    let short = texts.filter { entity, text in (text.minimumLength ?? 0) > 2 && isPersonal(text.name, of: entity) }
    let long = texts.filter { _, text in text.maximumLength.map { isNarrow($0, for: text.name) } ?? false }
    return [
      finding(
        short, "needs", "need", short.map { $0.attribute.minimumLength ?? 0 }.min(), "at least",
        "a shorter one; is no name shorter, such as Bo?"),
      finding(
        long, "holds", "hold", long.map { $0.attribute.maximumLength ?? 0 }.max(), "at most",
        "a longer one; does the app check it?"),
    ].compactMap(\.self)
  }

  private static func finding(
    _ found: [Text], _ one: String, _ many: String, _ limit: Int?,
    _ bound: String, _ question: String
  ) -> Finding? {
    guard let first = found.first, let limit else { return nil }
    let names = found.map { "\($0.entity).\($0.attribute.name)" }
    return Finding(
      page.id, .question, first.entity, first.attribute.name, aspect: .count,
      determinant: names.dropFirst().joined(separator: ","),
      "\(Listing.text(names)) \(names.count == 1 ? one : many) \(bound) \(DisplayText.grouped(limit)) characters, and a save "
        + "refuses \(question)",
      fix: "if not: widen the \(names.count == 1 ? "limit" : "limits"), or let the app check the text first")
  }

  private static func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }

  /// Whether a text is a person's name, and not that of an account, of which an app decides.
  private static func isPersonal(_ name: String, of entity: String) -> Bool {
    NameKey.personal.contains(words(name).joined()) || words(name) == ["name"] && Ownership.isPerson(entity)
  }

  /// Whether people write more than a greatest length, or programs do.
  private static func isNarrow(_ limit: Int, for name: String) -> Bool {
    let words = words(name)
    let long: Set = [
      "blob", "body", "comment", "comments", "description", "html", "json", "message", "note", "notes", "remarks",
      "xml",
    ]
    // One letter is a code.
    guard limit > 1, let last = words.last else { return false }
    return limit <= 255 && long.contains(last) || limit <= 40 && (words == ["title"] || words == ["name"])
  }
}
