import Diagnostics
import ObjectGraph
import WorkbookLanguage

/// Turns the result of a statement into a document.
///
/// ```swift
/// OutcomeRenderer().document(for: interpreter.execute(statement, in: source)).lines(.plain)
/// // ["marked Team#1 Miami Heat for deletion", "  └ players (cascade): Player#1 Dwyane Wade, Player#2 Ray Allen"]
/// ```
package struct OutcomeRenderer: Sendable {
  /// Whether messages about a file begin with its name and line. A lesson shows its blocks in full, and leaves them out.
  package var showsPlaces: Bool
  /// Whether the effects of statements are left out, so that only answers and failures are printed.
  package var isQuiet = false
  /// Whether the document keeps the roles of its pieces. Plain text has no use for them.
  package var keepsRoles = true
  /// Why nothing more can be undone, where that is not because nothing has happened.
  package var undoEnd: String?
  /// Asked while a picture is drawn, which may take its time.
  package var cancellation = Cancellation.never

  package init(showsPlaces: Bool = true) { self.showsPlaces = showsPlaces }

  /// The document of several outcomes, one after the other; empty when nothing need be said.
  package func document(for outcomes: [Outcome]) -> Document { outcomes.flatMap { document(for: $0) } }

  /// The document of one outcome.
  package func document(for outcome: Outcome) -> Document {
    var lines = outcome.result.map { self.document(for: $0) } ?? []
    if outcome.failed, let text = outcome.expectation?.elseText, !isCheck(outcome.result),
      !text.allSatisfy(\.isWhitespace)
    {
      lines += wrapped(text)
    }
    for diagnostic in outcome.diagnostics {
      lines += Document(diagnostic, in: outcome.source, showsPlaces: showsPlaces)
    }
    return lines
  }

  func isCheck(_ result: Outcome.Result?) -> Bool {
    if case .checked = result { true } else { false }
  }

  func document(for result: Outcome.Result) -> Document {
    if isQuiet, result.isReport { return [] }
    return switch result {
    case .modelChanged(let change): modelChange(change)
    case .named(let name, let value): named(name, value)
    case .changed(let summary): changes(summary)
    case .marked(let tree): marked(tree)
    case .saved(let inserted, let updated, let deleted, let hadChanges):
      [StyledText(saved(inserted, updated, deleted, hadChanges))]
    case .historyMoved(let move): [StyledText(historyMoved(move))]
    case .value(let value): self.value(value)
    case .objects(let table): objects(table)
    case .count(let count): [StyledText(grouped(count))]
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
    case .stated(let fact): document(for: fact)
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
    case .held: [StyledText("holds", .success)]
    case .checked(let name, _, let holds, let outcomes): checked(name, holds, outcomes)
    case .sequence(let outcomes): document(for: outcomes)
    }
  }

  // MARK: Pieces

  func wrapped(_ text: String) -> Document { Document(StyledText(DisplayText.visible(text))) }

  /// The empty text that pieces are appended to.
  var emptyText: StyledText { StyledText(keepingRoles: keepsRoles) }

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
    if total > shown { text.append(Listing.rest(total - shown)) }
  }

  func wrapped(_ text: StyledText, first: StyledText = "", rest: StyledText = "  ") -> Document {
    Document(text, first: first, rest: rest)
  }

  func styled(_ value: ShownValue) -> StyledText {
    var text = emptyText
    append(value, to: &text)
    return text
  }

  /// - Parameter role: what all of it is in; nil for the roles of its parts.
  func append(_ value: ShownValue, to text: inout StyledText, as role: TextStyle.Role? = nil) {
    switch value {
    case .null, .text, .literal, .absent: text.append(value.written ?? "", role ?? .body)
    case .description(let description): text.append(description, role ?? .body)
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

  /// The last line of a list of which only the beginning is shown: `… and 5 more`; empty if that is all of it.
  func rest(_ count: Int, _ noun: String? = nil) -> Document {
    Document(Listing.more(count, noun).map { [StyledText("… \($0)", .faint)] } ?? [])
  }
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
