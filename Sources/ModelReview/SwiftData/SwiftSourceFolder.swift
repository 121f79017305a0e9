/// The folder with the Swift sources of an app.
package enum SwiftSourceFolder {
  /// Deeper than any project, so that a link to a folder around it ends.
  package static let depthLimit = 24
  private static let skippedFolders: Set<String> = [
    "Pods", "Carthage", "DerivedData", "node_modules", "Build", "build", "vendor",
  ]
  private static let skippedEndings = [
    ".xcodeproj", ".xcworkspace", ".xcassets", ".lproj", ".framework", ".xcframework", ".docc", ".xcdatamodeld",
    ".xcdatamodel",
  ]

  /// Endings of files, so that not each of them is looked into as if it were a folder.
  private static let fileEndings: Set<String> = [
    "swift", "entitlements", "h", "m", "mm", "c", "cpp", "hpp", "md", "txt", "json", "plist", "yml", "yaml", "png",
    "jpg", "jpeg",
    "gif", "pdf", "svg", "heic", "strings", "stringsdict", "xcstrings", "storyboard", "xib", "pbxproj", "sh", "rb",
    "py", "js",
    "ts", "html", "css", "csv", "xml", "lock", "resolved", "xcconfig", "xctestplan", "graph", "sqlite", "zip", "gz",
    "mov",
    "mp3", "mp4", "m4a", "wav", "ttf", "otf", "metal", "kt", "java", "gradle", "mlmodel", "usdz",
  ]

  /// Whether a path is a Swift source, or a folder with one in it or in its folders. O(files).
  package static func hasSources(_ path: String, list: (String) -> [String]?) -> Bool {
    func search(_ path: String, _ depth: Int) -> Bool {
      guard let names = list(path) else { return false }
      if names.contains(where: { $0.hasSuffix(".swift") && $0.first != "." }) { return true }
      return depth < depthLimit
        && names.sorted().contains { isFolder($0) && search(path + "/" + withoutSlash($0), depth + 1) }
    }
    return path.lowercased().hasSuffix("." + SwiftModelBundle.ending) && list(path) == nil || search(path, 0)
  }

  /// Whether a folder has tests, which may have models of their own.
  package static func hasTests(_ name: String) -> Bool { withoutSlash(name).hasSuffix("Tests") }

  /// Whether a name may be that of a folder with sources.
  package static func isFolder(_ name: String) -> Bool {
    let plain = withoutSlash(name)
    guard plain.first != ".", !skippedFolders.contains(plain),
      !skippedEndings.contains(where: plain.hasSuffix)
    else { return false }
    if plain.count < name.count { return true }
    guard let dot = plain.lastIndex(of: ".") else { return true }
    return !fileEndings.contains(plain[plain.index(after: dot)...].lowercased())
  }

  package static func withoutSlash(_ name: String) -> String { name.hasSuffix("/") ? String(name.dropLast()) : name }
}
