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

  private enum Problem: Int, CaseIterable {
    case small, beacon, port, address, seconds, code, token, duration, large, fileSize, money, priceText, dates
    case dateNumber, dateFloat, identifier, dated, whole

    /// The limits of the type, and the question.
    func message(_ names: [String]) -> String {
      let isOne = names.count == 1
      let (be, it) = isOne ? ("is", "it") : ("are", "they")
      let (subject, ask) = ("\(Listing.text(names)) \(be)", "\(be) \(it)")
      func small(_ question: String) -> String {
        "\(subject) in Integer 16, which ends at 32,767; \(question)"
      }
      func large(_ question: String) -> String {
        "\(subject) in Integer 32, which ends at 2,147,483,647; \(question)"
      }
      return switch self {
      case .small: small("can \(it) be more?")
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
      case .identifier: small("\(ask) given by a server, and can \(it) be more?")
      case .whole: "\(subject) \(isOne ? "a whole number" : "whole numbers"); can \(it) be 2.5?"
      case .dated:
        "\(subject) \(isOne ? "a Date" : "Dates"), and not \(isOne ? "a text or an identifier" : "texts or identifiers"); \(ask) for a moment in time?"
      }
    }

    var remedy: AttributeType? {
      switch self {
      case .small: nil
      case .beacon, .port, .address, .seconds, .duration: .integer32
      case .code, .token, .dated: .string
      case .large, .fileSize, .identifier: .integer64
      case .money, .priceText: .decimal
      case .whole: .double
      case .dates, .dateNumber, .dateFloat: .date
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
    let largest = largestTypes(in: subject)
    let sisters = SisterTypes(in: subject)
    var found: [Problem: [(entity: String, attribute: AttributeDescription, isMoney: Bool)]] = [:]
    for entity in subject.model.entities {
      let isMirrored = subject.mirroredEntities.contains(entity.name)
      for attribute in entity.properties.compactMap(\.attribute)
      where !attribute.isTransient && attribute.derivation == nil && !sisters.isOdd(attribute.name, in: entity.name) {
        let isSmaller = attribute.type == .integer16 && largest[attribute.name, default: .integer16] != .integer16
        // CloudKit does not let the type of a field change once its schema is in production, so other types are not asked about.
        if let problem = problem(attribute, of: entity) ?? (isSmaller ? .small : nil), !unsaid.contains(problem),
          !isMirrored || problem == .dated
        {
          let isMoney = isMoney(words(attribute.name), of: entity)
          found[problem, default: []].append((entity.name, attribute, isMoney))
        }
      }
    }
    let odd = [sisters.finding(page.id)].compactMap(\.self)
    return odd
      + Problem.allCases.compactMap { problem -> Finding? in
        guard let group = found[problem], let first = group.first else { return nil }
        let names = group.map { "\($0.entity).\($0.attribute.name)" }
        let type =
          problem == .dated
          ? usualType(of: first.attribute.name, in: subject) : problem.remedy ?? (first.isMoney ? .decimal : .integer64)
        // A default of the old type is none of the new one.
        let isLost = first.attribute.defaultValue != nil && (type == .string || type == .date)
        return Finding(
          page.id, .question, first.entity, first.attribute.name, aspect: .type,
          determinant: names.dropFirst().joined(separator: ","), problem.message(names),
          fix: subject.mirroredEntities.contains(first.entity)
            ? "if not: an attribute of another type next to it, as a CloudKit schema in production only grows"
            : "\(problem == .dated ? "if not" : "if so"): change \(names[0]): \(type.rawValue)\(isLost ? ", no default" : ""), "
              + "with a mapping model for stores that exist"
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

  /// The larger type that an attribute of the same name has in another entity, if the name is that of a count, a size or
  /// an identifier: places in lists and states are as often numbered differently.
  private static func largestTypes(in subject: ReviewSubject) -> [String: AttributeType] {
    let kinds: Set = ["count", "counts", "size", "duration", "distance", "id", "identifier"]
    var types: [String: AttributeType] = [:]
    for attribute in subject.model.entities.flatMap(\.properties).compactMap(\.attribute)
    where [.integer32, .integer64].contains(attribute.type) && kinds.contains(words(attribute.name).last ?? "") {
      types[attribute.name] = attribute.type
    }
    return types
  }

  private static func problem(_ attribute: AttributeDescription, of entity: EntityDescription) -> Problem? {
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
      if words.last == "duration" { return isPiece(entity) ? nil : .duration }
      let isCount =
        words.count > 1 && ["count", "counts"].contains(words.last ?? "") && large.contains(words[words.count - 2])
      // The confirmations of a transaction grow with each block.
      let grows = ["confs", "confirmations"].contains(words.last ?? "") || isFileSize(words, of: entity)
      // A date in a small number is a day of the month, or of the week, unless the others of the entity are dates.
      if isDate(attribute.name), entity.properties.contains(where: { $0.attribute?.type == .date && isDate($0.name) }) {
        return .dateNumber
      }
      // In a small number, turnover is a ball that was lost.
      if isMoney && words.last != "turnover" || isCount || grows { return .small }
      // An index counts the parts of one thing.
      if words.contains("index") { return nil }
      let isIdentifier = ["id", "identifier"].contains(words.last) || attribute.name.hasSuffix("ID")
      // A limit in the model says how many there are.
      let isLimited = attribute.maximumValue != nil
      return isIdentifier && !isLimited && !isLocal(attribute.name, of: entity) ? .identifier : nil
    // The revenue of a film, the people of a country, the bytes of a file.
    case .integer32:
      if isFileSize(words, of: entity) { return .fileSize }
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
    case .date:
      return ["id", "identifier", "uuid", "name", "owner", "email"].contains(words.last ?? "") ? .dated : nil
    default: return nil
    }
  }

  /// Whether an identifier is one of the app's own few: the state of something, its place in a list, its icon, a level of a game.
  private static func isLocal(_ name: String, of entity: EntityDescription) -> Bool {
    let few: Set = [
      "achievement", "badge", "category", "cell", "color", "colour", "control", "icon", "image", "kind", "level",
      "mode",
      "page", "priority", "row", "section", "sort", "sound", "stage", "state", "status", "style", "tab", "theme",
      "type",
      "view",
    ]
    // `sortID` has no small letter between its last two.
    let words = words(name.hasSuffix("ID") ? name.dropLast(2) + "Id" : name)
    return words.dropLast().last.map(few.contains) ?? few.contains(self.words(entity.name).last ?? "")
  }

  /// Whether a weight is one that is lifted, or that of a body, by the entity.
  private static func isBodyWeight(_ words: [String], of entity: EntityDescription) -> Bool {
    words.last == "weight"
      && self.words(entity.name).contains {
        ["animal", "baby", "body", "cat", "child", "dog", "exercise", "lift", "pet", "progress", "set", "workout"]
          .contains(
            EnglishNouns.singular($0))
      }
  }

  /// Whether an entity is played from its beginning to its end: no song takes nine hours.
  private static func isPiece(_ entity: EntityDescription) -> Bool {
    ["composition", "passage", "piece", "song"].contains(Ownership.words(entity.name).last ?? "")
  }

  /// Whether an entity has the same quantity in a bigger unit: `durationMinutes` next to `durationSeconds`.
  private static func hasBiggerUnit(_ words: [String], in entity: EntityDescription) -> Bool {
    entity.properties.contains { property in
      let others = self.words(property.name)
      return property.attribute != nil && ["minutes", "hours", "days"].contains(others.last)
        && others.dropLast() == words.dropLast()
    }
  }

  static func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }

  /// Codes that are written in digits and are no numbers.
  private static func textAsNumber(
    _ words: [String], _ type: AttributeType, of entity: EntityDescription
  ) -> Problem? {
    let isWhole = [.integer16, .integer32, .integer64].contains(type)
    guard isWhole || [.float, .double, .decimal].contains(type), let last = words.last else { return nil }
    let rest = ["number", "code"].contains(last) ? words.dropLast() : words[...]
    if ["phone", "telephone", "telphone", "cellphone", "fax", "zip", "zipcode", "postcode", "postal"].contains(
      rest.last)
    {
      return .code
    }
    // A whole number may count what has changed, except for a person's.
    let isPersonal = self.words(entity.name).contains { ["user", "account", "login", "session"].contains($0) }
    return last == "token" && (!isWhole || isPersonal) ? .token : nil
  }

  /// Whether an attribute belongs to a blockchain by its words: `gasPrice`, `chainId`.
  private static func isChain(_ words: [String]) -> Bool {
    words.contains { ["gas", "wei", "mnemonic", "txid", "blockchain"].contains($0) }
      || words.starts(with: ["chain", "id"])
  }

  /// Whether a value is one of money, as a currency is kept along with it.
  private static func isValue(_ words: [String], of entity: EntityDescription) -> Bool {
    ["value", "amount", "total", "balance", "sum", "worth"].contains(words.last ?? "")
      && entity.properties.contains { property in
        property.attribute?.type == .string
          && ["currency", "code"].contains(self.words(property.name).last ?? "")
          && self.words(property.name).contains("currency")
      }
  }

  /// Counts of these can be large.
  private static let large: Set = [
    "view", "views", "visit", "visits", "like", "likes", "follower", "followers", "following", "download",
    "click", "step", "steps", "word", "words", "vote", "votes", "share",
    "rating", "ratings", "hit", "read", "subscriber", "retweet", "message", "total", "delta",
  ]

  /// The two numbers of an iBeacon, `CLBeaconMajorValue` and `CLBeaconMinorValue`: 16 bits without a sign.
  private static func isBeacon(_ name: String, in entity: EntityDescription) -> Bool {
    ["major", "minor"].contains(name.lowercased())
      && Set(entity.properties.map { $0.name.lowercased() }).isSuperset(of: ["major", "minor"])
  }

  private static let nouns: Set = [
    "price", "salary", "cost", "wage", "fee", "revenue", "income", "expense", "budget", "amount", "money", "turnover",
    "earnings", "payout",
    // Portuguese, Spanish, French, German, Italian
    "preco", "saldo", "salario", "precio", "importe", "monto", "prix", "montant", "preis", "betrag", "prezzo",
    "importo",
  ]

  /// Entities whose values are money, where the word for it may mean another value as well.
  private static let accounts: Set = [
    "account", "wallet", "user", "customer", "expense", "payment", "transaction", "budget", "conta", "cuenta",
    "despesa",
    "receita",
    "compra", "venda", "gasto", "pago",
  ]

  /// Whether the last word, or one before `paid` and the like, is one for money.
  private static func isMoney(_ words: [String], of entity: EntityDescription) -> Bool {
    let owner = self.words(entity.name)
    // The price of a restaurant is a level.
    if words.last == "price", owner.contains(where: ["restaurant", "place", "venue", "cafe", "bar", "hotel"].contains) {
      return false
    }
    // What is shown is a text.
    if words.contains(where: ["display", "formatted", "backend", "label"].contains) { return false }
    if ["balance", "valor", "amount"].contains(words.last ?? ""), owner.contains(where: accounts.contains) {
      return true
    }
    let rest = words.filter { !["paid", "total", "value", "usd", "eur"].contains($0) }
    // An amount may be one of anything; an amount that is paid is money.
    if rest.last == "amount" { return words.contains("paid") || words.contains("payment") }
    // A cost may be one of mana, of energy or of steps.
    if rest.last == "cost" { return isPaid(rest, of: entity) }
    return rest.last.map(nouns.contains) ?? false
  }

  /// Whether a cost is one of money, by the word before it, by its entity or by a price or a currency next to it.
  private static func isPaid(_ words: [String], of entity: EntityDescription) -> Bool {
    words.contains { paid.contains($0) }
      || self.words(entity.name).contains { accounts.contains($0) || paid.contains($0) }
      || entity.properties.contains { property in
        property.attribute != nil && self.words(property.name).contains { ["price", "currency"].contains($0) }
      }
  }

  private static let paid: Set = [
    "unit", "shipping", "delivery", "purchase", "labor", "labour", "material", "fuel", "repair", "service", "order",
    "product", "invoice", "subscription", "ticket",
  ]

  /// Whether a number is the size of a film, a recording or a backup. The size of anything else is as often another number.
  private static func isFileSize(_ words: [String], of entity: EntityDescription) -> Bool {
    (words == ["size"] || words == ["file", "size"])
      && self.words(entity.name).contains(
        where: [
          "app", "archive", "audio", "backup", "download", "episode", "film", "movie", "playable", "podcast", "video",
        ].contains)
  }

  static func isDate(_ name: String) -> Bool {
    let words = words(name)
    guard let first = words.first, let last = words.last else { return false }
    if ["date", "birthdate", "timestamp"].contains(last) { return true }
    // `dateOfBirth`, and not `dateFormat`.
    return first == "date" && words.count > 1
      && ![
        "level", "type", "format", "style", "label", "formatter", "range", "unit", "info", "text", "string", "note",
        "period",
        "description", "name", "title", "display", "word",
      ].contains(last)
  }
}
