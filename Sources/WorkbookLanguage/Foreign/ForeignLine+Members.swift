import ObjectGraph
import Predicates

/// Properties whose default or options have other words in Swift: `created: Date = Date()`, `age: Int32? min 0`,
/// `name: String, indexed: true`.
extension ForeignLine {
  /// A property as it is declared here.
  struct WrittenMember {
    var name: String
    /// `:`, `->` or `->>`.
    var sign: String
    var type: String
    var defaultValue: String?
    var options: [String] = []
    var isUnique = false
    /// Whether the default is a call of Swift's, such as `Date()`.
    var isDefaultMade = false
    /// Why it is written in another way here; nil if nothing about it had to change.
    var reason: String?

    var text: String {
      ([name + (sign == ":" ? ": " : " \(sign) ") + type + (defaultValue.map { " = \($0)" } ?? "")] + options)
        .joined(separator: ", ")
    }
  }

  private static let nowReason = "now() is the default that is evaluated when an object is made"

  /// Reads a property that an entity declares, in the words of Swift or of the workbook; nil if it cannot be declared.
  func writtenMember(_ text: String) -> WrittenMember? {
    let parts = Self.split(text)
    let form = /(\w+) *(:|->>?) *(\w+\??)(?: *= *("[^"]*"|\S+))?(?: +(\S.*))?/
    guard let match = parts.first?.wholeMatch(of: form) else { return nil }
    var member = WrittenMember(name: String(match.1), sign: String(match.2), type: String(match.3))
    guard readDefault(match.4.map(String.init), into: &member) else { return nil }
    let isCommaMissing = match.5 != nil
    let written = (match.5.map { [String($0)] } ?? []) + parts.dropFirst()
    // The messages about a comma too many, and about the name in `renamed from "…"`, have their places.
    guard !written.contains(where: { $0.isEmpty || $0.hasPrefix("renamed") }) else { return nil }
    let options = Self.separatingBounds(written)
    guard let translated = translated(options, isRelationship: member.sign != ":") else { return nil }
    if translated != options || isCommaMissing {
      member.reason = member.reason ?? reason(for: translated, of: options)
    }
    for option in translated {
      switch option {
      case "optional": if !member.type.hasSuffix("?") { member.type += "?" }
      case "required": member.type = member.type.trimmingSuffix(of: "?")
      case "unique": member.isUnique = true
      case _ where option.hasPrefix("no "): continue
      case _ where option.hasPrefix("= "): member.defaultValue = String(option.dropFirst(2))
      // A text has a length.
      case _ where option.hasPrefix("range ") && member.type.hasPrefix("String"):
        member.options.append("length" + option.dropFirst(5))
      default: member.options.append(option)
      }
    }
    return WorkbookParser.parses("entity X { \(member.text) }") ? member : nil
  }

  /// Takes in the value after `=`. False if it belongs to another type.
  private func readDefault(_ written: String?, into member: inout WrittenMember) -> Bool {
    guard let written else { return true }
    let type = member.type.trimmingSuffix(of: "?")
    switch written {
    case "Date()", "Date.now", ".now", "Date.now()", "Date.init()", "NSDate()":
      member.defaultValue = "now()"
      member.isDefaultMade = true
      member.reason = Self.nowReason
      return type == "Date"
    case "UUID()", "UUID.init()", "NSUUID()":
      member.isDefaultMade = true
      member.reason = "a default is one value for all objects, so each object is given its own UUID"
      return type == "UUID"
    default: member.defaultValue = written
    }
    return true
  }

  private func reason(for translated: [String], of written: [String]) -> String {
    switch translated.first {
    case "optional"?: return "a question mark after the type makes a property optional"
    case "required"?: return "a property is required unless a question mark follows its type"
    case "unique"?: return "what is unique is an option of the entity"
    default: break
    }
    if translated == written { return "options follow a comma" }
    if translated.first?.hasPrefix("= ") == true { return "a default is written with =" }
    return translated.count == 1 && !translated[0].hasPrefix("no ")
      ? "the option is written \(translated[0])" : "options have other words here"
  }

  /// `add Player.created: Date = Date()` and `attribute Player.nick: String`: a property of an entity that is there.
  func memberAddition(_ verb: String, _ words: [String]) -> Translation? {
    var rest = words.dropFirst()
    if verb == "add", let kind = rest.first, Self.kinds.contains(kind.lowercased()) { rest = rest.dropFirst() }
    guard let match = rest.joined(separator: " ").wholeMatch(of: /(\w+)\.(.+)/), case let entity = String(match.1),
      isEntityName(entity), var member = writtenMember(String(match.2)),
      model.property(member.name, of: entity) == nil
    else { return nil }
    // The options of `add` have their own translation.
    guard verb != "add" || member.isDefaultMade else { return nil }
    if member.sign == ":", member.defaultValue == nil, !member.type.hasSuffix("?"), present.areThere(entity) {
      member.type += "?"
    }
    return Translation(
      member.reason ?? "a property is added to an entity with add",
      ["add \(entity).\(member.text)"] + (member.isUnique ? ["change \(entity), unique \(member.name)"] : []))
  }

  /// `change Player.created = Date()`: the default in the workbook's words.
  func nowAsDefault(_ line: String) -> Translation? {
    let written = line.replacing(/= *(?:NS)?(?:Date\(\)|Date\.now(?:\(\))?|\.now)\s*$/, with: "= now()")
    return written == line ? nil : Translation(Self.nowReason, [written])
  }

  /// `index Player.name`, `create index Player (name, age)`, `index Player on name`.
  func indexing(_ line: String) -> Translation? {
    let form = /(?:create |add )?index (?:on )?(\w+)(?:\.| on | ?\(|: ?| )([\w., ]+?)\)?/.ignoresCase()
    guard line.lowercased().contains("index "), let match = line.wholeMatch(of: form),
      case let entity = String(match.1), isEntityName(entity)
    else {
      return nil
    }
    let keys = match.2.split { $0 == "," || $0 == " " }.map { String($0.trimmingPrefix("\(entity).")) }
    return keys.isEmpty ? nil : Translation(Self.indexReason, [index(of: entity, keys)])
  }

  static let indexReason = "an index is an option of the attribute, or of the entity where it has several keys"

  /// The change that makes an index.
  func index(of entity: String, _ keys: [String]) -> String {
    if keys.count == 1 { return "change \(entity).\(keys[0]), indexed" }
    let name = "by" + keys.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return "change \(entity), index \(name): \(keys.joined(separator: ", "))"
  }

  /// Options in which `min 18 max 45` is two.
  static func separatingBounds(_ options: [String]) -> [String] {
    options.flatMap { option -> [String] in
      guard let second = option.range(of: " max"), option.hasPrefix("min") else { return [option] }
      return [String(option[..<second.lowerBound]), option[second.lowerBound...].trimmed]
    }
  }
}
