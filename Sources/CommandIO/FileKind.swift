/// The kind of a file that is no text, by its first bytes and its ending.
package enum FileKind: String, Hashable, Sendable, CaseIterable {
  case word = "a Word document"
  case spreadsheet = "an Excel workbook"
  case openDocument = "an OpenDocument text"
  case pages = "a Pages document"
  case zip = "a zip file"
  case pdf = "a PDF file"
  case richText = "a rich text document (RTF)"
  case picture = "a picture"
  case database = "an SQLite file"
  case archive = "a compressed archive"
  case program = "a program"

  /// Returns the kind of a file; nil for one that may be a text.
  /// - Parameter bytes: the first bytes of the file, 16 or more if it has them.
  package init?(_ name: String, beginningWith bytes: some Collection<UInt8>) {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
    if begins("PK\u{3}\u{4}") {
      switch ending {
      case "docx", "docm", "dotx": self = .word
      case "xlsx", "xlsm", "xltx": self = .spreadsheet
      case "odt", "ods", "odp": self = .openDocument
      case "pages": self = .pages
      default: self = .zip
      }
    } else if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      self = ending.hasPrefix("xl") ? .spreadsheet : .word
    } else if begins("%PDF-") {
      self = .pdf
    } else if begins("{\\rtf") {
      self = .richText
    } else if begins("SQLite format 3\u{0}") {
      self = .database
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) || begins("GIF8")
      || Self.isPhoto(bytes)
    {
      self = .picture
    } else if bytes.starts(with: [0x1F, 0x8B]) || begins("Rar!") || bytes.starts(with: [0x37, 0x7A, 0xBC, 0xAF]) {
      self = .archive
    } else if bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || bytes.starts(with: [0xCF, 0xFA, 0xED, 0xFE]) {
      self = .program
    } else {
      return nil
    }
  }

  /// The way to make a text of it, for the person who names the file.
  package var remedy: String { self == .spreadsheet ? "save it as CSV" : "save it as plain text" }

  /// Whether it is a photo of a phone: HEIF or AVIF, whose type is in its fifth to twelfth byte, or WebP.
  private static func isPhoto(_ bytes: some Collection<UInt8>) -> Bool {
    let type = String(decoding: bytes.dropFirst(4).prefix(8), as: UTF8.self)
    let brands = ["heic", "heix", "hevc", "mif1", "msf1", "avif"]
    return brands.contains { type == "ftyp" + $0 }
      || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }
}
