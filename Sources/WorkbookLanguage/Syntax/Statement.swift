import Diagnostics
import ModelInterchange
import ModelReview
import Predicates

/// One statement of the workbook language, with its place. The grammar is at the end of the language's description; the
/// cases here are named for its rules.
package struct Statement: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case model(ModelStatement)
    // Stores
    case store(StoreStatement)
    // Objects
    case letName(Identifier, ValueSyntax)
    case assign(ObjectPath, ValueSyntax)
    case addTo(ObjectPath, ValueSyntax)
    case removeFrom(ObjectPath, ValueSyntax)
    case insertInto(ObjectPath, ValueSyntax, at: Expression)
    case delete(DeleteTarget)
    case save, rollback, undo, redo, reset
    case beginGroup(String)
    case endGroup
    case refresh(ObjectPath, isDiscarding: Bool)
    case validate(ObjectPath, purpose: Identifier?)
    case value(ValueSyntax)
    // Seeing and reasoning
    case show(ShowSubject)
    case review
    case normalize(Identifier)
    case apply(Int)
    case derive([Identifier], [Identifier], isMultivalued: Bool)
    case explain(ExplainSubject)
    case compareDelete(DeleteTarget)
    case compareModel(ModelFile, with: ModelFile)
    case export(String, SourceRange, ExportOptions)
    case importFile(ModelFile)
    case run(String, SourceRange)
    // Expecting
    case expect(Expectation)
    case check(CheckStatement)
    case loop(Loop)
    // The prompt's own
    case shell(ShellCommand)
  }

  package var kind: Kind
  package var range: SourceRange
  /// Whether it may put a condition to a store. The parser sees that a statement only makes or changes objects.
  var mayAsk = true
  /// Whether a list is in it, which may make several objects.
  var hasList = true

  init(kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  package static func == (left: Statement, right: Statement) -> Bool { left.kind == right.kind }
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// `{ … }` with statements in it.
package struct Block: Hashable, Sendable {
  package var statements: [Statement]
  package var range: SourceRange

  package static func == (left: Block, right: Block) -> Bool { left.statements == right.statements }
  package func hash(into hasher: inout Hasher) { hasher.combine(statements) }
}

package enum StoreStatement: Hashable, Sendable {
  case openInMemory(Identifier, configuration: Identifier?)
  case openFile(Identifier, path: StorePath, StoreOptions)
  /// A store in memory that has objects, and any store while there are unsaved changes, is closed and opened again only
  /// with `discarding`.
  case close(Identifier, isDiscarding: Bool)
  case reopen(Identifier, isDiscarding: Bool)
  case migrate(Identifier?)
  case mergePolicy(Identifier)
  /// `insert into shop wade`: a store that new objects go to when they are saved.
  case assign(Identifier, ValueSyntax)
}

/// The options of a store that is a file. What the file holds decides which of them it takes.
package struct StoreOptions: Hashable, Sendable {
  package var configuration: Identifier?
  /// Whether a file that was written under another version of the model is brought to this one.
  package var isMigrating = false
  /// Whether the first save of a Core Data store copies the file first.
  package var keepsBackup = true
  /// Whether the objects of a Core Data store are read fetch by fetch.
  package var isLazy = false
}

/// The objects to delete: those of an entity that satisfy a condition, or the value of an expression.
package enum DeleteTarget: Hashable, Sendable {
  case matching(Identifier, Predicate)
  case expression(Expression)
  /// A list written out, or a query.
  case values(ValueSyntax)
}

/// A file with a model, as it is named, and where.
package struct ModelFile: Hashable, Sendable {
  /// The endings of files that a model can be read from.
  package static let endings =
    XcodeModelBundle.Form.allCases.compactMap(\.ending) + [statementsEnding, SwiftModelBundle.ending]
  /// The ending of a file with statements.
  package static let statementsEnding = "graph"

  package var path: String
  package var range: SourceRange
  /// The version of an Xcode model; nil is the current one, with all others.
  package var version: String?
  package var versionRange: SourceRange?

  package init(path: String, range: SourceRange) {
    self.path = path
    self.range = range
  }

  package static func == (left: ModelFile, right: ModelFile) -> Bool {
    left.path == right.path && left.version == right.version
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(version)
  }
}

package enum ShowSubject: Hashable, Sendable {
  /// A view; the diagram perhaps in ASCII alone.
  case view(ViewWord, isASCII: Bool)
  /// An entity, a property, an object or a value; the name decides when it runs.
  case path(ObjectPath)
}

package enum ExplainSubject: Hashable, Sendable {
  case delete(DeleteTarget)
  case fetch(Query)
  case membership(ObjectPath, Query)
  case path(ObjectPath)
}

/// `expect …`, with what it says when it does not hold.
package struct Expectation: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case succeeds
    case fails(code: Int?, text: String?)
  }

  /// The part of an answer that is compared with an exercise's solutions.
  package enum Likeness: String, Hashable, Sendable {
    /// `conditions`: those of fetch request templates, fetched properties and rules.
    case model, objects, conditions
  }

  package indirect enum Claim: Hashable, Sendable {
    case save(Outcome)
    case block(Block, Outcome)
    case behavesLike(ModelFile)
    case likeSolution(Likeness)
    case normalForm(Identifier, atLeast: Identifier, inData: Bool)
    /// `review finds no errors`, and with `warnings` none of these either.
    case reviewFindsNone(orWarnings: Bool)
    case value(ValueSyntax)
  }

  package var claim: Claim
  package var elseText: String?
  package var range: SourceRange

  package static func == (left: Expectation, right: Expectation) -> Bool {
    left.claim == right.claim && left.elseText == right.elseText
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(claim) }
}

/// `check "sentence", points 2 { … }`.
package struct CheckStatement: Hashable, Sendable {
  package var name: String
  package var points: Int
  package var block: Block
}

/// `for i in 1...10 { … }`.
package struct Loop: Hashable, Sendable {
  package enum Sequence: Hashable, Sendable {
    case range(Expression, Expression)
    case list(ValueSyntax)
  }

  package var variable: Identifier
  package var sequence: Sequence
  package var block: Block
}

/// A command of the prompt, which has no meaning in a file.
package enum ShellCommand: Hashable, Sendable {
  case lessons
  /// `lesson`, `lesson 9`, `lesson 9 step 12`.
  case lesson(String?, step: Int?)
  case next, back, restart, hint, skip, solution, leave
  /// `exercises`, `exercises 4`.
  case exercises(String?)
  /// `courses`, `courses evening`.
  case courses(String?)
  case exercise(String)
  /// `drill`, `drill delete-rules`, `drill 4`.
  case drill(String?)
  /// `check`, `check all`.
  case check(all: Bool)
  /// `hand in`, `hand in "answer.graph"`.
  case handIn(String?)
  case practice
  /// `progress`, `progress ideas`.
  case progress(ideas: Bool)
  case help(String?)
  case timing(isOn: Bool)
  case again
  case quit
}

extension Statement.Kind {
  /// Whether it shows a value, and may have made the objects in it.
  var mayMakeObjects: Bool {
    switch self {
    case .letName, .value: true
    default: false
    }
  }
}
