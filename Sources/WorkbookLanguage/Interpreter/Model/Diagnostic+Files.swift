import Diagnostics

/// Messages that several statements about files and the model share.
extension Diagnostic {
  /// The refusal of a file with statements or a model, where files are out of reach.
  static func noReading(at range: SourceRange) -> Diagnostic {
    Diagnostic("no-files", "files can't be read here", at: range, hint: "write the statements themselves")
  }

  /// The refusal of a file for the model, where files are out of reach.
  static func noWriting(at range: SourceRange) -> Diagnostic {
    Diagnostic("no-files", "files can't be written here", at: range, hint: "show model shows the model instead")
  }

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
