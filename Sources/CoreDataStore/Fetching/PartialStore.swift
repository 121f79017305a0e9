import ObjectGraph

import struct Foundation.UUID

/// Some objects of a store, in memory: a store for a context that only reads them.
final class PartialStore: PersistentStore {
  let name: String
  let identifier: UUID = .random()
  let configuration: String? = nil
  let location: String? = nil
  private let graph: Graph

  init(_ name: String, _ graph: Graph) {
    self.name = name
    self.graph = graph
  }

  func open(_ schema: Schema) throws(StoreError) -> StoreContents { StoreContents(graph: graph) }

  func save(_ save: StoreSave) throws(StoreError) {
    throw .cannotSave(store: name, reason: "only some of its objects are in memory")
  }

  func close() {}
}
