import Support

/// The pages of the book, by their paths.
enum BookPlace: Hashable, Sendable {
  case contents
  /// A way through the book, by its name.
  case course(String)
  /// A lesson by its slug, and a step from 0; without one, the step to go on with.
  case lesson(String, step: Int?)
  /// An exercise by its id: `09-delete-rules/whose`.
  case exercise(String)
  case playground
  case drills
  case drill(String)
  case practice, progress, glossary
  /// The words of the language, or one of them.
  case help(String?)

  var path: String {
    switch self {
    case .contents: "/"
    case .course(let slug): "/course/\(Self.encoded(slug))"
    case .lesson(let slug, nil): "/lesson/\(Self.encoded(slug))"
    case .lesson(let slug, let step?): "/lesson/\(Self.encoded(slug))/\(step + 1)"
    case .exercise(let id): "/exercise/" + id.split(separator: "/").map(Self.encoded).joined(separator: "/")
    case .playground: "/playground"
    case .drills: "/drill"
    case .drill(let kind): "/drill/\(Self.encoded(kind))"
    case .practice: "/practice"
    case .progress: "/progress"
    case .glossary: "/glossary"
    case .help(nil): "/help"
    case .help(let word?): "/help?word=\(Self.encoded(word))"
    }
  }

  /// The page at a path without its query; nil where there is none. The names in it need not exist.
  ///
  /// This is the one place where a path is decoded: name by name, after it has been divided at its slashes, so that `%2f`
  /// divides nothing. A name that leads elsewhere (`..`), or has a slash or a control character, is none.
  init?(path: String) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let parts = names.compactMap(Self.decoded)
    guard path.first == "/", parts.count == names.count, !parts.dropLast().contains("") else { return nil }
    switch (parts.first, parts.count) {
    case ("", 1): self = .contents
    case ("playground", 1): self = .playground
    case ("practice", 1): self = .practice
    case ("progress", 1): self = .progress
    case ("glossary", 1): self = .glossary
    case ("help", 1): self = .help(nil)
    case ("drill", 1): self = .drills
    case ("drill", 2) where !parts[1].isEmpty: self = .drill(parts[1])
    case ("course", 2) where !parts[1].isEmpty: self = .course(parts[1])
    case ("lesson", 2) where !parts[1].isEmpty: self = .lesson(parts[1], step: nil)
    case ("lesson", 3):
      // `04` would be a second path of the same page.
      guard let number = Int(parts[2]), number > 0, "\(number)" == parts[2] else { return nil }
      self = .lesson(parts[1], step: number - 1)
    case ("exercise", 2) where !parts[1].isEmpty: self = .exercise(parts[1])
    case ("exercise", 3) where !parts[2].isEmpty: self = .exercise("\(parts[1])/\(parts[2])")
    default: return nil
    }
  }

  /// Returns the name that a part of a path means; nil for one that is none.
  private static func decoded(_ part: Substring) -> String? {
    // In a path, '+' is itself.
    guard let name = WebRequest.decoded(part.replacing("+", with: "%2B")), name != ".", name != "..",
      name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return name
  }

  /// A text as a part of a path or a value of a query.
  static func encoded(_ word: some StringProtocol) -> String {
    word.percentEncoded(keeping: "-._")
  }
}
