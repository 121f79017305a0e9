import Diagnostics
import ObjectGraph

/// Attributes whose names say what they hold, and whose types cannot hold it: money and dates in small numbers, in floating
/// point or in texts.
///
/// Integer 16 ends at 32,767 and Integer 32 at 2,147,483,647 (`NSAttributeType`); Core Data has a type for money, Decimal,
/// and one for dates.
package enum UnsuitedType: ReviewRule {
  package static let page = RulePage(
    id: "unsuitedType", title: "an attribute's type cannot hold what its name says",
    why: """
      Integer 16 ends at 32,767: a price in it has no cents, and a larger one is refused. Float keeps seven digits, and \
      neither it nor Double keeps a tenth exactly. A price or a date in a text is not put in order, added or compared as \
      one.
      """,
    example: """
      entity Order { totalPrice: Integer16; paidDate: String }
      """,
    fix: "change Order.totalPrice: Decimal")

  private enum Problem: Int, CaseIterable {
    case small, money, dates

    var severity: Finding.Severity { self == .small ? .warning : .note }

    func message(_ names: [String]) -> String {
      let listed = Listing.text(names)
      let isOne = names.count == 1
      return switch self {
      case .small: "\(listed) \(isOne ? "is" : "are") in Integer 16, which ends at 32,767: more than that is refused"
      case .money: "\(listed) \(isOne ? "holds" : "hold") money in a type that does not keep it exactly"
      case .dates:
        "\(listed) \(isOne ? "holds" : "hold") a date as a text, which is neither put in order nor compared as one"
      }
    }

    var remedy: AttributeType? {
      switch self {
      case .small: nil
      case .money: .decimal
      case .dates: .date
      }
    }
  }

  /// Returns findings for Xcode models only, one for each kind.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    var found: [Problem: [(entity: String, attribute: AttributeDescription)]] = [:]
    for entity in subject.model.entities {
      for attribute in entity.properties.compactMap(\.attribute)
      where !attribute.isTransient && attribute.derivation == nil {
        if let problem = problem(attribute) { found[problem, default: []].append((entity.name, attribute)) }
      }
    }
    return Problem.allCases.compactMap { problem -> Finding? in
      guard let group = found[problem], let first = group.first else { return nil }
      let names = group.map { "\($0.entity).\($0.attribute.name)" }
      let type =
        problem.remedy
        ?? (isMoney(words(first.attribute.name)) ? .decimal : .integer64)
      return Finding(
        page.id, problem.severity, first.entity, first.attribute.name, aspect: .type,
        determinant: names.dropFirst().joined(separator: ","), problem.message(names),
        fix: "change \(names[0]): \(type.rawValue)")
    }
  }

  private static func problem(_ attribute: AttributeDescription) -> Problem? {
    let words = words(attribute.name)
    let isMoney = isMoney(words)
    switch attribute.type {
    case .integer16:
      let isCount = words.count > 1 && ["count", "counts"].contains(words.last ?? "")
      // A date in a small number is a day of the month, or of the week.
      return isMoney || isCount ? .small : nil
    case .float, .double: return isMoney ? .money : nil
    case .string:
      if isMoney { return .money }
      return isDate(attribute.name) ? .dates : nil
    default: return nil
    }
  }

  private static func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }

  /// Whether the last word, or one before `paid` and the like, is one for money.
  private static func isMoney(_ words: [String]) -> Bool {
    let nouns: Set = ["price", "salary", "cost", "wage", "fee", "revenue", "income", "expense", "budget", "amount"]
    let rest = words.filter { !["paid", "total", "value", "usd", "eur"].contains($0) }
    // An amount may be one of anything; an amount that is paid is money.
    if rest.last == "amount" { return words.contains("paid") || words.contains("payment") }
    return rest.last.map(nouns.contains) ?? false
  }

  private static func isDate(_ name: String) -> Bool {
    let words = words(name)
    guard let first = words.first, let last = words.last else { return false }
    if ["date", "birthdate", "timestamp"].contains(last) { return true }
    // `dateOfBirth`, and not `dateFormat`.
    return first == "date" && words.count > 1
      && !["level", "type", "format", "style", "label", "formatter", "range", "unit"].contains(last)
  }
}
