import Diagnostics
import ObjectGraph

/// An Xcode model with its versions, as it is on disk: an `.xcdatamodeld`, a single `.xcdatamodel` or a bare
/// `contents` file.
///
/// ```swift
/// let bundle = try XcodeModelBundle("League.xcdatamodeld", files: files)
/// bundle.versions.map(\.name)   // ["League", "League 2"]
/// bundle.currentName            // "League 2"
/// ```
///
/// It opens no file by itself: the caller gives it functions that do.
public struct XcodeModelBundle: Sendable {
  /// The kind of file, which its name says, or else what is in it.
  public enum Form: Hashable, Sendable, CaseIterable {
    /// A folder of versions: `League.xcdatamodeld`.
    case versions
    /// A folder with one version: `League.xcdatamodel`.
    case version
    /// The file inside such a folder.
    case contents

    /// The form that a path says, perhaps with a slash at its end; nil for anything else.
    /// O(length of the path).
    public init?(path: String) {
      let name = XcodeModelBundle.lastPart(of: path).lowercased()
      let form = Self.allCases.first { form in form.ending.map { name.hasSuffix("." + $0) } ?? (name == "contents") }
      guard let form else { return nil }
      self = form
    }

    /// The form of a file or folder whose name says nothing; nil for one that is no Xcode model, cannot be read or has
    /// statements. A folder has one version, or marks one of its versions as current: two models that are side by side in a
    /// project are no versions.
    /// O(length of a file).
    public init?(contentOf path: String, _ files: Files) {
      let path = XcodeModelBundle.withoutSlash(path)
      guard !path.lowercased().hasSuffix(".graph") else { return nil }
      func isModel(_ path: String) -> Bool {
        (try? files.read(path)).map { XcodeModelDocument.isBegun(in: $0.text) } ?? false
      }
      if let names = files.list(path)?.map(XcodeModelBundle.withoutSlash) {
        let visible = names.filter { $0.first != "." }
        let versions = visible.filter { Form(path: $0) == .version }
        if !versions.isEmpty, visible.count == 1 || names.contains(XcodeModelBundle.currentVersionFile) {
          self = .versions
        } else if visible.contains("contents"), isModel(path + "/contents") {
          self = .version
        } else {
          return nil
        }
      } else {
        guard isModel(path) else { return nil }
        self = .contents
      }
    }

    /// The ending of its folder's name; nil for a file, which has none.
    package var ending: String? {
      switch self {
      case .versions: "xcdatamodeld"
      case .version: "xcdatamodel"
      case .contents: nil
      }
    }

    /// The name of a folder with one version.
    static func folder(ofVersion name: String) -> String { name + (Self.version.ending.map { "." + $0 } ?? "") }
  }

  /// Functions that read files and folders.
  public struct Files {
    /// The text of a file. It throws a `Diagnostic` where there is none.
    public var read: (_ path: String) throws -> SourceText
    /// The names in a folder, those of folders perhaps with a slash at their end; nil if there is no such folder.
    public var list: (_ path: String) -> [String]?

    public init(read: @escaping (_ path: String) throws -> SourceText, list: @escaping (_ path: String) -> [String]?) {
      self.read = read
      self.list = list
    }
  }

  /// A version of the model.
  public struct Version: Hashable, Sendable {
    /// The name of its folder, without the ending.
    public var name: String
    public var document: XcodeModelDocument
  }

  public let path: String
  public let form: Form
  /// The versions by name, numbers at its end as numbers: `League 2` comes before `League 10`. Never empty.
  public internal(set) var versions: [Version]
  /// The name of the current version.
  public internal(set) var currentName: String
  /// The oddities of the bundle, such as versions that cannot be read, as diagnostics without places.
  public private(set) var findings: [Diagnostic] = []
  /// The versions that cannot be read, with the reasons; they stay in their folders as they are.
  public internal(set) var unreadable: [String: Diagnostic] = [:]

  init(path: String, form: Form, versions: [Version], currentName: String) {
    self.path = path
    self.form = form
    self.versions = versions
    self.currentName = currentName
  }

  /// The current version. O(versions).
  public var current: Version { versions.first { $0.name == currentName } ?? versions[versions.count - 1] }

  /// Makes another version the current one of this value; a name that no version has changes nothing. O(versions).
  public mutating func use(_ name: String) { if versions.contains(where: { $0.name == name }) { currentName = name } }

  /// The reason why a version between two others cannot be read; nil if there is none. O(versions).
  package func unreadableVersion(between first: String, _ last: String) -> Diagnostic? {
    unreadable.first { Self.precedes(first, $0.key) && Self.precedes($0.key, last) }?.value
  }

  /// Whether the files of two bundles have the same texts. Where there is one file, its version has no name. O(size).
  package func hasSameFiles(as other: XcodeModelBundle) -> Bool {
    form == other.form && versions.count == other.versions.count
      && zip(versions, other.versions).allSatisfy { own, other in
        (form != .versions || own.name == other.name) && own.document.text == other.document.text
      }
  }

  // MARK: Reading

  /// Reads all versions of a bundle. A version that is empty, no model, or in the binary format that Xcode used before
  /// version 4 is a finding, as long as another one can be read. O(size of all files).
  /// - Throws: A `Diagnostic` if something is missing or no version can be read; the errors of `files`.
  public init(_ path: String, files: Files) throws {
    guard let form = Form(path: path) ?? Form(contentOf: path, files) else {
      throw Diagnostic("unknown-ending", "'\(DisplayText.visible(path))' is not an Xcode model")
    }
    let path = Self.withoutSlash(path)
    let name = Self.name(of: path)
    switch form {
    case .versions:
      let names = try Self.list(path, files)
      let folders = names.filter { Form(path: $0) == .version }
      guard !folders.isEmpty else {
        throw Diagnostic("no-versions", "'\(DisplayText.visible(path))' has no .xcdatamodel inside")
      }
      var versions: [Version] = []
      var problems: [(version: String, problem: Diagnostic)] = []
      for folder in folders.sorted(by: { Self.precedes(Self.name(of: $0), Self.name(of: $1)) }) {
        let version = Self.name(of: folder)
        do {
          versions.append(Version(name: version, document: try Self.document(in: path + "/" + folder, files)))
        } catch let problem as Diagnostic {
          problems.append((version, problem))
        }
      }
      if versions.isEmpty, let first = problems.first { throw first.problem }
      self.init(path: path, form: form, versions: versions, currentName: "")
      for (version, problem) in problems {
        unreadable[version] = problem
        findings.append(
          Diagnostic(
            problem.id == Self.oldFormat ? Self.oldFormat : "unreadable-version",
            "the version '\(DisplayText.visible(version))' can't be read, so it is left out: \(problem.message)",
            severity: .warning, hint: problem.hint))
      }
      try findCurrent(names, files)
    case .version:
      let version = Version(name: name, document: try Self.document(in: path, files))
      self.init(path: path, form: form, versions: [version], currentName: name)
    case .contents:
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
      let isNamed = Form(path: path) == nil && folder.flatMap { Form(path: $0) } != .version
      let name = isNamed ? name : folder.map { Self.name(of: $0) } ?? "Model"
      let version = Version(name: name, document: try XcodeModelDocument(files.read(path)))
      self.init(path: path, form: form, versions: [version], currentName: name)
    }
  }

  /// The id of a version in the binary format that Xcode used before version 4.
  package static let oldFormat = "old-model-format"

  private static func list(_ path: String, _ files: Files) throws(Diagnostic) -> [String] {
    guard let names = files.list(path) else {
      throw Diagnostic(
        Diagnostic.ID.noSuchFile, "there is no folder '\(DisplayText.visible(path))'",
        hint: "an Xcode model is a folder")
    }
    return names.map(withoutSlash)
  }

  private static func document(in folder: String, _ files: Files) throws -> XcodeModelDocument {
    let folder = withoutSlash(folder)
    let names = try list(folder, files)
    guard names.contains("contents") else {
      let shown = DisplayText.visible(folder)
      throw names.contains("elements") || names.contains("layout")
        ? Diagnostic(
          oldFormat, "'\(shown)' is in the binary format that Xcode used before version 4",
          hint: "open it in a later Xcode once and save it: that writes the XML format")
        : Diagnostic("no-contents", "'\(shown)' has no file 'contents' inside")
    }
    return try XcodeModelDocument(files.read(folder + "/contents"))
  }

  /// `.xccurrentversion` names the current version; without it, the last one is taken.
  private mutating func findCurrent(_ names: [String], _ files: Files) throws {
    let last = versions[versions.count - 1].name
    currentName = last
    func noteUnmarked() {
      // The only version needs no mark.
      guard versions.count > 1 else { return }
      findings.append(
        Diagnostic(
          "no-current-version", "no version is marked as current, so \(DisplayText.visible(last)) is taken",
          severity: .warning))
    }
    guard names.contains(Self.currentVersionFile) else { return noteUnmarked() }
    let list = try MarkupDocument(files.read(path + "/" + Self.currentVersionFile), documentType: .permitted)
    let entries = list.root.elements("dict").first?.elements ?? []
    let key = entries.firstIndex { $0.name == "key" && $0.text == Self.currentVersionKey }
    let folder = key.flatMap { $0 + 1 < entries.count ? entries[$0 + 1].text : nil } ?? ""
    if folder.isEmpty { return noteUnmarked() }
    if versions.contains(where: { $0.name == Self.name(of: folder) }) {
      currentName = Self.name(of: folder)
    } else {
      let isThere = unreadable[Self.name(of: folder)] != nil
      findings.append(
        Diagnostic(
          "no-current-version",
          "the current version should be '\(DisplayText.visible(folder))', which "
            + "\(isThere ? "can't be read" : "does not exist"), so \(DisplayText.visible(last)) is used",
          severity: isThere ? .error : .warning))
    }
  }

  // MARK: Names

  static let currentVersionFile = ".xccurrentversion"
  static let currentVersionKey = "_XCCurrentVersionName"

  private static func withoutSlash(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
  }

  fileprivate static func lastPart(of path: String) -> Substring {
    withoutSlash(path).split(separator: "/", omittingEmptySubsequences: true).last.map { Substring(String($0)) } ?? ""
  }

  /// The last part of a path without its ending.
  static func name(of path: String) -> String {
    let name = lastPart(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The order of versions: by name, and by the number at its end.
  static func precedes(_ first: String, _ second: String) -> Bool {
    func parts(_ name: String) -> (String, Int) {
      let digits = name.reversed().prefix { ("0"..."9").contains($0) }.count
      let stem = name.dropLast(digits)
      // `League` and `League 2` have the same stem; a number too long for an Int is none.
      guard digits > 0, let number = Int(name.suffix(digits)) else { return (name, 0) }
      return (String(stem.last == " " ? stem.dropLast() : stem), number)
    }
    let (own, other) = (parts(first), parts(second))
    return own == other ? first < second : own < other
  }
}
