import Diagnostics
import ObjectGraph

/// A default that is two quotation marks: Xcode's field takes the text as it is, so an empty text is an empty field.
package enum QuotedDefault: ReviewRule {
  package static let page = RulePage(
    id: "quotedDefault", title: "a default consists of quotation marks",
    why: """
      Xcode keeps what is typed into the field of a default, and needs no quotation marks there. Whoever types two of them to \
      mean an empty text gets a text of two characters in each new object, which is neither empty nor equal to "".
      """,
    example: #"""
      entity Appointment { tooth: String = "\"\"" }
      """#,
    fix: #"change Appointment.tooth = """#)

  /// Returns one note for the model, and for Xcode models only: in the workbook, a text is written in quotation marks.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter { attribute in
        guard case .value(.string(let text))? = attribute.defaultValue else { return false }
        return ["\"\"", "''", "“”"].contains(text)
      }.map { (entity.name, $0.name) }
    }
    guard let (entity, attribute) = found.first else { return [] }
    let names = found.map { "\($0).\($1)" }
    return [
      Finding(
        page.id, .note, entity, attribute, aspect: .defaultValue,
        determinant: names.dropFirst().joined(separator: ","),
        "\(Listing.text(names)) \(names.count == 1 ? "has" : "have") two quotation marks as the default, and not an empty text",
        fix: "change \(names[0]) = \"\", or: change \(names[0]), no default")
    ]
  }
}
