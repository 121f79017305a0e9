/// The versions of one model, of which one is current: what an `.xcdatamodeld` bundle holds.
///
/// ```swift
/// var history = ModelHistory(league)            // "League"
/// try history.add("League 2")                   // a copy, and current
/// history.model[entity: "Team"]?[property: "city"] = .attribute(AttributeDescription("city", .string, isOptional: true))
/// try history.use("League")                     // as it was
/// ```
///
/// A value; a change of the current model never touches another version.
public struct ModelHistory: Hashable, Sendable {
  /// A model under the name of its version.
  public struct Version: Hashable, Sendable {
    /// The name, unique in the history.
    public var name: String
    /// The model as it was when the version was left, or as it is.
    public var model: ManagedObjectModel
  }

  /// Never empty. Every step of undo holds a history, so that copies share what they can.
  private var pages: PagedList<Version>
  /// The names by themselves, which are looked through at every new version.
  private var nameList: PagedList<String>
  private var place = 0

  /// A history of one version, called like the model.
  public init(_ model: ManagedObjectModel) {
    pages = PagedList([Version(name: model.name, model: model)])
    nameList = PagedList([model.name])
  }

  /// All versions in the order they were made; never empty. O(versions).
  public var versions: [Version] { pages.all }

  /// How many versions there are.
  public var count: Int { pages.count }

  /// The name of the current version.
  public var currentName: String { nameList[place] }

  /// The current model. While there is one version only, it is called what its model is called.
  public var model: ManagedObjectModel {
    get { pages[place].model }
    set {
      pages[place].model = newValue
      guard count == 1 else { return }
      pages[place].name = newValue.name
      nameList[place] = newValue.name
    }
  }

  /// The history with another current model.
  func with(_ model: ManagedObjectModel) -> ModelHistory {
    var copy = self
    copy.model = model
    return copy
  }

  /// The names of the versions in the order they were made. O(versions).
  public var names: [String] { nameList.all }

  /// The names of the versions that were made first. O(limit).
  package func names(first limit: Int) -> [String] { (0..<Swift.min(limit, count)).map { nameList[$0] } }

  private func place(of name: String) -> Int? { nameList.firstIndex { $0 == name } }

  /// The model of a version; nil when there is none of this name. O(versions).
  public subscript(version name: String) -> ManagedObjectModel? { place(of: name).map { pages[$0].model } }

  /// The version that the current one was copied from, or at least the one made before it; nil for the first.
  public var previous: Version? { place > 0 ? pages[place - 1] : nil }

  /// Copies the current version under a new name and makes the copy current; the other stays as it is. O(versions).
  /// - Throws: ``ModelHistoryError/versionExists(_:)``.
  public mutating func add(_ name: String) throws(ModelHistoryError) {
    guard place(of: name) == nil else { throw .versionExists(name) }
    pages.append(Version(name: name, model: model))
    nameList.append(name)
    place = count - 1
  }

  /// Makes a version current. O(versions).
  /// - Throws: ``ModelHistoryError/unknownVersion(_:known:)``.
  public mutating func use(_ name: String) throws(ModelHistoryError) {
    guard let found = place(of: name) else { throw .unknownVersion(name, known: names) }
    place = found
  }

  /// Returns the version whose model is compatible with a store's hashes, the newest where there are several; nil when
  /// none is. O(versions × properties × log properties).
  public func version(withHashes hashes: [String: VersionHash], configuration: String? = nil) -> Version? {
    versions.last { $0.model.isCompatible(withHashes: hashes, configuration: configuration) }
  }
}

/// The reason why a history of versions cannot be changed.
public enum ModelHistoryError: Error, Hashable, Sendable {
  /// A version of this name is there already.
  case versionExists(String)
  /// There is no version of this name; `known` lists the versions.
  case unknownVersion(String, known: [String])
}
