import CommandIO
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
        for path in try libraries() {
          try copy(path, to: "\(folder)/lib/\(path.split(separator: "/").last ?? "")")
        }
      } catch let problem as Diagnostic {
        throw problem
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
    private static func libraries() throws(Diagnostic) -> [String] {
      var mapped: Set<String> = []
      var maps = try LineFile("/proc/self/maps")
      while let line = try maps.next() {
        if let slash = line.firstIndex(of: UInt8(ascii: "/")) {
          mapped.insert(String(decoding: line[slash...], as: UTF8.self))
        }
      }
      return mapped.sorted().flatMap(names)
    }

    /// The names that lead to a library: the links with a version, or else its own.
    private static func names(of path: String) -> [String] {
      guard let slash = path.lastIndex(of: "/"), let end = path.firstRange(of: ".so")?.upperBound, slash < end else {
        return []
      }
      let (folder, stem) = (String(path[..<slash]), path[path.index(after: slash)..<end])
      guard !ofSystem.contains(where: { stem.hasPrefix($0) }) else { return [] }
      let links = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
        .filter {
          $0.hasPrefix("\(folder)/\(stem).") && $0 != path
            && URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
              == URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        }
      return links.isEmpty ? [path] : links
    }
  #endif
}
