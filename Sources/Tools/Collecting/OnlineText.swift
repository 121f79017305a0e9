/// The text that a student typed into a form of Moodle or Canvas, which both write as a page of HTML.
///
/// Paragraphs, line breaks and list items become lines; every other tag is left out, and character references are
/// resolved. Only plain text can result, so nothing in the page can have an effect.
enum OnlineText {
  /// Returns the text of a page. O(page).
  static func text(ofPage page: String) -> String {
    var lines = ""
    var rest = page[...]
    while let open = rest.firstIndex(of: "<") {
      lines += plain(rest[..<open])
      guard let close = rest[open...].firstIndex(of: ">") else { return ended(lines) }
      let tag = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      let isEnd = tag.hasPrefix("/")
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
      switch name {
      case "br": lines += "\n"
      case "h1" where lines.allSatisfy(\.isWhitespace), "head", "style", "script", "title":
        // What is in them is not what the student typed: Canvas begins with the titles of the assignment and of the student.
        guard !isEnd, let end = rest.firstRange(of: "</\(name)") else { continue }
        rest = rest[end.lowerBound...]
      case "p", "div", "li", "pre", "tr", "h1", "h2", "h3", "h4", "h5", "h6":
        if isEnd || !(lines.isEmpty || lines.hasSuffix("\n")) { lines += "\n" }
      default: break
      }
    }
    return ended(lines + plain(rest))
  }

  private static func ended(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0.isWhitespace }.reversed())
    }
    let kept = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    return kept.isEmpty ? "" : kept.joined(separator: "\n") + "\n"
  }

  private static let named: [Substring: String] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "rarr": "→", "ndash": "–", "mdash": "—",
    "ldquo": "\"", "rdquo": "\"", "bdquo": "\"", "hellip": "…", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä",
    "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è",
  ]

  /// Resolves the character references of a text between tags, in which a line break of the page is one too.
  private static func plain(_ text: Substring) -> String {
    var plain = ""
    var rest = text.filter { $0 != "\r" }[...]
    while let start = rest.firstIndex(of: "&") {
      plain += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else {
        plain += "&"
        continue
      }
      let name = rest[..<end]
      let scalar: UInt32? =
        name.hasPrefix("#x") || name.hasPrefix("#X")
        ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      if let character = named[name] {
        plain += character
      } else if let scalar, scalar >= 0x20, let character = Unicode.Scalar(scalar) {
        plain += scalar == 0xA0 ? " " : String(Character(character))
      } else {
        plain += "&\(name);"
      }
      rest = rest[rest.index(after: end)...]
    }
    return (plain + rest).replacing("\u{A0}", with: " ")
  }
}
