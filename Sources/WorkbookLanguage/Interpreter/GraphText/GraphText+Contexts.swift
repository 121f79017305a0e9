import ObjectGraph

/// How contexts save and what they take in: `merge policy object`, `context main, merging`.
extension GraphText {
  /// Writes what differs from the start: main's settings, and the other contexts that have some, each after its parent.
  mutating func writeContexts(_ interpreter: Interpreter) {
    let main = interpreter.mainContext
    if main.mergePolicy != .error { lines.append("merge policy \(main.mergePolicy.rawValue)") }
    if let settings = main.settingsText { lines.append("context \(Interpreter.mainName), \(settings)") }
    var written: Set<String> = []
    for (name, named) in interpreter.contexts.sorted(by: { $0.key < $1.key }) where named.context.hasSettings {
      writeContext(name, interpreter, &written)
    }
  }

  private mutating func writeContext(_ name: String, _ interpreter: Interpreter, _ written: inout Set<String>) {
    guard let named = interpreter.contexts[name], written.insert(name).inserted else { return }
    if let parent = named.parent { writeContext(parent, interpreter, &written) }
    let place = named.parent.map { " on \($0)" } ?? ""
    lines.append("context \(name)\(place), \(named.context.settingsText ?? "no \(ContextSetting.merging.rawValue)")")
    if named.context.mergePolicy != .error {
      lines.append("context \(name) { merge policy \(named.context.mergePolicy.rawValue) }")
    }
  }
}

extension ManagedObjectContext {
  fileprivate var hasSettings: Bool { mergePolicy != .error || settingsText != nil }

  /// The switches that differ from those of a new context: `merging, no deleting faults`; nil where none does.
  fileprivate var settingsText: String? {
    var parts: [String] = []
    if automaticallyMergesChangesFromParent { parts.append(ContextSetting.merging.rawValue) }
    if !shouldDeleteInaccessibleFaults { parts.append("no \(ContextSetting.deletingFaults.rawValue)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
