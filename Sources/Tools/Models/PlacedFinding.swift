import Courses
import Diagnostics
import ModelReview

/// A finding of a review, and its place in a file.
package struct PlacedFinding: Sendable {
  package var finding: Finding
  /// The path of the model's file or folder relative to the working folder, such as `Shop/App.xcdatamodeld`, also for a
  /// version inside it.
  package var model: String
  /// The text that `range` counts in; nil for the file as a whole.
  package var source: SourceText?
  package var range: SourceRange?
  /// The path of the file that has the finding.
  package var path: String

  /// The identity of a finding, which moving lines does not change.
  package struct Key: Hashable, Sendable, Comparable {
    package var model: String
    package var rule: String
    package var entity: String
    package var property: String
    /// The part of the declaration; the message where there is no declaration to name.
    package var detail: String

    /// In the order of a baseline.
    package static func < (left: Key, right: Key) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }

    private var parts: [String] { [model, entity, property, rule, detail] }

    /// `Shop/App.xcdatamodeld: missingInverse Player.team inverse`.
    package var text: String {
      let place = property.isEmpty ? entity : "\(entity).\(property)"
      return ["\(model): \(rule)", place, detail].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  package var key: Key {
    Key(
      model: model, rule: finding.rule, entity: finding.entity, property: finding.property,
      detail: finding.entity.isEmpty && finding.aspect == nil
        ? finding.message
        : [finding.aspect?.rawValue ?? "", finding.determinant].filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// The places of the two ends of `range`; nil for the file as a whole.
  var start: LinePlace?
  var end: LinePlace?
}

extension Finding.Severity {
  package var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    case .question: "question"
    }
  }

  /// The name in formats that know errors, warnings and notes.
  var reportedWord: String { self == .question ? Self.note.word : word }
}

extension ReviewSettings.Threshold {
  /// Whether a finding of this severity fails a review.
  func isReached(by severity: Finding.Severity) -> Bool {
    switch self {
    case .never: false
    case .error: severity <= .error
    case .warning: severity <= .warning
    case .note: severity <= .note
    }
  }
}

/// The parts of a file that an import leaves out, as a rule of `graphbook model review`.
package enum UnreadableContent {
  package static let page = RulePage(
    id: "unreadable", title: "a part of the file cannot be read",
    why: """
      A value, a type or a predicate that means nothing here probably means nothing to Xcode either. The rest of the model \
      is reviewed without it.
      """,
    example: #"<attribute name="age" attributeType="Integer 12"/>"#, fix: "correct it in the file")

  /// All pages that `graphbook model review` can report, in the order of the rules.
  package static let pages: [RulePage] =
    ModelReview.rules.map { $0.page } + SwiftDataRule.allCases.map(\.page)
    + [VersionQuestions.currentVersion, VersionQuestions.unmappedVersions, VersionQuestions.unsaidRenaming, page]
}
