import ObjectGraph
import Predicates

/// One statement of a short script: what the search for a difference between two models tries.
///
/// Objects are counted in the order in which they are made: 0 is `a`, 1 is `b`; those that a loop makes have no name.
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

  /// Objects that a loop makes and adds to one object's to-many.
  package struct Crowd: Hashable, Sendable {
    package var count: Int
    package var entity: String
    package var given: [Given]
    /// The texts and numbers of `given` that differ for each object, because they have to be unique.
    package var varying: Set<String>

    /// Returns the values of the object of a turn, counted from 1.
    func values(turn: Int) -> [Given] {
      given.map { entry in
        guard varying.contains(entry.key) else { return entry }
        if case .string(let text) = entry.value { return Given(key: entry.key, value: .string("\(text)\(turn)")) }
        return Given(key: entry.key, value: .integer(Int64(turn)))
      }
    }
  }

  /// An object with values, linked to one that is there already.
  case insert(entity: String, [Given], Link? = nil)
  case addMany(Crowd, to: String, of: Int)
  case set(Int, key: String, Value)
  /// Sets a to-one; nil clears it.
  case lead(Int, key: String, to: Int?)
  case add(Int, to: String, of: Int)
  case remove(Int, from: String, of: Int)
  /// At the front of a to-many.
  case insertFirst(Int, into: String, of: Int)
  case delete(Int)
  case save
  /// Discards everything that was not saved, and everything that is never saved.
  case reset
  case fetch(TemplateCall)

  /// How many steps of a search it costs.
  var cost: Int { if case .addMany(let crowd, _, _) = self { crowd.count } else { 1 } }

  /// The statement as a person would type it.
  /// - Parameters:
  ///   - names: what the objects that are there are called.
  ///   - new: what the object is called that it makes.
  private func text(_ names: [String], making new: String) -> String {
    func name(_ place: Int) -> String { names.indices.contains(place) ? names[place] : "nil" }
    switch self {
    case .insert(let entity, let given, let link):
      var values = given.map { "\($0.key): \(ModelText.literal($0.value))" }
      if let link {
        let partner = name(link.partner)
        values.append("\(link.key): \(link.isToMany ? "[\(partner)]" : partner)")
      }
      return "let \(new) = \(entity)(\(values.joined(separator: ", ")))"
    case .addMany(let crowd, let key, let object):
      let values = crowd.given.map { entry -> String in
        guard crowd.varying.contains(entry.key) else { return "\(entry.key): \(ModelText.literal(entry.value))" }
        guard case .string(let text) = entry.value else { return "\(entry.key): i" }
        return "\(entry.key): \(ModelText.literal(.string(text)).dropLast())\\(i)\""
      }
      let made = "\(crowd.entity)(\(values.joined(separator: ", ")))"
      return "for i in 1...\(crowd.count) { \(name(object)).\(key).add(\(made)) }"
    case .set(let object, let key, let value): return "\(name(object)).\(key) = \(ModelText.literal(value))"
    case .lead(let object, let key, let target): return "\(name(object)).\(key) = \(target.map(name) ?? "nil")"
    case .add(let member, let key, let object): return "\(name(object)).\(key).add(\(name(member)))"
    case .remove(let member, let key, let object): return "\(name(object)).\(key).remove(\(name(member)))"
    case .insertFirst(let member, let key, let object):
      return "\(name(object)).\(key).insert(\(name(member)), at: 0)"
    case .delete(let object): return "delete \(name(object))"
    case .save: return "save"
    case .reset: return "reset"
    case .fetch(let call): return "fetch \(call.text(names))"
    }
  }

  /// `a`, `b`, …: what the object that was named as number `place` is called.
  static func name(_ place: Int) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    guard place < letters.count else { return "a\(place)" }
    return String(letters[letters.index(letters.startIndex, offsetBy: place)])
  }

  /// The statements of a script, a line each.
  package static func texts(of steps: [ScriptStep]) -> [String] {
    var names: [String] = []
    var named = 0
    return steps.map { step in
      let new = name(named)
      defer {
        if case .insert = step {
          names.append(new)
          named += 1
        } else if case .addMany(let crowd, _, _) = step {
          names += Array(repeating: "nil", count: crowd.count)
        }
      }
      return step.text(names, making: new)
    }
  }
}
