/// Stores that are files, as a workbook opens them.
extension PersistentStoreCoordinator {
  /// A store at a path, not yet added; in a trial, and after ``useScratchFiles()``, over a file that is in memory alone.
  package func fileStore(
    name: String, path: String, configuration: String? = nil, migration: FileStore.Migration = .refused
  ) -> FileStore {
    FileStore(
      name: name, path: path, configuration: configuration, migration: migration, in: state.withLock { $0.folder })
  }

  /// Lets every store that is opened from here on have its file in memory alone, and see none of the disk. Nothing happens
  /// where that is so, or where the files are a trial's.
  package func useScratchFiles() {
    state.withLock { if $0.folder == nil { $0.folder = ScratchFolder(liesOverDisk: false) } }
  }

  /// Whether stores have their files in memory alone, as in a trial.
  package var usesScratchFiles: Bool { state.withLock { $0.folder != nil } }

  /// The stores that are files, open or closed, in the order they were added.
  package var fileStores: [FileStore] { state.withLock { $0.slots.compactMap { $0.store as? FileStore } } }

  /// The stores whose files can be migrated, open or closed, in the order they were added.
  package var migratingStores: [any MigratingStore] {
    state.withLock { $0.slots.compactMap { $0.store as? any MigratingStore } }
  }

  /// The ones that are open.
  package var openFileStores: [FileStore] {
    state.withLock { $0.slots.filter(\.isOpen).compactMap { $0.store as? FileStore } }
  }

  /// Whether the store is open.
  package func isOpen(_ name: String) -> Bool {
    state.withLock { $0.slots.contains { $0.isOpen && $0.store.name == name } }
  }

  /// How many objects an open store in memory holds, which go when it is closed; 0 for a file. O(objects).
  package func objectCount(inMemoryStore name: String) -> Int {
    state.withLock { state in
      guard let place = state.slots.firstIndex(where: { $0.isOpen && $0.store.name == name }),
        state.slots[place].store.location == nil
      else { return 0 }
      return state.graph.allObjects().count { id in
        state.graph.place(of: id).map { state.graph.store(of: $0) == UInt8(truncatingIfNeeded: place) } ?? false
      }
    }
  }

  /// The first open store with a file that was written under this version of the model.
  func storeWrittenUnder(_ version: String) -> String? {
    state.withLock { state in
      state.slots.first { $0.isOpen && $0.store.location != nil && $0.version == version }?.store.name
    }
  }
}
