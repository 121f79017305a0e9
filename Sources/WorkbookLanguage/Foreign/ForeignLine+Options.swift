import Diagnostics
import ModelReview
import ObjectGraph
import Predicates

/// The options of a change, in the words of Core Data, Xcode's inspector or SQL.
extension ForeignLine {
  /// `change Player.age, min 0, max 99`: the options in Core Data's and Xcode's words.
  func change(_ verb: String, _ line: String) -> Translation? {
    let parts = Self.split(line)
    guard var head = parts.first.map({ $0.split(separator: " ").map(String.init) }), head.count > 1 else { return nil }
    head[0] = verb == "add" ? verb : "change"
    // change Book.pages to Integer 64
    if head.count == 5, head[3] == "Integer" { head = Array(head[..<3]) + ["Integer\(head[4])"] }
    // change entity Book, abstract; change attribute Book.pages: Integer32
    if head.count > 2, Self.kinds.union(Self.entityKinds).contains(head[1].lowercased()), isEntity(namedIn: head[2]) {
      head.remove(at: 1)
      let rest = ([head.joined(separator: " ")] + parts.dropFirst()).joined(separator: ", ")
      if WorkbookParser.parses(rest) { return Translation("'change' takes the name alone", [rest]) }
    }
    // make Player.age optional; alter attribute age
    if head.count > 2, Self.kinds.contains(head[1].lowercased()) { head.remove(at: 1) }
    if head.count == 3, isEntityName(head[1]), ["abstract", "concrete"].contains(head[2]) {
      let option = head[2] == "abstract" ? "abstract" : "no abstract"
      return Translation("options follow a comma", ["change \(head[1]), \(option)"])
    }
    let subject = head[1].trimmingSuffix(of: ":")
    let names = subject.split(separator: ".").map(String.init)
    guard names.count == 2, isEntityName(names[0]) else { return nil }
    let property = model.property(names[1], of: names[0])?.property
    guard property != nil || verb == "add" else { return nil }
    if let rule = line.firstMatch(of: /(?i)\bon[_ ]?delete(?: |=)(?:models\.)?(\w+)/),
      let link = property?.relationship, !link.isToMany,
      let other = model.inverse(of: link.name, in: names[0]),
      let word = Self.deleteRule(ofReference: rule.1.lowercased())
    {
      return Translation(
        "SQL writes the rule where the reference is, and Core Data at the other end",
        ["change \(other.entity).\(other.relationship.name), delete \(word)"])
    }
    var options = Array(parts.dropFirst())
    // add Player.team -> Team, on_delete=CASCADE: the rule is that of the other end, which is not there yet.
    if property == nil, options.contains(where: { $0.contains(/(?i)^on[_ ]?delete/) }) { return nil }
    // change Player.age to Int32, change Player.age type Integer32
    if head.count == 4, ["to", "type", "as", "into"].contains(head[2]), let type = Self.attributeType(head[3]) {
      return Translation("a type follows a colon", ["change \(subject): \(type)"])
    }
    var isCommaMissing = false
    let typeLength = head[1].hasSuffix(":") ? 1 : 0
    if head.count > 2 + typeLength, head[2 + typeLength] != "=", !head[2].hasPrefix(":"), !head[2].hasPrefix("-"),
      !head[2].hasPrefix("=")
    {
      options.insert(head[(2 + typeLength)...].joined(separator: " "), at: 0)
      head = Array(head[..<(2 + typeLength)])
      isCommaMissing = true
    }
    options = Self.separatingBounds(options)
    guard !options.isEmpty, let translated = translated(options, isRelationship: property?.relationship != nil),
      isCommaMissing || translated != options
    else { return nil }
    var text = head.joined(separator: " ")
    // What is unique is an option of the entity.
    let isUnique = translated.contains("unique")
    for option in translated where option != "unique" {
      text += option.hasPrefix("= ") ? " \(option)" : ", \(option)"
    }
    let isRule = options.count == 1 && translated[0].hasPrefix("delete ")
    let reason =
      translated == options
      ? "options follow a comma"
      : isRule
        ? "a delete rule follows the word delete"
        : translated.count > 1
          ? "options have other words here"
          : translated[0].hasPrefix("= ") ? "a default is written with =" : "the option is written \(translated[0])"
    guard isUnique else { return Translation(reason, [text]) }
    let constraint = "change \(names[0]), unique \(names[1])"
    return Translation(
      "what is unique is an option of the entity",
      text == head.joined(separator: " ") && verb != "add" ? [constraint] : [text, constraint])
  }

  /// A list of options in the workbook's words; nil where one cannot be said.
  func translated(_ options: [String], isRelationship: Bool) -> [String]? {
    var lower: String?
    var upper: String?
    var lengths: (String?, String?) = (nil, nil)
    var counts: (String?, String?) = (nil, nil)
    var result: [String] = []
    for option in options {
      var words = option.split { " :=()".contains($0) }.map(String.init)
      // delete rule to deny
      words.removeAll { ["to", "is", "as"].contains($0.lowercased()) }
      // on delete cascade, delete rule cascade
      if words.count > 2, words[0].lowercased() == "on" || words[1].lowercased() == "rule",
        [words[0].lowercased(), words[1].lowercased()].contains("delete")
      {
        words = ["deleterule", Self.deleteRule(ofReference: words[2].lowercased()) ?? words[2]]
      }
      guard let first = words.first else { continue }
      let word = first.lowercased().replacing("_", with: "").replacing(".", with: "")
      let amount = words.dropFirst().first { $0 != "value" }
      switch word {
      case "min", "minimum", "minvalue", "minimumvalue", "atleast": lower = amount
      case "max", "maximum", "maxvalue", "maximumvalue", "atmost": upper = amount
      case "minlength", "minlen", "minimumlength": lengths.0 = amount
      case "maxlength", "maxlen", "maximumlength": lengths.1 = amount
      case "mincount", "minimumcount": counts.0 = amount
      case "maxcount", "maximumcount": counts.1 = amount
      case "regex", "regexp", "pattern", "regularexpression", "match", "matching":
        guard let quote = option.firstIndex(of: "\"") else { return nil }
        result.append("matches \(option[quote...])")
      case "default", "defaultvalue", "initial":
        guard let value = amount, !isRelationship else { return nil }
        if NothingWord(value) != nil {
          result.append("no default")
          continue
        }
        result.append(
          "= \(option.contains("\"") ? String(option[(option.firstIndex(of: "\"") ?? option.startIndex)...]) : value)")
      case "not", "non", "never":
        guard ["optional", "null", "nil", "nullable"].contains(amount?.lowercased() ?? "") else { return nil }
        result.append("required")
      case "mandatory", "nonoptional", "nonnull", "notnull", "nonnullable", "non-optional", "notoptional", "obligatory":
        result.append("required")
      case "nullable", "null": result.append("optional")
      case "isoptional": result.append(amount == "false" || amount == "no" ? "required" : "optional")
      case "cascade", "nullify", "deny", "noaction": result.append("delete \(Self.deleteRule(word) ?? word)")
      case "deleterule", "ondelete":
        guard let rule = amount.map({ $0.replacing(".", with: "") }).flatMap(Self.deleteRule) else { return nil }
        result.append("delete \(rule)")
      case "renamed" where !option.contains("\"") && words.count == 3:
        result.append("renamed from \"\(words[2])\"")
      case "index": result.append("indexed")
      // indexed: true
      case "indexed", "transient", "ordered", "optional", "required", "unique":
        guard words.count == 2, let isSet = Self.flags[words[1].lowercased()] else {
          result.append(option)
          continue
        }
        switch word {
        case "optional", "required": result.append((word == "optional") == isSet ? "optional" : "required")
        case "unique": if isSet { result.append(word) } else { return nil }
        default: result.append(isSet ? word : "no \(word)")
        }
      case "sorted", "order": result.append("ordered")
      case "unordered": result.append("no ordered")
      case "isordered":
        result.append(["false", "no"].contains(amount?.lowercased() ?? "") ? "no ordered" : "ordered")
      default: result.append(option)
      }
    }
    func range(_ bounds: (String?, String?), _ word: String) {
      guard bounds.0 != nil || bounds.1 != nil else { return }
      result.insert(
        "\(word) \(bounds.0 ?? "")...\(bounds.1 ?? "")", at: result.firstIndex { !$0.hasPrefix("= ") } ?? result.count)
    }
    range((lower, upper), isRelationship ? "count" : "range")
    range(lengths, "length")
    range(counts, "count")
    // A default follows the type.
    return result.filter { $0.hasPrefix("= ") } + result.filter { !$0.hasPrefix("= ") }
  }

  private static let flags = ["true": true, "yes": true, "false": false, "no": false]

  /// A text at its commas, but for those in quotes.
  static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map(\.trimmed)
  }
}
