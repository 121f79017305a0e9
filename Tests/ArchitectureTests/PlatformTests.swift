import Testing

/// The package says which macOS it needs. A build on Linux also takes what that one does not have.
@Suite("Nothing is newer than the platform")
struct PlatformTests {
  /// Spellings of the standard library that came after macOS 15.
  static let newer = ["InlineArray<", "Span<", "RawSpan", "UTF8Span", "Observations {", ".utf8Span", ".bytes.span"]

  @Test("No source uses what came after macOS 15", arguments: newer)
  func spellings(_ spelling: String) {
    for (path, text) in ArchitectureTests.sources where text.contains(spelling) {
      for line in text.split(separator: "\n") where line.contains(spelling) { Issue.record("\(path): \(line)") }
    }
  }
}
