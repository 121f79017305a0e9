/// A dependency of any of the three kinds.
public enum Dependency: Hashable, Sendable {
  case functional(FunctionalDependency)
  case multivalued(MultivaluedDependency)
  case join(JoinDependency)
}
