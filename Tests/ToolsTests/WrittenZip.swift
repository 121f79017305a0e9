import Foundation

/// A zip file as a test wants it, also such as no program would write.
struct WrittenZip {
  struct Entry {
    var name: [UInt8]
    /// What is stored, compressed as `method` says.
    var packed: [UInt8]
    var method: UInt16
    var checksum: UInt32
    var length: Int
    var flags: UInt16 = 0
    var mode: UInt32 = 0o100644
    /// The system whose attributes the file has: 3 is Unix, 0 is MS-DOS.
    var system: UInt8 = 3
    /// The extra field in the directory.
    var extra: [UInt8] = []

    /// A file that is not compressed.
    static func stored(_ name: String, _ text: String) -> Entry { stored(name, Array(text.utf8)) }

    static func stored(_ name: String, _ bytes: [UInt8]) -> Entry {
      Entry(name: Array(name.utf8), packed: bytes, method: 0, checksum: checksum(of: bytes), length: bytes.count)
    }

    /// A file of ASCII in one block with the fixed code of "deflate".
    static func deflated(_ name: String, _ text: String) -> Entry {
      var bits = Bits()
      bits.begin()
      for byte in text.utf8 { bits.add(code: UInt16(0x30 + UInt16(byte)), 8) }
      bits.add(code: 0, 7)
      let bytes = Array(text.utf8)
      return Entry(
        name: Array(name.utf8), packed: bits.bytes, method: 8, checksum: checksum(of: bytes), length: bytes.count)
    }

    /// So many times 258 blanks, in 13 bits each.
    static func bomb(_ name: String, times: Int, claiming length: Int) -> Entry {
      var bits = Bits()
      bits.begin()
      bits.add(code: 0x30 + 0x20, 8)
      for _ in 0..<times {
        bits.add(code: 0b1100_0101, 8)
        bits.add(code: 0, 5)
      }
      bits.add(code: 0, 7)
      return Entry(name: Array(name.utf8), packed: bits.bytes, method: 8, checksum: 0, length: length)
    }
  }

  var entries: [Entry]
  /// Between the entries and the directory.
  var comment: [UInt8] = []

  var data: Data {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let offset = bytes.count
      let common = { (part: inout [UInt8]) in
        part.add(20, 2)
        part.add(UInt64(entry.flags), 2)
        part.add(UInt64(entry.method), 2)
        part.add(0, 4)
        part.add(UInt64(entry.checksum), 4)
        part.add(UInt64(entry.packed.count), 4)
        part.add(UInt64(entry.length), 4)
        part.add(UInt64(entry.name.count), 2)
      }
      bytes.add(0x0403_4b50, 4)
      common(&bytes)
      bytes.add(0, 2)
      bytes += entry.name + entry.packed
      directory.add(0x0201_4b50, 4)
      directory += [20, entry.system]
      common(&directory)
      directory.add(UInt64(entry.extra.count), 2)
      directory.add(0, 6)
      directory.add(UInt64(entry.mode) << 16, 4)
      directory.add(UInt64(offset), 4)
      directory += entry.name + entry.extra
    }
    let start = bytes.count
    bytes += directory
    bytes.add(0x0605_4b50, 4)
    bytes.add(0, 4)
    bytes.add(UInt64(entries.count), 2)
    bytes.add(UInt64(entries.count), 2)
    bytes.add(UInt64(directory.count), 4)
    bytes.add(UInt64(start), 4)
    bytes.add(UInt64(comment.count), 2)
    return Data(bytes + comment)
  }

  /// Bits, the first of them the lowest of a byte.
  private struct Bits {
    var bytes: [UInt8] = []
    private var count = 0

    mutating func begin() {
      add(true)
      add(true)
      add(false)
    }

    /// A code of the Huffman tree: its highest bit comes first.
    mutating func add(code: UInt16, _ length: Int) {
      for bit in (0..<length).reversed() { add(code >> UInt16(bit) & 1 == 1) }
    }

    private mutating func add(_ bit: Bool) {
      if count % 8 == 0 { bytes.append(0) }
      if bit { bytes[count / 8] |= 1 << UInt8(count % 8) }
      count += 1
    }
  }
}

extension WrittenZip.Entry {
  /// CRC-32, a bit at a time.
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}

extension [UInt8] {
  /// A whole number of so many bytes, the lowest first.
  fileprivate mutating func add(_ number: UInt64, _ size: Int) {
    for place in 0..<size { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
  }
}
