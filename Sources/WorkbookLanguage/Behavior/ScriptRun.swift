import ObjectGraph
import Predicates

import struct Foundation.Date

/// A graph of one model with the objects that a script has made so far. A copy is O(1).
struct ScriptRun {
  /// The result of a step.
  enum Result: Hashable {
    case done
    /// Refused, and why: for comparing, and in words.
    case refused([Refusal], words: [String])

    /// Whether a person would see the same: both done, or both refused for the same reasons.
    func isSame(as other: Result) -> Bool {
      switch (self, other) {
      case (.done, .done): true
      case (.refused(let own, _), .refused(let others, _)): Set(own) == Set(others)
      default: false
      }
    }
  }

  /// A reason for which a save is refused; everything else that is refused has none.
  struct Refusal: Hashable {
    var object: Int?
    var key: String?
    var code: Int
  }

  private(set) var context: ManagedObjectContext
  private(set) var objects: [ManagedObjectID] = []
  /// The names of the objects; those of a loop consist of their entity and number.
  private(set) var names: [String] = []
  private var namedCount = 0
  private var nameless: Set<Int> = []

  /// - Throws: `ModelError` when the model is unsound.
  init(_ model: ManagedObjectModel, _ cancellation: Cancellation = .never) throws {
    // The same moment for both models, so that `now()` is no difference.
    context = try ManagedObjectContext(model: model, clock: { Date(timeIntervalSinceReferenceDate: 0) })
    context.cancellation = cancellation
    try context.prepare()
  }

  func copy() -> ScriptRun {
    var copy = self
    copy.context = context.copy()
    return copy
  }

  var model: ManagedObjectModel { context.model }

  func isLive(_ object: Int) -> Bool { context.exists(objects[object]) && !context.isDeleted(objects[object]) }
  /// Whether a statement can name it.
  func isNamed(_ object: Int) -> Bool { !nameless.contains(object) }
  func entity(of object: Int) -> String { context.entityName(of: objects[object]) }

  /// The number of the object that a to-one leads to; nil for none.
  func target(of object: Int, _ key: String) -> Int? {
    guard case .object(let reference)? = try? context.value(of: objects[object], forKey: key),
      let id = ManagedObjectID(reference)
    else { return nil }
    return objects.firstIndex(of: id)
  }

  func holds(_ object: Int, _ key: String, _ member: Int) -> Bool {
    guard let elements = (try? context.value(of: objects[object], forKey: key))?.elements else { return false }
    return elements.contains(objects[member].value)
  }

  /// Whether a to-many is empty.
  func isEmpty(_ object: Int, _ key: String) -> Bool {
    (try? context.value(of: objects[object], forKey: key))?.elements?.isEmpty ?? false
  }

  // MARK: One step

  /// Carries a step out, and ends its event as a statement does.
  mutating func carryOut(_ step: ScriptStep) -> Result {
    let count = objects.count
    do {
      try perform(step)
      context.processPendingChanges()
      context.endEvent()
      return .done
    } catch let error as SaveError {
      context.endEvent()
      return refusal(error)
    } catch let error as any ExplainedError {
      context.discardEvent()
      // A refused insertion leaves no object.
      while objects.count > count { forgetLast() }
      return .refused([], words: [error.diagnostic.message])
    } catch {
      context.discardEvent()
      return .refused([], words: ["\(error)"])
    }
  }

  private mutating func perform(_ step: ScriptStep) throws {
    switch step {
    case .insert(let entity, let given, let link):
      let id = try insert(entity, given, isNamed: true)
      guard let link else { return }
      let partner = objects[link.partner].value
      try context.setValue(link.isToMany ? .array([partner]) : partner, of: id, forKey: link.key)
    case .addMany(let crowd, let key, let object):
      for turn in 1...max(1, crowd.count) {
        let member = try insert(crowd.entity, crowd.values(turn: turn), isNamed: false)
        try context.add([member], to: key, of: objects[object])
      }
    case .set(let object, let key, let value): try context.setValue(value, of: objects[object], forKey: key)
    case .lead(let object, let key, let target):
      try context.setValue(target.map { objects[$0].value } ?? .null, of: objects[object], forKey: key)
    case .add(let member, let key, let object): try context.add([objects[member]], to: key, of: objects[object])
    case .remove(let member, let key, let object):
      try context.remove([objects[member]], from: key, of: objects[object])
    case .insertFirst(let member, let key, let object):
      try context.insert(objects[member], into: key, of: objects[object], at: 0)
    case .delete(let object): try context.delete(objects[object])
    case .save:
      context.processPendingChanges()
      try context.save()
    case .reset: context.reset()
    case .fetch(let call): _ = try members(of: call)
    }
  }

  private mutating func insert(
    _ entity: String, _ given: [ScriptStep.Given], isNamed: Bool
  ) throws -> ManagedObjectID {
    let id = try context.insert(entity)
    names.append(isNamed ? ScriptStep.name(namedCount) : "\(entity)#\(id.number)")
    if isNamed { namedCount += 1 } else { nameless.insert(objects.count) }
    objects.append(id)
    for entry in given { try context.setValue(entry.value, of: id, forKey: entry.key) }
    return id
  }

  private mutating func forgetLast() {
    objects.removeLast()
    names.removeLast()
    if nameless.remove(objects.count) == nil { namedCount -= 1 }
  }

  private func refusal(_ error: SaveError) -> Result {
    guard !error.errors.isEmpty else {
      return .refused([Refusal(code: error.code)], words: [error.diagnostic.message])
    }
    let reasons = error.errors.map { error in
      Refusal(object: objects.firstIndex(of: error.object), key: error.key, code: error.code)
    }
    let words = zip(error.errors, reasons).map { error, reason in
      "\(reason.object.map { names[$0] } ?? error.objectName): \(error.message) (\(error.code))"
    }
    return .refused(reasons, words: words)
  }

  /// The numbers of the objects that a template finds.
  func members(of call: TemplateCall) throws -> [Int] {
    guard let template = model.fetchRequestTemplate(named: call.name) else {
      throw ObjectGraphError.unknownEntity(call.name, known: model.fetchRequestTemplates.map(\.name))
    }
    var values: [String: Value] = [:]
    for binding in call.bindings {
      values[binding.variable] =
        switch binding.argument {
        case .value(let value): value
        case .object(let place): objects[place].value
        }
    }
    return try context.fetch(template.request(with: values)).compactMap { objects.firstIndex(of: $0) }
  }
}
