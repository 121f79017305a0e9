import ObjectGraph
import Predicates
import WorkbookLanguage

/// The roles that an open answer's names play: the stories of an open exercise call things by the names of the task, and a
/// learner who calls them otherwise says which is which with user info.
///
/// ```
/// entity Client {
///   userInfo role: "Owner"
///   fullName: String, userInfo role: "name"
/// }
/// ```
struct Roles {
  /// The statements that give everything its role's name, properties first.
  let renames: [String]

  init(of model: ManagedObjectModel) {
    var properties: [String] = []
    var entities: [String] = []
    for entity in model.entities {
      for property in entity.properties {
        guard let role = Self.role(property.userInfo, of: property.name) else { continue }
        properties.append("rename \(entity.name).\(property.name) to \(role)")
      }
      if let role = Self.role(entity.userInfo, of: entity.name) {
        entities.append("rename \(entity.name) to \(role)")
      }
    }
    renames = properties + entities
  }

  /// `Owner` or, of a property, `name` and also `Owner.name`; nil where there is none, or it is the name already.
  private static func role(_ userInfo: [String: Value], of name: String) -> String? {
    guard case .string(let text)? = userInfo["role"] else { return nil }
    let role = String(text.split(separator: ".").last ?? "")
    guard role != name, !role.isEmpty, role.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    return role
  }
}
