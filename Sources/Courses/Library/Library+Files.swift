import Support

extension Library {
  /// The files of the courses by the names that messages use, each with its stamp: everything that a check reads.
  /// - Complexity: O(files).
  package func stamps() -> [String: AtomicFile.Stamp] {
    var stamps: [String: AtomicFile.Stamp] = [:]
    // Lessons/Worlds/a.graph, and Exercises/09-rules/links/wrong/b.graph.
    for root in roots {
      collect(in: "Lessons", of: root, depth: 1, into: &stamps)
      collect(in: "Exercises", of: root, depth: 3, into: &stamps)
    }
    return stamps
  }

  private func collect(
    in folder: String, of root: String, depth: Int, into stamps: inout [String: AtomicFile.Stamp]
  ) {
    for name in FileTexts.names(in: "\(root)/\(folder)") {
      let path = "\(folder)/\(name)"
      if name.contains(".") {
        stamps[shown(path, in: root)] = AtomicFile(path: "\(root)/\(path)").stamp
      } else if depth > 0 {
        collect(in: path, of: root, depth: depth - 1, into: &stamps)
      }
    }
  }
}
