import Foundation
import Support

#if canImport(CommonCrypto)
  import CommonCrypto
#else
  import CCrypt
#endif

/// A password as it was typed, in the one form in which it is hashed.
struct Password: Hashable, Sendable {
  /// The fewest characters of a new password.
  static let leastLength = 10
  /// The most bytes: musl's `crypt` reads 256, and libxcrypt's 511.
  static let byteLimit = 200

  /// The text in normal form C: phones and computers make different bytes of the same letters.
  let text: String

  /// - Returns: nil for a text that no password can be: an empty one, one that is too long, one with a zero byte, at which C's
  ///   functions would stop.
  init?(_ typed: String) {
    let text = typed.precomposedStringWithCanonicalMapping
    guard !text.isEmpty, typed.utf8.count <= Self.byteLimit, text.utf8.count <= Self.byteLimit, !text.utf8.contains(0)
    else { return nil }
    self.text = text
  }

  /// The reason why it may not become a student's password; nil for none.
  func weakness(of student: Accounts.Student) -> String? {
    if text.count < Self.leastLength { return "A password has at least \(Self.leastLength) characters." }
    if Set(text).count < 5 { return "A password has at least five different characters." }
    let same = [student.id, student.name].contains { !$0.isEmpty && text.lowercased() == $0.lowercased() }
    return same ? "A password is not your name." : nil
  }
}

/// The hash of a password, with its method, cost and salt, as the system's library writes it: `$y$j9T$…`.
///
/// On Linux it is made by `crypt(3)`: yescrypt of libxcrypt, as for the logins of Debian and Ubuntu, or SHA-512 with musl. On macOS
/// it is PBKDF2 of CommonCrypto. Making or checking one takes some 20 ms and 16 MB on purpose.
struct PasswordHash: RawRepresentable, Codable, Hashable, Sendable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// Whether the hash is that of a password; false also for a hash of another system's method.
  func matches(_ password: Password) -> Bool {
    guard let again = Self.hash(password, setting: rawValue) else { return false }
    return Secret.matches(again, rawValue)
  }

  #if canImport(CommonCrypto)
    private static let start = "$pbkdf2-sha512$"
    private static let rounds = 210_000

    /// - Returns: nil where the system cannot make one.
    init?(of password: Password) {
      guard let hash = Self.hash(password, setting: "\(Self.start)\(Self.rounds)$\(Secret.make())$") else { return nil }
      self.init(rawValue: hash)
    }

    /// `$pbkdf2-sha512$<rounds>$<salt>$<hash>`, where the salt is the text itself.
    private static func hash(_ password: Password, setting: String) -> String? {
      let parts = setting.dropFirst(start.count).split(separator: "$", omittingEmptySubsequences: false)
      guard setting.hasPrefix(start), parts.count == 3, let rounds = UInt32(parts[0]), rounds > 0 else { return nil }
      let (typed, salt) = (Array(password.text.utf8).map(CChar.init(bitPattern:)), Array(parts[1].utf8))
      var key = [UInt8](repeating: 0, count: 32)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), typed, typed.count, salt, salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA512), rounds, &key, key.count)
      guard status == kCCSuccess else { return nil }
      let digits = key.hexadecimal
      return "\(start)\(rounds)$\(parts[1])$\(digits)"
    }
  #else
    /// - Returns: nil where the system cannot make one.
    init?(of password: Password) {
      let made = graphbook_crypt_setting()
      defer { free(made) }
      let setting = made.map { String(cString: $0) } ?? Self.plainSetting
      guard let hash = Self.hash(password, setting: setting) else { return nil }
      self.init(rawValue: hash)
    }

    /// The setting for a C library without yescrypt: SHA-512, 200,000 times.
    static var plainSetting: String { "$6$rounds=200000$\(Secret.make().prefix(16))$" }

    private static func hash(_ password: Password, setting: String) -> String? {
      let hash = graphbook_crypt(password.text, setting)
      defer { free(hash) }
      return hash.map { String(cString: $0) }
    }
  #endif
}
