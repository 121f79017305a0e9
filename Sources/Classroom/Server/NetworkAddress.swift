import Diagnostics
import Platform

/// The spelling of a computer's address that is the same however it was written.
package enum NetworkAddress {
  /// Returns an address in its usual spelling: IPv6 in short form, and IPv4 that is mapped into IPv6 as IPv4.
  /// - Returns: nil for a text that is no address.
  package static func canonical(_ text: String) -> String? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return spelled(AF_INET, &four) }
    guard let bytes = bytes(ofSix: text) else { return nil }
    // RFC 4291, 2.5.5.2: ten zeros, two times 0xFF, and the address of IPv4.
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return bytes[12...].map { "\($0)" }.joined(separator: ".")
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    return spelled(AF_INET6, &six)
  }

  /// Returns the network that one customer of a provider has: the first 64 bits of an IPv6 address, and everything else as it is.
  ///
  /// A single computer can call from any of the 2^64 addresses of its network.
  static func network(of address: String) -> String {
    guard address.contains(":"), let bytes = bytes(ofSix: address) else { return address }
    return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// Returns the addresses of proxies.
  /// - Throws: a diagnostic for a text that is no address: a proxy that is never recognised would be an ordinary browser.
  package static func proxies(_ texts: [String]) throws(Diagnostic) -> Set<String> {
    var proxies: Set<String> = []
    for text in texts {
      guard let address = canonical(text) else {
        throw Diagnostic(
          "trust-from", "--trust-from '\(DisplayText.visible(text))' is no address",
          hint: "it is a number, such as 127.0.0.1, and no name")
      }
      proxies.insert(address)
    }
    return proxies
  }

  private static func bytes(ofSix text: String) -> [UInt8]? {
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    return withUnsafeBytes(of: six) { Array($0) }
  }

  private static func spelled(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
