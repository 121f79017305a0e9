import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// Declarations of entities as Swift writes their members.
extension ForeignLine {
  /// `entity Coach { var name: String; let age: Int; teams: [Team] }`: members as Swift writes them.
  func declarationTranslation(of line: String) -> Translation? {
    guard line.hasPrefix("entity ") || line.hasPrefix("abstract entity ") else { return nil }
    guard let open = line.firstIndex(of: "{"), let close = line.lastIndex(of: "}"), open < close else { return nil }
    let head = line[..<open].trimmed
    let inside = line[line.index(after: open)..<close]
    var members: [String] = []
    var pairs: [String] = []
    var reason: String?
    for part in inside.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let text = String(part).trimmed
      if text.isEmpty { continue }
      // books <-->> Book.publisher
      let words = text.split(separator: " ").map(String.init)
      if words.count == 3, words[1].hasPrefix("<"), words[2].contains("."), let name = head.split(separator: " ").last {
        pairs.append("\(name).\(text)")
        continue
      }
      if WorkbookParser.parses("entity X { \(text) }"), !isSwiftOnly(text) {
        members.append(text)
        continue
      }
      if let member = writtenMember(text), let why = member.reason {
        members += [member.text] + (member.isUnique ? ["unique \(member.name)"] : [])
        reason = reason ?? why
        continue
      }
      let isDeclared = text.hasPrefix("var ") || text.hasPrefix("let ") || text.hasPrefix("@")
      let declaration = isDeclared ? text : "var \(text)"
      guard case .property(let property)? = SwiftReader.statements(of: declaration)?.first ?? bound(declaration),
        let member = member(property), !property.isCollection || member.contains("->>")
      else { return nil }
      members.append(member)
    }
    guard !members.isEmpty || !pairs.isEmpty else { return nil }
    let declaration = "\(head) { \(members.joined(separator: "; ")) }"
    guard pairs.isEmpty else {
      return Translation(
        "a pair of relationships is declared outside the braces", [declaration] + pairs, isSpecific: true)
    }
    if let reason { return Translation(reason, [declaration], isSpecific: true) }
    return Translation("properties are declared without var, and a to-many by ->>", [declaration])
  }

  /// `team: Team`: an attribute of a type that is an entity.
  private func isSwiftOnly(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let type = text[text.index(after: colon)...].drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber }
    return isEntityName(String(type))
  }

  /// `var name = "x"`, which is a property inside a class.
  private func bound(_ declaration: String) -> SwiftStatement? {
    guard case .binding(let name, let value)? = SwiftReader.statements(of: declaration)?.first else { return nil }
    var property = SwiftProperty(attributes: [], name: name)
    property.initial = value
    return .property(property)
  }
}
