extension Value {
  /// Whether two values have the same representation. Texts have where their scalars are the same (`LiteralText`), and
  /// what is not a number is the same as itself, so that it can be grouped. O(size).
  public static func == (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b || a.isNaN && b.isNaN
    case (.decimal(let a), .decimal(let b)): a == b
    case (.string(let a), .string(let b)): a.isLiterally(b)
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.url(let a), .url(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.set(let a), .set(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }

  /// Hashes what is compared. O(size).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.isNaN ? .nan : value)
    case .decimal(let value): hasher.combine(value)
    case .string(let value): hasher.combine(LiteralText(value))
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .url(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .array(let value), .set(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    }
  }
}
