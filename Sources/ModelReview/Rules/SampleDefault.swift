import Diagnostics
import ObjectGraph

/// Defaults of texts that look as if they had been typed to try the app: a name of someone or something, or a word such as
/// `test`.
package enum SampleDefault: ReviewRule {
  package static let page = RulePage(
    id: "sampleDefault", title: "a default looks like a sample",
    why: """
      A default is written into each new object that is given no other value. A name typed to try the app is then saved as if \
      someone had entered it, and a required attribute that was forgotten is not noticed.
      """,
    example: """
      entity Guest { firstName: String = "John" }
      """,
    fix: "change Guest.firstName, no default")

  /// Returns one question for the model, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).compactMap {
        attribute -> (name: String, text: String, attribute: AttributeDescription)? in
        guard case .value(.string(let text))? = attribute.defaultValue, attribute.type == .string,
          isSample(text, for: attribute.name, of: entity.name)
        else { return nil }
        return ("\(entity.name).\(attribute.name)", text, attribute)
      }
    }
    guard let first = found.first else { return [] }
    let shown = found.map { "\($0.name) (\"\(DisplayText.visible($0.text))\")" }
    let (entity, attribute) = (first.name.prefix { $0 != "." }, first.attribute)
    return [
      Finding(
        page.id, .question, String(entity), attribute.name, aspect: .defaultValue,
        determinant: found.dropFirst().map(\.name).joined(separator: ","),
        "\(found.count == 1 ? "the default of" : "the defaults of") \(Listing.text(shown)) \(found.count == 1 ? "looks like a sample" : "look like samples"), "
          + "and each object without another value gets \(found.count == 1 ? "it" : "them"); is that meant?",
        // What is required needs another value.
        fix: "if not: change \(first.name), no default"
          + (attribute.isOptional
            ? "" : ", once each new object is given one, or: change \(first.name), optional, no default"))
    ]
  }

  private static func isSample(_ text: String, for attribute: String, of entity: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard words.contains(where: { $0.contains(where: \.isLetter) }) else { return false }
    if !samples.isDisjoint(with: words) { return true }
    let own = ProposedNames.words(attribute).map { $0.lowercased() }
    guard placeholders.isDisjoint(with: words), text.count > 1 else { return false }
    // A placeholder repeats what it stands for: the name "Store" of a Store.
    let about = own + ProposedNames.words(entity).map { $0.lowercased() }
    return isNameOrAddress(own, of: entity) && Set(about).isDisjoint(with: words)
  }

  /// Whether an attribute names a person or a thing, or says how to reach someone. Groups and lists may be called by default as
  /// the first of them is.
  private static func isNameOrAddress(_ words: [String], of entity: String) -> Bool {
    if ["firstname", "lastname", "surname"].contains(words.suffix(2).joined())
      || ["surname", "email"].contains(words.last)
    {
      return true
    }
    return words.last == "name"
      && (words.count > 1 && people.contains(words[words.count - 2])
        || words.count == 1 && Ownership.isPerson(entity)
          && !["account", "user"].contains(Ownership.noun(entity)))
  }

  private static let people: Set = [
    "applicator", "artist", "author", "client", "company", "contact", "customer", "doctor", "employee", "friend",
    "guest", "inspector",
    "manager", "owner", "patient", "person", "player", "product", "student", "teacher", "worker",
  ]

  private static let samples: Set = [
    "abc", "asdf", "baz", "blah", "doe", "dummy", "foo", "ipsum", "jane", "john", "lorem", "qwerty", "test",
    "xyz",
  ]

  private static let placeholders: Set = [
    "a", "an", "anonymous", "default", "empty", "enter", "guest", "my", "n", "name", "new", "nil", "no",
    "none", "not", "null",
    "noname", "unknown", "unnamed", "untitled", "user", "you", "your",
  ]
}
