import ObjectGraph

/// The names of attributes and entities that say which kind of value is held.
extension UnsuitedType {
  /// Whether an identifier is one of the app's own few: the state of something, its place in a list, its icon, a level of a game.
  static func isLocal(_ name: String, of entity: EntityDescription, _ nouns: Set<String>) -> Bool {
    let few: Set = [
      "achievement", "badge", "category", "cell", "color", "colour", "control", "icon", "image", "kind", "level",
      "mode",
      "page", "priority", "row", "section", "sort", "sound", "stage", "state", "status", "style", "tab", "theme",
      "type",
      "view",
    ]
    let words = idWords(name, nouns)
    // `orderId` is a position, unless the model has orders.
    if words.dropLast().last == "order", !nouns.contains("order") { return true }
    return words.dropLast().last.map(few.contains) ?? few.contains(self.words(entity.name).last ?? "")
  }

  /// Whether a weight is one that is lifted, or that of a body, by the entity.
  static func isBodyWeight(_ words: [String], of entity: EntityDescription) -> Bool {
    words.last == "weight"
      && self.words(entity.name).contains {
        ["animal", "baby", "body", "cat", "child", "dog", "exercise", "lift", "pet", "progress", "set", "workout"]
          .contains(
            EnglishNouns.singular($0))
      }
  }

  /// Whether an entity is played from its beginning to its end: no song takes nine hours.
  static func isPiece(_ entity: EntityDescription) -> Bool {
    ["composition", "passage", "piece", "song"].contains(Ownership.words(entity.name).last ?? "")
  }

  /// Whether a default is that of minutes: half an hour, and no half a minute.
  static func isInMinutes(_ attribute: AttributeDescription) -> Bool {
    guard case .value(.integer(let value))? = attribute.defaultValue else { return false }
    return (5...240).contains(value)
  }

  /// Whether an entity has the same quantity in a bigger unit: `durationMinutes` next to `durationSeconds`.
  static func hasBiggerUnit(_ words: [String], in entity: EntityDescription) -> Bool {
    entity.properties.contains { property in
      let others = self.words(property.name)
      return property.attribute != nil && ["minutes", "hours", "days"].contains(others.last)
        && others.dropLast() == words.dropLast()
    }
  }

  static func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }

  /// The words of a name, of which `ID` is one, as in `userID` and `userid`.
  /// - Parameter nouns: Those of the model's entities, in the singular.
  static func idWords(_ name: String, _ nouns: Set<String>) -> [String] {
    let words = words(name.hasSuffix("ID") ? name.dropLast(2) + "Id" : name)
    guard let last = words.last, last.hasSuffix("id"), case let noun = String(last.dropLast(2)),
      nouns.contains(noun) || Ownership.people.contains(noun) || ["owner", "product"].contains(noun)
    else { return words }
    return words.dropLast() + [noun, "id"]
  }

  /// Codes that are written in digits and are no numbers.
  static func textAsNumber(
    _ words: [String], _ type: AttributeType, of entity: EntityDescription
  ) -> Problem? {
    let isWhole = [.integer16, .integer32, .integer64].contains(type)
    guard isWhole || [.float, .double, .decimal].contains(type), let last = words.last else { return nil }
    let isNumber = numbers.contains(last)
    let rest = isNumber || last == "code" ? words.dropLast() : words[...]
    // The number of a contact is one to call.
    if [
      "phone", "telephone", "telphone", "cellphone", "mobile", "fax", "zip", "zipcode", "postcode", "postal",
      "telefono",
    ].contains(rest.last) || isNumber && rest == ["contact"] {
      return type == .integer16 ? .smallCode : .code
    }
    if last == "isbn" { return .isbn }
    // In more bits, it may be one of meters on a map.
    if type == .integer16, ["latitude", "longitude"].contains(last) { return .degrees }
    if isName(words) { return .text }
    if isWhole, isDocument(words, of: entity) { return type == .integer16 ? .smallNumber : .number }
    if type == .integer16, isCard(words, of: entity) { return .smallNumber }
    // A whole number may count what has changed, except for a person's.
    let isPersonal = self.words(entity.name).contains { ["user", "account", "login", "session"].contains($0) }
    return last == "token" && (!isWhole || isPersonal) ? .token : nil
  }

  /// Whether a number has the name of a text, and counts or measures nothing: `trackName`, and not `maxLengthOfName`.
  private static func isName(_ words: [String]) -> Bool {
    let texts: Set = [
      "description", "email", "firstname", "lastname", "name", "nickname", "subtitle", "surname", "title", "username",
    ]
    let others: Set = [
      "can", "count", "has", "hash", "id", "index", "is", "len", "length", "lines", "max", "min", "number", "num", "of",
      "size", "type",
    ]
    return texts.contains(words.last ?? "") && others.isDisjoint(with: words)
  }

  private static let numbers: Set = ["number", "no", "num", "nr"]

  /// Whether a whole number has the name of a document's or an account's, which offices and banks write with zeros and letters.
  private static func isDocument(_ words: [String], of entity: EntityDescription) -> Bool {
    guard let last = words.last else { return false }
    if ["iban", "passport", "ssn"].contains(last) { return true }
    let kinds: Set = [
      "account", "iban", "identification", "identity", "insurance", "licence", "license", "passport", "policy",
      "registration", "security", "tax", "vat",
    ]
    guard numbers.contains(last), let before = words.dropLast().last else { return false }
    let isPerson = Ownership.isPerson(Ownership.words(entity.name).last ?? "")
    return kinds.contains(before) || words.count == 2 && before == "id" && isPerson
  }

  /// Whether a number has the name of that of a card by which people pay or prove who they are.
  private static func isCard(_ words: [String], of entity: EntityDescription) -> Bool {
    let rest = numbers.contains(words.last ?? "") ? words.dropLast() : words[...]
    let owner = Set(self.words(entity.name))
    return rest == ["card"] && !owner.isDisjoint(with: ["billing", "payment"])
      || ["bank", "credit", "debit", "identity", "insurance", "loyalty", "member"].contains {
        rest.suffix(2) == [$0, "card"]
      }
  }

  /// Whether an attribute belongs to a blockchain by its words: `gasPrice`, `chainId`.
  static func isChain(_ words: [String]) -> Bool {
    words.contains { ["gas", "wei", "mnemonic", "txid", "blockchain"].contains($0) }
      || words.starts(with: ["chain", "id"])
  }

  /// Whether a value is one of money, as a currency is kept along with it.
  static func isValue(_ words: [String], of entity: EntityDescription) -> Bool {
    ["value", "amount", "total", "balance", "sum", "worth"].contains(words.last ?? "")
      && entity.properties.contains { property in
        property.attribute?.type == .string
          && ["currency", "code"].contains(self.words(property.name).last ?? "")
          && self.words(property.name).contains("currency")
      }
  }

  /// Counts of these can be large.
  static let large: Set = [
    "view", "views", "visit", "visits", "like", "likes", "follower", "followers", "following", "download",
    "click", "step", "steps", "word", "words", "vote", "votes", "share",
    "rating", "ratings", "hit", "read", "subscriber", "retweet", "message", "total", "delta",
  ]

  /// The two numbers of an iBeacon, `CLBeaconMajorValue` and `CLBeaconMinorValue`: 16 bits without a sign.
  static func isBeacon(_ name: String, in entity: EntityDescription) -> Bool {
    ["major", "minor"].contains(name.lowercased())
      && Set(entity.properties.map { $0.name.lowercased() }).isSuperset(of: ["major", "minor"])
  }

  static let nouns: Set = [
    "price", "salary", "cost", "wage", "fee", "revenue", "income", "expense", "budget", "amount", "money", "turnover",
    "earnings", "payout",
    // Portuguese, Spanish, French, German, Italian
    "preco", "saldo", "salario", "precio", "importe", "monto", "prix", "montant", "preis", "betrag", "prezzo",
    "importo",
  ]

  /// Entities whose values are money, where the word for it may mean another value as well.
  static let accounts: Set = [
    "account", "wallet", "user", "customer", "expense", "payment", "transaction", "budget", "conta", "cuenta",
    "despesa",
    "receita",
    "compra", "venda", "gasto", "pago",
  ]

  /// Whether the last word, or one before `paid` and the like, is one for money.
  static func isMoney(_ words: [String], of entity: EntityDescription) -> Bool {
    let owner = self.words(entity.name)
    // The price of a restaurant is a level.
    if words.last == "price", owner.contains(where: ["restaurant", "place", "venue", "cafe", "bar", "hotel"].contains) {
      return false
    }
    // A kind is no amount: `general_or_revenue`.
    if words.contains(where: ["is", "kind", "or", "type"].contains) { return false }
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
  static func isPaid(_ words: [String], of entity: EntityDescription) -> Bool {
    words.contains { paid.contains($0) }
      || self.words(entity.name).contains { accounts.contains($0) || paid.contains($0) }
      || entity.properties.contains { property in
        property.attribute != nil && self.words(property.name).contains { ["price", "currency"].contains($0) }
      }
  }

  static let paid: Set = [
    "unit", "shipping", "delivery", "purchase", "labor", "labour", "material", "fuel", "repair", "service", "order",
    "product", "invoice", "subscription", "ticket",
  ]

  /// Whether a number is the size of a film, a recording or a backup. The size of anything else is as often another number.
  static func isFileSize(_ words: [String], of entity: EntityDescription) -> Bool {
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
        "description", "name", "title", "display", "word", "category", "count", "id",
      ].contains(last)
  }
}
