import ObjectGraph

extension Failure {
  /// The shortest program found that still fails, perhaps in another way: delta debugging (Zeller and Hildebrandt 2002),
  /// then shorter lists in each line. Objects keep their labels, so that a line can go without the others changing.
  func shrunk(_ model: ManagedObjectModel) -> Failure {
    var best = Run.failure(model, operations) ?? self
    /// Takes a program when it fails too.
    func attempt(_ operations: [Operation]) -> Bool {
      guard let failure = Run.failure(model, operations) else { return false }
      best = failure
      return true
    }
    var size = max(1, best.operations.count / 2)
    while size >= 1 {
      var start = 0
      var isShorter = false
      while start < best.operations.count {
        let end = min(start + size, best.operations.count)
        if attempt(Array(best.operations[..<start] + best.operations[end...])) {
          isShorter = true
        } else {
          start = end
        }
      }
      if size == 1, !isShorter { break }
      size = size == 1 ? 1 : size / 2
    }
    var index = 0
    while index < best.operations.count {
      let simpler = best.operations[index].simpler.first { line in
        var operations = best.operations
        operations[index] = line
        return attempt(operations)
      }
      if simpler == nil { index += 1 }
    }
    return best
  }

  /// The program as text, with what went wrong.
  func text(_ model: NamedModel, seed: UInt64) -> String {
    var lines = ["model: \(model.name), seed: \(seed)"]
    lines += model.model.entities.flatMap { $0.sketch }
    lines.append("program:")
    lines += operations.map { "  \($0)" }
    lines.append("then:")
    lines += problems.prefix(12).map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension EntityDescription {
  /// The entity, one line a property.
  var sketch: [String] {
    let head = (isAbstract ? "abstract " : "") + "entity \(name)" + (parent.map { " : \($0)" } ?? "")
    let constraints = uniquenessConstraints.isEmpty ? "" : " unique \(uniquenessConstraints)"
    return ["  " + head + constraints]
      + properties.map { property in
        switch property {
        case .attribute(let attribute):
          return "    \(attribute.name): \(attribute.type)" + (attribute.isOptional ? "" : " required")
            + (attribute.defaultValue.map { " default \($0)" } ?? "")
        case .relationship(let relationship):
          let kind = relationship.isToMany ? relationship.isOrdered ? "ordered many" : "many" : "one"
          return "    \(relationship.name): \(kind) \(relationship.destination)"
            + (relationship.inverse.map { " inverse \($0)" } ?? "") + " \(relationship.deleteRule.rawValue)"
            + (relationship.isOptional ? "" : " required")
            + (relationship.minimumCount > 0 ? " min \(relationship.minimumCount)" : "")
            + (relationship.isToMany && relationship.maximumCount > 0 ? " max \(relationship.maximumCount)" : "")
        case .fetched(let fetched): return "    \(fetched.name): fetched"
        }
      }
  }
}
