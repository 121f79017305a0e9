import ObjectGraph
import Predicates

/// The explanations that were given, which are not said again.
struct Explained {
  /// The meaning of the learner's names after a reset.
  var reset = false
  /// The numbers of the saves that undo has gone past.
  var savesUndone: Set<Int> = []
  /// Core Data takes batch requests only on SQLite stores.
  var batch = false
  /// Core Data computes derived attributes only in SQLite stores.
  var derivation = false
}

/// The changes that the current statement asks for. All other changes keep the graph consistent.
struct AskedChanges {
  /// The objects to change.
  var objects: Set<ManagedObjectID> = []
  /// The links that its new objects were given.
  var links: [(object: ManagedObjectID, key: String, value: Value)] = []
  /// Whether it may make several objects, of which one can take a link from another.
  var severalObjects = false
}

/// The models that came from files.
struct ImportedModels {
  /// The Xcode models that were imported or exported, the latest last. What they have and a model has not goes into the
  /// next export.
  var xcode: [KnownXcodeModel] = []
  /// Whether the model came from a file, and may be as empty as that of a new project in Xcode.
  var hasAny = false
}
