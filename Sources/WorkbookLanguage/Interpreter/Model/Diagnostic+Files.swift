import Diagnostics

/// Messages that several statements about files and the model share.
extension Diagnostic {
  /// A file that exists and cannot be read, or an unknown reason.
  static func unreadable(_ path: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "no-file", "the file '\(DisplayText.visible(path))' can't be read", at: range, hint: "is the path right?")
  }

  /// Inside `context draft { … }`, the model is shared with the other contexts.
  static func modelInContext(_ context: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "model-in-context", "the model is the same for all contexts, and is changed outside of \(context)", at: range,
      hint: "write it after the block")
  }
}
