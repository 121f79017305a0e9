import ObjectGraph
import Predicates

import struct Foundation.Date

/// The XML attributes that Xcode would write for a description, without those that the model does not know.
///
/// Merging compares the facets of a description before and after a change, and touches only those that differ.
typealias XcodeFacets = [String: String]

extension AttributeDescription {
  /// The attributes of its element; whether it is indexed is not among them.
  var facets: XcodeFacets {
    var facets: XcodeFacets = ["name": name]
    facets["optional"] = isOptional ? "YES" : nil
    facets["transient"] = isTransient ? "YES" : nil
    facets["attributeType"] = compositeName == nil ? XcodeTypeNames.name(of: type) : XcodeTypeNames.composite
    facets["composite"] = compositeName
    facets["regularExpressionString"] = pattern
    facets["valueTransformerName"] = transformerName
    facets["customClassName"] = valueClassName
    facets["allowsExternalBinaryDataStorage"] = allowsExternalBinaryDataStorage ? "YES" : nil
    facets["spotlightIndexingEnabled"] = isIndexedBySpotlight ? "YES" : nil
    facets["syncable"] = isSyncable ? nil : "NO"
    if type.isScalarByDefault {
      facets["usesScalarValueType"] = usesScalarValue ?? true ? "YES" : "NO"
    } else {
      facets["usesScalarValueType"] = usesScalarValue == true ? "YES" : nil
    }
    facets["elementID"] = renamingIdentifier
    facets["versionHashModifier"] = versionHashModifier
    facets["minValueString"] = minimumLength.map(String.init)
    facets["maxValueString"] = maximumLength.map(String.init)
    set(&facets, minimumValue, text: "minValueString", interval: "minDateTimeInterval")
    set(&facets, maximumValue, text: "maxValueString", interval: "maxDateTimeInterval")
    if case .value(let value)? = defaultValue, XcodeModelReader.canHold(value, type) {
      set(&facets, value, text: "defaultValueString", interval: "defaultDateTimeInterval")
    }
    if let derivation {
      facets["derived"] = "YES"
      facets["derivationExpression"] = derivation.xcodeText
    }
    return facets
  }

  private func set(_ facets: inout XcodeFacets, _ value: Value?, text: String, interval: String) {
    guard let value else { return }
    if case .date(let date) = value {
      facets[interval] = Self.text(date.timeIntervalSinceReferenceDate)
    } else {
      facets[text] = value.xcodeText
    }
  }

  private static func text(_ seconds: Double) -> String {
    Int64(exactly: seconds).map(String.init) ?? "\(seconds)"
  }

  /// The facets that Xcode adds to the element of a new attribute: dates and UUIDs are objects.
  var facetsOfNew: XcodeFacets { type == .date || type == .uuid ? ["usesScalarValueType": "NO"] : [:] }
}

extension RelationshipDescription {
  /// The attributes of its element.
  var facets: XcodeFacets {
    var facets: XcodeFacets = [
      "name": name, "destinationEntity": destination, "deletionRule": deleteRule.xcodeName,
    ]
    facets["optional"] = isOptional ? "YES" : nil
    facets["transient"] = isTransient ? "YES" : nil
    facets["toMany"] = isToMany ? "YES" : nil
    facets["ordered"] = isOrdered ? "YES" : nil
    facets["indexed"] = isIndexed ? "YES" : nil
    facets["minCount"] = minimumCount > 0 ? String(minimumCount) : nil
    facets["maxCount"] = maximumCount > 0 ? String(maximumCount) : nil
    facets["inverseName"] = inverse
    facets["inverseEntity"] = inverse == nil ? nil : destination
    facets["syncable"] = isSyncable ? nil : "NO"
    facets["elementID"] = renamingIdentifier
    facets["versionHashModifier"] = versionHashModifier
    return facets
  }
}

extension FetchedPropertyDescription {
  /// The attributes of its element.
  var facets: XcodeFacets {
    var facets: XcodeFacets = ["name": name, "optional": "YES"]
    facets["syncable"] = isSyncable ? nil : "NO"
    facets["elementID"] = renamingIdentifier
    facets["versionHashModifier"] = versionHashModifier
    return facets
  }

  /// The attributes of the fetch request inside it.
  var requestFacets: XcodeFacets {
    var facets: XcodeFacets = ["name": "fetchedPropertyFetchRequest", "entity": destination]
    facets["predicateString"] = predicate.map { "\($0)" }
    facets["fetchLimit"] = limit.map(String.init)
    return facets
  }
}

extension FetchRequestTemplate {
  /// The attributes of its element.
  var facets: XcodeFacets {
    var facets: XcodeFacets = ["name": name, "entity": request.entity]
    facets["predicateString"] = request.predicate.map { "\($0)" }
    facets["fetchLimit"] = request.limit.map(String.init)
    facets["includeSubentities"] = request.includesSubentities ? "YES" : nil
    facets["includesPendingChanges"] = request.includesPendingChanges ? "YES" : nil
    facets["returnDistinctResults"] = request.returnsDistinctResults ? "YES" : nil
    facets["resultType"] =
      switch request.resultType {
      case .objects, .count: nil
      case .objectIDs: "1"
      case .dictionaries: "2"
      }
    return facets
  }
}

extension EntityDescription {
  /// The attributes of its element.
  var facets: XcodeFacets {
    var facets: XcodeFacets = ["name": name, "representedClassName": managedObjectClassName ?? name]
    facets["codeGenerationType"] = codeGeneration == .manual ? nil : codeGeneration.rawValue
    facets["syncable"] = isSyncable ? nil : "NO"
    facets["isAbstract"] = isAbstract ? "YES" : nil
    facets["parentEntity"] = parent
    facets["elementID"] = renamingIdentifier
    facets["versionHashModifier"] = versionHashModifier
    return facets
  }

  /// The facets that Xcode adds to the element of a new entity.
  var facetsOfNew: XcodeFacets { ["syncable": "YES"] }
}

extension Value {
  /// The value as Xcode writes a default or a bound, and our user info.
  var xcodeText: String {
    switch self {
    case .boolean(let flag): flag ? "YES" : "NO"
    case .integer(let number): String(number)
    case .double(let number): Int64(exactly: number).map(String.init) ?? "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): text
    case .uuid(let identifier): identifier.uuidString
    case .url(let url): url.absoluteString
    case .null, .date, .data, .object, .array, .set, .dictionary: canonicalText
    }
  }
}

extension Expression {
  /// The expression as Core Data writes derivations: `canonical:(name)`.
  fileprivate var xcodeText: String {
    if case .function(let name, let arguments) = kind, Self.derivingFunctions.contains("\(name)") {
      return "\(name):(\(arguments.map { "\($0)" }.joined(separator: ", ")))"
    }
    return "\(self)"
  }
}
