import Foundation
import Testing

/// The documents that messages, help and templates name are there, and every way to install the program installs them.
@Suite("Documents that are named")
struct DocumentTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  @Test("Every document that a text of the program names exists")
  func named() throws {
    var names: Set<String> = []
    for (_, text) in ArchitectureTests.sources {
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for match in line.matches(of: /docs\/[a-z-]+\.md|CONTRIBUTING\.md/) { names.insert(String(match.output)) }
      }
    }
    #expect(names.isSuperset(of: ["docs/grading.md", "docs/classroom.md", "docs/authors.md"]))
    for name in names { #expect(FileManager.default.fileExists(atPath: "\(Self.root)/\(name)"), "\(name)") }
  }

  @Test(
    "Each installation has them",
    arguments: [
      ("Makefile", "install -m 644 docs/*.md", "CONTRIBUTING.md \""),
      ("packaging/stage", "install -m 644 docs/*.md", "install -m 644 CONTRIBUTING.md"),
      (
        "packaging/homebrew/graphbook.rb.in", "(doc/\"docs\").install Dir[\"docs/*.md\"]",
        "doc.install \"CONTRIBUTING.md\""
      ),
    ])
  func installed(file: String, documents: String, contributing: String) throws {
    let text = try Self.text(file)
    #expect(text.contains(documents) && text.contains(contributing))
  }

  @Test("The document for authors names every key of a head and every block")
  func authors() throws {
    let text = try Self.text("docs/authors.md")
    for file in ["Courses/Lessons/LessonReader.swift", "Courses/Exercises/ExerciseReader.swift"] {
      let source = try Self.text("Sources/\(file)")
      let keys = source.matches(of: /head\.[a-z]+\("([a-z]+)"/).map { String($0.1) }
      #expect(keys.count > 5, "\(file)")
      // 'handout' is for copies that the program writes.
      for key in keys where key != "handout" { #expect(text.contains("`\(key)`"), "\(key)") }
    }
    for block in ["graph", "output", "predict", "task", "check", "hint", "solution", "wrong", "note"] {
      #expect(text.contains("| `\(block)` |"), "\(block)")
    }
    for word in ["--update", "rollback", "words.de.yaml", "exercise variant"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test("The staged folder has them", .enabled(if: FileManager.default.fileExists(atPath: root + "/.git"), "no clone"))
  func staged() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stage-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let make = Process()
    make.executableURL = URL(fileURLWithPath: "/bin/sh")
    make.arguments = [
      "-c",
      "set -e; mkdir -p '\(folder)/docs'; sed -n '/^# What help/,/docs\\/\"$/p' packaging/stage > '\(folder)/part'; share='\(folder)' sh -e '\(folder)/part'",
    ]
    make.currentDirectoryURL = URL(fileURLWithPath: Self.root)
    try make.run()
    make.waitUntilExit()
    #expect(make.terminationStatus == 0)
    let installed = try FileManager.default.contentsOfDirectory(atPath: folder + "/doc/graphbook/docs")
    #expect(installed.contains("grading.md") && installed.contains("authors.md") && installed.contains("classroom.md"))
    #expect(FileManager.default.fileExists(atPath: folder + "/doc/graphbook/CONTRIBUTING.md"))
  }
}
