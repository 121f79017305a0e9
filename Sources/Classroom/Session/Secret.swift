import Support

/// Random words by which browsers are known.
package enum Secret {
  /// 128 random bits from the system, as 32 hexadecimal digits.
  package static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in (generator.next() as UInt64).hexadecimal }.joined()
  }

  /// A short word for people to type: six letters and digits, none of which is easily taken for another, as `rn` for `m`, and none
  /// of which comes twice.
  package static func makeCode() -> String {
    var generator = SystemRandomNumberGenerator()
    return String("abcdefghjkmnpqstuvwxyz23456789".shuffled(using: &generator).prefix(6))
  }

  /// Whether two texts are the same. The time it takes depends on their lengths only.
  package static func matches(_ given: String, _ secret: String) -> Bool {
    let (given, secret) = (Array(given.utf8), Array(secret.utf8))
    guard given.count == secret.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(given, secret) { difference |= left ^ right }
    return difference == 0
  }
}
