import Platform

import class Foundation.FileManager

/// The folder of `Lessons/` and `Exercises/`, from whatever folder the program was started.
package enum CoursesFolder {
  /// The word that stands for the shipped course in the setting.
  package static let shippedWord = "shipped"

  /// The folders of the courses, in their order: those that `GRAPHBOOK_COURSES` names, with colons between them; without it
  /// the shipped course. The word `shipped` in the setting means that course, unless a folder of the name holds one.
  package static func find(
    setting: String?, executable: String?, workingFolder: String, hasLessons: (String) -> Bool
  ) -> [String] {
    func shipped() -> String? {
      shippedFolder(executable: executable, workingFolder: workingFolder, hasLessons: hasLessons)
    }
    guard let setting, !setting.isEmpty else { return shipped().map { [$0] } ?? [] }
    // A name may have a colon.
    if !setting.contains(":") && setting != shippedWord || hasLessons(setting) { return [setting] }
    var folders: [String] = []
    for name in setting.split(separator: ":").map(String.init) {
      guard let folder = name == shippedWord && !hasLessons(name) ? shipped() : name else { continue }
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }

  /// The first of these that holds `Lessons`: where `make install` puts them, the repository that the program was built in,
  /// the working folder or one above it.
  private static func shippedFolder(
    executable: String?, workingFolder: String, hasLessons: (String) -> Bool
  ) -> String? {
    let folders = executable.map { self.folders(above: parent(of: $0)) } ?? []
    let installed = folders.dropFirst().first.map { $0 + ($0 == "/" ? "" : "/") + "share/graphbook" }
    let candidates = (installed.map { [$0] } ?? []) + folders + self.folders(above: workingFolder)
    return candidates.first(where: hasLessons)
  }

  /// The same for this process.
  package static func current() -> [String] {
    let files = FileManager.default
    return find(
      setting: Terminal.environment("GRAPHBOOK_COURSES"), executable: executable(),
      workingFolder: files.currentDirectoryPath
    ) { folder in
      var isFolder = stat()
      return stat(folder + "/Lessons", &isFolder) == 0
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder itself and those above it, nearest first.
  private static func folders(above folder: String) -> [String] {
    var result = [folder]
    while let last = result.last, last != "/", last != ".", result.count < 64 { result.append(parent(of: last)) }
    return result
  }

  /// The path of this program, without symbolic links.
  package static func executable() -> String? {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0, let real = realpath(buffer, nil) else { return nil }
    #else
      guard let real = realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { free(real) }
    return String(cString: real)
  }
}
