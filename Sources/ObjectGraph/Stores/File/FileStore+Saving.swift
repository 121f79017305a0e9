import Support

import struct Foundation.UUID

/// Saving in two steps, so that several stores write a save together: whatever can fail is in the first.
extension FileStore {
  /// Writes all objects of the store. O(objects of the store).
  /// - Throws: ``StoreError/cannotSave(store:reason:)`` and, when another program has written the file since it was
  ///   opened, ``StoreError/changedElsewhere(store:)``; ``StoreError/incompatibleModel(store:entities:)`` when the model
  ///   is no longer the one that the file is written under. Then the file is as it was.
  public func save(_ save: StoreSave) throws(StoreError) { try commit(try prepare(save)) }

  /// Writes all objects of the store under the model that they have now, whatever model the file was written under.
  func rewrite(_ save: StoreSave) throws(StoreError) { try commit(try prepare(save, adoptsModel: true)) }

  /// A save that is written next to the file, whose lock it holds.
  struct PreparedSave {
    fileprivate let file: LockedFile?
    fileprivate let contents: Contents
    fileprivate let ending: [UInt8]
  }

  /// The first step of a save, and the one that may fail: locks the file, checks that it still is the one that was
  /// read, and writes the new one next to it.
  /// - Parameter adoptsModel: Whether the file is written under the current model, whatever model it was written under.
  /// - Throws: as ``save(_:)``.
  func prepare(_ save: StoreSave, adoptsModel: Bool = false) throws(StoreError) -> PreparedSave {
    let (known, written) = state.withLock { ($0.known, $0.hashes) }
    guard let known else { throw .cannotSave(store: name, reason: "it is closed") }
    let graph = save.graph
    let model = graph.schema.model
    let hashes = model.versionHashes(forConfiguration: configuration)
    guard adoptsModel || hashes == written else {
      throw .incompatibleModel(
        store: name, entities: model.entities(differingFrom: written, configuration: configuration))
    }
    let lock: LockedFile?
    let found: Known?
    if let folder {
      lock = nil
      // Nothing in memory reuses a stamp.
      found = folder.stamp(of: file).map { Known($0, known.ending) }
    } else {
      // Without the folder there is nothing to lock, and no file.
      guard file.stamp != nil else { throw .cannotSave(store: name, reason: Self.missing) }
      let own = try locked(save.cancellation)
      do throws(AtomicFile.Failure) { found = try own.read(last: Known.endingLength).map { Known($1, $0) } } catch {
        throw .cannotSave(store: name, reason: error.reason)
      }
      lock = own
    }
    guard let found else { throw .cannotSave(store: name, reason: Self.missing) }
    guard found == known else { throw .changedElsewhere(store: name) }
    let contents = Contents(
      graph: graph, objects: { save.objects() }, highest: save.highestNumbers,
      isOwn: { graph.store(of: $0) == save.place }, hashes: hashes)
    return try write(contents, lock, save.cancellation)
  }

  /// The second step: puts the new file in place and releases the lock.
  /// - Throws: ``StoreError/cannotSave(store:reason:)``; then the file is as it was.
  func commit(_ save: PreparedSave) throws(StoreError) {
    var known: Known?
    if let lock = save.file {
      do throws(AtomicFile.Failure) { known = Known(try lock.commit(), save.ending) } catch {
        throw .cannotSave(store: name, reason: error.reason)
      }
    } else if let folder {
      let (contents, identifier, configuration) = (save.contents, identifier, configuration)
      folder.replace(file) { () throws(AtomicFile.Failure) in
        try contents.bytes(identifier, configuration, .never)
      }
      known = folder.stamp(of: file).map { Known($0, save.ending) }
    }
    state.withLock {
      $0.known = known
      $0.revision += 1
      $0.hashes = save.contents.hashes
    }
  }

  private static let missing = "the file no longer exists"

  /// Everything that the bytes of a file are made of.
  struct Contents: Sendable {
    var graph: Graph
    var objects: @Sendable () -> [ManagedObjectID]
    var highest: [String: UInt32]
    var isOwn: @Sendable (Graph.Place) -> Bool
    var hashes: [String: VersionHash]

    func bytes(
      _ identifier: UUID, _ configuration: String?, _ cancellation: Cancellation
    ) throws(AtomicFile.Failure) -> [UInt8] {
      let objects = objects()
      var highest = highest
      var numbers = [UInt32](repeating: 0, count: graph.schema.entities.count)
      for (count, id) in objects.enumerated() {
        if count & 4_095 == 4_095, cancellation.isRequested { throw AtomicFile.Failure(reason: "stopped") }
        numbers[Int(id.entity)] = max(numbers[Int(id.entity)], id.number)
      }
      for (entity, number) in zip(graph.schema.entities, numbers) {
        guard number > 0, let entity, let root = graph.schema.entity(at: entity.table) else { continue }
        highest[root.name] = max(highest[root.name] ?? 0, number)
      }
      let head = StoreFile.Head(
        identifier: identifier.uuidString, configuration: configuration, hashes: hashes, highest: highest)
      do throws(StoreFile.Damage) {
        return try StoreFileWriter.bytes(head, graph, objects: objects, isOwn: isOwn, cancellation)
      } catch {
        throw AtomicFile.Failure(reason: error.reason)
      }
    }
  }

  func locked(_ cancellation: Cancellation) throws(StoreError) -> LockedFile {
    do throws(AtomicFile.Failure) { return try file.lock { cancellation.isRequested } } catch {
      if cancellation.isRequested { throw .cancelled }
      throw .cannotSave(store: name, reason: error.reason)
    }
  }

  /// Writes a new file next to the one that is locked. One in a scratch folder is written by ``commit(_:)``.
  func write(
    _ contents: Contents, _ lock: LockedFile?, _ cancellation: Cancellation
  ) throws(StoreError) -> PreparedSave {
    guard let lock else { return PreparedSave(file: nil, contents: contents, ending: []) }
    do throws(AtomicFile.Failure) {
      let bytes = try contents.bytes(identifier, configuration, cancellation)
      try lock.write(bytes) { cancellation.isRequested }
      return PreparedSave(file: lock, contents: contents, ending: bytes.suffix(Known.endingLength))
    } catch {
      if cancellation.isRequested { throw .cancelled }
      throw .cannotSave(store: name, reason: error.reason)
    }
  }
}
