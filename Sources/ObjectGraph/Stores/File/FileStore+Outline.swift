extension FileStore {
  /// An entity that a file was written under.
  package struct EntityOutline: Hashable, Sendable {
    /// The entity's name.
    package var entity: String
    /// The properties that the file keeps of it; nil where the file has no objects of it, and does not say.
    package var properties: [String]?
  }

  /// Reads which entities the file was written under, by name, whatever the model is now. O(the file's length).
  /// - Returns: nil where the file cannot be read or is damaged.
  package func outline() -> [EntityOutline]? {
    let bytes = if let folder { try? folder.read(file) } else { (try? file.read())?.bytes }
    guard let bytes, let (head, parts) = try? StoreFileReader.outline(bytes) else { return nil }
    return head.hashes.keys.sorted().map { EntityOutline(entity: $0, properties: parts[$0]) }
  }
}
