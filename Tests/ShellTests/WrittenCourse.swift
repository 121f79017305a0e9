import Courses
import Foundation
import Shell
import WorkbookLanguage

/// A course in a folder that is removed when the value ends.
struct WrittenCourse {
  let folder: TemporaryFolder

  /// - Parameter files: texts by their path in the folder.
  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files { try write(text, to: path) }
  }

  /// Writes a file, with the folders around it.
  func write(_ text: String, to path: String) throws {
    let file = folder.path + "/" + path
    let around = URL(fileURLWithPath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: around, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + path)), as: UTF8.self)
  }

  var library: Library { Library(root: folder.path) }

  var check: CourseCheck {
    CourseCheck(
      library: library,
      makeInterpreter: { now in Interpreter(environment: .init(now: { now ?? Date(timeIntervalSince1970: 0) })) })
  }
}
