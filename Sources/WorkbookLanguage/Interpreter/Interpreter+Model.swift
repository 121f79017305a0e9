import Diagnostics
import ObjectGraph
import Predicates

/// The statements that make and change the model. The graph's data follow, or the change is refused.
extension Interpreter {
  mutating func changeModel(_ statement: Statement) throws -> Outcome.Result? {
    var builder = ModelBuilder(model: context.model)
    let kind: ModelChange.Kind
    var changed: [PropertyReference] = []
    switch statement.kind {
    case .model(let name):
      builder.model.name = name.text
      kind = .named(name.text)
    case .entity(let declaration):
      try refuseOwnName(declaration.name)
      try builder.declare(declaration)
      kind = .entityDeclared(
        declaration.name.text, properties: builder.model[entity: declaration.name.text]?.properties.map(\.name) ?? [])
    case .add(let entity, let member):
      try builder.add(member, to: entity)
      if let name = member.propertyName { changed = [PropertyReference(entity: entity, property: name)] }
      kind = .propertyAdded("\(entity)\(member.propertyName.map { ".\($0)" } ?? "")")
    case .changeProperty(let reference, let propertyKind, let options):
      try builder.change(reference, propertyKind, options)
      changed = [reference]
      kind = .propertyChanged(reference.description)
    case .changeEntity(let name, let changes):
      try builder.change(name, changes)
      kind = .entityChanged(name.text)
    case .renameProperty(let reference, let new):
      try builder.rename(reference, to: new)
      kind = .renamed(reference.description, to: "\(reference.entity).\(new)")
    case .renameEntity(let name, let new):
      try refuseOwnName(new)
      try builder.rename(name, to: new)
      kind = .renamed(name.text, to: new.text)
    case .removeProperty(let reference):
      try builder.remove(reference)
      kind = .removed(reference.description)
    case .removeEntity(let name):
      try builder.remove(name)
      kind = .removed(name.text)
    case .link(let link):
      try builder.pair(link)
      changed = [link.left, link.right]
      kind = .pairMade(link.left.description, link.right.description)
    default:
      throw Diagnostic(
        "not-in-this-version", "this version of Graphbook cannot carry this out yet", at: statement.range,
        hint: "help lists what it can do")
    }
    try context.setModel(builder.model, renaming: builder.renaming)
    return .modelChanged(ModelChange(kind: kind, declarations: changed.compactMap(declaration)))
  }

  private func declaration(of reference: PropertyReference) -> String? {
    context.model.property(reference.property.text, of: reference.entity.text).map {
      "\(reference.entity).\(PropertyText.declaration($0.property))"
    }
  }

  private func refuseOwnName(_ name: Identifier) throws(Diagnostic) {
    guard names[name.text] != nil else { return }
    throw Diagnostic(
      "taken-name", "'\(name)' is a name of your own already", at: name.range, hint: "take another name for the entity")
  }
}

extension Member {
  var propertyName: Identifier? {
    switch self {
    case .property(let declaration): declaration.name
    case .fetched(let declaration): declaration.name
    case .unique, .userInfo, .rule: nil
    }
  }
}
