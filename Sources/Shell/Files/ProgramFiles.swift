import Diagnostics

import class Foundation.FileManager
import struct Foundation.URL

/// This program and the shared libraries that it was started with, for a machine that has none of them installed.
enum ProgramFiles {
  /// The libraries of the system itself, which every machine has, and of which each needs its own.
  private static let ofSystem = [
    "ld-", "libc.", "libdl.", "libm.", "libpthread.", "libresolv.", "librt.", "libutil.", "linux-vdso", "libnss",
  ]

  /// Copies the program to `bin/graphbook` in a folder, and its libraries to `lib/`.
  /// - Throws: a diagnostic where it cannot be copied, and on systems other than Linux.
  static func copy(to folder: String) throws(Diagnostic) {
    #if os(Linux)
      do {
        for name in ["bin", "lib"] {
          try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try copy("/proc/self/exe", to: "\(folder)/bin/graphbook")
        for path in libraries() {
          try copy(path, to: "\(folder)/lib/\(path.split(separator: "/").last ?? "")")
        }
      } catch {
        throw Diagnostic("unwritable-folder", "the program cannot be copied to '\(DisplayText.visible(folder))'")
      }
    #else
      throw Diagnostic(
        "not-linux", "platforms run Linux, and this program does not",
        hint: "run the command on Linux, or in a container")
    #endif
  }

  #if os(Linux)
    private static func copy(_ path: String, to target: String) throws {
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: path).resolvingSymlinksInPath(), to: URL(fileURLWithPath: target))
    }

    /// The paths of the shared libraries, by the names under which they are looked for: the system maps the file that a
    /// name leads to, `libreadline.so.8.2` for `libreadline.so.8`.
    private static func libraries() -> [String] {
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      let mapped = Set(maps.split(separator: "\n").compactMap { $0.firstIndex(of: "/").map($0.suffix(from:)) })
      return mapped.sorted().flatMap { path -> [String] in
        guard let slash = path.lastIndex(of: "/"), let end = path.firstRange(of: ".so")?.upperBound, slash < end else {
          return []
        }
        let (folder, stem) = (String(path[..<slash]), path[path.index(after: slash)..<end])
        guard !ofSystem.contains(where: { stem.hasPrefix($0) }) else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(stem) }.map { "\(folder)/\($0)" }.filter { name in
          URL(fileURLWithPath: name).resolvingSymlinksInPath()
            == URL(fileURLWithPath: String(path)).resolvingSymlinksInPath()
        }
      }
    }
  #endif
}
