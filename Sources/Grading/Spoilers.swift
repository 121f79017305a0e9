import ObjectGraph
import WorkbookLanguage

/// Statements that do what no task asks for: a setting changed, an object deleted.
///
/// Some expectations hold where a task begins and are to go on holding, "no one should have been let go". Before the right
/// answer, one of these makes such an expectation fail, if anything can.
enum Spoilers {
  /// Returns the statements for a state, those that change the model first. O(properties + objects).
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
