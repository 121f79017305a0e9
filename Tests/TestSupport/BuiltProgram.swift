import Foundation

/// The programs that are built with the tests.
package enum BuiltProgram {
  /// The repository's folder.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// `graphbook`.
  package static let url = url(of: "graphbook")

  /// Beside the test bundle, wherever that was built.
  package static func url(of name: String) -> URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let beside = bundle.appendingPathComponent(name)
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : root.appendingPathComponent(".build/debug/\(name)")
  }

  /// Runs some lines of the shell in a folder, and returns what they wrote to both streams.
  /// - Parameter environment: all of it; the path is the system's where it has none.
  package static func shell(
    _ lines: String, options: [String] = [], in folder: String, environment: [String: String]
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = options + ["-c", lines]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
