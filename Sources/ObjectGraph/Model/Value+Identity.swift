import Predicates

extension Value {
  /// Whether two values are the same in what they are kept as: text in the same spelling, numbers to the last bit. By
  /// `==` two spellings of é are one text, 0 is -0 and a NaN is not itself, so that an edit would be lost or made up.
  func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.array(let a), .array(let b)), (.set(let a), .set(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key]?.isIdentical(to: value) ?? false }
    default: self == other
    }
  }
}
