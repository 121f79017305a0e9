import CZlib
import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID
import typealias Foundation.uuid_t

/// The model that a store keeps in `Z_MODELCACHE`: an archive of `NSManagedObjectModel`, compressed with raw deflate.
///
/// The names of the archive's fields were read off 23 stores that Core Data wrote; a field that is not there reads as
/// Core Data's default.
enum ModelCache {
  /// The longest archive that is read. The largest seen has 150 KB.
  private static let limit = 64 << 20

  /// Returns the model of the bytes in `Z_CONTENT`; nil where they are no such archive.
  static func model(_ content: [UInt8]) -> ManagedObjectModel? { inflated(content).flatMap { model(archive: $0) } }

  /// The composite attributes of the model in `Z_CONTENT`, as `Task.schedule`, which ``model(_:)`` leaves out: their
  /// elements are columns whose names are not established where two composites have an element of one name. (Store that
  /// SwiftData wrote, framework 1447: `ZHOUR`, `ZHOUR1`.)
  static func composites(_ content: [UInt8]) -> [String] {
    guard let bytes = inflated(content), let archive = KeyedArchive(bytes), let root = archive.rootInstance else {
      return []
    }
    return archive.members("NSEntities", of: root).flatMap { name, entity in
      archive.members("NSProperties", of: entity).filter { _, property in
        property.className == "NSCompositeAttributeDescription"
          && archive.instance("NSEntity", of: property).map { $0.number == entity.number } != false
      }.map { "\(name).\($0.0)" }
    }.sorted()
  }

  /// Returns the model of an archive that is not compressed.
  static func model(archive bytes: [UInt8]) -> ManagedObjectModel? {
    guard let archive = KeyedArchive(bytes), let root = archive.rootInstance, root.className == "NSManagedObjectModel"
    else { return nil }
    return ModelArchiveReader(archive: archive).model(root)
  }

  /// The bytes that raw deflate made of others; nil for damaged ones, and for more than the limit.
  static func inflated(_ content: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard graphbook_inflate_begin(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = content
    var output = [UInt8](repeating: 0, count: 64 << 10)
    var bytes: [UInt8] = []
    var used = 0
    while true {
      let (result, made) = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          stream.next_in = input.baseAddress.map { $0 + used }
          stream.avail_in = UInt32(clamping: input.count - used)
          let given = stream.avail_in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          let result = inflate(&stream, Z_NO_FLUSH)
          used += Int(given - stream.avail_in)
          return (result, output.count - Int(stream.avail_out))
        }
      }
      bytes += output[0..<made]
      if result == Z_STREAM_END { return bytes }
      guard result == Z_OK, bytes.count <= limit, made > 0 || used < content.count else { return nil }
    }
  }
}

/// Reads descriptions from an archive of a model.
private struct ModelArchiveReader {
  let archive: KeyedArchive

  func model(_ root: KeyedArchive.Instance) -> ManagedObjectModel? {
    var model = ManagedObjectModel(name: "Model")
    for (name, instance) in archive.members("NSEntities", of: root) where instance.className == "NSEntityDescription" {
      model.entities.append(entity(name, instance))
    }
    removeInherited(from: &model)
    model.versionIdentifiers = Set(archive.strings("NSVersionIdentifiers", of: root).filter { !$0.isEmpty })
    return model.entities.isEmpty || archive.isExhausted ? nil : model
  }

  /// Takes out the properties and constraints that an entity has from an ancestor: newer frameworks copy them into every
  /// sub-entity. (Store of framework 1345; up to 1338 they are proxies.)
  private func removeInherited(from model: inout ManagedObjectModel) {
    let index = ModelIndex(model)
    for place in model.entities.indices {
      let own = model.entities[place]
      let ancestors = index.lineage(of: own.name).filter { $0.name != own.name }
      if ancestors.isEmpty { continue }
      let names = Set(ancestors.flatMap { $0.properties.map(\.name) })
      model.entities[place].properties.removeAll { names.contains($0.name) }
      let constraints = Set(ancestors.flatMap(\.uniquenessConstraints))
      model.entities[place].uniquenessConstraints.removeAll { constraints.contains($0) }
    }
  }

  private func entity(_ name: String, _ instance: KeyedArchive.Instance) -> EntityDescription {
    var entity = EntityDescription(
      name, isAbstract: archive.flag("NSIsAbstract", of: instance),
      parent: archive.instance("NSSuperentity", of: instance).flatMap { archive.string("NSEntityName", of: $0) },
      renamingIdentifier: renaming(instance, name),
      versionHashModifier: archive.string("NSVersionHashModifier", of: instance))
    for (key, property) in archive.members("NSProperties", of: instance) {
      // Inherited ones are proxies, or say so by their entity.
      if let owner = archive.instance("NSEntity", of: property), owner.number != instance.number { continue }
      if let description = self.property(key, property) { entity.properties.append(description) }
    }
    entity.uniquenessConstraints = archive.elements("NSUniqueTuples", of: instance).map { archive.strings(in: $0) }
      .filter { !$0.isEmpty }
    for index in archive.elements("NSFetchIndexDescriptions", of: instance) {
      let elements = archive.elements("NSIndexElements", of: index)
      guard elements.count == 1, archive.integer("NSFetchIndexElementType", of: elements[0]) ?? 0 == 0,
        archive.flag("NSAscending", of: elements[0]), let name = archive.string("NSPropertyName", of: elements[0]),
        var attribute = entity[property: name]?.attribute
      else { continue }
      attribute.isIndexed = true
      entity[property: name] = .attribute(attribute)
    }
    entity.userInfo = archive.texts("NSUserInfo", of: instance).mapValues { .string($0) }
    return entity
  }

  /// The renaming identifier, where it is not the name itself, as it is unless someone set it.
  private func renaming(_ instance: KeyedArchive.Instance, _ name: String) -> String? {
    archive.string("NSRenamingIdentifier", of: instance).flatMap { $0 == name ? nil : $0 }
  }

  private func property(_ name: String, _ instance: KeyedArchive.Instance) -> PropertyDescription? {
    switch instance.className {
    case "NSRelationshipDescription": .relationship(relationship(name, instance))
    case "NSAttributeDescription", "NSDerivedAttributeDescription": .attribute(attribute(name, instance))
    // Composites are listed by ``composites(_:)``; fetched properties have not been seen in a store.
    default: nil
    }
  }

  private func relationship(_ name: String, _ instance: KeyedArchive.Instance) -> RelationshipDescription {
    let maximum = Int(clamping: archive.integer("NSMaxCount", of: instance) ?? 0)
    let destination =
      archive.string("_NSDestinationEntityName", of: instance)
      ?? archive.instance("NSDestinationEntity", of: instance).flatMap { archive.string("NSEntityName", of: $0) }
    let code = archive.integer("NSDeleteRule", of: instance)
    let rule = DeleteRule.allCases.first { Int64($0.code) == code } ?? .nullify
    return RelationshipDescription(
      name, to: destination ?? "", isToMany: maximum != 1, isOptional: archive.flag("NSIsOptional", of: instance),
      isOrdered: archive.flag("NSIsOrdered", of: instance), isTransient: archive.flag("NSIsTransient", of: instance),
      inverse: archive.string("_NSInverseRelationshipName", of: instance),
      minimumCount: Int(clamping: archive.integer("NSMinCount", of: instance) ?? 0), maximumCount: maximum,
      deleteRule: rule, renamingIdentifier: renaming(instance, name),
      versionHashModifier: archive.string("NSVersionHashModifier", of: instance),
      userInfo: archive.texts("NSUserInfo", of: instance).mapValues { .string($0) })
  }

  private func attribute(_ name: String, _ instance: KeyedArchive.Instance) -> AttributeDescription {
    let code = archive.integer("NSAttributeType", of: instance) ?? 0
    let type = AttributeType.allCases.first { Int64($0.code) == code } ?? .undefined
    var attribute = AttributeDescription(
      name, type, isOptional: archive.flag("NSIsOptional", of: instance),
      isTransient: archive.flag("NSIsTransient", of: instance), isIndexed: archive.flag("NSIsIndexed", of: instance),
      transformerName: archive.string("NSValueTransformerName", of: instance),
      renamingIdentifier: renaming(instance, name),
      versionHashModifier: archive.string("NSVersionHashModifier", of: instance),
      userInfo: archive.texts("NSUserInfo", of: instance).mapValues { .string($0) })
    attribute.defaultValue = archive.plain("NSDefaultValue", of: instance).flatMap { value($0, type) }.map {
      .value($0)
    }
    for predicate in archive.elements("NSValidationPredicates", of: instance) { bound(predicate, &attribute) }
    return attribute
  }

  /// A bound, which the model compiler writes as `SELF >= 1` or `length <= 7`; other predicates are left out.
  private func bound(_ predicate: KeyedArchive.Instance, _ attribute: inout AttributeDescription) {
    guard predicate.className == "NSComparisonPredicate",
      let left = archive.instance("NSLeftExpression", of: predicate),
      let right = archive.instance("NSRightExpression", of: predicate),
      let comparison = archive.instance("NSPredicateOperator", of: predicate),
      let constant = archive.plain("NSConstantValue", of: right)
    else { return }
    // NSPredicateOperatorType: 1 is <=, 3 is >=.
    let code = archive.integer("NSOperatorType", of: comparison)
    guard code == 1 || code == 3 else { return }
    if attribute.type == .string {
      guard case .integer(let length) = constant, let length = Int(exactly: length) else { return }
      if code == 3 { attribute.minimumLength = length } else { attribute.maximumLength = length }
    } else if left.className == "NSSelfExpression", let value = value(constant, attribute.type) {
      if code == 3 { attribute.minimumValue = value } else { attribute.maximumValue = value }
    }
  }

  /// A constant as an attribute of a type has it; nil where it is none.
  private func value(_ node: BinaryPropertyList.Node, _ type: AttributeType) -> Value? {
    switch (type, node) {
    case (_, .integer(let number)) where type.integerRange != nil: .integer(number)
    case (_, .real(let number)) where type.integerRange != nil: Int64(exactly: number).map { .integer($0) }
    case (.boolean, .boolean(let flag)): .boolean(flag)
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.double, .real(let number)), (.float, .real(let number)): .double(number)
    case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
    case (.decimal, .integer(let number)): .decimal(Decimal(number))
    case (.decimal, .real(let number)): number.isFinite ? .decimal(Decimal(number)) : nil
    case (.string, .string(let text)): .string(text)
    case (.uri, .string(let text)): URL(string: text).map { .url($0) }
    case (.uuid, .data(let data)): UUID(bytes: data).map { .uuid($0) }
    case (.date, .date(let seconds)): seconds.isFinite ? .date(Date(timeIntervalSinceReferenceDate: seconds)) : nil
    case (.binaryData, .data(let data)): .data(data)
    default: nil
    }
  }
}

extension UUID {
  /// The UUID of sixteen bytes; nil for any other number of them.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let all = Array(bytes)
    self = all.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
