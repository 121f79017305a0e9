import ObjectGraph

/// How contexts save and what they take in: `merge policy object`, `context main, merging`.
extension GraphText {
  /// Writes what differs from the start: main's settings, and the other contexts that have some, each after its parent.
  mutating func writeContexts(_ interpreter: Interpreter) {
    let main = interpreter.mainContext
    if main.mergePolicy != .error { lines.append("merge policy \(main.mergePolicy.rawValue)") }
    if main.automaticallyMergesChangesFromParent { lines.append("context \(Interpreter.mainName), merging") }
    var written: Set<String> = []
    for (name, named) in interpreter.contexts.sorted(by: { $0.key < $1.key }) where named.context.hasSettings {
      writeContext(name, interpreter, &written)
    }
  }

  private mutating func writeContext(_ name: String, _ interpreter: Interpreter, _ written: inout Set<String>) {
    guard let named = interpreter.contexts[name], written.insert(name).inserted else { return }
    if let parent = named.parent { writeContext(parent, interpreter, &written) }
    let place = named.parent.map { " on \($0)" } ?? ""
    let merging = named.context.automaticallyMergesChangesFromParent ? "merging" : "no merging"
    lines.append("context \(name)\(place), \(merging)")
    if named.context.mergePolicy != .error {
      lines.append("context \(name) { merge policy \(named.context.mergePolicy.rawValue) }")
    }
  }
}

extension ManagedObjectContext {
  fileprivate var hasSettings: Bool { mergePolicy != .error || automaticallyMergesChangesFromParent }
}
