import Foundation
import Testing

/// A package that uses the libraries, resolved by SwiftPM.
@Suite("The libraries bring no other package along")
struct PackageTests {
  /// The packages that one brings along which depends on a library of this repository.
  /// - Parameter traits: the traits of this repository in its manifest.
  static func dependencies(traits: String) throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)")
    let sources = folder.appendingPathComponent("Sources/User")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let manifest = """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "User",
        platforms: [.macOS(.v15)],
        dependencies: [.package(path: "\(root.path)"\(traits))],
        targets: [
          .target(name: "User", dependencies: [.product(name: "ObjectGraph", package: "\(root.lastPathComponent)")])
        ])
      """
    try manifest.write(to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    try "import ObjectGraph\n".write(
      to: sources.appendingPathComponent("User.swift"), atomically: true, encoding: .utf8)
    let (status, text) = try swift(["package", "show-dependencies", "--format", "flatlist"], in: folder)
    #expect(status == 0, "\(text)")
    return text.split(separator: "\n").map(String.init)
  }

  static func swift(_ arguments: [String], in folder: URL) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  static let hasSwift =
    (try? swift(["package", "--version"], in: FileManager.default.temporaryDirectory))?.status == 0

  @Test(
    "A package that uses ObjectGraph without the trait Program fetches nothing",
    .enabled(if: hasSwift, "there is no swift on the path"))
  func libraryAlone() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    #expect(try Self.dependencies(traits: ", traits: []") == [root.lastPathComponent.lowercased()])
  }
}
