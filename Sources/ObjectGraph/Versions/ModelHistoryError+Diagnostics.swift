import Diagnostics

extension ModelHistoryError: ExplainedError {
  /// The words, with the nearest names; no range. O(length of the message), and O(known names × length²) where a name
  /// is looked for.
  public var diagnostic: Diagnostic {
    switch self {
    case .versionExists(let name):
      Diagnostic(
        "version-exists", "there is a version \"\(DisplayText.visible(name))\" already")
    case .unknownVersion(let name, let known):
      Diagnostic(
        "unknown-version", "there is no version \"\(DisplayText.visible(name))\"",
        nearest: Suggestions.nearest(to: name, among: known),
        hint:
          "\(known.count == 1 ? "the only version is" : "the versions are") \(Listing.text(known.lazy.map { "\"\(DisplayText.visible($0))\"" }))"
      )
    }
  }
}
