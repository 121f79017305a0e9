import Diagnostics

import struct Foundation.Date

extension Interpreter {
  package typealias FileWriter =
    @Sendable (
      _ text: String, _ path: String, _ relativeTo: String?, _ mayReplace: Bool
    ) throws -> Bool
  package typealias FilesWriter =
    @Sendable (
      _ files: [(path: String, text: String)], _ folders: [String], _ relativeTo: String?, _ mayReplace: Bool
    ) throws -> Bool

  /// The outside world, as far as the interpreter may use it.
  package struct Environment: Sendable {
    /// The time that `now()` gives.
    package var now: @Sendable () -> Date
    /// Reads the file of a `run`, named relative to the file that holds the statement (nil at the prompt); nil when files
    /// may not be read.
    package var readFile: (@Sendable (_ path: String, _ relativeTo: String?) throws -> SourceText)?
    /// Writes a text to the file of an `export`, named as for `readFile`, and returns whether there was one before; nil
    /// when files may not be written. If `mayReplace` is false, an existing file stays, and that is an error.
    package var writeFile: FileWriter?
    /// Writes several files, and makes folders that are not there, outer ones first: everything or nothing.
    package var writeFiles: FilesWriter?

    /// The names in a folder, named as for `readFile`, those of folders perhaps with a slash at their end; nil if there is
    /// no such folder. Nil itself when files may not be read.
    package var listFolder: (@Sendable (_ path: String, _ relativeTo: String?) -> [String]?)?
    /// Makes a folder, named as for `readFile`, unless it is there; nil when files may not be written.
    package var makeFolder: (@Sendable (_ path: String, _ relativeTo: String?) throws -> Void)?

    /// The path of the file of a `store … at`, named as for `readFile`; nil lets stores have their files in memory alone, as
    /// in lessons and in grading.
    package var storePath: (@Sendable (_ path: String, _ relativeTo: String?) -> String)?
    /// Whether stores are kept in memory although there is a `storePath`, which then serves only to read the model of a Core
    /// Data store.
    package private(set) var keepsStoresInMemory = false
    /// Whether no file of a store is read or written.
    var hasScratchStores: Bool { keepsStoresInMemory || storePath == nil }

    /// Whether to stop because someone pressed Ctrl-C. Asked before every statement and every round of a loop, and
    /// during long operations.
    package var isCancelled: (@Sendable () -> Bool)?
    /// Receives the progress of a loop, a file or a search: how many are done, of how many.
    package var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    package init(
      now: @escaping @Sendable () -> Date = { Date() },
      readFile: (@Sendable (_ path: String, _ relativeTo: String?) throws -> SourceText)? = nil,
      writeFile: FileWriter? = nil,
      writeFiles: FilesWriter? = nil,
      listFolder: (@Sendable (_ path: String, _ relativeTo: String?) -> [String]?)? = nil,
      makeFolder: (@Sendable (_ path: String, _ relativeTo: String?) throws -> Void)? = nil,
      storePath: (@Sendable (_ path: String, _ relativeTo: String?) -> String)? = nil,
      isCancelled: (@Sendable () -> Bool)? = nil,
      progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) {
      self.now = now
      self.readFile = readFile
      self.writeFile = writeFile
      self.writeFiles = writeFiles
      self.listFolder = listFolder
      self.makeFolder = makeFolder
      self.storePath = storePath
      self.isCancelled = isCancelled
      self.progress = progress
    }

    /// Prevents exports, and leaves stores alone.
    mutating func withdrawExports() {
      writeFile = nil
      writeFiles = nil
      makeFolder = nil
    }

    /// Prevents every change of a file. Files can still be read, and a `store … at` is kept in memory.
    package mutating func withdrawWriting() {
      withdrawExports()
      keepsStoresInMemory = true
    }

    /// Prevents all access to files, reading included.
    package mutating func withdrawFiles() {
      withdrawWriting()
      readFile = nil
      listFolder = nil
      storePath = nil
    }
  }
}
