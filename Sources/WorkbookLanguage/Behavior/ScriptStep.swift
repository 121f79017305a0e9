import ObjectGraph
import Predicates

/// One statement of a short script: what the search for a difference between two models tries.
///
/// Objects are counted in the order in which they are made: 0 is `a`, 1 is `b`.
package enum ScriptStep: Hashable, Sendable {
  /// A value given at an insertion.
  package struct Given: Hashable, Sendable {
    package var key: String
    package var value: Value
  }

  /// A relationship given at an insertion.
  package struct Link: Hashable, Sendable {
    package var key: String
    package var partner: Int
    package var isToMany: Bool
  }

  /// With values, and linked to an object that is there already.
  case insert(entity: String, [Given], Link? = nil)
  case set(Int, key: String, Value)
  /// A to-one; nil leads nowhere.
  case lead(Int, key: String, to: Int?)
  case add(Int, to: String, of: Int)
  case remove(Int, from: String, of: Int)
  /// At the front of a to-many.
  case insertFirst(Int, into: String, of: Int)
  case delete(Int)
  case save
  /// What was not saved, and what is never saved, is forgotten.
  case reset
  /// A template without variables.
  case fetch(template: String)

  /// The statement as a person would type it; `place` is the number of the object that it makes.
  package func text(making place: Int) -> String {
    switch self {
    case .insert(let entity, let given, let link):
      var values = given.map { "\($0.key): \(ModelText.literal($0.value))" }
      if let link {
        let partner = Self.name(link.partner)
        values.append("\(link.key): \(link.isToMany ? "[\(partner)]" : partner)")
      }
      return "let \(Self.name(place)) = \(entity)(\(values.joined(separator: ", ")))"
    case .set(let object, let key, let value): return "\(Self.name(object)).\(key) = \(ModelText.literal(value))"
    case .lead(let object, let key, let target):
      return "\(Self.name(object)).\(key) = \(target.map(Self.name) ?? "nil")"
    case .add(let member, let key, let object): return "\(Self.name(object)).\(key).add(\(Self.name(member)))"
    case .remove(let member, let key, let object): return "\(Self.name(object)).\(key).remove(\(Self.name(member)))"
    case .insertFirst(let member, let key, let object):
      return "\(Self.name(object)).\(key).insert(\(Self.name(member)), at: 0)"
    case .delete(let object): return "delete \(Self.name(object))"
    case .save: return "save"
    case .reset: return "reset"
    case .fetch(let template): return "fetch \(template)"
    }
  }

  /// `a`, `b`, …: what the object that was made as number `place` is called.
  package static func name(_ place: Int) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    guard place < letters.count else { return "a\(place)" }
    return String(letters[letters.index(letters.startIndex, offsetBy: place)])
  }

  /// The statements of a script, a line each.
  package static func texts(of steps: [ScriptStep]) -> [String] {
    var made = 0
    return steps.map { step in
      defer { if case .insert = step { made += 1 } }
      return step.text(making: made)
    }
  }
}
