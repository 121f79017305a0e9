import JSON
import Support

/// The place of a presentation, for a second terminal that follows it: a small file that is replaced with each screen.
package struct PresentationPlace: Hashable, Sendable {
  /// The screen, from 0, and the window that the lesson is divided for.
  package var screen: Int
  package var columns: Int
  package var rows: Int
  /// When the presentation began, in seconds since 1970.
  package var began: Int
  /// The process that presents.
  package var process: Int

  package init(screen: Int, columns: Int, rows: Int, began: Int, process: Int) {
    self.screen = screen
    self.columns = columns
    self.rows = rows
    self.began = began
    self.process = process
  }

  /// Returns the path of the file for a lesson.
  package static func path(in folder: StateFolder, lesson: String) -> String {
    "\(folder.path)/presenting-\(lesson).json"
  }

  private static var keys: [WritableKeyPath<PresentationPlace, Int>] {
    [\.screen, \.columns, \.rows, \.began, \.process]
  }
  private static let names = ["screen", "columns", "rows", "began", "process"]

  package var text: String {
    JSONValue(zip(Self.names, Self.keys).map { ($0, .integer(Int64(self[keyPath: $1]))) }).line + "\n"
  }

  /// - Returns: nil for anything but what ``text`` gives.
  package init?(_ bytes: [UInt8]) {
    self.init(screen: 0, columns: 0, rows: 0, began: 0, process: 0)
    guard bytes.count < 1000, let value = bytes.withUnsafeBufferPointer({ try? JSONValue($0) }) else { return nil }
    for (name, key) in zip(Self.names, Self.keys) {
      guard let number = value[name]?.whole, number >= 0, let small = Int(exactly: number), small < 1 << 40 else {
        return nil
      }
      self[keyPath: key] = small
    }
  }

  /// Writes the file. A failure is no reason to stop a lesson.
  package func write(to path: String) { try? AtomicFile(path: path).replace(with: Array(text.utf8)) }

  /// Reads the file; nil if there is none.
  package static func read(from path: String) -> PresentationPlace? {
    (try? AtomicFile(path: path).read()).flatMap { PresentationPlace($0.bytes) }
  }
}
