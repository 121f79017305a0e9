/// The parts of a model that a declaration can look at and change.
package struct DeclarationReach: Sendable {
  /// The entities and other parts that it makes or changes.
  package var subjects: [String]
  /// The other entities that it names: a parent, destinations.
  package var mentioned: [String]
  /// The properties that it names, wherever they are.
  package var names: [String]
  /// The properties that it changes, renames or removes; where a condition names one of them it has to see all conditions.
  package var altered: [String] = []
  /// The part that it renames or removes: an entity or another part.
  package var replaced: String?
  /// Whether its subjects may get a uniqueness constraint, which matters to the relationships that lead to them.
  package var constrains = false
  /// The parent of an entity that it makes.
  package var parent: String?
  /// The names that it gives.
  package var made: [String] = []
  /// Composites, templates and configurations that it names.
  package var parts: [String] = []
  /// The keys that its conditions name, and from which entity they lead.
  package var paths: [(entity: String, names: Set<String>)] = []

  package init(_ subjects: [String], naming mentioned: [String] = [], properties names: [String] = []) {
    self.subjects = subjects
    self.mentioned = mentioned
    self.names = names
  }
}

/// The result of a declaration.
package struct DeclaredChange: Sendable {
  /// The problems that the model has now and did not have before, in its order: inverses that are not there, and what no
  /// later line can mend.
  package var problems: [ModelProblem] = []
  /// The entities that these are about and all that they name; empty where there are no problems.
  package var part = ManagedObjectModel()
}
