import Diagnostics
import Predicates

/// Options that are taken away with `remove` and given with `add`, where `change` does both.
extension WorkbookParser {
  /// `remove Booking unique gym, day`, `remove Booking.gym indexed`, `remove unique gym`: the line with `change`.
  func foreignRemovedOption(_ entity: Identifier, _ property: Identifier?) -> Diagnostic? {
    guard var place = optionPlace else { return nil }
    if cursor.token(cursor.peek(place), is: "no") { place += 1 }
    let token = cursor.peek(place)
    guard token.isIdentifier else { return nil }
    let (rest, last) = restOfLine(from: place + 1)
    let range = token.range.union(last ?? token.range)
    if property == nil, ["unique", "rule"].contains(entity.text) {
      return foreignSyntax(
        "what is taken from an entity begins with the entity", at: entity.range.union(range),
        write: "change …, no \(entity) \(cursor.text(of: token))\(rest)")
    }
    let word = String(cursor.text(of: token))
    switch word {
    case "unique":
      let names = rest.isEmpty ? " …" : rest
      return foreignSyntax(
        "a constraint is taken away with change", at: range, write: "change \(entity), no unique\(names)")
    case "rule":
      return foreignSyntax(
        "a rule is taken away with change", at: range,
        write: "change \(entity), no rule\(rest.isEmpty ? " \"…\"" : rest)")
    default: break
    }
    guard let property else { return nil }
    let change = "change \(entity).\(property)"
    switch word {
    case "optional":
      return foreignSyntax("a property is made required with change", at: range, write: "\(change), required")
    case "required":
      return foreignSyntax("a property is made optional with change", at: range, write: "\(change), optional")
    case "default": return foreignSyntax("a default is taken away with change", at: range, write: "\(change) = nil")
    case "delete":
      return foreignSyntax("a relationship always has a delete rule", at: range, write: "\(change), delete nullify")
    case "indexed", "transient", "ordered", "length", "range", "count", "matches", "inverse", "renamed", "transformer",
      "hash", "derived", "userInfo", "class", "spotlight", "scalar":
      let key = word == "userInfo" ? rest : ""
      return foreignSyntax("an option is taken away with change", at: range, write: "\(change), no \(word)\(key)")
    default: return nil
    }
  }

  /// `add Booking unique gym, day`, `add Booking, rule "…": …`.
  func foreignAddedConstraint(_ entity: Identifier) -> Diagnostic? {
    guard let place = optionPlace, ["unique", "rule"].contains(cursor.text(of: cursor.peek(place))) else { return nil }
    let token = cursor.peek(place)
    let (rest, last) = restOfLine(from: place + 1)
    return foreignSyntax(
      "constraints and rules are added with change", at: token.range.union(last ?? token.range),
      write: "change \(entity), \(cursor.text(of: token))\(rest)")
  }

  /// How far ahead the word of an option stands on this line, after a comma or without one.
  private var optionPlace: Int? {
    guard cursor.isContinuation else { return nil }
    if cursor.current.isIdentifier { return 0 }
    return cursor.at(.comma) && cursor.peek().isIdentifier && !cursor.peek().startsLine ? 1 : nil
  }

  /// The text of the statement's line from a token on, with a blank before it, and where it ends.
  func restOfLine(from start: Int) -> (text: String, range: SourceRange?) {
    var place = start
    while cursor.peek(place).kind != .end, !cursor.peek(place).startsLine, !cursor.peek(place).isSymbol(.semicolon) {
      place += 1
    }
    guard place > start else { return ("", nil) }
    let range = cursor.peek(start).range.union(cursor.peek(place - 1).range)
    return ((cursor.peek(start).isSymbol(.comma) ? "" : " ") + cursor.source[range], range)
  }
}
