import Diagnostics

extension TemplateError: ExplainedError {
  /// The words, with the nearest names; no range. O(length of the message), and O(known names × length²) where a name
  /// is looked for.
  public var diagnostic: Diagnostic {
    switch self {
    case .unknownTemplate(let name, let known):
      Diagnostic(
        "unknown-template", "there is no template '\(DisplayText.visible(name))'",
        nearest: Suggestions.nearest(to: name, among: known),
        hint: (known.isEmpty ? "the model has no templates" : "the templates are \(Self.list(known))"))
    case .missingVariables(let names, let template):
      Diagnostic(
        "missing-variable", "\(template) needs a value for \(Self.list(names.map { "$" + $0 }))")
    case .unknownVariables(let names, let template, let known):
      Diagnostic(
        "unknown-variable", "\(template) has no variable \(Self.list(names.map { "$" + DisplayText.visible($0) }))",
        hint: names.first.flatMap { Suggestions.didYouMean($0, among: known) }
          ?? (known.isEmpty ? "it has no variables" : "it has \(Self.list(known.map { "$" + $0 }))"))
    }
  }

  private static func list(_ names: [String]) -> String { Listing.text(names) }
}
