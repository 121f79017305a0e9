import Diagnostics
import ObjectGraph

/// Passwords and tokens in a store, which is a file that anyone who has the device's backup can read. Apple's documentation
/// of Keychain Services has the place for them.
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
    fix: "remove User.password, and keep it in the keychain")

  /// Returns one finding for the model, and for Xcode models only.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let found = subject.model.entities.flatMap { entity in
      entity.properties.compactMap(\.attribute).filter { attribute in
        let words = ProposedNames.words(attribute.name).map { $0.lowercased() }
        let name = words.joined()
        // An encrypted value says so.
        return attribute.type == .string && !attribute.isTransient && !words.contains("encrypted")
          && (["password", "passwd", "passphrase", "psk"].contains(where: name.hasSuffix)
            || [
              "accesstoken", "authtoken", "refreshtoken", "sessiontoken", "apikey", "authkey", "accesskey",
              "privatekey",
              "secretkey", "clientsecret", "consumersecret", "tokensecret", "usertoken",
            ]
            .contains(where: name.hasSuffix))
      }.map { (entity.name, $0.name) }
    }
    guard let (entity, attribute) = found.first else { return [] }
    let names = found.map { "\($0).\($1)" }
    return [
      Finding(
        page.id, .note, entity, attribute, determinant: names.dropFirst().joined(separator: ","),
        "\(Listing.text(names)) \(names.count == 1 ? "is" : "are") readable in the file of the store, unless the app encrypts "
          + "\(names.count == 1 ? "it" : "them")",
        fix: "keep \(names.count == 1 ? "it" : "them") in the keychain")
    ]
  }
}
