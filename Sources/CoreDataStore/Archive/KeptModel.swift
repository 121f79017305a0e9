import Foundation
import ObjectGraph

/// How the model of a store is written as text, and read again without loss.
///
/// The workbook's statements are such a text. They belong to a module above this one, which passes them in.
package struct ModelNotation: Sendable {
  package var text: @Sendable (ManagedObjectModel) -> String
  /// Returns the model of a text; nil for any other text.
  package var model: @Sendable (String) -> ManagedObjectModel?

  package init(
    text: @escaping @Sendable (ManagedObjectModel) -> String,
    model: @escaping @Sendable (String) -> ManagedObjectModel?
  ) {
    self.text = text
    self.model = model
  }
}

/// The model that a store of ours keeps in its metadata, under the key `GraphbookModel`.
///
/// Core Data keeps the keys that an application adds to the metadata and does not read them. An archive in
/// `Z_MODELCACHE`, where Core Data keeps a model itself, would have to be one that Core Data can read, and we cannot try
/// that. Core Data writes other version hashes when it migrates the file: `storeHashes` are those that the store had when
/// this was written, so a model that no longer fits is recognised.
struct KeptModel: Hashable, Sendable {
  static let key = "GraphbookModel"

  /// The statements.
  var text: String
  /// Our hashes of the model, by entity.
  var versionHashes: [String: VersionHash]
  /// Core Data's hashes in the metadata, by entity.
  var storeHashes: [String: [UInt8]]

  init(_ model: ManagedObjectModel, _ notation: ModelNotation, storeHashes: [String: [UInt8]] = [:]) {
    text = notation.text(model)
    versionHashes = model.versionHashes()
    self.storeHashes = storeHashes
  }

  /// Reads a kept model from the property list of the metadata; nil for a place that has none.
  init?(_ list: BinaryPropertyList, at place: Int) {
    let members = list.members(at: place)
    guard let text = members["model"].flatMap({ list[$0]?.string }), let hashes = members["versionHashes"] else {
      return nil
    }
    self.text = text
    versionHashes = list.members(at: hashes).compactMapValues { list[$0]?.string.flatMap { VersionHash($0) } }
    storeHashes =
      members["storeHashes"].map { list.members(at: $0).compactMapValues { list[$0]?.data.map(Array.init) } }
      ?? [:]
  }

  fileprivate var propertyList: [String: Any] {
    [
      "model": text, "versionHashes": versionHashes.mapValues(\.description),
      "storeHashes": storeHashes.mapValues { Data($0) },
    ]
  }

  /// Returns the property list of a store's metadata with this model in it; nil for one that cannot be read.
  func metadata(_ plist: [UInt8]) -> Data? {
    StoreMetadata.changed(plist) { $0[Self.key] = propertyList }
  }
}

extension StoreMetadata {
  /// Returns the property list of the metadata after a migration; nil for one that cannot be read. Core Data's version
  /// hashes belong to the earlier model and are left out.
  static func migrated(_ plist: [UInt8], to model: ManagedObjectModel, _ kept: KeptModel?) -> Data? {
    changed(plist) { members in
      for key in hashKeys { members[key] = nil }
      let identifiers = model.versionIdentifiers.sorted()
      members["NSStoreModelVersionIdentifiers"] = identifiers.isEmpty ? [""] : identifiers
      members[KeptModel.key] = kept?.propertyList
    }
  }

  fileprivate static func changed(_ plist: [UInt8], _ change: (inout [String: Any]) -> Void) -> Data? {
    // A store without any property list says nothing that could be lost.
    let plist = plist.isEmpty ? Array(SQLiteStore.propertyList) : plist
    guard
      var members = try? PropertyListSerialization.propertyList(from: Data(plist), options: [], format: nil)
        as? [String: Any]
    else { return nil }
    change(&members)
    return try? PropertyListSerialization.data(fromPropertyList: members, format: .binary, options: 0)
  }
}
