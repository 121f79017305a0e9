/// The names that are possible in a line: what completion knows of the model, of the learner's names and of the
/// courses.
package struct CompletionWorld: Hashable, Sendable {
  /// A property as completion sees it: only where it leads counts.
  package struct Property: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case attribute
      case toOne(String)
      case toMany(String)
      case fetched(String)
    }

    package var name: String
    package var kind: Kind
    /// The rest of its declaration, for display.
    package var detail: String

    package init(_ name: String, _ kind: Kind = .attribute, detail: String = "") {
      self.name = name
      self.kind = kind
      self.detail = detail
    }

    /// The entity that it leads to.
    package var destination: String? {
      switch kind {
      case .attribute: nil
      case .toOne(let entity), .toMany(let entity), .fetched(let entity): entity
      }
    }

    package var isToMany: Bool {
      switch kind {
      case .attribute, .toOne: false
      case .toMany, .fetched: true
      }
    }

    package var isRelationship: Bool {
      switch kind {
      case .attribute, .fetched: false
      case .toOne, .toMany: true
      }
    }
  }

  package struct Entity: Hashable, Sendable {
    package var name: String
    /// The inherited ones too.
    package var properties: [Property]

    package init(_ name: String, _ properties: [Property] = []) {
      self.name = name
      self.properties = properties
    }
  }

  package struct Store: Hashable, Sendable {
    package var name: String
    /// Its file, as it was named; nil in memory.
    package var path: String?
    package var isOpen: Bool

    package init(_ name: String, path: String? = nil, isOpen: Bool = true) {
      self.name = name
      self.path = path
      self.isOpen = isOpen
    }
  }

  /// The value of a learner's name.
  package enum NamedValue: Hashable, Sendable {
    case object(String)
    case objects(String)
    case other
  }

  /// In the model's order.
  package var entities: [Entity]
  package var names: [String: NamedValue]
  package var templates: [String]
  package var lessons: [String]
  package var exercises: [String]
  /// The names of courses.
  package var courses: [String]
  /// The titles of lessons and exercises.
  package var titles: [String: String] = [:]
  /// The open stores, and those of files that were closed.
  package var stores: [Store] = []
  /// The names of the contexts, `main` first.
  package var contexts: [String] = []
  /// The names of the model's versions.
  package var versions: [String] = []
  package var configurations: [String] = []
  /// The names in the folder that the text at the cursor names; folders end with a slash.
  package var files: [String] = []

  package init(
    entities: [Entity] = [], names: [String: NamedValue] = [:], templates: [String] = [], lessons: [String] = [],
    exercises: [String] = [], courses: [String] = []
  ) {
    self.entities = entities
    self.names = names
    self.templates = templates
    self.lessons = lessons
    self.exercises = exercises
    self.courses = courses
  }

  package func properties(of entity: String) -> [Property] {
    entities.first { $0.name == entity }?.properties ?? []
  }

  package func property(_ name: String, of entity: String) -> Property? {
    properties(of: entity).first { $0.name == name }
  }

  package func isEntity(_ name: String) -> Bool { entities.contains { $0.name == name } }
}
