import struct Foundation.URL

/// The course of two lessons that tests play and grade.
package enum SmallCourse {
  package static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("ShellTests/SmallCourse").path
}
