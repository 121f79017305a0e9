import ObjectGraph
import Predicates
import WorkbookLanguage

/// The roles that the names of an open answer play. The stories of an open exercise use the names of the task; a
/// learner who chooses other names states in user info which is which.
///
/// ```
/// entity Client {
///   userInfo role: "Owner"
///   fullName: String, userInfo role: "name"
/// }
/// ```
struct Roles {
  /// The statements that rename everything to its role, properties first.
  let renames: [String]

  init(of model: ManagedObjectModel) {
    var properties: [String] = []
    var entities: [String] = []
    for entity in model.entities {
      for property in entity.properties {
        guard let role = Self.role(property.userInfo, of: property.name) else { continue }
        properties.append("rename #\(entity.name).#\(property.name) to #\(role)")
      }
      if let role = Self.role(entity.userInfo, of: entity.name) {
        entities.append("rename #\(entity.name) to #\(role)")
      }
    }
    renames = properties + entities
  }

  /// Returns the role: `Owner` or, for a property, `name`, which may also be written `Owner.name`. Nil if there is no
  /// role or the name is already the same.
  private static func role(_ userInfo: [String: Value], of name: String) -> String? {
    guard case .string(let text)? = userInfo["role"] else { return nil }
    let role = String(text.split(separator: ".").last ?? "")
    guard role != name, !role.isEmpty, role.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    return role
  }
}
