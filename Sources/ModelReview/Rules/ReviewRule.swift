import Diagnostics
import ObjectGraph

/// A rule of the review: what it looks for, why, an example and what to do. Each has a file; its comment and its page are
/// the manual.
package protocol ReviewRule: Sendable {
  /// The rule's page in the manual.
  static var page: RulePage { get }

  /// Everything that the rule finds, in the model's order.
  static func findings(in subject: ReviewSubject) throws -> [Finding]
}

/// A page of the manual.
package struct RulePage: Hashable, Sendable {
  /// Stable; programs and marks name it.
  package var id: String
  /// One sentence in lower case.
  package var title: String
  package var why: String
  /// Statements that the rule speaks up at.
  package var example: String
  package var fix: String

  package init(id: String, title: String, why: String, example: String, fix: String) {
    self.id = id
    self.title = title
    self.why = why
    self.example = example
    self.fix = fix
  }
}

/// One thing that a rule found.
package struct Finding: Hashable, Sendable {
  package enum Severity: Int, Hashable, Sendable, Comparable {
    /// It cannot work: no save with such objects will succeed.
    case error
    /// Probably not meant.
    case warning
    /// Worth knowing: true of the file, whatever the app does.
    case note
    /// A question to the author: it rests on the meaning of names, on custom or on what the app does elsewhere. It ends with
    /// a question mark, never fails a review, and its advice deletes nothing.
    case question

    package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  /// The part of a declaration that a finding is about; the raw value names it in fingerprints and baselines.
  package enum Aspect: String, Hashable, Sendable {
    case name, type, optional, ordered, inverse, deleteRule, count, defaultValue, transient, indexed, unique, predicate
    case destination, transformer
  }

  package var rule: String
  package var severity: Severity
  package var entity: String
  /// The properties it is about, separated by commas; empty for the entity itself.
  package var property: String
  /// For a dependency what decides; else empty.
  package var determinant: String
  /// One line, lower case, no full stop.
  package var message: String
  /// The one thing to do, or the statement to type.
  package var fix: String
  /// The remedy that `apply` can run.
  package var proposal: Proposal?
  /// The objects that show it.
  package var objects: [ManagedObjectID]
  /// The part of the property's or entity's declaration; nil for the declaration as a whole.
  package var aspect: Aspect?
  /// Whether it rests on too few objects to be certain.
  package var isTentative: Bool

  package init(
    _ rule: String, _ severity: Severity, _ entity: String, _ property: String, aspect: Aspect? = nil,
    determinant: String = "", _ message: String, fix: String, proposal: Proposal? = nil,
    objects: [ManagedObjectID] = [],
    isTentative: Bool = false
  ) {
    self.rule = rule
    self.severity = severity
    self.entity = entity
    self.property = property
    self.determinant = determinant
    self.message = message
    self.fix = fix
    self.proposal = proposal
    self.objects = objects
    self.aspect = aspect
    self.isTentative = isTentative
  }
}

extension Finding {
  /// All names that a message is about, up to 50: programs read the message too, and "and 3 more" says nothing of these three. O(names).
  static func listed(_ names: [String]) -> String {
    names.count > 50 ? Listing.text(names) : names.joined(separator: ", ")
  }

  /// Returns the finding as a question if the model is an app's. In the workbook, whose reader learns the custom, it stays
  /// as it is.
  /// - Parameter condition: The answer under which the advice applies: `if not`.
  func asked(_ question: String, _ condition: String, in subject: ReviewSubject) -> Finding {
    guard subject.options.contains(.xcode) else { return self }
    var asked = self
    asked.severity = .question
    asked.message += "; \(question)"
    asked.fix = "\(condition): \(fix)"
    return asked
  }
}
