import Support

/// A digest of what matters to a store in an entity or a property: two with the same hash keep the same data.
///
/// The bytes are ours, SHA-256 over the values that Core Data's header names, and not those that Apple's framework
/// computes; a hash from a store that Core Data wrote is equal to none of these. They depend on nothing else: not on
/// the order of entities and properties, nor on the process, the machine or the time.
public struct VersionHash: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The hash that ``description`` spells; nil for any other text. O(1).
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: 64, by: 2) {
      guard let high = Self.value(of: digits[place]), let low = Self.value(of: digits[place + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// 64 hexadecimal digits. O(1).
  public var description: String {
    bytes.hexadecimal
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// Takes down fields for a hash, each with its length, so that no two lists of fields read alike.
struct VersionHasher {
  private var hash = SHA256()

  /// - Parameter kind: what is hashed, so that an attribute and a relationship of one name differ.
  init(_ kind: String) { add(kind) }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    hash.update(text.utf8)
  }

  mutating func add(_ text: String?) {
    add(text != nil)
    if let text { add(text) }
  }

  mutating func add(_ flag: Bool) { hash.update([flag ? 1 : 0]) }

  mutating func add(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    hash.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
  }

  mutating func add(_ other: VersionHash) { hash.update(other.bytes) }

  consuming func finalize() -> VersionHash { VersionHash(bytes: hash.finalize()) }
}
