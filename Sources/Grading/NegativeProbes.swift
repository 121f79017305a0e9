import ObjectGraph
import WorkbookLanguage

/// Statements that do what no task asks for: they change a setting or delete an object.
///
/// Some expectations hold where a task begins and must still hold at its end: "no one should have been let go". If
/// anything can make such an expectation fail, one of these statements does, run before the right answer.
enum NegativeProbes {
  /// Returns the statements for a state, first those that change the model. O(properties + objects).
  static func all(for start: Interpreter) -> [String] {
    let model = start.context.model
    var found: [String] = []
    for entity in model.entities {
      for property in entity.properties {
        let name = "\(entity.name).\(property.name)"
        if let relationship = property.relationship {
          found += DeleteRule.allCases.filter { $0 != relationship.deleteRule }
            .map { "change \(name), delete \($0.rawValue)" }
        }
        guard property.relationship != nil || property.attribute != nil else { continue }
        found.append("change \(name), \(property.isOptional ? "required" : "optional")")
      }
    }
    let names = start.namesByEntity
    for entity in model.entityNames { found += (names[entity] ?? ["\(entity)#1"]).map { "delete \($0)" } }
    return found
  }
}
