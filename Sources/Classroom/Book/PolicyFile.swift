import Courses
import Diagnostics
import Support

/// The file of a policy while the book is served.
package struct PolicyFile: Sendable {
  private let file: AtomicFile
  private let read: @Sendable () throws(Diagnostic) -> GradingPolicy
  /// The file that was read last, and the file as it was at the last look.
  private var known: AtomicFile.Stamp?
  private var seen: AtomicFile.Stamp?

  /// - Parameter read: reads the file's policy.
  package init(path: String, read: @escaping @Sendable () throws(Diagnostic) -> GradingPolicy) {
    file = AtomicFile(path: path)
    self.read = read
    known = file.stamp
    seen = known
  }

  /// Returns the policy of a file that has changed, once it has stayed the same from one look to the next: an editor may be
  /// writing it. Nil for one that has not changed, and for one that is gone.
  /// - Throws: a diagnostic for a file that cannot be read, and for a mistake in it; once for each change.
  package mutating func changed() throws(Diagnostic) -> GradingPolicy? {
    let stamp = file.stamp
    defer { seen = stamp }
    guard let stamp, stamp == seen, stamp != known else { return nil }
    known = stamp
    return try read()
  }
}
