import Diagnostics
import ObjectGraph
import Predicates

import struct Foundation.Date
import struct Foundation.Decimal
import struct Foundation.URL
import struct Foundation.UUID

extension XcodeModelReader {
  /// The attribute of an `attribute` element, of an entity or a composite.
  mutating func attribute(_ element: MarkupElement, of owner: String) -> AttributeDescription {
    if element["storedInTruthFile"] != nil { kept.insert(.truthFile) }
    if element["preserveAfterDeletion"] != nil { kept.insert(.preservation) }
    if element.isYes("allowsCloudEncryption") { kept.insert(.encryption) }
    let name = element["name"] ?? ""
    var attribute = AttributeDescription(
      name, type(element, of: owner), isOptional: element.isYes("optional"), isTransient: element.isYes("transient"),
      isIndexed: element.isYes("indexed"), pattern: element["regularExpressionString"],
      transformerName: element["valueTransformerName"], valueClassName: element["customClassName"],
      allowsExternalBinaryDataStorage: element.isYes("allowsExternalBinaryDataStorage"),
      isIndexedBySpotlight: element.isYes("spotlightIndexingEnabled"), isSyncable: element["syncable"] != "NO",
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"],
      userInfo: userInfo(inside: element))
    if element["attributeType"] == XcodeTypeNames.composite {
      attribute.compositeName = element["composite"]
      if attribute.compositeName == nil { find("unknown-composite", "\(owner).\(name) names no composite", element) }
    }
    let isScalar = element.isYes("usesScalarValueType")
    if isScalar != attribute.type.isScalarByDefault { attribute.usesScalarValue = isScalar }
    attribute.defaultValue = value(Self.defaultKeys, attribute, element, of: owner).map { .value($0) }
    if attribute.type == .string {
      attribute.minimumLength = count("minValueString", element, of: owner)
      attribute.maximumLength = count("maxValueString", element, of: owner)
    } else {
      attribute.minimumValue = value(Self.minimumKeys, attribute, element, of: owner)
      attribute.maximumValue = value(Self.maximumKeys, attribute, element, of: owner)
    }
    if element.isYes("derived") { attribute.derivation = derivation(element, of: "\(owner).\(name)") }
    return attribute
  }

  private mutating func type(_ element: MarkupElement, of owner: String) -> AttributeType {
    guard let word = element["attributeType"], word != XcodeTypeNames.composite else { return .undefined }
    if let type = XcodeTypeNames.type(word) { return type }
    find(
      Diagnostic.ID.unknownType, "the type of \(name(of: element, owner)) is not known: \(Self.shown(word))",
      element, hint: XcodeTypeNames.nearest(to: word).map { "write \($0)" })
    return .undefined
  }

  // MARK: Values

  private struct Keys {
    let text: String
    let interval: String
    let word: String
  }

  private static let defaultKeys = Keys(
    text: "defaultValueString", interval: "defaultDateTimeInterval", word: "default")
  private static let minimumKeys = Keys(text: "minValueString", interval: "minDateTimeInterval", word: "minimum")
  private static let maximumKeys = Keys(text: "maxValueString", interval: "maxDateTimeInterval", word: "maximum")

  /// A default or a bound; nil, with a finding, where it is none for the attribute's type.
  private mutating func value(
    _ keys: Keys, _ attribute: AttributeDescription, _ element: MarkupElement, of owner: String
  ) -> Value? {
    if attribute.type == .date, let text = element[keys.interval] {
      if let seconds = Double(text), seconds.isFinite { return .date(Date(timeIntervalSinceReferenceDate: seconds)) }
    } else if let text = element[keys.text] {
      if let value = Self.value(text, attribute.type) { return value }
      // Xcode keeps the empty default of a String when the attribute gets another type.
      if text.isEmpty, keys.word == Self.defaultKeys.word { return nil }
    } else {
      return nil
    }
    let text = element[keys.interval] ?? element[keys.text] ?? ""
    find(
      "unreadable-value",
      "the \(keys.word) of \(name(of: element, owner)) is not \(attribute.type.article): \(Self.shown(text))",
      element)
    return nil
  }

  /// Whether a default, once written, can be read again: data and transformed values have no text in Xcode's models.
  static func canHold(_ value: Value, _ type: AttributeType) -> Bool {
    if case .date = value { type == .date } else { Self.value(value.xcodeText, type) != nil }
  }

  private static func value(_ text: String, _ type: AttributeType) -> Value? {
    switch type {
    case .integer16, .integer32, .integer64:
      // Old files have 0.0, and the default of an attribute that was Boolean stays YES or NO.
      switch text {
      case "YES": return .integer(1)
      case "NO": return .integer(0)
      default: return (Int64(text) ?? number(text).flatMap { Int64(exactly: $0) }).map { .integer($0) }
      }
    case .decimal: return number(text).flatMap { _ in Decimal(string: text) }.map { .decimal($0) }
    case .double, .float: return number(text).map { .double($0) }
    case .boolean:
      switch text.uppercased() {
      case "YES", "TRUE", "1", "1.0": return .boolean(true)
      // Xcode keeps "0.0" when the type of a number is changed to Boolean.
      case "NO", "FALSE", "0", "0.0": return .boolean(false)
      default: return nil
      }
    case .string: return .string(text)
    case .date: return XcodeDateText.date(text).map { .date($0) }
    case .uuid: return UUID(uuidString: text).map { .uuid($0) }
    case .uri: return text.isEmpty ? nil : URL(string: text, encodingInvalidCharacters: false).map { .url($0) }
    case .undefined, .binaryData, .transformable: return nil
    }
  }

  /// A finite number in decimal digits.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ digits.contains($0) }), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static let digits = Set("0123456789+-.eE".utf8)

  /// Core Data writes `canonical:(name)` for what is `canonical(name)` in a predicate.
  private mutating func derivation(_ element: MarkupElement, of property: String) -> Expression? {
    let text = element["derivationExpression"] ?? ""
    let (expression, diagnostics) = Expression.parse(text.replacing(":(", with: "("))
    if let expression { return expression }
    let reason = diagnostics.first { $0.severity == .error }?.message ?? "it is empty"
    find(
      "unreadable-derivation", "the derivation of \(DisplayText.visible(property)) can't be read: \(reason)", element,
      notes: [DisplayText.visible(text)])
    return nil
  }
}

extension Diagnostic.ID {
  /// An attribute of an Xcode model has a type that Core Data does not have.
  package static let unknownType = "unknown-type"
}

/// Xcode's names of attribute types.
enum XcodeTypeNames {
  static let composite = "Composite"

  private static let types = Dictionary(uniqueKeysWithValues: AttributeType.allCases.map { (word(for: $0), $0) })

  static func type(_ name: String) -> AttributeType? { types[name] }

  /// The name that a wrong one stands for, such as `UUID` for `UUIDAttributeType`, as the constants of Core Data are called; nil if
  /// none or several are near.
  static func nearest(to name: String) -> String? {
    func bare(_ name: String) -> String {
      var bare = name.lowercased().filter { $0.isLetter || $0.isNumber }[...]
      if bare.hasPrefix("ns") { bare = bare.dropFirst(2) }
      for ending in ["attributetype", "type"] where bare.hasSuffix(ending) { bare = bare.dropLast(ending.count) }
      return bare == "binarydata" ? "binary" : String(bare)
    }
    let names = types.keys.filter { $0 != word(for: .undefined) }
    let own = bare(name)
    if let same = names.first(where: { bare($0) == own }) { return same }
    let near = Suggestions.nearest(to: own, among: names.map(bare), limit: 2)
    return near.count == 1 ? names.first { bare($0) == near[0] } : nil
  }

  /// The name in `attributeType`; nil for an undefined type, which Xcode leaves out.
  static func name(of type: AttributeType) -> String? { type == .undefined ? nil : word(for: type) }

  private static func word(for type: AttributeType) -> String {
    switch type {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binaryData: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    }
  }
}

/// Dates as older versions of Xcode wrote them: `2010-01-01 12:00:00 -0600`, with or without seconds and zone.
enum XcodeDateText {
  /// The moment; in UTC where there is no zone. Nil for anything else.
  static func date(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard (1...3).contains(parts.count), let day = numbers(parts[0], between: "-"), day.count == 3,
      let midnight = CalendarDay.midnight(year: day[0], month: day[1], day: day[2]),
      let clock = parts.count > 1 ? numbers(parts[1], between: ":") : [0, 0], (2...3).contains(clock.count),
      let time = CalendarDay.time(hour: clock[0], minute: clock[1], second: clock.count == 3 ? clock[2] : 0),
      let offset = parts.count == 3 ? zone(parts[2]) : 0
    else { return nil }
    let moment = Double(midnight + time - offset)
    return CalendarDay.seconds.contains(moment) ? Date(timeIntervalSinceReferenceDate: moment) : nil
  }

  /// Numbers of one to four digits; nil where one is none.
  private static func numbers(_ text: Substring, between separator: Character) -> [Int]? {
    let fields = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      (1...4).contains(field.utf8.count) && field.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(field) : nil
    }
    return numbers.count == fields.count ? numbers : nil
  }

  /// `-0600` in seconds.
  private static func zone(_ text: Substring) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-", text.utf8.count == 5,
      let number = numbers(text.dropFirst(), between: ":")?.first,
      let seconds = CalendarDay.offset(hours: number / 100, minutes: number % 100)
    else { return nil }
    return sign == "-" ? -seconds : seconds
  }
}
