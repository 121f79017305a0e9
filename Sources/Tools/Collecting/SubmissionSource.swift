import Diagnostics
import Foundation
import Platform

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

  /// - Throws: a diagnostic for a report in the folder of the submissions: its folders would be students' in the next run.
  func refuse(report: String) throws(Diagnostic) {
    guard case .folder(let root) = self else { return }
    func places(of path: String) -> [String] {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
    }
    // Links are resolved only in paths that are there: the report's may not be yet.
    var place = URL(fileURLWithPath: report).standardizedFileURL
    var missing: [String] = []
    while place.pathComponents.count > 1, !FileManager.default.fileExists(atPath: place.path) {
      missing.insert(place.lastPathComponent, at: 0)
      place.deleteLastPathComponent()
    }
    guard (places(of: place.path) + missing).starts(with: places(of: root)) else { return }
    let shown = DisplayText.visible(root)
    throw Diagnostic(
      "report-inside",
      "the report '\(DisplayText.visible(report))' would be among the submissions in '\(shown)', and the next run would take its "
        + "folders for students'",
      hint: "name a folder outside of '\(shown)' with --out")
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
      // What editors leave beside a file: a lock, the text before the last change, a change that is not saved.
      || name.hasPrefix("~$") || name.hasPrefix(".#") || name.hasPrefix(".~lock.")
      || ["~", ".swp", ".swo", ".orig", ".rej"].contains(where: name.hasSuffix)
      || [".DS_Store", "Thumbs.db", "desktop.ini", ".gitignore", ".gitattributes", ".gitkeep"].contains(name)
  }

  /// Returns the files in a zip file that a student handed in, also those that cannot be read; nil where it is none, is damaged or
  /// too large.
  ///
  /// A zip file in it is a file like any other. O(its bytes).
  func files(inZip item: Item) -> [Item]? {
    guard !item.isFolder, !item.isLink, item.names.last?.lowercased().hasSuffix(".zip") == true,
      let archive = zip(at: item), archive.entries.count <= Self.innerFileLimit
    else { return nil }
    let files = archive.entries.enumerated().compactMap { number, entry -> Item? in
      let names = entry.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard !entry.isFolder else { return nil }
      let isSafe = names.allSatisfy(\.isSafePathPart)
      let folder = names.firstIndex(where: Self.systemFolders.contains)
      // What is in a program's folder is the program's, whatever it is called.
      let shown = folder.map { Array(names[...$0]) } ?? names
      var file = Item(
        names: item.names + (isSafe ? shown : [entry.name]), isFolder: folder != nil && isSafe, isLink: entry.isLink,
        entry: item.entry)
      file.inner = Item.Inner(length: item.names.count, entry: number)
      return file
    }
    var known: Set<[String]> = []
    return files.isEmpty ? nil : files.filter { known.insert($0.names).inserted }
  }

  /// The most files of a zip file that a student handed in, and its most bytes.
  private static let innerFileLimit = 100
  private static let innerByteLimit = 4 << 20
  private static let largeLimit = 64 << 20

  private func zip(at item: Item) -> ZipArchive? {
    zipBytes(at: item, limit: Self.innerByteLimit).flatMap(ZipArchive.init)
  }

  private func zipBytes(at item: Item, limit: Int) -> [UInt8]? {
    switch self {
    case .folder(let root): try? SubmissionFile.bytes(item.path, in: root, limit: limit)
    case .archive(let archive): try? archive.read(archive.entries[item.entry], limit: limit)
    }
  }

  /// Returns the reason why a zip file that a student handed in is not read; nil for any other file.
  private func zipProblem(_ item: Item, shownAs shown: String) -> Diagnostic? {
    guard item.names.last?.lowercased().hasSuffix(".zip") == true, !item.isFolder, !item.isLink else { return nil }
    let name = "'\(DisplayText.visible(shown))'"
    func problem(_ what: String, _ hint: String) -> Diagnostic {
      Diagnostic("zip-not-read", "\(name) \(what)", hint: hint)
    }
    if item.inner != nil {
      return problem(
        "is a zip file in a zip file, which is not read", "hand in the files without a zip file around them")
    }
    guard let bytes = zipBytes(at: item, limit: Self.innerByteLimit) else {
      // One that is encrypted or damaged in a platform's zip file has its own message.
      let isLarge: Bool
      switch self {
      case .folder(let root): isLarge = (try? SubmissionFile.bytes(item.path, in: root, limit: Self.largeLimit)) != nil
      case .archive(let archive): isLarge = archive.isTooLong(archive.entries[item.entry], for: Self.innerByteLimit)
      }
      return isLarge
        ? problem(
          "is a zip file of more than \(Self.innerByteLimit >> 20) MB, which is not read", "zip the answers alone")
        : nil
    }
    guard bytes.starts(with: Array("PK".utf8)) else { return nil }
    guard let archive = ZipArchive(bytes) else { return problem("is a damaged zip file", "zip the files again") }
    let count = archive.entries.count
    return count > Self.innerFileLimit
      ? problem(
        "is a zip file with \(count) files, and one with more than \(Self.innerFileLimit) is not read",
        "zip the answers alone")
      : problem("is a zip file without files", "zip the files again")
  }

  /// Returns the text of a file.
  /// - Throws: a diagnostic that says why there is none.
  func text(of item: Item, shownAs shown: String) throws(Diagnostic) -> String {
    if let problem = zipProblem(item, shownAs: shown) { throw problem }
    if let inner = item.inner {
      var outer = item
      outer.names = Array(item.names.prefix(inner.length))
      guard let archive = zip(at: outer), archive.entries.indices.contains(inner.entry) else {
        throw SubmissionFile.damaged("'\(DisplayText.visible(shown))'")
      }
      let entry = archive.entries[inner.entry]
      guard entry.name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy(\.isSafePathPart) else {
        throw Diagnostic(
          "unsafe-path", "'\(DisplayText.visible(shown))' leads out of the zip file",
          hint: "zip the files without the folders above them")
      }
      return try SubmissionFile.read(entry, shownAs: shown, in: archive)
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
