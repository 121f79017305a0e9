import Diagnostics
import JSON
import JSONLines
import ModelReview
import ObjectGraph
import Predicates

import struct Foundation.Date

/// `graphbook review --jsonl`: a model with objects a line, `{"id", "model": {"entities", "objects"}}`, answered by
/// `{"id", "findings": [[check, entity, attribute, determinant]]}` with what the checks of normal forms find for certain.
///
/// An entity is `{"attributes": {name: type}, "toOne": {name: entity}}`, and may have `"unique"` (lists of names),
/// `"derived"` and `"denormalised"` (names). The objects of an entity are a list of dictionaries with an `"id"`.
package struct ReviewExchange {
  package init() {}

  /// The answer to a line, without a line break; nil for a blank one.
  package func answer(_ line: String) -> String? {
    if line.utf8.isBlankLine { return nil }
    do {
      guard case .dictionary(let request) = try Value(json: Array(line.utf8)[...]) else {
        return Self.failure(.null, "a line is an object with \"id\" and \"model\"")
      }
      let id = request["id"] ?? .null
      guard case .dictionary(let model)? = request["model"] else { return Self.failure(id, "there is no \"model\"") }
      do {
        let subject = try ReviewSubject(try Self.context(model, line))
        let rules = ModelReview.normalFormRules.filter { $0.page.id != NearMiss.page.id }
        let findings = try ModelReview(of: subject, rules: rules).findings.filter {
          !$0.isTentative && $0.severity != .question
        }.map { finding in
          Value.array([finding.rule, finding.entity, finding.property, finding.determinant].map(Value.string))
        }
        return Self.text(["id": id, "findings": .array(findings)])
      } catch let problem as Problem {
        return Self.failure(id, problem.message)
      } catch {
        return Self.failure(id, (error as? any ExplainedError)?.diagnostic.message ?? "\(error)")
      }
    } catch {
      return Self.failure(.null, "this line is not JSON: \(error.message) at byte \(error.offset + 1)")
    }
  }

  private struct Problem: Error {
    var message: String
  }

  private static func failure(_ id: Value, _ message: String) -> String { text(["id": id, "error": .string(message)]) }

  private static func text(_ answer: [String: Value]) -> String {
    JSONValue.object(answer.sorted { $0.key > $1.key }.map { JSONValue.Member($0.key, json($0.value)) }).line
  }

  private static func json(_ value: Value) -> JSONValue {
    switch value {
    case .boolean(let value): .boolean(value)
    case .integer(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(json))
    case .null, .decimal, .date, .data, .uuid, .url, .object, .set, .dictionary: .null
    }
  }

  // MARK: The model and its objects

  private static func context(_ text: [String: Value], _ line: String) throws -> ManagedObjectContext {
    guard case .dictionary(let entities)? = text["entities"] else {
      throw Problem(message: "there are no \"entities\"")
    }
    var model = ManagedObjectModel(name: "Model")
    for name in inOrder(entities.keys, of: line, behind: "\"entities\"") {
      guard case .dictionary(let entity)? = entities[name] else {
        throw Problem(message: "the entity '\(name)' is not an object")
      }
      model.entities.append(try description(name, entity, line))
    }
    let context = try ManagedObjectContext(model: model)
    try context.prepare()
    guard case .dictionary(let objects) = text["objects"] ?? .dictionary([:]) else {
      throw Problem(message: "\"objects\" is not an object")
    }
    var ids: [String: [Value: ManagedObjectID]] = [:]
    var made: [(ManagedObjectID, String, [String: Value])] = []
    for entity in model.entityNames {
      for case .dictionary(let object) in objects[entity]?.elements ?? [] {
        let id = try context.insert(entity)
        if let key = object["id"] { ids[entity, default: [:]][key] = id }
        made.append((id, entity, object))
      }
    }
    for (id, entity, object) in made {
      for (key, value) in object.sorted(by: { $0.key < $1.key }) where !value.isNull {
        guard let property = model.property(key, of: entity)?.property else { continue }
        if let relationship = property.relationship {
          guard let target = ids[relationship.destination]?[value] else {
            throw Problem(message: "\(entity).\(key) names an object that does not exist")
          }
          try context.setValue(target.value, of: id, forKey: key)
        } else if let attribute = property.attribute, attribute.derivation == nil {
          try context.setValue(converted(value, to: attribute.type), of: id, forKey: key)
        }
      }
    }
    return context
  }

  private static func description(
    _ name: String, _ entity: [String: Value], _ line: String
  ) throws -> EntityDescription {
    func names(_ key: String) -> [String] {
      (entity[key]?.elements ?? []).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    let derived = Set(names("derived"))
    let meant = Set(names("denormalised"))
    var description = EntityDescription(name)
    if case .dictionary(let attributes)? = entity["attributes"] {
      for key in inOrder(attributes.keys, of: line, behind: "\"\(name)\"") {
        guard case .string(let word)? = attributes[key], let type = type(word) else {
          throw Problem(message: "\(name).\(key) has no type that is known")
        }
        var attribute = AttributeDescription(key, type, isOptional: true)
        if derived.contains(key) { attribute.derivation = Expression(.constant(.null)) }
        if meant.contains(key) { attribute.userInfo["denormalised"] = .boolean(true) }
        description.properties.append(.attribute(attribute))
      }
    }
    if case .dictionary(let relationships)? = entity["toOne"] {
      for key in inOrder(relationships.keys, of: line, behind: "\"\(name)\"") {
        guard case .string(let destination)? = relationships[key] else {
          throw Problem(message: "\(name).\(key) leads nowhere")
        }
        var relationship = RelationshipDescription(key, to: destination, isOptional: true)
        if meant.contains(key) { relationship.userInfo["denormalised"] = .boolean(true) }
        description.properties.append(.relationship(relationship))
      }
    }
    for case let constraint in entity["unique"]?.elements ?? [] {
      let keys = (constraint.elements ?? [constraint]).compactMap {
        if case .string(let text) = $0 { text } else { nil }
      }
      if !keys.isEmpty { description.uniquenessConstraints.append(keys) }
    }
    return description
  }

  /// An object of JSON has no order, but its text has: the names in the order of their first occurrence.
  private static func inOrder(_ names: some Sequence<String>, of line: String, behind mark: String) -> [String] {
    let bytes = Array(line.utf8)
    let start = place(of: Array(mark.utf8), in: bytes, from: 0) ?? 0
    return names.map { (place(of: Array("\"\($0)\":".utf8), in: bytes, from: start) ?? Int.max, $0) }
      .sorted { $0 < $1 }.map(\.1)
  }

  private static func place(of text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = text.first, bytes.count >= text.count else { return nil }
    var place = start
    while place <= bytes.count - text.count {
      if bytes[place] == first, bytes[place..<(place + text.count)].elementsEqual(text) { return place }
      place += 1
    }
    return nil
  }

  private static func type(_ word: String) -> AttributeType? {
    switch word.lowercased() {
    case "string", "text": .string
    case "int", "integer": .integer64
    case "double": .double
    case "float": .double
    case "decimal": .decimal
    case "bool", "boolean": .boolean
    case "date": .date
    case "uuid": .uuid
    default: AttributeType(workbookName: word)
    }
  }

  private static func converted(_ value: Value, to type: AttributeType) -> Value {
    switch (value, type) {
    case (.integer(let number), .double): .double(Double(number))
    case (.integer(let number), .boolean): .boolean(number != 0)
    case (.integer(let number), .date): .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case (.double(let number), .date): .date(Date(timeIntervalSinceReferenceDate: number))
    case (.string(let text), .date): .date(Date(timeIntervalSinceReferenceDate: dayNumber(text)))
    default: value
    }
  }

  /// A moment for each text of a day, so that equal days are equal.
  private static func dayNumber(_ text: String) -> Double {
    let parts = text.split { !$0.isNumber }.compactMap { Double($0) }
    return parts.reduce(0) { $0 * 100 + $1 }
  }
}
