import CommandIO
import Grading
import Support
import WorkbookLanguage

/// The names of the students' pages in a report, `5f0c1a2b3c4d5e6f708192a3b4c5d6e7`: no one guesses another student's page from
/// an id, a student's name or the name of one page.
///
/// A name is made of the student's id and of the report's key, and the key of the exercises and a secret that never leaves the
/// teacher's computer. The same class therefore has the same names in every run, so that links to the pages stay.
package struct PageNames: Hashable, Sendable {
  /// The file of the key in a report: whoever continues the report, or merges it with others, needs it.
  static let file = "pages.key"
  let key: String

  init(secret: String, _ assignments: [Assignment]) {
    key = Self.digest(([secret] + assignments.map(\.exercise)).joined(separator: "\n"))
  }

  /// Reads the key of a report; nil if it has none.
  init?(in folder: String) {
    guard let text = try? TextFile.read("\(folder)/\(Self.file)").text.split(separator: "\n").first, text.count == 64
    else { return nil }
    key = String(text)
  }

  /// Returns the name of a student's page, without an ending: 128 bits.
  func name(of id: String) -> String { String(Self.digest("\(key)\n\(id)").prefix(32)) }

  private static func digest(_ text: String) -> String {
    SHA256.digest(of: text.utf8).hexadecimal
  }

  /// 128 random bits, as 32 hexadecimal digits.
  package static func makeSecret() -> String {
    (0..<2).map { _ in StableHash.text(UInt64.random(in: .min ... .max)) }.joined()
  }

  /// Returns the secret in a file, which is made the first time; nil if it can neither be read nor written.
  package static func secret(at path: String) -> String? {
    do throws(AtomicFile.Failure) {
      let file = try AtomicFile(path: path).lock()
      if let bytes = try file.read()?.bytes, bytes.count >= 32 { return String(decoding: bytes, as: UTF8.self) }
      let secret = makeSecret()
      try file.write(Array(secret.utf8), mode: 0o600)
      try file.commit()
      return secret
    } catch { return nil }
  }
}
