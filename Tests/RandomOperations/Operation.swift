import ObjectGraph
import Predicates

/// One line of a random program.
package enum Operation: Equatable, Sendable {
  case insert(Label, entity: String)
  case set(Label, key: String, Value)
  case setOne(Label, key: String, Label)
  case setMany(Label, key: String, [Label])
  case add([Label], key: String, Label)
  case remove([Label], key: String, Label)
  case insertAt(Label, key: String, Label, Int)
  case delete(Label)
  case endEvent
  case discardEvent
  case save
  case rollback
  case reset
  case undo
  case redo
  case beginGroup
  case endGroup
  case explain([Label])
  /// Makes so many objects and rolls back: as numbers are never given again, what comes next lies behind them.
  case advance(entity: String, Int)
  /// Runs a program on a copy of the context; or on the original, and goes on with the copy.
  case trial([Operation], goesOnWithCopy: Bool)

  /// The objects that must have been made for the line to have a meaning; lists are cut down to those that were.
  var needed: [Label] {
    switch self {
    case .set(let label, _, _), .setMany(let label, _, _), .add(_, _, let label), .remove(_, _, let label),
      .delete(let label):
      [label]
    case .setOne(let label, _, let other): [label, other]
    case .insertAt(let label, _, let owner, _): [label, owner]
    case .insert, .endEvent, .discardEvent, .save, .rollback, .reset, .undo, .redo, .beginGroup, .endGroup, .explain,
      .advance, .trial:
      []
    }
  }

  /// The line without objects that were never made; nil when it has no meaning without them.
  func known(_ isKnown: (Label) -> Bool) -> Operation? {
    guard needed.allSatisfy(isKnown) else { return nil }
    switch self {
    case .setMany(let label, let key, let members): return .setMany(label, key: key, members.filter(isKnown))
    case .add(let members, let key, let label): return .add(members.filter(isKnown), key: key, label)
    case .remove(let members, let key, let label): return .remove(members.filter(isKnown), key: key, label)
    case .explain(let labels): return .explain(labels.filter(isKnown))
    default: return self
    }
  }

  /// The same line with less in it: shorter lists.
  var simpler: [Operation] {
    func shorter<T>(_ list: [T]) -> [[T]] {
      list.indices.map { index in
        var list = list
        list.remove(at: index)
        return list
      }
    }
    switch self {
    case .setMany(let label, let key, let members): return shorter(members).map { .setMany(label, key: key, $0) }
    case .add(let members, let key, let label): return shorter(members).map { .add($0, key: key, label) }
    case .remove(let members, let key, let label): return shorter(members).map { .remove($0, key: key, label) }
    case .explain(let labels): return shorter(labels).map { .explain($0) }
    case .trial(let operations, let goesOn):
      return shorter(operations).map { .trial($0, goesOnWithCopy: goesOn) }
    default: return []
    }
  }
}

extension Operation: CustomStringConvertible {
  package var description: String {
    func list(_ labels: [Label]) -> String { "[" + labels.map { "o\($0)" }.joined(separator: ", ") + "]" }
    return switch self {
    case .insert(let label, let entity): "o\(label) = insert \(entity)"
    case .set(let label, let key, let value): "o\(label).\(key) = \(value.canonicalText)"
    case .setOne(let label, let key, let other): "o\(label).\(key) = o\(other)"
    case .setMany(let label, let key, let members): "o\(label).\(key) = \(list(members))"
    case .add(let members, let key, let label): "o\(label).\(key) add \(list(members))"
    case .remove(let members, let key, let label): "o\(label).\(key) remove \(list(members))"
    case .insertAt(let label, let key, let owner, let index): "o\(owner).\(key) insert o\(label) at \(index)"
    case .delete(let label): "delete o\(label)"
    case .endEvent: "end event"
    case .discardEvent: "discard event"
    case .save: "save"
    case .rollback: "rollback"
    case .reset: "reset"
    case .undo: "undo"
    case .redo: "redo"
    case .beginGroup: "begin group"
    case .endGroup: "end group"
    case .explain(let labels): "explain delete \(list(labels))"
    case .advance(let entity, let count): "make \(count) \(entity), rollback"
    case .trial(let operations, let goesOn):
      "on \(goesOn ? "the original, going on with a copy" : "a copy") { "
        + operations.map(\.description).joined(separator: "; ") + " }"
    }
  }
}

/// The answer of a line.
package enum Outcome: Hashable {
  case done
  case refused
  case answer(Bool)
  case event(inserted: Set<Label>, updated: [Label: Set<String>])
  case noEvent
  case saved(inserted: Set<Label>, updated: Set<Label>, deleted: Set<Label>)
  case notSaved(code: Int, [Fault])
  case explained(Set<Label>, [Fault])
  case wrong(String)
}
