import Diagnostics
import ModelInterchange
import ModelReview
import ObjectGraph
import Shell

/// Questions about the versions of a bundle: whether the right one is current, and whether stores of the older ones can be
/// migrated.
package enum VersionQuestions {
  package static let currentVersion = RulePage(
    id: "currentVersion", title: "the current version is not the last by its number",
    why: """
      Xcode marks one version as current, and the app uses that one. A mark that was never moved lets the app work with an \
      old version; a newer one may also be not in use yet.
      """,
    example: "App.xcdatamodeld with App and App 2, of which App is marked",
    fix: "choose the version in Xcode's File inspector, which names it in .xccurrentversion")

  package static let unmappedVersions = RulePage(
    id: "unmappedVersions", title: "a lightweight migration from one version to the next fails",
    why: """
      A store of an old version is migrated when it is opened. Core Data infers the mapping, unless there is a mapping \
      model, and cannot where an attribute changes its type or objects lack a required value. The app then opens no store.
      """,
    example: "App 2 requires Team.city, which App does not have, and gives it no default",
    fix: "give what is new a default, or let it be optional; or add a mapping model")

  /// The questions about a bundle; none about a single version. O(versions × properties).
  /// - Parameter hasMapping: Whether the project has a mapping model; only asked where a migration fails.
  static func findings(in bundle: XcodeModelBundle, hasMapping: () -> Bool) -> [Finding] {
    let families = families(of: bundle)
    var findings: [Finding] = []
    if let family = families.first(where: { $0.contains { $0.name == bundle.currentName } }), let last = family.last,
      last.name != bundle.currentName
    {
      findings.append(current(bundle, last.name))
    }
    let failures = failures(between: families, of: bundle)
    if let newest = failures.first, !hasMapping() { findings.append(unmapped(newest, failures)) }
    return findings
  }

  private static func current(_ bundle: XcodeModelBundle, _ last: String) -> Finding {
    Finding(
      currentVersion.id, .question, "", "",
      "\(bundle.currentName) is marked as the current one of \(DisplayText.grouped(bundle.versions.count)) versions, and "
        + "\(last) has the highest number; is the mark right?",
      fix: "if not: choose \(last) in Xcode's File inspector, which names it in .xccurrentversion")
  }

  // MARK: Migrations

  /// A step from one version to the next that no lightweight migration takes.
  private struct Failure {
    let old: String
    let new: String
    /// The first reason.
    let reason: String
    /// Whether a store without objects is migrated all the same.
    let needsObjects: Bool
  }

  private static func failures(between families: [[XcodeModelBundle.Version]], of bundle: XcodeModelBundle) -> [Failure]
  {
    families.flatMap { family in
      let models = family.map { $0.document.model(named: $0.name).model }
      return family.indices.dropFirst().reversed().compactMap { place -> Failure? in
        let forecast = MigrationForecast(from: models[place - 1], to: models[place])
        // The next save or the current version's own findings tell of a model with problems.
        guard !forecast.items.isEmpty, let reason = forecast.firstReason else { return nil }
        return Failure(
          old: family[place - 1].name, new: family[place].name, reason: reason.message,
          needsObjects: forecast.isInferred)
      }
    }
  }

  /// One question about all steps, which names three at most.
  private static func unmapped(_ newest: Failure, _ failures: [Failure]) -> Finding {
    let others = failures.dropFirst().prefix(2).map { "from \($0.old) to \($0.new)" }
    let rest = failures.count - 1 - others.count
    let also =
      others.joined(separator: " and ")
      + (rest > 0 ? " and \(DisplayText.grouped(rest)) earlier \(rest == 1 ? "one" : "ones")" : "")
    return Finding(
      unmappedVersions.id, .question, "", "",
      "a lightweight migration from \(newest.old) to \(newest.new) fails\(newest.needsObjects ? " where there are objects" : ""): "
        + newest.reason + (also.isEmpty ? "" : failures.count == 2 ? "; so does one \(also)" : "; so do those \(also)")
        + "; is there a mapping model, or code for it?",
      fix:
        "if not: graphbook model diff --from \"\(newest.old)\" --to \"\(newest.new)\" names each such change and its remedy"
    )
  }

  // MARK: Order

  /// The versions by name without numbers, in the order of their numbers: `App`, `App 2`, `App v10`, `App 10.1`. One of another
  /// name is in no order with them.
  private static func families(of bundle: XcodeModelBundle) -> [[XcodeModelBundle.Version]] {
    let families = Dictionary(grouping: bundle.versions) { parts($0.name).stem }
    return families.keys.sorted().compactMap { families[$0] }.map { family in
      family.sorted { parts($0.name).numbers.lexicographicallyPrecedes(parts($1.name).numbers) }
    }
  }

  private static func parts(_ name: String) -> (stem: String, numbers: [Int]) {
    let letters = name.lowercased().split { !$0.isLetter }.filter { !["v", "version"].contains($0) }
    // `AppV2` has its v at a word.
    let stem = letters.joined(separator: " ")
    let isNumbered = name.last?.isNumber == true
    let numbers = name.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    return (isNumbered && stem.hasSuffix("v") ? String(stem.dropLast()) : stem, numbers)
  }

  // MARK: Mapping models

  /// Whether a mapping model is in the folder of a bundle's project, or in the bundle's own folder where no project is around it.
  /// O(folders of the project).
  static func hasMapping(near path: String) -> Bool {
    var open = [projectFolder(of: path)]
    var count = 0
    while let folder = open.popLast(), count < 5_000 {
      count += 1
      for name in FolderListing.names(in: folder) where name.first != "." {
        if name.lowercased().hasSuffix(".xcmappingmodel/") || name.lowercased().hasSuffix(".xcmappingmodel") {
          return true
        }
        let isOther = ["Pods/", "Carthage/", "node_modules/", "DerivedData/", "build/"].contains(name)
        if name.hasSuffix("/"), !isOther { open.append(folder + name) }
      }
    }
    return false
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

extension MigrationForecast {
  /// The first reason why a lightweight migration fails, or fails where there are objects; nil if there is none.
  fileprivate var firstReason: Diagnostic? {
    let refused = items.lazy.compactMap { item -> Diagnostic? in
      if case .refused(let problems) = item.verdict { problems.first { !$0.convertsNumber }?.diagnostic } else { nil }
    }
    let lacking = items.lazy.compactMap { item -> Diagnostic? in
      if case .failsWithObjects(let values) = item.verdict { values.first?.diagnostic } else { nil }
    }
    return refused.first ?? otherProblems.first { !$0.convertsNumber }?.diagnostic ?? lacking.first
      ?? otherMandatoryValues.first?.diagnostic
  }
}

extension MappingProblem {
  /// Whether a number becomes one of another type. Whether a lightweight migration takes that is not established, see
  /// docs/core-data.md.
  fileprivate var convertsNumber: Bool {
    guard case .typeChanged(_, _, let from, let to) = self else { return false }
    let numbers = AttributeType.allCases.filter(\.isNumber).map(\.rawValue)
    return numbers.contains(from) && numbers.contains(to)
  }
}
