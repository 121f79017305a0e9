import Diagnostics

/// Mends a text by trying: candidates near the first error, the likeliest first, until one parses.
struct Repair {
  /// Longer texts are left alone.
  static let lengthLimit = 4000
  /// How many changes are made one after the other, and how many texts are tried in all.
  static let depthLimit = 4
  static let trialLimit = 400

  private let diagnose: (String) -> [Diagnostic]
  private var trials = 0
  private var seen: Set<String> = []

  /// A text that `diagnose` finds no error in; nil when there is none in reach, or `text` has no error itself.
  static func suggestion(for text: String, diagnose: @escaping (String) -> [Diagnostic]) -> String? {
    guard text.utf8.count <= lengthLimit else { return nil }
    let diagnostics = diagnose(text)
    guard diagnostics.containsError else { return foreignForm(text, diagnostics) }
    var repair = Repair(diagnose: diagnose)
    repair.seen = [text]
    return repair.search(from: text, diagnostics)
  }

  private init(diagnose: @escaping (String) -> [Diagnostic]) { self.diagnose = diagnose }

  /// Returns a better form of a text that parses with a warning.
  private static func foreignForm(_ text: String, _ diagnostics: [Diagnostic]) -> String? {
    let fixes = diagnostics.compactMap(\.fix)
    return fixes.isEmpty ? nil : RepairCandidates.applying(fixes, to: text)
  }

  /// Level by level: texts that are one change away before those that are two away. Within a level, those whose first
  /// error is furthest to the right go first.
  private mutating func search(from text: String, _ diagnostics: [Diagnostic]) -> String? {
    var level = [(text: text, diagnostics: diagnostics)]
    for _ in 0..<Self.depthLimit {
      var next: [(text: String, diagnostics: [Diagnostic], progress: Int)] = []
      for (text, diagnostics) in level {
        for candidate in RepairCandidates(text, diagnostics).texts where seen.insert(candidate).inserted {
          trials += 1
          if trials > Self.trialLimit { return nil }
          let found = diagnose(candidate)
          guard found.containsError else { return candidate }
          next.append((candidate, found, Self.progress(candidate, found)))
        }
      }
      // Few errors, and late ones, are near the aim; what is tried first is likelier.
      level = next.enumerated().sorted { a, b in
        (a.element.progress, a.offset) < (b.element.progress, b.offset)
      }.prefix(6).map { ($0.element.text, $0.element.diagnostics) }
      if level.isEmpty { return nil }
    }
    return nil
  }

  /// The number of bytes after the first error: fewer is better.
  private static func progress(_ text: String, _ diagnostics: [Diagnostic]) -> Int {
    let first = diagnostics.first { $0.severity == .error }
    return text.utf8.count - (first?.range?.lowerBound ?? 0)
  }
}
