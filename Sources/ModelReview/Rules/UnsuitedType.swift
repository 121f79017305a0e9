import Diagnostics
import ObjectGraph

/// Attributes whose names say what they hold, and whose types cannot hold it: money and dates in small numbers, in floating
/// point or in texts, and phone numbers and tokens in numbers.
///
/// Integer 16 ends at 32,767 and Integer 32 at 2,147,483,647 (`NSAttributeType`); Core Data has a type for money, Decimal,
/// and one for dates.
package enum UnsuitedType: ReviewRule {
  package static let page = RulePage(
    id: "unsuitedType", title: "an attribute's type cannot hold what its name says",
    why: """
      Integer 16 ends at 32,767, and Integer 32 at 2,147,483,647: more is refused. Float keeps seven digits, and neither \
      it nor Double keeps a tenth exactly. A price in a text is neither added nor compared as a number, and a date in a \
      text sorts as one only if the year comes first. A phone number in a number loses its leading 0 or +.
      """,
    example: """
      entity Order { totalPrice: Integer16; paidDate: String }
      """,
    fix: "change Order.totalPrice: Decimal")

  enum Problem: Int, CaseIterable {
    case text, smallCode, smallNumber, number, isbn, degrees, small, smallMoney, beacon, port, address, seconds, code,
      token, duration
    case large, fileSize, money, priceText, dates
    case dateNumber, dateFloat, dateSeconds, dateFlag, identifier, dated, datedImage, whole

    /// The limits of the type, and the question.
    func message(_ names: [String]) -> String {
      let isOne = names.count == 1
      let (be, it) = isOne ? ("is", "it") : ("are", "they")
      let (subject, ask) = ("\(Finding.listed(names)) \(be)", "\(be) \(it)")
      func small(_ question: String) -> String {
        "\(subject) in Integer 16, which ends at 32,767; \(question)"
      }
      func large(_ question: String) -> String {
        "\(subject) in Integer 32, which ends at 2,147,483,647; \(question)"
      }
      return switch self {
      case .text: "\(subject) \(isOne ? "a number" : "numbers"); \(ask) for a name or another text?"
      case .smallCode:
        "\(subject) in Integer 16, which ends at 32,767 and keeps no leading 0 and no +; \(ask) for a phone number or a postal code?"
      case .smallNumber: small("\(ask) for the number of a document, a card or an account, which is longer?")
      case .number:
        "\(subject) \(isOne ? "a number, which keeps" : "numbers, which keep") no leading 0 and no letter; \(ask) for the number of a "
          + "document or an account, which may have either?"
      // ISO 2108: the last digit of a number of ten may be an X.
      case .isbn:
        "\(subject) \(isOne ? "a number, which keeps" : "numbers, which keep") no leading 0 and no X; \(ask) for an ISBN?"
      case .degrees:
        "\(subject) \(isOne ? "a whole number" : "whole numbers"), and from one degree to the next it is up to 111 km; "
          + "\(isOne ? "does it" : "do they") hold degrees?"
      case .small: small("can \(it) be more?")
      case .smallMoney:
        "\(subject) in Integer 16, which ends at 32,767 and keeps whole numbers; can \(it) be more, or have cents?"
      case .beacon: small("\(ask) a beacon's, of which each number can be up to 65,535?")
      case .port: small("\(ask) for the number of a port, which can be up to 65,535?")
      case .address: small("\(ask) for an address, which can be up to 65,535?")
      case .seconds: small("can \(it) be more than nine hours?")
      case .duration: small("\(ask) in seconds, and can \(it) be more than nine hours?")
      case .code:
        "\(subject) \(isOne ? "a number, which keeps" : "numbers, which keep") no leading 0 and no +; \(ask) for a phone number or a postal code?"
      case .token: "\(subject) \(isOne ? "a number" : "numbers"); \(ask) for a token, which usually is a text?"
      case .large: large("can \(it) be more?")
      case .fileSize: large("can a file have more bytes?")
      case .priceText:
        "\(subject) \(isOne ? "a text, which is" : "texts, which are") neither added nor compared as a number; \(ask) for money?"
      case .money: "\(subject) of a type that does not keep a tenth exactly; \(ask) for money?"
      case .dates:
        "\(subject) \(isOne ? "a text, which sorts" : "texts, which sort") as a date only if the year comes first; \(ask) for a moment in time?"
      case .dateNumber: small("\(ask) for a date?")
      case .dateFloat:
        "\(subject) in Float, which keeps seven digits, and the seconds of a date have nine or ten; \(ask) for a moment in time?"
      case .dateSeconds: large("\(ask) for seconds since 1970, which are more from January 2038 on?")
      case .dateFlag: "\(subject) \(isOne ? "a Boolean" : "Booleans"); \(ask) for a moment in time?"
      case .identifier: small("\(ask) given by a server, and can \(it) be more?")
      case .whole: "\(subject) \(isOne ? "a whole number" : "whole numbers"); can \(it) be 2.5?"
      case .datedImage:
        "\(subject) \(isOne ? "a Date" : "Dates"), and no \(isOne ? "image" : "images"); \(ask) for a moment in time?"
      case .dated:
        "\(subject) \(isOne ? "a Date" : "Dates"), and not \(isOne ? "a text or an identifier" : "texts or identifiers"); \(ask) for a moment in time?"
      }
    }

    /// Whether the type is that of a date, and the name is not.
    var isDated: Bool { self == .dated || self == .datedImage }

    var remedy: AttributeType {
      switch self {
      case .small: .integer64
      case .beacon, .port, .address, .seconds, .duration: .integer32
      case .text, .smallCode, .smallNumber, .number, .isbn, .code, .token, .dated: .string
      case .datedImage: .binaryData
      case .large, .fileSize, .identifier: .integer64
      case .smallMoney, .money, .priceText: .decimal
      case .whole, .degrees: .double
      case .dates, .dateNumber, .dateFloat, .dateFlag: .date
      case .dateSeconds: .integer64
      }
    }
  }

  /// Returns questions for Xcode models only, one for each kind, and none about what is mirrored to CloudKit.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let names = subject.model.entities.flatMap(\.properties).map { words($0.name) }
    var unsaid: Set<Problem> = []
    // A model that counts in minutes does so in `duration`.
    if names.contains(where: { $0.contains("minutes") }) { unsaid.insert(.duration) }
    // The amounts of a blockchain, 256 bits, are texts on purpose.
    if names.contains(where: isChain) { unsaid.insert(.priceText) }
    let nouns = Set(subject.model.entityNames.map { EnglishNouns.singular(Ownership.noun($0)) })
    if !isFromServer(subject) { unsaid.insert(.identifier) }
    let sisters = SisterTypes(in: subject)
    var found: [Problem: [(entity: String, attribute: AttributeDescription)]] = [:]
    for entity in subject.model.entities {
      let isMirrored = subject.mirroredEntities.contains(entity.name)
      for attribute in entity.properties.compactMap(\.attribute)
      where !attribute.isTransient && attribute.derivation == nil && !sisters.isOdd(attribute.name, in: entity.name) {
        // CloudKit does not let the type of a field change once its schema is in production, so other types are not asked about.
        if let problem = problem(attribute, of: entity, nouns), !unsaid.contains(problem),
          !isMirrored || problem.isDated
        {
          found[problem, default: []].append((entity.name, attribute))
        }
      }
    }
    let odd = [sisters.narrowFinding(page.id), sisters.finding(page.id)].compactMap(\.self)
    return odd
      + Problem.allCases.compactMap { problem -> Finding? in
        guard let group = found[problem], let first = group.first else { return nil }
        let names = group.map { "\($0.entity).\($0.attribute.name)" }
        let type =
          problem == .dated
          ? usualType(of: first.attribute.name, in: subject) : problem.remedy
        let isConverted = group.allSatisfy { type.isConverted(from: $0.attribute.type) }
        // A default of the old type is none of the new one.
        let isLost = first.attribute.defaultValue != nil && (type == .string || type == .date)
        return Finding(
          page.id, .question, first.entity, first.attribute.name, aspect: .type,
          determinant: names.dropFirst().joined(separator: ","), problem.message(names),
          fix: subject.mirroredEntities.contains(first.entity)
            ? "if not: an attribute of another type next to it, as a CloudKit schema in production only grows"
            : "\(problem.isDated ? "if not" : "if so"): change \(names[0]): \(type.rawValue)\(isLost ? ", no default" : "")"
              + (isConverted ? "" : ", with a mapping model for stores that exist")
        )
      }
  }

  /// The type that most attributes of a name have, where it is no date; a text is always one that fits.
  private static func usualType(of name: String, in subject: ReviewSubject) -> AttributeType {
    let types = subject.model.entities.flatMap(\.properties).compactMap(\.attribute).filter {
      $0.name == name && $0.type != .date
    }.map(\.type)
    return types.max { one, other in types.count { $0 == one } < types.count { $0 == other } } ?? .string
  }

  /// Whether the model keeps something of a server's, by the names of its attributes: an address, a token, what was downloaded. Other
  /// identifiers are the app's own numbers.
  private static func isFromServer(_ subject: ReviewSubject) -> Bool {
    let signs: Set = [
      "api", "backend", "download", "downloaded", "guid", "json", "owner", "remote", "server", "sync", "synced",
      "token",
      "upload", "uploaded", "uri", "url",
    ]
    return subject.model.entities.flatMap(\.properties).contains { property in
      property.attribute != nil
        && (!signs.isDisjoint(with: words(property.name)) || property.name.lowercased().hasSuffix("url"))
    }
  }

  private static func problem(
    _ attribute: AttributeDescription, of entity: EntityDescription, _ nouns: Set<String>
  ) -> Problem? {
    let words = words(attribute.name)
    let isMoney = isMoney(words, of: entity)
    if let problem = textAsNumber(words, attribute.type, of: entity) { return problem }
    if [.integer16, .integer32, .integer64].contains(attribute.type), isBodyWeight(words, of: entity) { return .whole }
    switch attribute.type {
    case .integer16:
      if isBeacon(attribute.name, in: entity) { return .beacon }
      if words.last == "port" { return .port }
      if words.last == "address" { return .address }
      // Seconds next to minutes or hours are 59 at most.
      if ["seconds", "duration"].contains(words.last), hasBiggerUnit(words, in: entity) { return nil }
      if words.last == "seconds" { return .seconds }
      if words.last == "duration" { return isPiece(entity) || isInMinutes(attribute) ? nil : .duration }
      let isCount =
        words.count > 1 && ["count", "counts"].contains(words.last ?? "") && large.contains(words[words.count - 2])
      // The confirmations of a transaction grow with each block.
      let grows = ["confs", "confirmations"].contains(words.last ?? "") || isFileSize(words, of: entity)
      // A date in a small number is a day of the month, or of the week, unless the others of the entity are dates.
      if isDate(attribute.name), entity.properties.contains(where: { $0.attribute?.type == .date && isDate($0.name) }) {
        return .dateNumber
      }
      // In a small number, turnover is a ball that was lost.
      if isMoney && words.last != "turnover" { return .smallMoney }
      if isCount || grows { return .small }
      // An index counts the parts of one thing.
      if words.contains("index") { return nil }
      let isIdentifier = ["id", "identifier"].contains(idWords(attribute.name, nouns).last)
      // A limit in the model says how many there are.
      let isLimited = attribute.maximumValue != nil
      return isIdentifier && !isLimited && !isLocal(attribute.name, of: entity, nouns) ? .identifier : nil
    // The revenue of a film, the people of a country, the bytes of a file.
    case .integer32:
      if isFileSize(words, of: entity) { return .fileSize }
      if isDate(attribute.name) { return .dateSeconds }
      return ["revenue", "population", "bytes"].contains(words.last ?? "") ? .large : nil
    case .float, .double:
      if attribute.type == .float, isDate(attribute.name) { return .dateFloat }
      return isMoney || isValue(words, of: entity) ? .money : nil
    case .string:
      if isMoney { return .priceText }
      // A text named `date` beside a Date is there to be shown: the year of a work of art, a period.
      let isShown =
        attribute.name == "date" && entity.properties.contains { $0.attribute?.type == .date }
      // A pattern says how it is written.
      return isDate(attribute.name) && !isShown && attribute.pattern == nil ? .dates : nil
    // `dateModified`, and not `dateIsExact`.
    case .boolean: return words.count == 2 && words[0] == "date" && words[1].hasSuffix("ed") ? .dateFlag : nil
    case .date:
      if ["image", "photo", "picture"].contains(words.joined()) { return .datedImage }
      return ["id", "identifier", "uuid", "name", "owner", "email"].contains(words.last ?? "") ? .dated : nil
    default: return nil
    }
  }
}
