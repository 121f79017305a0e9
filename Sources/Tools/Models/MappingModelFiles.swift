import CommandIO
import ModelInterchange

/// The mapping models of a bundle's project, by the versions between which they map.
struct MappingModelFiles {
  /// A mapping model's source and destination.
  struct Step: Hashable {
    var old: String
    var new: String
  }

  /// The steps of the bundle for which there is a mapping model.
  private(set) var steps: Set<Step> = []
  /// Whether there is a mapping model that does not say which versions it is for; it may be for any.
  private(set) var hasUnknown = false

  /// Looks in the folder of a bundle's project, or in the bundle's own folder where no project is around it.
  /// O(folders of the project).
  init(near path: String) {
    let bundle = ReviewedModel.name(of: path)
    var open = [Self.projectFolder(of: path)]
    var count = 0
    while let folder = open.popLast(), count < 5_000 {
      count += 1
      for name in FolderListing.names(in: folder) where name.first != "." {
        let lowercased = name.lowercased()
        if lowercased.hasSuffix(".xcmappingmodel/") || lowercased.hasSuffix(".xcmappingmodel") {
          note(folder + name, of: bundle)
          continue
        }
        let isOther = ["Pods/", "Carthage/", "node_modules/", "DerivedData/", "build/"].contains(name)
        if name.hasSuffix("/"), !isOther { open.append(folder + name) }
      }
    }
  }

  /// Whether a store of an old version gets past a step to the next one by a mapping model: one from the old version to the
  /// next or to any later one.
  func covers(_ old: String, to later: some Sequence<String>) -> Bool {
    hasUnknown || later.contains { steps.contains(Step(old: old, new: $0)) }
  }

  private mutating func note(_ path: String, of bundle: String) {
    let file = path + (path.hasSuffix("/") ? "" : "/") + "xcmapping.xml"
    guard let text = try? TextFile.read(file, relativeTo: nil).text,
      let old = Self.version("sourcemodelpath", in: text), let new = Self.version("destinationmodelpath", in: text)
    else {
      hasUnknown = true
      return
    }
    // A mapping model of another bundle is none of this one.
    guard old.bundle == bundle, new.bundle == bundle else { return }
    steps.insert(Step(old: old.name, new: new.name))
  }

  /// The version that an attribute of Xcode's file names by a path, `App/App.xcdatamodeld/App 2.xcdatamodel`.
  private static func version(_ attribute: String, in text: String) -> (bundle: String, name: String)? {
    guard let start = text.firstRange(of: "name=\"\(attribute)\"")?.upperBound,
      let opening = text[start...].firstIndex(of: ">"), text[..<opening].last != "/",
      let end = text[opening...].firstIndex(of: "<")
    else { return nil }
    let parts = text[text.index(after: opening)..<end].split(separator: "/")
    guard parts.count > 1, let last = parts.last, last.hasSuffix(".xcdatamodel") else { return nil }
    return (String(parts[parts.count - 2]), String(last.dropLast(".xcdatamodel".count)))
  }

  /// The nearest folder around a bundle that has a repository, or else a project or a package, with a slash at its end.
  private static func projectFolder(of path: String) -> String {
    var folder = path[...]
    // From a bundle to its folder, and from there to the one around it.
    func leave() {
      while folder.count > 1, folder.last == "/" { folder.removeLast() }
      folder = folder.lastIndex(of: "/").map { folder[...$0] } ?? ""
    }
    leave()
    let own = String(folder)
    var project: String?
    while !folder.isEmpty, folder != "/" {
      let names = FolderListing.allNames(in: String(folder)) ?? []
      if names.contains(".git") { return String(folder) }
      if project == nil,
        names.contains(where: { $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") || $0 == "Package.swift" })
      {
        project = String(folder)
      }
      leave()
    }
    return project ?? own
  }
}
