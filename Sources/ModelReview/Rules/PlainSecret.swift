import Diagnostics
import ObjectGraph

/// Passwords, tokens, private keys and the numbers of payment cards in a store, which is a file that anyone who has the device's backup
/// can read. Apple's documentation of Keychain Services has the place for them.
package enum PlainSecret: ReviewRule {
  package static let page = RulePage(
    id: "plainSecret", title: "a password or a token is kept in the store",
    why: """
      A store is not encrypted by Core Data. Whoever gets the file, from a backup or a desktop, reads its texts. Apple's \
      place for passwords, tokens and keys is the keychain; the store keeps the name of the account.
      """,
    example: """
      entity User { name: String; password: String? }
      """,
    fix: "move User.password to the keychain, and then remove it")

  /// Returns one finding and one question for the model, and for Xcode models only. Wallets and messengers encrypt their keys as a
  /// rule, and the number of a card may be one of a library: of these it asks.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    var found: [(String, String)] = []
    var asked: [(String, String)] = []
    var unclear: [(String, String)] = []
    let isInKeychain = subject.model.entities.contains { entity in
      entity.properties.contains { words($0.name).contains("keychain") }
    }
    for entity in subject.model.entities {
      let kept = entity.properties.compactMap(\.attribute).filter { !$0.isTransient && !isAboutSecret($0.name) }
      let isSecretive = kept.contains { isReadable($0, of: entity) && isSecret($0.name) }
      for attribute in kept {
        let isKept =
          isReadable(attribute, of: entity)
          && (isSecret(attribute.name) || (isSecretive || isAccount(entity.name)) && isCompanion(attribute.name)
            || isAccount(entity.name) && isPass(attribute.name) || isSettings(entity.name) && isPIN(attribute.name)
            || isSeed(attribute.name, of: entity.name) || isBearer(attribute, of: entity)
            || isCredential(attribute, of: entity))
          // Reads all names of the entity: for what has the name of a secret alone.
          && !isCiphertext(attribute.name, of: entity)
        let isDoubtful = isOftenEncrypted(attribute.name)
        // A key may name an entry of the keychain where there is a name to sign in, and does where the model mentions a keychain.
        let mayBeName =
          isCredential(attribute, of: entity) && !isSecret(attribute.name) && (isInKeychain || hasLogin(entity))
        if isKept && mayBeName {
          if !isInKeychain { unclear.append((entity.name, attribute.name)) }
          continue
        }
        if isKept && !isDoubtful { found.append((entity.name, attribute.name)) }
        if isKept && isDoubtful || isCardNumber(attribute, of: entity) { asked.append((entity.name, attribute.name)) }
      }
    }
    return [finding(found, .warning), finding(asked, .question), question(unclear)].compactMap(\.self)
  }

  /// Whether a value is a text, or bytes that are one of the keys that are kept so. Other bytes may be encrypted.
  private static func isReadable(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
    [.string, .undefined].contains(attribute.type) || isArchivedText(attribute)
      || attribute.type == .binaryData && (isKey(attribute.name) || isCredential(attribute, of: entity))
  }

  /// One finding or question about all; nil if there are none.
  private static func finding(_ found: [(String, String)], _ severity: Finding.Severity) -> Finding? {
    guard let (entity, attribute) = found.first else { return nil }
    let names = found.map { "\($0).\($1)" }
    let (be, them) = names.count == 1 ? ("is", "it") : ("are", "them")
    let isAsked = severity == .question
    let codes = found.filter { _, name in ["cvv", "cvc"].contains(words(name).last) }.map { "\($0).\($1)" }
    return Finding(
      page.id, severity, entity, attribute, determinant: names.dropFirst().joined(separator: ","),
      "\(Finding.listed(names)) \(be) readable in the file of the store, unless the app encrypts \(them)"
        + (isAsked ? "; does it?" : ""),
      fix: (isAsked ? "if not: " : "") + "keep \(them) in the keychain"
        // PCI DSS 4.0, requirement 3.3: sensitive authentication data is not retained after authorization.
        + (codes.isEmpty
          ? "" : "; \(Listing.all(codes)) not at all, as no security code may be stored after a payment (PCI DSS 3.3)"))
  }

  /// One question about keys of credentials: a key may be the secret, or name its entry in the keychain.
  private static func question(_ unclear: [(String, String)]) -> Finding? {
    guard let (entity, attribute) = unclear.first else { return nil }
    let names = unclear.map { "\($0).\($1)" }
    let isOne = names.count == 1
    return Finding(
      page.id, .question, entity, attribute, determinant: names.dropFirst().joined(separator: ","),
      "\(Finding.listed(names)) may be \(isOne ? "a secret, or name one" : "secrets, or name some") in the keychain; "
        + "\(isOne ? "is it" : "are they") readable in the file of the store?",
      fix: "if so: keep \(isOne ? "it" : "them") in the keychain")
  }

  /// Whether a name is that of a cryptographic key, or of the words that restore one.
  private static func isOftenEncrypted(_ name: String) -> Bool {
    isKey(name)
      || [
        "mnemonic", "seedphrase", "recoveryphrase", "privatekey", "secretkey", "localkey", "masterkey", "encryptionkey",
      ].contains(
        where: words(name).joined().hasSuffix)
  }

  /// Whether a text is the number or the security code of a payment card: an entity that has one as a rule knows when the card
  /// expires, and which bank or which holder it is of.
  private static func isCardNumber(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
    let own = words(attribute.name)
    guard [.string, .integer16, .integer32, .integer64].contains(attribute.type), !attribute.isTransient,
      !isAboutSecret(attribute.name)
    else { return false }
    if ["cvv", "cvc"].contains(own.last) { return true }
    if own == ["card"], !Set(words(entity.name)).isDisjoint(with: ["billing", "payment"]) { return true }
    let isNumber = own.suffix(2) == ["card", "number"] || own == ["number"] && words(entity.name).last == "card"
    return isNumber
      && entity.properties.contains { property in
        !Set(words(property.name)).isDisjoint(with: ["bank", "cvv", "cvc", "expiration", "expiry", "expires", "holder"])
      }
  }

  private static func words(_ name: String) -> [String] { ProposedNames.words(name).map { $0.lowercased() } }

  /// Whether a name is that of a secret, also in Spanish, Portuguese or German.
  private static func isSecret(_ name: String) -> Bool {
    // `senha` counts only as a whole word: `resenha` is a review.
    if words(name).last == "senha" { return true }
    let name = words(name).joined()
    return [
      "password", "passwd", "passphrase", "psk", "accesstoken", "authtoken", "authenticationtoken", "logintoken",
      "passcode", "pincode", "refreshtoken", "sessiontoken", "apikey",
      "authkey", "accesskey", "privatekey", "secretkey", "clientsecret", "consumersecret", "tokensecret", "usertoken",
      "pwd", "contrasena", "contraseña", "passwort",
      "seedphrase", "recoveryphrase", "ssn", "socialsecuritynumber", "creditcardnumber", "creditcarddigits",
    ].contains(where: name.hasSuffix)
  }

  /// Whether a name says something about a secret: where it is to be had, how long it is valid, that it is encrypted.
  private static func isAboutSecret(_ name: String) -> Bool {
    let about: Set = [
      "date", "encrypted", "endpoint", "expiration", "expires", "expiry", "field", "hint", "keychain", "length", "name",
      "path",
      "template",
      "type", "uri", "url",
    ]
    return !about.isDisjoint(with: words(name))
  }

  /// Whether a secret says that it is encrypted, hashed or signed, or what is kept beside it does: a salt, a signature of
  /// the same secret.
  private static func isCiphertext(_ name: String, of entity: EntityDescription) -> Bool {
    let own = words(name)
    let means: Set = ["cipher", "ciphertext", "salt"]
    if !means.union(["crypted", "encrypted", "hash", "hashed", "signature"]).isDisjoint(with: own) { return true }
    return entity.properties.contains { property in
      let others = words(property.name)
      return property.attribute != nil
        && (!means.isDisjoint(with: others) || others.last == "signature" && others.contains(own.last ?? ""))
    }
  }

  /// Whether a text is archived by a transformer that does not encrypt it: one of Core Data's, or none.
  private static func isArchivedText(_ attribute: AttributeDescription) -> Bool {
    attribute.type == .transformable
      && ["String", "NSString", "[String]"].contains(
        attribute.valueClassName.map { $0.first == "." ? String($0.dropFirst()) : $0 } ?? "")
      && ["", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer"].contains(
        attribute.transformerName ?? "")
  }

  /// The keys of cryptography, which are bytes as often as texts. Other bytes may be anything, encrypted or not.
  private static func isKey(_ name: String) -> Bool {
    words(name).last == "psk" || ["private", "secret"].contains { words(name).suffix(2) == [$0, "key"] }
  }

  /// Whether an attribute is the key of credentials or the like, text or bytes. With a value next to it, it is the name of that.
  private static func isCredential(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
    attribute.name.lowercased() == "key"
      && (words(entity.name).contains { ["credential", "credentials", "secret", "secrets"].contains($0) }
        || ["token", "tokens"].contains(words(entity.name).last) && !isOtherToken(entity))
      && !entity.properties.contains { ["value", "data", "content"].contains($0.name.lowercased()) }
  }

  /// Whether an entity keeps the name that someone signs in with.
  private static func hasLogin(_ entity: EntityDescription) -> Bool {
    entity.properties.contains { property in
      ["account", "accountname", "login", "loginname", "service", "user", "username"].contains(
        words(property.name).joined())
    }
  }

  /// Whether an entity is named for someone who signs in, or for that: its tokens are secrets.
  private static func isAccount(_ entity: String) -> Bool {
    let own = words(ReviewSubject.bare(entity))
    return own.last.map {
      ["account", "auth", "authentication", "login", "session", "user"].contains(EnglishNouns.singular($0))
    } == true
      || own.contains("auth") || own.first == "session"
  }

  /// Names that say less alone: a token next to a password, the local key next to a private one. Some tokens are no secrets: that to
  /// which a server pushes, and that of the next page.
  private static func isCompanion(_ name: String) -> Bool {
    let own = words(name)
    if own.last == "token" { return otherTokens.isDisjoint(with: own) }
    return ["secret", "mnemonic", "localkey", "masterkey", "encryptionkey", "cookie", "jwt"].contains(own.joined())
  }

  /// Whether a name is that of a secret in an account, by names that are other things elsewhere: the pass of a mountain, the pin of a map.
  private static func isPass(_ name: String) -> Bool {
    isPIN(name) || ["pass", "userpass"].contains(words(name).joined())
  }

  private static func isPIN(_ name: String) -> Bool { ["pin", "userpin"].contains(words(name).joined()) }

  private static func isSettings(_ entity: String) -> Bool {
    ["preference", "setting"].contains(EnglishNouns.singular(words(ReviewSubject.bare(entity)).last ?? ""))
  }

  private static let otherTokens: Set = [
    "apn", "apns", "change", "continuation", "delta", "device", "fcm", "history", "next", "notification", "page",
    "push",
    "registration", "reset", "sync", "verification",
  ]

  /// The words that restore a wallet. Whoever learns a language has mnemonics as well.
  private static func isSeed(_ name: String, of entity: String) -> Bool {
    words(name).last == "mnemonic" && words(entity).contains { ["wallet", "account", "key", "seed"].contains($0) }
  }

  /// Whether a text is all that an entity named for a secret holds: `Token.value`.
  private static func isBearer(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
    attribute.type == .string && ["token", "password"].contains(words(entity.name).last)
      && ["value", "string", "token", "bearer", "jwt", "raw"].contains(attribute.name.lowercased())
      && !isOtherToken(entity)
  }

  /// Whether a token is sent to a device or traded on a chain, or is a word.
  private static func isOtherToken(_ entity: EntityDescription) -> Bool {
    words(entity.name).contains {
      ["device", "push", "reset", "search", "page", "sync", "design", "lexical"].contains($0)
    }
      || entity.properties.contains { property in
        words(property.name).contains { ["symbol", "decimals", "contract", "chain", "balance", "price"].contains($0) }
      }
  }
}
