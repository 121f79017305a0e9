import Testing

@Suite("Pages are read and written in a few files")
struct UnsafeCodeTests {
  /// The files of ObjectGraph that may handle pointers to pages, besides those of `Graph/Pages`.
  static let readers: Set<String> = [
    "EntityAccess", "KeyPathCache", "KeyPathPlan", "KeyTable", "NumberAllocator", "PagedColumn", "RelationshipLists",
    "SortPrefix", "StripCheck", "TextTest",
  ]

  /// The files that handle the bytes of a file or a text, which are not pages.
  static let bytes: Set<String> = ["StoreColumns", "StoreFileReader", "StoreFileWriter", "UUID+Random"]

  @Test("No other file of ObjectGraph handles pointers, and each that may does")
  func pointers() {
    var unused = Self.readers.union(Self.bytes)
    for (path, text) in ArchitectureTests.sources where path.hasPrefix("ObjectGraph/") {
      guard !path.contains("/Graph/Pages/"),
        text.contains(/Unsafe\w*Pointer|unsafelyUnwrapped|unsafeBitCast|Unmanaged|withUnsafe/),
        let file = path.split(separator: "/").last?.dropLast(".swift".count), !file.hasPrefix("Graph+")
      else { continue }
      let isAllowed = Self.readers.contains(String(file)) || Self.bytes.contains(String(file))
      #expect(isAllowed, "\(path): move this to Graph/Pages, or add it here")
      unused.remove(String(file))
    }
    #expect(unused.isEmpty, "\(unused.sorted()) handle no pointers any more")
  }

  /// The files outside `Graph/Pages` that may write links, which ARCHITECTURE.md names.
  static let linkWriters: Set<String> = ["Graph+Access", "Graph+Links", "Graph+Members", "Graph+Order", "StoreColumns"]

  @Test("No other file writes links, and each that may does")
  func links() throws {
    var unused = Self.linkWriters
    for (path, text) in ArchitectureTests.sources where !path.contains("/Graph/Pages/") {
      let calls =
        /[ .](setPlainTarget|takeOut|takeOutEnd|thread|unthread|makePair|freePair|appendEnd|insertEnd)\(|memory\.append\(/
      guard text.contains(calls), let file = path.split(separator: "/").last?.dropLast(".swift".count) else { continue }
      #expect(Self.linkWriters.contains(String(file)), "\(path): call connect or disconnect, or add it here")
      unused.remove(String(file))
    }
    #expect(unused.isEmpty, "\(unused.sorted()) write no links any more")
    let architecture = try DocumentTests.text("ARCHITECTURE.md")
    for file in Self.linkWriters { #expect(architecture.contains("`\(file)`"), "\(file)") }
  }
}
