import Diagnostics
import ObjectGraph

extension XcodeModelBundle {
  /// A bundle with the files that have to be written to make it what it is.
  public struct Update: Sendable {
    public var bundle: XcodeModelBundle
    /// The files that are new or differ, by their paths.
    public var files: [(path: String, text: String)]
    /// The folders that are new, outer ones first.
    public var folders: [String]
    /// The parts of the models that the format cannot hold, a line each.
    public var losses: [String]
    /// The names of the versions that are new or differ.
    public var versionNames: [String] = []
  }

  /// Merges the versions of a model into the bundle. Versions that the history does not have stay as they are.
  ///
  /// A new version begins as a copy of the one before it in the history. A history of one version goes into a bundle of
  /// one whatever the two are called. In a single `.xcdatamodel` only the current version has a place.
  /// - Throws: a `Diagnostic` if a version's name cannot be that of a folder.
  /// - Complexity: O(versions² + size of all documents and models).
  public func merging(_ history: ModelHistory) throws(Diagnostic) -> Update {
    try Self.update(self, history, path: path, form: form, isNew: false)
  }

  /// Returns a bundle at another path, with this one's documents as far as it has them.
  /// O(versions² + size of all documents and models).
  /// - Throws: A `Diagnostic` if the path's ending is not that of an Xcode model, or a version's name cannot be that of a
  ///   folder.
  public static func creating(
    _ path: String, from bundle: XcodeModelBundle?, _ history: ModelHistory
  ) throws(Diagnostic) -> Update {
    guard let form = Form(path: path) else {
      throw Diagnostic("unknown-ending", "'\(DisplayText.visible(path))' is not an Xcode model")
    }
    return try update(bundle, history, path: path, form: form, isNew: true)
  }

  private static func update(
    _ bundle: XcodeModelBundle?, _ history: ModelHistory, path: String, form: Form, isNew: Bool
  ) throws(Diagnostic) -> Update {
    var path = path
    while path.count > 1, path.last == "/" { path.removeLast() }
    let models = form == .versions ? history.versions : history.versions.filter { $0.name == history.currentName }
    let isOneToOne = models.count == 1 && bundle?.versions.count == 1
    let kept = bundle?.versions ?? []
    var versions = isNew ? [] : kept
    var update = Update(
      bundle: XcodeModelBundle(path: path, form: form, versions: [], currentName: ""), files: [], folders: [],
      losses: [])
    if isNew, form != .contents { update.folders.append(path) }
    if isNew, form == .versions, let bundle {
      update.losses += bundle.unreadable.keys.sorted(by: precedes).map { "the version \($0), which can't be read" }
    }
    var before: XcodeModelDocument?
    for model in models {
      let old = isOneToOne ? kept[0] : kept.first { $0.name == model.name }
      let base = old?.document ?? before ?? XcodeModelDocument()
      let merge = base.merging(model.model)
      before = merge.document
      for loss in merge.losses where !update.losses.contains(loss) { update.losses.append(loss) }
      let name = isNew ? model.name : old?.name ?? model.name
      let version = Version(name: name, document: merge.document)
      if let place = versions.firstIndex(where: { $0.name == name }) {
        versions[place] = version
      } else {
        versions.append(version)
      }
      if !isNew, old?.document == merge.document { continue }
      update.versionNames.append(name)
      switch form {
      case .contents: update.files.append((path, merge.document.text))
      case .version: update.files.append((path + "/contents", merge.document.text))
      case .versions:
        try checkName(name)
        let folder = "\(path)/\(Form.folder(ofVersion: name))"
        if isNew || old == nil { update.folders.append(folder) }
        update.files.append((folder + "/contents", merge.document.text))
      }
    }
    // One version out of several was changed: which one is current did not.
    let isPart = !isNew && history.count == 1 && kept.contains { $0.name == history.currentName }
    let current = isNew || !(isOneToOne || isPart) ? history.currentName : bundle?.currentName ?? history.currentName
    if form == .versions, isNew || bundle?.currentName != current {
      update.files.append((path + "/" + currentVersionFile, currentVersionText(Form.folder(ofVersion: current))))
    }
    update.bundle.versions = versions.sorted { precedes($0.name, $1.name) }
    update.bundle.currentName = current
    if !isNew { update.bundle.unreadable = bundle?.unreadable ?? [:] }
    return update
  }

  /// Refuses a version's name that a file cannot have.
  package static func checkName(_ name: String) throws(Diagnostic) {
    guard !name.isEmpty, name.first != ".", !name.contains("/"), MarkupDocument.permits(name), !name.contains("\n")
    else {
      throw Diagnostic(
        "version-name", "'\(DisplayText.visible(name))' cannot be the name of a version's folder or file",
        hint: "give the version a name without / and without a dot at its start")
    }
  }

  /// The property list that names the current version, as Xcode writes it: with tabs, which no other of its files has.
  private static func currentVersionText(_ folder: String) -> String {
    let name = folder.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>\(currentVersionKey)</key>
      \t<string>\(name)</string>
      </dict>
      </plist>

      """
  }
}
