/// A schema cut into components, and how it came about.
public struct Decomposition: Hashable, Sendable {
  /// One cut: a component was replaced by two.
  public struct Step: Hashable, Sendable {
    /// The component that was cut.
    public let component: AttributeSet
    /// The dependency that it breaks its normal form by, as it holds in the component.
    public let violation: Dependency
    /// The two parts: the dependency's own attributes, and its left side with the rest.
    public let parts: [AttributeSet]
  }

  /// The components, in the order of sets; none contains another.
  public let components: [AttributeSet]
  /// The cuts, in order; empty for a synthesis and where nothing was to be cut.
  public let steps: [Step]
  /// The declared functional dependencies that cannot be checked within the components any more.
  public let lostDependencies: [FunctionalDependency]

  /// Whether every declared functional dependency follows from those within the components.
  public var isPreserving: Bool { lostDependencies.isEmpty }
}
