import Platform

/// How other computers call this one.
package enum LocalAddresses {
  /// The IPv4 addresses of this machine's networks, without that of the machine itself.
  package static func ip4() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String] = []
    var next = first
    while let entry = next {
      next = entry.pointee.ifa_next
      guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        UInt32(entry.pointee.ifa_flags) & UInt32(IFF_UP) != 0
      else { continue }
      let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
      let bytes = withUnsafeBytes(of: number) { Array($0) }
      if bytes[0] != 127 { found.append(bytes.map(String.init).joined(separator: ".")) }
    }
    return found
  }

  /// The machine's name, in lower case; nil if it has none.
  package static func hostName() -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self).lowercased()
    return name.isEmpty ? nil : name
  }

  /// Raises the number of files that the process may have open, as far as the system lets it: each browser is one.
  package static func allowManyConnections() {
    var limits = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limits) == 0 else { return }
    limits.rlim_cur = min(max(limits.rlim_cur, 8_192), limits.rlim_max)
    _ = setrlimit(files, &limits)
  }
}
