import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// Turns the result of a statement into lines of text.
///
/// ```swift
/// OutcomeRenderer(style: .plain).lines(for: interpreter.execute(statement, in: source))
/// // ["marked Team#1 Miami Heat for deletion", "  └ players (cascade): Player#1 Dwyane Wade, Player#2 Ray Allen"]
/// ```
package struct OutcomeRenderer: Sendable {
  package var style: TextStyle
  /// Whether messages about a file begin with its name and line. A lesson shows its blocks in full, and leaves them out.
  package var showsPlaces: Bool
  /// Whether the effects of statements are left out, so that only answers and failures are printed.
  package var isQuiet = false
  /// Whether tables are cut to the width. A page that makes lists of wide tables needs all of their cells.
  package var cutsTables = true
  /// Why nothing more can be undone, where that is not because nothing has happened.
  package var undoEnd: String?
  /// Asked while a picture is drawn, which may take its time.
  package var cancellation = Cancellation.never

  package init(style: TextStyle, showsPlaces: Bool = true) {
    self.style = style
    self.showsPlaces = showsPlaces
  }

  /// The style of tables.
  var tableStyle: TextStyle { cutsTables ? style : TextStyle(dress: style.dress, width: .max) }

  /// The lines of several outcomes, one after the other; empty when nothing need be said.
  package func lines(for outcomes: [Outcome]) -> [String] { outcomes.flatMap { lines(for: $0) } }

  /// The lines of one outcome.
  package func lines(for outcome: Outcome) -> [String] {
    var lines = outcome.result.map { self.lines(for: $0) } ?? []
    if outcome.failed, let text = outcome.expectation?.elseText, !isCheck(outcome.result),
      !text.allSatisfy(\.isWhitespace)
    {
      lines += wrapped(text)
    }
    for diagnostic in outcome.diagnostics { lines += message(diagnostic, in: outcome.source) }
    return lines
  }

  func message(_ diagnostic: Diagnostic, in source: SourceText) -> [String] {
    var formatter = style.diagnosticFormatter
    formatter.showsPlaces = showsPlaces
    formatter.width = style.width
    return formatter.format(diagnostic, in: source).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  func isCheck(_ result: Outcome.Result?) -> Bool {
    if case .checked = result { true } else { false }
  }

  func lines(for result: Outcome.Result) -> [String] {
    if isQuiet, result.isReport { return [] }
    return switch result {
    case .modelChanged(let change): modelChange(change)
    case .named(let name, let value): named(name, value)
    case .changed(let summary): changes(summary)
    case .marked(let tree): marked(tree)
    case .saved(let inserted, let updated, let deleted, let hadChanges): [saved(inserted, updated, deleted, hadChanges)]
    case .historyMoved(let move): [historyMoved(move)]
    case .value(let value): self.value(value)
    case .objects(let table): objects(table)
    case .count(let count): [grouped(count)]
    case .groups(let table): groups(table)
    case .model(let view): model(view)
    case .entity(let view): entity(view)
    case .attribute(let view): attribute(view)
    case .relationship(let view): relationship(view)
    case .diagram(let diagram, let isASCII): self.diagram(diagram, isASCII: isASCII)
    case .graph(let view): graph(view)
    case .object(let view): object(view)
    case .changes(let view): changes(view)
    case .tables(let view): tables(view)
    case .exported(let export): exported(export)
    case .deletionExplained(let tree): explained(tree)
    case .deletionCompared(let comparison): compared(comparison)
    case .fetchPlanned(let view): plan(view)
    case .storeFetchPlanned(let view): storePlan(view)
    case .modelsCompared(let comparison): compared(comparison)
    case .imported(let report): imported(report)
    case .history(let view): history(view)
    case .stated(let fact): lines(for: fact)
    case .storeOpened(let opening): storeOpened(opening)
    case .migrated(let migrations): migrations.flatMap(migrated)
    case .refreshed(let labels, let total, let changes): refreshed(labels, total, changes)
    case .validated(let label, let purpose, let errors): validated(label, purpose, errors)
    case .membershipExplained(let explanation): explained(explanation)
    case .fetchedPropertyExplained(let view): fetchedProperty(view)
    case .normalized(let view): normalization(view)
    case .proposalApplied(let view): applied(view)
    case .derived(let view): derivation(view)
    case .reviewed(let view): review(view)
    case .held: [style.paint("holds", .success)]
    case .checked(let name, _, let holds, let outcomes): checked(name, holds, outcomes)
    case .sequence(let outcomes): self.lines(for: outcomes)
    }
  }

  // MARK: Pieces

  func wrapped(_ text: String) -> [String] {
    TextWrap(width: style.width).lines(DisplayText.visible(text))
  }

  func label(_ label: ObjectLabel) -> String { styled(label).painted(style) }

  /// The empty text that pieces are appended to. Plain output has no use for roles.
  var emptyText: StyledText { StyledText(keepingRoles: style.dress != .plain) }

  func styled(_ label: ObjectLabel) -> StyledText {
    var text = emptyText
    append(label, to: &text)
    return text
  }

  private func append(_ label: ObjectLabel, to text: inout StyledText, as role: TextStyle.Role? = nil) {
    text.append(DisplayText.visible(label.entity), role ?? .name)
    text.append("#", role ?? .name)
    text.append(String(label.number), role ?? .name)
    if let title = label.title {
      text.append(" ", role ?? .body)
      text.append(DisplayText.visible(title), role ?? .body)
    }
  }

  func styled(_ labels: [ObjectLabel], total: Int) -> StyledText {
    var text = emptyText
    append(labels, total: total, to: &text)
    return text
  }

  func append(_ labels: [ObjectLabel], total: Int, to text: inout StyledText) {
    let shown = min(labels.count, 8)
    for index in 0..<shown {
      if index > 0 { text.append(", ") }
      append(labels[index], to: &text)
    }
    if total > shown { text.append(" and \(grouped(total - shown)) more") }
  }

  func wrapped(_ text: StyledText, first: String = "", rest: String = "  ") -> [String] {
    TextWrap(width: style.width, first: first, rest: rest).lines(text).map { $0.painted(style) }
  }

  func text(_ value: ShownValue) -> String { styled(value).painted(style) }

  func styled(_ value: ShownValue) -> StyledText {
    var text = emptyText
    append(value, to: &text)
    return text
  }

  /// - Parameter role: what all of it is in; nil for the roles of its parts.
  func append(_ value: ShownValue, to text: inout StyledText, as role: TextStyle.Role? = nil) {
    switch value {
    case .literal(let literal), .description(let literal): text.append(literal, role ?? .body)
    case .object(let label): append(label, to: &text, as: role)
    case .list(let elements, let total):
      text.append("[", role ?? .body)
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(", ", role ?? .body) }
        append(element, to: &text, as: role)
      }
      text.append(total > elements.count ? ", …]" : "]", role ?? .body)
    case .dictionary(let entries, let total):
      text.append("{", role ?? .body)
      for (index, entry) in entries.enumerated() {
        text.append((index > 0 ? ", " : "") + DisplayText.visible(entry.key) + ": ", role ?? .body)
        append(entry.value, to: &text, as: role)
      }
      text.append(total > entries.count ? ", …}" : "}", role ?? .body)
    }
  }

  func objects(_ count: Int) -> String {
    count == 0 ? "no objects" : count == 1 ? "1 object" : "\(grouped(count)) objects"
  }

  func grouped(_ number: Int) -> String { DisplayText.grouped(number) }
}

extension Outcome.Result {
  /// Whether it says what a statement did, and answers no question.
  fileprivate var isReport: Bool {
    switch self {
    case .modelChanged, .named, .changed, .marked, .saved, .historyMoved, .exported, .imported, .stated, .storeOpened,
      .migrated, .refreshed, .proposalApplied, .held, .checked(_, _, holds: true, _):
      true
    case .value, .objects, .count, .groups, .model, .entity, .attribute, .relationship, .diagram, .graph, .object,
      .changes, .tables, .deletionExplained, .deletionCompared, .fetchPlanned, .storeFetchPlanned, .modelsCompared,
      .history, .validated,
      .membershipExplained, .fetchedPropertyExplained, .normalized, .derived, .reviewed, .checked, .sequence:
      false
    }
  }
}

extension ShownValue {
  var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
