import Shell
import TestSupport
import Testing

import struct Foundation.URL

/// The first session of README.md, held against the program.
@Suite("The README shows what the program prints")
struct ReadmeTests {
  @Test("Typing the lines of its session gives exactly its text")
  func session() throws {
    let root = TranscriptTests.folder.deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let session = try #require(readme.split(separator: "```\n").first { $0.hasPrefix("graph> ") })
    let lines = session.split(separator: "\n").filter { $0.hasPrefix("graph> ") }.map { $0.dropFirst(7) + "\n" }
    #expect(lines.count > 10)
    let state = try TemporaryFolder()
    let screen = TranscriptTests.screen(typing: lines.joined(), progressPath: state.path + "/progress.json")
    #expect(screen.hasSuffix(session), "\(screen)")
  }
}
