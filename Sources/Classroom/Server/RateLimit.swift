/// A limit on how often something may happen: so many times at once, and then so many times a second.
///
/// The time comes from outside, in seconds; it never goes back.
package struct RateLimit: Sendable {
  let rate: Double
  let burst: Double
  private var left: Double
  private var last: Double?

  package init(perSecond rate: Double, burst: Double) {
    self.rate = rate
    self.burst = burst
    left = burst
  }

  /// Whether it may happen now; if so, it counts.
  package mutating func allows(at time: Double) -> Bool {
    guard isOpen(at: time) else { return false }
    left -= 1
    return true
  }

  /// Undoes one that was counted.
  mutating func giveBack() { left = min(burst, left + 1) }

  /// Whether it may happen now.
  mutating func isOpen(at time: Double) -> Bool {
    if let last { left = min(burst, left + max(0, time - last) * rate) }
    last = time
    return left >= 1
  }

  /// Whether nothing of it has been used up lately.
  func isFull(at time: Double) -> Bool { last.map { left + (time - $0) * rate >= burst } ?? true }
}

/// The same limit for each of many addresses. Those of one network of IPv6 share it.
package struct RateLimits: Sendable {
  private let limit: RateLimit
  private var used: [String: RateLimit] = [:]
  /// Addresses that are remembered at the same time; beyond that, those that did nothing lately are forgotten.
  private static let count = 4_096

  package init(_ limit: RateLimit) { self.limit = limit }

  package mutating func allows(_ address: String, at time: Double) -> Bool {
    let address = NetworkAddress.network(of: address)
    if used.count >= Self.count, used[address] == nil {
      used = used.filter { !$0.value.isFull(at: time) }
      guard used.count < Self.count else { return false }
    }
    return used[address, default: limit].allows(at: time)
  }

  mutating func giveBack(_ address: String) { used[NetworkAddress.network(of: address)]?.giveBack() }

  /// Whether the limit of an address is not used up; asking does not count.
  mutating func isOpen(_ address: String, at time: Double) -> Bool {
    used[NetworkAddress.network(of: address)]?.isOpen(at: time) ?? true
  }
}
