/// A statement that makes or changes the model.
package enum ModelStatement: Hashable, Sendable {
  case name(Identifier)
  case entity(EntityDeclaration)
  case composite(CompositeDeclaration)
  case link(LinkDeclaration)
  case template(Identifier, Query)
  case dependency(Identifier, DependencyDeclaration)
  case configuration(Identifier, [Identifier])
  case add(Identifier, Member)
  case changeProperty(PropertyReference, PropertyKind?, [PropertyOption])
  case changeEntity(Identifier, [EntityChange])
  case renameProperty(PropertyReference, to: Identifier)
  case renameEntity(Identifier, to: Identifier)
  case removeProperty(PropertyReference)
  case removeEntity(Identifier)
  case version(String)
  case useVersion(String)
}
