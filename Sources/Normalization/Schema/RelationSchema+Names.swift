extension RelationSchema {
  /// Returns the names of a set's attributes, in the order of the schema. Positions that the schema lacks are left out.
  /// O(attributes of the set).
  public func names(of set: AttributeSet) -> [String] {
    set.compactMap { $0 < names.count ? names[$0] : nil }
  }

  /// Returns the set of these attributes; nil when the schema lacks one. O(names).
  public func attributes(_ wanted: [String]) -> AttributeSet? {
    var set = AttributeSet()
    for name in wanted {
      guard let position = names.firstIndex(of: name) else { return nil }
      set.insert(position)
    }
    return set
  }

  /// Returns the set as text: `team, city`, and `{}` for none. O(attributes of the set).
  public func text(of set: AttributeSet) -> String {
    set.isEmpty ? "{}" : names(of: set).joined(separator: ", ")
  }

  /// Returns the dependency as text: `team -> city`, `player ->> skill`, `* [a, b] [b, c]`. O(length of the text).
  public func text(of dependency: Dependency) -> String {
    switch dependency {
    case .functional(let functional): text(of: functional)
    case .multivalued(let multivalued): "\(text(of: multivalued.determinant)) ->> \(text(of: multivalued.dependent))"
    case .join(let join): "* " + join.components.map { "[\(text(of: $0))]" }.joined(separator: " ")
    }
  }

  /// Returns the dependency as text: `team -> city`. O(length of the text).
  public func text(of dependency: FunctionalDependency) -> String {
    "\(text(of: dependency.determinant)) -> \(text(of: dependency.dependent))"
  }
}
