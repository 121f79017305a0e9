@testable import Normalization

extension RelationSchema {
  /// A schema of one-letter attributes: `RelationSchema("ABC", "A>B B>>C", joins: ["AB BC"])`.
  init(_ letters: String, _ dependencies: String = "", joins: [String] = []) throws {
    var functional: [(determinant: [String], dependent: [String])] = []
    var multivalued: [(determinant: [String], dependent: [String])] = []
    for word in dependencies.split(separator: " ") {
      let sides = word.split(separator: ">", omittingEmptySubsequences: false).map { $0.map(String.init) }
      if sides.count == 2 { functional.append((sides[0], sides[1])) } else { multivalued.append((sides[0], sides[2])) }
    }
    try self.init(
      attributes: letters.map(String.init), functionalDependencies: functional, multivaluedDependencies: multivalued,
      joinDependencies: joins.map { $0.split(separator: " ").map { $0.map(String.init) } })
  }

  /// `AB`, for schemas of one-letter attributes.
  func letters(_ set: AttributeSet) -> String { names(of: set).joined() }
  func letters(_ sets: [AttributeSet]) -> String { sets.map(letters).joined(separator: " ") }
  func letters(_ dependency: FunctionalDependency) -> String {
    "\(letters(dependency.determinant))>\(letters(dependency.dependent))"
  }
  func letters(_ dependencies: [FunctionalDependency]) -> String {
    dependencies.map(letters).joined(separator: " ")
  }
  func set(_ letters: String) -> AttributeSet { attributes(letters.map(String.init)) ?? [] }
}
