import Foundation

/// The Python that GRAPHBOOK_PYTHON names, or the system's.
package enum Python {
  private static let path = ProcessInfo.processInfo.environment["GRAPHBOOK_PYTHON"] ?? "python3"

  /// Whether it finds a module; false without any Python.
  package static func has(_ module: String) -> Bool {
    let script = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(module)') is None)"
    return run(["-c", script]).status == 0
  }

  /// Runs it, and returns what it wrote to both streams; 127 if it could not be started.
  package static func run(_ arguments: [String]) -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    do { try process.run() } catch { return ("\(error)", 127) }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
