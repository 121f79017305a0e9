/// A text as a column keeps it, in sixteen bytes. Plain data, and no part of it depends on how Swift keeps its own.
///
/// The last byte says what it is: 0 no value; 1 to 16 a text of 0 to 15 bytes of UTF-8, which are the first ones, the
/// rest 0; 255 a longer one, whose first eight bytes are here and all of them in a chunk of texts.
struct TextSlot: Hashable, Sendable {
  /// The first eight bytes of the text, the first lowest.
  var low: UInt64 = 0
  /// The next seven bytes, or where the text is: place in the chunk in steps of four bytes (24 bits), chunk (32 bits).
  var high: UInt64 = 0

  static let longest = 15

  @inline(__always)
  var isNull: Bool { high == 0 }
  @inline(__always)
  var isLong: Bool { high &>> 56 == 255 }
  /// The length of a text that is not long.
  @inline(__always)
  var shortCount: Int { Int(truncatingIfNeeded: high &>> 56) &- 1 }

  var chunk: Int { Int(high >> 24 & 0xFFFF_FFFF) }
  var offset: Int { Int(high & 0xFF_FFFF) * 4 }

  @inline(__always)
  init() {}

  init(prefix: UInt64, chunk: Int, offset: Int) {
    low = prefix
    high = 255 << 56 | UInt64(chunk) << 24 | UInt64(offset / 4)
  }

  /// A text of at most fifteen bytes.
  @inline(__always)
  init(short bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    guard let start = bytes.baseAddress, count > 0 else {
      high = 1 << 56
      return
    }
    if count >= 8 {
      low = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
      // The last eight bytes, those left out that are in `low` already.
      let last = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
      high = count == 8 ? 0 : last &>> UInt64((16 &- count) &* 8)
    } else if count >= 4 {
      let first = UInt64(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
      let last = UInt64(UInt32(littleEndian: start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
      low = first | last &<< UInt64((count &- 4) &* 8)
    } else {
      low = UInt64(start.load(as: UInt8.self))
      if count > 1 { low |= UInt64(start.load(fromByteOffset: 1, as: UInt8.self)) &<< 8 }
      if count > 2 { low |= UInt64(start.load(fromByteOffset: 2, as: UInt8.self)) &<< 16 }
    }
    high |= UInt64(count &+ 1) &<< 56
  }

  /// The text of a slot that is not long and not without value.
  @inline(__always)
  var shortText: String {
    let words = (low.littleEndian, high.littleEndian)
    return withUnsafeBytes(of: words) {
      String(
        decoding: UnsafeRawBufferPointer(rebasing: $0[..<max(0, min(TextSlot.longest, shortCount))]), as: UTF8.self)
    }
  }
}
