import ObjectGraph
import Predicates

/// Messages of Objective-C: `[context deleteObject:one]`, `[[one author] setValue:@"Eve" forKey:@"name"]`.
extension ForeignLine {
  func messageTranslation(of line: String) -> Translation? {
    var text = line.trimmingWhitespace
    guard text.hasPrefix("[") else { return nil }
    text = text.replacing("@\"", with: "\"").replacing("@(", with: "(").replacing("[NSDate date]", with: "now()")
    // Messages without arguments are paths: [[one author] books]
    while let inner = text.firstMatch(of: /\[([\w.]+) (\w+)\]/) {
      text.replaceSubrange(inner.range, with: "\(inner.1).\(inner.2)")
    }
    while text.hasSuffix(";") { text.removeLast() }
    let messages = text.split(separator: "; ").map(String.init)
    if messages.count > 1 {
      let found = messages.map(messageTranslation)
      guard found.allSatisfy({ $0 != nil }), let first = found.first ?? nil else { return nil }
      return Translation(first.reason, found.flatMap { $0?.statements ?? [] }, isSpecific: true)
    }
    let reason = "messages are sent without brackets here"
    func specific(_ statement: String) -> Translation { Translation(reason, [statement], isSpecific: true) }
    if let match = text.firstMatch(of: /^[\w.]*[cC]ontext\.(save|undo|redo|rollback|reset)$/) {
      return specific(String(match.1))
    }
    if text.firstMatch(of: /^\[[\w.]*[cC]ontext save:.*\]$/) != nil { return specific("save") }
    if text.firstMatch(of: /^[\w.]*[cC]ontext\.processPendingChanges$/) != nil {
      return Translation("every statement processes its pending changes", [], isSpecific: true)
    }
    if let match = text.firstMatch(of: /^\[[\w.]*[cC]ontext deleteObject: ?([\w.]+)\]$/) {
      return specific("delete \(match.1)")
    }
    if let match = text.firstMatch(of: /^\[[\w.]*[cC]ontext refreshObject: ?([\w.]+) mergeChanges: ?(YES|NO)\]$/) {
      return specific("refresh \(match.1)\(match.2 == "NO" ? " discarding" : "")")
    }
    if let match = text.firstMatch(of: /^\[([\w.]+) setValue: ?(.+) forKey(?:Path)?: ?"([\w.]+)"\]$/) {
      return specific("\(match.1).\(match.3) = \(match.2)")
    }
    if let match = text.firstMatch(of: /^\[([\w.]+) valueForKey(?:Path)?: ?"([\w.@]+)"\]$/) {
      return specific("\(match.1).\(match.2)")
    }
    if let match = text.firstMatch(of: /^\[([\w.]+) set(\w)(\w*): ?(.+)\]$/) {
      return specific("\(match.1).\(match.2.lowercased())\(match.3) = \(match.4)")
    }
    return nil
  }
}
