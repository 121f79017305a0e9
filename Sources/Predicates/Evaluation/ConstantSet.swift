/// The elements of a constant list, prepared once for `x IN {…}`: a look-up in place of a comparison with each.
struct ConstantSet {
  private var texts: Set<String> = []
  private var integers: Set<Int64> = []
  private var objects: Set<ObjectReference> = []
  /// What has to be compared one by one: doubles, lists, dates.
  private var others: [Value] = []
  private let options: Predicate.Comparison.Options

  /// Worth it from a few elements on; O(elements).
  init(_ elements: [Value], options: Predicate.Comparison.Options) {
    self.options = options
    for element in elements {
      switch element {
      case .string(let text): texts.insert(options.folded(text))
      case .integer(let integer): integers.insert(integer)
      case .boolean(let flag): integers.insert(flag ? 1 : 0)
      case .object(let reference): objects.insert(reference)
      // nil is in nothing, also where the list holds it.
      case .null: break
      case .double, .decimal, .date, .data, .uuid, .url, .array, .set, .dictionary: others.append(element)
      }
    }
  }

  /// Whether a value is equal to one of the elements, as ``Value/isEqual(to:options:)`` has it. O(1) for text, whole
  /// numbers and objects where the list has nothing else.
  func contains(_ value: Value) -> Bool {
    switch value {
    case .null: return false
    case .string(let text): return texts.contains(options.folded(text))
    case .integer(let integer): if integers.contains(integer) { return true }
    case .boolean(let flag): if integers.contains(flag ? 1 : 0) { return true }
    case .double(let double): if let whole = Int64(exactly: double), integers.contains(whole) { return true }
    case .decimal: if integers.contains(where: { value.isEqual(to: .integer($0)) }) { return true }
    case .object(let reference): return objects.contains(reference)
    case .date, .data, .uuid, .url, .array, .set, .dictionary: break
    }
    return others.contains { $0.isEqual(to: value, options: options) }
  }
}
