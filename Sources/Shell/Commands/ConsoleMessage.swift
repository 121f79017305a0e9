import Diagnostics
import ObjectGraph

/// A message of Core Data's or SwiftData's from Xcode's console, pasted at the prompt or given to `help`.
///
/// ```swift
/// ConsoleMessage(in: "Error Domain=NSCocoaErrorDomain Code=1570 \"name is a required value.\"")   // .code(1570)
/// ConsoleMessage(in: "help", isAsked: true)                                                       // nil
/// ```
package enum ConsoleMessage: Hashable {
  /// The code in the message, or the one that its words stand for.
  case code(Int)
  /// A message without a code: what it says, and the topic of help about it.
  case stated(String, topic: String)
  /// A line that can only come from a console, and has neither a code nor words that are known.
  case unknown

  /// The words of messages without a code. Source: people's reports of these messages.
  private static let phrases: [(words: String, message: ConsoleMessage)] = [
    ("could not fulfill a fault", .code(133000)), ("could not merge changes", .code(133020)),
    ("merge conflict", .code(133020)), ("dangling reference to an invalid object", .code(1550)),
    ("model used to open the store is incompatible", .code(134100)),
    ("can't find model for source store", .code(134130)), ("can't find mapping model", .code(134140)),
    ("is a required value", .code(1570)), ("cannot be nil", .code(1570)),
    ("multiple validation errors occurred", .code(1560)),
    (
      "different contexts",
      .stated(
        "objects of two contexts cannot be linked: get the other one in the same context, by its objectID",
        topic: "context")
    ),
    (
      "multithreading_violation",
      .stated("a context was used outside its queue: perform { … } runs code on it", topic: "context")
    ),
    (
      "unacceptable type of value",
      .stated("a value does not have the type that the model gives its attribute", topic: "types")
    ),
    (
      "nsentitydescription to a managed object subclass",
      .stated("no entity of the model has this class: compare the class in Xcode's inspector", topic: "entity")
    ),
    (
      "multiple nsentitydescriptions claim",
      .stated("the app has loaded its model more than once, and does not know which entity is meant", topic: "model")
    ),
    (
      "failed to call designated initializer",
      .stated("a managed object was made without an entity and a context", topic: "let")
    ),
    (
      "could not locate an entity named",
      .stated("the model has no entity of that name: look for a misspelling", topic: "entity")
    ),
    (
      "not key value coding-compliant",
      .stated("the entity has no property of that name: look for a misspelling", topic: "entity")
    ),
    (
      "no nsentitydescriptions in any model claim",
      .stated(
        "the app has loaded no model with this class, or the class has another name in the inspector", topic: "model")
    ),
    (
      "out of order section name",
      .stated("a list in sections must be sorted by the key of the sections first", topic: "sort")
    ),
    (
      "forcing into read only mode",
      .stated("the store kept a history once, and is opened without the option for it: set the option", topic: "store")
    ),
    ("constraint trigger violation", .code(134050)),
    (
      "can't assign an object to a store that does not contain the object's entity",
      .stated("the store's configuration does not have the entity of the object", topic: "configuration")
    ),
    (
      "not found in entity",
      .stated("a condition or a sort key names a property that the entity does not have", topic: "where")
    ),
    ("unable to parse the format string", .stated("the text of a predicate has a mistake", topic: "where")),
    (
      "fetch request must have an entity",
      .stated("the fetch request names no entity that the model has", topic: "fetch")
    ),
    (
      "requires a fetch request with sort descriptors",
      .stated("a fetched results controller needs at least one sort descriptor", topic: "sort")
    ),
    ("has no persistent stores", .stated("no store was open when the context saved or fetched", topic: "store")),
    (
      "failed to find a currently active container",
      .stated("no model container is open that has the class in its schema", topic: "store")
    ),
    ("cloudkit integration", .stated("the model breaks a rule of stores that CloudKit mirrors", topic: "cloudKit")),
  ]

  /// The topics of help that messages lead to.
  package static let topics = phrases.compactMap { if case .stated(_, let topic) = $0.message { topic } else { nil } }

  /// The words that lines of a console have and statements do not.
  private static let signs = [
    "nscocoaerrordomain", "cocoa error", "coredata:", "core data:", "nsinternalinconsistencyexception",
    "nsinvalidargumentexception", "nsunknownkeyexception", "*** terminating app", "error domain=",
  ]

  /// The beginnings of lines that only a console has.
  private static let beginnings = ["coredata:", "core data:", "*** terminating app", "error domain="]

  /// Reads a line; nil for one that is no such message.
  /// - Parameter isAsked: whether someone asks about the text, which then needs no other sign of a console.
  /// - Complexity: O(*n*) in the line's length.
  init?(in line: String, isAsked: Bool = false) {
    let text = line.lowercased().replacing("\u{2019}", with: "'")
    let phrase = Self.phrases.first { text.contains($0.words) }?.message
    let isQuestion = text.trimmed.hasSuffix("?")
    let words = text.split(whereSeparator: \.isWhitespace).count
    let isSigned = Self.signs.contains(where: text.contains)
    guard isSigned || words > 1 && (isAsked || phrase != nil && !isQuestion) else { return nil }
    // The last number that is a code: that of the innermost error.
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    if let code = numbers.last(where: { $0 > 1_000 && CommandTable.text(ofCode: $0) != nil }) {
      self = .code(code)
    } else if let phrase {
      self = phrase
    } else if Self.beginnings.contains(where: text.trimmed.hasPrefix) {
      self = .unknown
    } else {
      return nil
    }
  }
}

extension Help {
  /// The explanation of a pasted message of Core Data's.
  func document(about message: ConsoleMessage) -> Document {
    switch message {
    case .code(let code): return document(aboutCode: code) ?? []
    case .stated(let sentence, let topic):
      return wrapped(StyledText("this is a message of Core Data's: " + sentence))
        + wrapped(StyledText("help \(topic)", .code) + StyledText(" says more"))
    case .unknown:
      return wrapped(StyledText("this is a message of a console, and help has no page about it")) + waysToCheck
    }
  }

  /// The sentence about a code, the step that explains it, and what finds its cause; nil for a number that is no code.
  func document(aboutCode code: Int) -> Document? {
    guard let text = CommandTable.text(ofCode: code) else { return nil }
    var lines = wrapped(StyledText("\(code)", .strong) + StyledText(": " + text))
    if let place = glossary.place(ofCode: code) {
      lines += wrapped(StyledText(place.words, .code) + StyledText(" shows it"))
    }
    if ValidationCode(rawValue: code) != nil { lines += waysToCheck }
    return lines
  }

  private var waysToCheck: Document {
    let way = StyledText(" checks the whole model; ") + StyledText("validate", .code) + StyledText(" checks an object")
    return wrapped(StyledText("review", .code) + way)
  }
}
