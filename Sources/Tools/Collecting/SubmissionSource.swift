import Diagnostics
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The place where submissions are: a folder, or a platform's zip file, which is read in place and never unpacked.
enum SubmissionSource: Sendable {
  case folder(String)
  case archive(ZipArchive)

  /// A file, a folder or something else at a path.
  struct Item: Hashable, Sendable {
    /// The names of the path, from the source's top.
    var names: [String]
    var isFolder: Bool
    var isLink = false
    /// Its index in the zip file.
    var entry = 0
    /// Its index in a zip file that a student handed in, whose path its own begins with.
    var inner: Inner?

    struct Inner: Hashable, Sendable {
      /// The number of names of the zip file's path.
      var length: Int
      var entry: Int
    }

    var path: String { names.joined(separator: "/") }
  }

  /// - Throws: a diagnostic for a path that cannot be read, or a damaged zip file.
  init(_ path: String) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      self = .folder(path)
      return
    }
    self = .archive(try ZipArchive(path))
  }

  /// The most folders in each other that are visited.
  private static let depthLimit = 16

  /// Folders that programs make, which are listed and not visited.
  private static let systemFolders: Set<String> = [".git", "__MACOSX", ".svn", ".build", "node_modules", ".github"]

  /// Returns everything in it, sorted by path within each folder, and the paths that lead out of it. O(files).
  /// - Throws: a diagnostic for a folder that cannot be read.
  func items() throws(Diagnostic) -> (items: [Item], climbing: [String]) {
    switch self {
    case .folder(let root):
      guard (try? FileManager.default.contentsOfDirectory(atPath: root)) != nil else {
        let isThere = FileManager.default.fileExists(atPath: root)
        throw Diagnostic(
          "no-such-folder",
          isThere
            ? "the folder '\(DisplayText.visible(root))' cannot be read"
            : "there is no folder or zip file '\(DisplayText.visible(root))'")
      }
      var items: [Item] = []
      Self.walk(root, [], into: &items)
      return (items, [])
    case .archive(let archive):
      var items: [Item] = []
      var climbing: [String] = []
      var systemFolders: Set<[String]> = []
      for (number, entry) in archive.entries.enumerated() {
        var names = entry.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if names.last?.isEmpty == true { names.removeLast() }
        // 'a//b' is 'a/b', as it is for the system; '/a' is no place in the folder.
        if names.first?.isEmpty == false { names.removeAll(where: \.isEmpty) }
        guard names.allSatisfy(\.isSafePathPart), !names.isEmpty else {
          climbing.append(entry.name)
          continue
        }
        if let place = names.firstIndex(where: Self.systemFolders.contains), place < names.count - 1 || entry.isFolder {
          let folder = Array(names[...place])
          if systemFolders.insert(folder).inserted { items.append(Item(names: folder, isFolder: true)) }
          continue
        }
        items.append(Item(names: names, isFolder: entry.isFolder, isLink: entry.isLink, entry: number))
      }
      return (items, climbing)
    }
  }

  private static func walk(_ root: String, _ folder: [String], into items: inout [Item]) {
    let place = ([root] + folder).joined(separator: "/")
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted(by: byBytes) {
      var status = stat()
      guard lstat("\(place)/\(name)", &status) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      items.append(Item(names: folder + [name], isFolder: isFolder, isLink: isLink))
      if isFolder, folder.count + 1 < depthLimit, !systemFolders.contains(name) {
        walk(root, folder + [name], into: &items)
      }
    }
  }

  /// Whether a name is that of a file or folder that a program made, and not a student.
  static func isSystem(_ name: String) -> Bool {
    systemFolders.contains(name) || name.hasPrefix("._")
      || [".DS_Store", "Thumbs.db", "desktop.ini", ".gitignore", ".gitattributes", ".gitkeep"].contains(name)
  }

  /// Returns the files in a zip file that a student handed in; nil where it is none, is damaged or too large.
  ///
  /// A zip file in it is a file like any other. O(its bytes).
  func files(inZip item: Item) -> [Item]? {
    guard !item.isFolder, !item.isLink, item.names.last?.lowercased().hasSuffix(".zip") == true,
      let archive = zip(at: item), archive.entries.count <= Self.innerFileLimit
    else { return nil }
    let files = archive.entries.enumerated().compactMap { number, entry -> Item? in
      let names = entry.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard !entry.isFolder, names.allSatisfy(\.isSafePathPart), !names.contains(where: Self.isSystem) else {
        return nil
      }
      var file = Item(names: item.names + names, isFolder: false, isLink: entry.isLink, entry: item.entry)
      file.inner = Item.Inner(length: item.names.count, entry: number)
      return file
    }
    return files.isEmpty ? nil : files
  }

  /// The most files of a zip file that a student handed in, and its most bytes.
  private static let innerFileLimit = 100
  private static let innerByteLimit = 4 << 20

  private func zip(at item: Item) -> ZipArchive? {
    let bytes: [UInt8]?
    switch self {
    case .folder(let root): bytes = try? SubmissionFile.bytes(item.path, in: root, limit: Self.innerByteLimit)
    case .archive(let archive):
      bytes = try? archive.read(archive.entries[item.entry], limit: Self.innerByteLimit)
    }
    return bytes.flatMap(ZipArchive.init)
  }

  /// Returns the text of a file.
  /// - Throws: a diagnostic that says why there is none.
  func text(of item: Item, shownAs shown: String) throws(Diagnostic) -> String {
    if let inner = item.inner {
      var outer = item
      outer.names = Array(item.names.prefix(inner.length))
      guard let archive = zip(at: outer), archive.entries.indices.contains(inner.entry) else {
        throw SubmissionFile.damaged("'\(DisplayText.visible(shown))'")
      }
      return try SubmissionFile.read(archive.entries[inner.entry], shownAs: shown, in: archive)
    }
    switch self {
    case .folder(let root): return try SubmissionFile.read(item.path, in: root, shownAs: shown)
    case .archive(let archive): return try SubmissionFile.read(archive.entries[item.entry], shownAs: shown, in: archive)
    }
  }

  /// Returns the time at which a file in the folder was last changed; nil for a file in a zip file, whose times have no
  /// time zone.
  func time(of item: Item) -> Date? {
    guard case .folder(let root) = self else { return nil }
    var status = stat()
    guard lstat("\(root)/\(item.path)", &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Date(timeIntervalSince1970: Double(time.tv_sec))
  }

  static func byBytes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
