import struct Foundation.UUID
import typealias Foundation.uuid_t

extension UUID {
  /// A random UUID (RFC 9562, version 4) from the system's random numbers. Foundation reads them from a device, and where
  /// no file can be opened, as in a process that grades, its UUIDs are all the same.
  package static func random() -> UUID {
    var numbers = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    return withUnsafeMutableBytes(of: &numbers) { bytes in
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}
