import Diagnostics

/// The options of an `export`.
package struct ExportOptions: Hashable, Sendable {
  /// `model only`: a `.graph` file without objects.
  package var isModelOnly = false
  /// `swiftdata`: classes with `@Model` instead of subclasses of `NSManagedObject`.
  package var isSwiftData = false
  /// `split`: Swift source in one file for each entity, into a folder.
  package var isSplit = false
  /// `all`: also the classes that are written by hand according to the model.
  package var includesHandwritten = false
  /// The place of the first option that only Swift takes.
  package var firstOfSwift: SourceRange?

  package init() {}

  package static func == (left: ExportOptions, right: ExportOptions) -> Bool {
    left.isModelOnly == right.isModelOnly && left.isSwiftData == right.isSwiftData && left.isSplit == right.isSplit
      && left.includesHandwritten == right.includesHandwritten
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isModelOnly)
    hasher.combine(isSwiftData)
    hasher.combine(isSplit)
    hasher.combine(includesHandwritten)
  }
}
