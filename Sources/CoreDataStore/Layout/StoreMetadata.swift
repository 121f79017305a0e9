import struct Foundation.Data

/// The row of `Z_METADATA`: the store's identity, and what it knows of its model.
package struct StoreMetadata: Sendable {
  package var version: Int64
  /// The identifier, as it is written there.
  package var identifier: String
  /// The version of Apple's framework that wrote the store; 0 when it does not say.
  package var frameworkVersion = 0
  package var versionIdentifiers: [String] = []
  package var hashesVersion: Int64?
  /// The hash of each entity, as Core Data computes it.
  package var hashes: [String: [UInt8]] = [:]
  package var hashesDigest: String?
  package var checksum: String?
  package var autoVacuum: String?
  /// The keys that the application added.
  package var own: [(key: String, value: Entry)] = []
  /// Whether the property list could be read.
  package var isReadable = false
  /// The property list as it is in the file.
  let plist: [UInt8]
  /// The model that Graphbook keeps there, perhaps of an earlier version.
  var keptModel: KeptModel?

  /// A value that an application added, as far as it is plain.
  package enum Entry: Sendable {
    case text(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case data(Data)
    case other
  }

  private static let known = Set([
    "NSStoreType", "NSStoreUUID", "NSPersistenceFrameworkVersion", "NSStoreModelVersionIdentifiers",
    "NSStoreModelVersionHashesVersion", "_NSAutoVacuumLevel", "NSPersistenceMaximumFrameworkVersion", KeptModel.key,
  ]).union(hashKeys)
  /// The keys of what Core Data computes from the model.
  static let hashKeys: Set = [
    "NSStoreModelVersionHashes", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
  ]

  /// The model that Graphbook keeps there; nil where Core Data has written other version hashes since.
  var currentModel: KeptModel? { keptModel.flatMap { $0.storeHashes == hashes ? $0 : nil } }

  init(version: Int64, identifier: String, plist: [UInt8]) {
    self.version = version
    self.plist = plist
    self.identifier = identifier
    guard let list = BinaryPropertyList(plist), case .dictionary? = list[list.top] else { return }
    isReadable = true
    let members = list.members(at: list.top)
    func node(_ key: String) -> BinaryPropertyList.Node? { members[key].flatMap { list[$0] } }
    frameworkVersion = Int(clamping: node("NSPersistenceFrameworkVersion")?.integer ?? 0)
    if case .array(let places)? = node("NSStoreModelVersionIdentifiers") {
      versionIdentifiers = places.compactMap { list[$0]?.string }
    }
    hashesVersion = node("NSStoreModelVersionHashesVersion")?.integer
    if let place = members["NSStoreModelVersionHashes"] {
      for (entity, hash) in list.members(at: place) { if let data = list[hash]?.data { hashes[entity] = Array(data) } }
    }
    hashesDigest = node("NSStoreModelVersionHashesDigest")?.string
    checksum = node("NSStoreModelVersionChecksumKey")?.string
    autoVacuum = node("_NSAutoVacuumLevel")?.string
    keptModel = members[KeptModel.key].flatMap { KeptModel(list, at: $0) }
    for key in members.keys.sorted() where !Self.known.contains(key) {
      let value: Entry =
        switch node(key) {
        case .string(let text)?: .text(text)
        case .integer(let number)?: .integer(number)
        case .real(let number)?: .real(number)
        case .date(let seconds)?: .real(seconds)
        case .boolean(let flag)?: .boolean(flag)
        case .data(let data)?: .data(data)
        case .null?, .reference?, .array?, .dictionary?, nil: .other
        }
      own.append((key, value))
    }
  }
}
