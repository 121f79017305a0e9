import ModelInterchange

/// An object as it is named to a learner: `Team#1 Miami Heat`.
package struct ObjectLabel: Hashable, Sendable, CustomStringConvertible {
  package var entity: String
  package var number: Int
  /// The object's title, from its attributes, if it has one.
  package var title: String?

  /// `Team#1`.
  package var reference: String { entity + "#" + String(number) }
  package var description: String { title.map { "\(reference) \($0)" } ?? reference }
}

/// A value with its objects already named, so that it can be shown when the graph has long gone on.
package indirect enum ShownValue: Hashable, Sendable {
  /// The value `nil`.
  case null
  /// A text, as it would be written between quotes.
  case text(String)
  /// Any other single value, as it would be written: `30`, `2026-01-15`.
  case literal(String)
  /// No value: the object's entity does not have the property.
  case absent
  case object(ObjectLabel)
  /// At most ``limit`` elements, and how many there are in all.
  case list([ShownValue], total: Int)
  /// The values of a dictionary or composite in the order of their keys, cut like a list.
  case dictionary([Entry], total: Int)
  /// A description of the model: `Team.players`.
  case description(String)

  /// A key of a dictionary and its value.
  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: ShownValue
  }

  /// The value as it would be written, where it is a single one: `"Wade"`, `30`, `nil`.
  package var written: String? {
    switch self {
    case .null: "nil"
    case .text(let text): "\"\(text)\""
    case .literal(let text): text
    case .absent: ""
    case .object, .list, .dictionary, .description: nil
    }
  }

  /// How many elements of a list are kept for showing.
  package static let limit = 20
}

/// The state of an object since the last save.
package enum ObjectState: String, Hashable, Sendable {
  case unchanged, inserted, updated, deleted
}

/// `fetch` and `show graph`: objects of one entity with the values of their properties.
package struct ObjectTable: Sendable {
  package var entity: String
  /// The property names, in the model's order.
  package var columns: [String]
  package var rows: [Row]
  /// How many there are; `rows` keeps the first ``rowLimit``.
  package var count: Int

  package struct Row: Sendable {
    package var object: ObjectLabel
    package var values: [ShownValue]
    /// `inserted`, `updated`, `deleted`, or nothing.
    package var state: ObjectState
  }

  package static let rowLimit = 50
}

/// `show wade`.
package struct ObjectView: Sendable {
  package var object: ObjectLabel
  package var state: ObjectState
  package var values: [(key: String, value: ShownValue)]
  /// The changes that others have made to it since it was read here.
  package var staleness: StaleView?
  /// The statement that shows it as it is saved, or that forgets it where it was deleted; nil if it is not stale.
  package var remedy: String?
}

/// The changes that others have made to an object since it was read.
package enum StaleView: Sendable {
  /// The values that are saved now, of the properties that differ.
  case changed([(key: String, value: ShownValue)])
  case deleted
}

/// `show graph`.
package struct GraphView: Sendable {
  /// One for each concrete entity.
  package var tables: [ObjectTable]
  /// The objects as boxes and their links as lines; nil if tables say more: for many objects, or none that are linked.
  package var picture: Diagram?
}
