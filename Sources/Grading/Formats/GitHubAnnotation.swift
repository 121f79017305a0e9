import Diagnostics

/// An annotation of a GitHub Actions step: a workflow command on a line of standard output.
///
/// Source: GitHub's *Workflow commands*, and the escapes of its toolkit.
package struct GitHubAnnotation: Hashable, Sendable {
  /// The most annotations of a kind that a step shows; it silently drops the others.
  package static let shown = 10

  /// `error`, `warning` or `notice`.
  package var kind: String
  package var title: String
  package var message: String
  package var file: String?
  /// Both from 1.
  package var line: Int?
  package var column: Int?

  package init(
    kind: String, title: String, message: String, file: String? = nil, line: Int? = nil, column: Int? = nil
  ) {
    self.kind = kind
    self.title = title
    self.message = message
    self.file = file
    self.line = line
    self.column = column
  }

  /// `::error file=answer.graph,line=3,col=7,title=Whose players?::Who does the rule belong to?`
  package var text: String {
    var properties: [String] = []
    if let file { properties.append("file=\(Self.property(file))") }
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=\(Self.property(title.oneLine(upTo: 255)))")
    return "::\(kind) \(properties.joined(separator: ","))::\(Self.data(message.limited()))"
  }

  /// Returns `5 more are not shown here`.
  package static func left(_ count: Int) -> String {
    "\(DisplayText.grouped(count)) more \(count == 1 ? "is" : "are") not shown here"
  }

  private static func property(_ text: String) -> String {
    data(text.harmless).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
