import class Foundation.FileManager
import struct Foundation.ObjCBool

/// The contents of a folder, for completion.
package enum FolderListing {
  /// No one reads more names than this.
  package static let limit = 1_000

  /// The names of everything in a folder; nil if there is no such folder, or it cannot be read.
  package static func allNames(in folder: String) -> [String]? {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted()
  }

  /// The names in a folder, in order, those of folders followed by a slash; none if it cannot be read.
  /// - Parameter folder: a path with a slash at its end; empty for the working folder.
  package static func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().prefix(limit).map { name in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      return isThere && isFolder.boolValue ? name + "/" : name
    }
  }
}
