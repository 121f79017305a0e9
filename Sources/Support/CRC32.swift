/// The checksum CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320), four bytes at a time: it finds every change of up to
/// 32 neighbouring bits, and so every byte that was flipped.
package enum CRC32 {
  /// The checksum of bytes, after those that gave `start`.
  package static func checksum(of bytes: UnsafeBufferPointer<UInt8>, after start: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc = ~start
      var index = 0
      while index &+ 4 <= bytes.count {
        crc ^=
          UInt32(bytes[index]) | UInt32(bytes[index &+ 1]) << 8 | UInt32(bytes[index &+ 2]) << 16
          | UInt32(bytes[index &+ 3]) << 24
        crc =
          table[768 &+ Int(crc & 0xFF)] ^ table[512 &+ Int(crc >> 8 & 0xFF)] ^ table[256 &+ Int(crc >> 16 & 0xFF)]
          ^ table[Int(crc >> 24)]
        index &+= 4
      }
      while index < bytes.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        index &+= 1
      }
      return ~crc
    }
  }

  /// Four tables of 256, after M. Kounavis and F. Berry, "A Systematic Approach to Building High Performance, Software-
  /// based, CRC Generators" (2005).
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 1024)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      tables[byte] = crc
    }
    for byte in 0..<256 {
      for table in 1..<4 {
        let before = tables[(table - 1) * 256 + byte]
        tables[table * 256 + byte] = before >> 8 ^ tables[Int(before & 0xFF)]
      }
    }
    return tables
  }()
}
