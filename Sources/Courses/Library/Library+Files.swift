import Support

extension Library {
  /// The files of the course by their path in its folder, each with its stamp: everything that a check reads.
  /// - Complexity: O(files).
  package func stamps() -> [String: AtomicFile.Stamp] {
    var stamps: [String: AtomicFile.Stamp] = [:]
    // Lessons/Worlds/a.graph, and Exercises/09-rules/links/wrong/b.graph.
    collect(in: "Lessons", depth: 1, into: &stamps)
    collect(in: "Exercises", depth: 3, into: &stamps)
    return stamps
  }

  private func collect(in folder: String, depth: Int, into stamps: inout [String: AtomicFile.Stamp]) {
    for name in FileTexts.names(in: "\(root)/\(folder)") {
      let path = "\(folder)/\(name)"
      if name.contains(".") {
        stamps[path] = AtomicFile(path: "\(root)/\(path)").stamp
      } else if depth > 0 {
        collect(in: path, depth: depth - 1, into: &stamps)
      }
    }
  }
}
