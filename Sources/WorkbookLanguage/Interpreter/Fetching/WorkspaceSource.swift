import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Date

/// The source over which the workbook's expressions are evaluated: the learner's names, the descriptions of the model,
/// the objects of the context. A bare word is a key of the *workbook*, which is the candidate outside every `where`.
struct WorkspaceSource: KeyValueSource {
  let interpreter: Interpreter

  static let candidate = DescriptionReference(.workbook).value

  var now: Date { interpreter.environment.now() }
  var meter: Meter? { interpreter.meter }

  func value(forKey key: String, of object: ObjectReference) throws -> Value {
    guard let description = DescriptionReference(object) else {
      if key.hasPrefix(Self.identityPrefix), let id = ManagedObjectID(object),
        let value = interpreter.context.identityValue(String(key.dropFirst(Self.identityPrefix.count)), of: id)
      {
        return value
      }
      if let id = ManagedObjectID(object), interpreter.isForeign(id) {
        // Only the ID of another context's object may be asked for, and what that answers.
        if key == "objectID" { return interpreter.ownIDs(in: id.value) }
        if let value = interpreter.context.identityValue(key, of: id) { return value }
        throw interpreter.belongsElsewhere(id, at: nil)
      }
      let value = try interpreter.context.value(forKey: key, of: object)
      if key == "entity", let id = ManagedObjectID(object) {
        let name = interpreter.context.entityName(of: id)
        return DescriptionReference.entity(name, in: interpreter.context.model)?.value ?? value
      }
      return value
    }
    guard description.subject == .workbook else {
      return try description.value(forKey: key, in: interpreter.context.model)
    }
    guard let value = interpreter.value(ofName: key) else {
      throw KeyValueError.unknownKey(key, of: "the workbook", known: interpreter.knownNames)
    }
    return value
  }

  /// `objectID.uri` is one key: an ID's value is its object, which may have an attribute `uri` of its own.
  func joined(_ key: String, _ next: String) -> String? {
    key == "objectID" && IdentityKey.words.contains(next) ? Self.identityPrefix + next : nil
  }

  private static let identityPrefix = "objectID."

  func value(forVariable name: String) throws -> Value? { interpreter.names[name] }

  func value(of form: any ExpressionExtension, candidate: Value) throws -> Value { try interpreter.value(ofForm: form) }

  /// The object as the prompt shows it: `Team#1 Miami Heat`, or the name of a description.
  func displayText(of object: ObjectReference) -> String {
    if let id = ManagedObjectID(object) { return ObjectFormatter(context: interpreter.context).label(id).description }
    return DescriptionReference(object)?.text(in: interpreter.context.model) ?? "the workbook"
  }
}

extension Interpreter {
  /// Returns the value of a bare word outside a `where`: a name of the learner's, then an entity, then `model`.
  func value(ofName name: String) -> Value? {
    if let value = names[name] { return value }
    if let index = context.model.entities.firstIndex(where: { $0.name == name }) {
      return DescriptionReference(.namedEntity(index)).value
    }
    return name == "model" ? DescriptionReference(.model).value : nil
  }

  var knownNames: [String] { names.keys.sorted() + context.model.entityNames }

  /// The value of a form that only the workbook has.
  func value(ofForm form: any ExpressionExtension) throws -> Value {
    switch form {
    case let literal as ObjectIDLiteral: return .object(try object(literal).reference)
    case let query as QueryForm:
      switch query.result {
      case .objects: return try fetchedValue(query.query)
      case .count: return .integer(Int64(try count(query.query)))
      }
    case let lookup as ObjectLookup: return try looked(up: lookup)
    case let color as ColorLiteral:
      guard let value = color.value else { throw color.problem }
      return value
    default: throw Diagnostic("unknown-form", "'\(form.canonicalText)' has no value here")
    }
  }

  /// The object of `Player#3`.
  func object(_ literal: ObjectIDLiteral) throws -> ManagedObjectID {
    let entity = literal.entity
    guard context.model[entity: entity.text] != nil else {
      throw Diagnostic.unknownEntity(entity.text, in: context.model, at: entity.range)
    }
    if let lazyStore { return try lazyObject(literal, in: lazyStore) }
    if let id = try context.objectID(entity: entity.text, number: Int64(literal.number)) { return id }
    let count = try? context.count(FetchRequest(entity.text))
    throw Diagnostic(
      "unknown-object", "there is no \(literal.canonicalText)", at: entity.range,
      hint: count == 0 ? "there are no \(entity) objects" : "fetch \(entity) lists them")
  }
}
