import Diagnostics

/// Messages that several statements about objects and values share. A message of a single statement is where it is
/// raised.
extension Diagnostic {
  /// `Team(name: "Heat", name: "Suns")`.
  static func givenTwice(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("given-twice", "'\(name)' is given twice", at: range, hint: "keep one of them")
  }

  /// Several objects, or none, where one is wanted.
  static func notOneObject(_ count: Int, at range: SourceRange, hint: String) -> Diagnostic {
    Diagnostic(
      "not-one-object", "expected one object, found \(count == 0 ? "none" : "a list of \(count)")", at: range,
      hint: hint)
  }

  /// `Team.players` is what the model says of them.
  static func isDescription(_ text: String, at range: SourceRange, hint: String) -> Diagnostic {
    Diagnostic(Diagnostic.ID.notAnObject, "\(text) is a description, not an object", at: range, hint: hint)
  }

  /// An object that was there once.
  static func gone(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "gone", "\(text) is no longer in the graph", at: range, hint: "was it deleted, or its insertion undone?")
  }

  /// A name that an entity has; the learner's names must differ from it.
  static func takenByEntity(_ name: Identifier, hint: String) -> Diagnostic {
    Diagnostic(Diagnostic.ID.takenName, "'\(name)' is the name of an entity", at: name.range, hint: hint)
  }
}
