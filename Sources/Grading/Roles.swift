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
  /// A part of the answer's model that plays a role, and the statement that renames it.
  struct Renaming {
    /// `Client.fullName`.
    var path: String
    var statement: String
  }

  /// The renamings of everything to its role, properties first.
  let renames: [Renaming]

  init(of model: ManagedObjectModel) {
    var properties: [Renaming] = []
    var entities: [Renaming] = []
    for entity in model.entities {
      for property in entity.properties {
        guard let role = Self.role(property.userInfo, of: property.name) else { continue }
        properties.append(
          Renaming(
            path: "\(entity.name).\(property.name)",
            statement: "rename #\(entity.name).#\(property.name) to #\(role)"))
      }
      if let role = Self.role(entity.userInfo, of: entity.name) {
        entities.append(Renaming(path: entity.name, statement: "rename #\(entity.name) to #\(role)"))
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
