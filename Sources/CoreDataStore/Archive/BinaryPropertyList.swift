import struct Foundation.Data

/// A property list in Apple's binary format, `bplist00`, as a table of objects that refer to each other by place.
///
/// Foundation's reader hides the references of a keyed archive, so this one exists. Any bytes are safe: every place and
/// length is checked before it is used, and objects that refer to each other in a circle are only references here. Source:
/// the comment at the head of CFBinaryPList.c in Apple's open CoreFoundation.
struct BinaryPropertyList {
  /// One object of the table.
  enum Node {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case data(Data)
    case string(String)
    /// A reference to an object of a keyed archive.
    case reference(Int)
    /// The places of the elements; a set is one too.
    case array([Int])
    /// The places of keys and values.
    case dictionary([(key: Int, value: Int)])

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var data: Data? { if case .data(let data) = self { data } else { nil } }
  }

  private let bytes: [UInt8]
  /// The offset at which each object begins.
  private let offsets: [Int]
  private let referenceSize: Int
  /// The place of the outermost object.
  let top: Int

  /// Reads the table of a property list; nil for bytes that are none. O(objects).
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else { return nil }
    let trailer = bytes.count - 32
    func number(_ place: Int, _ size: Int) -> Int? { Self.number(bytes, place, size) }
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = number(trailer + 8, 8),
      let top = number(trailer + 16, 8), let table = number(trailer + 24, 8), count > 0, count <= trailer, top < count,
      table >= 8, table <= trailer - count * offsetSize
    else { return nil }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for place in 0..<count {
      guard let offset = number(table + place * offsetSize, offsetSize), offset >= 8, offset < table else { return nil }
      offsets.append(offset)
    }
    self.bytes = bytes
    self.offsets = offsets
    self.referenceSize = referenceSize
    self.top = top
  }

  /// A big-endian number; nil beyond the end, and for one that no place can be.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, size > 0, place <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[place..<place + size] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  var count: Int { offsets.count }

  /// Returns the object at a place; nil where there is none, or none that can be read. O(its length).
  subscript(place: Int) -> Node? {
    guard offsets.indices.contains(place) else { return nil }
    let start = offsets[place]
    let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 15))
    switch kind {
    case 0x0: return low == 8 ? .boolean(false) : low == 9 ? .boolean(true) : low == 0 ? .null : nil
    case 0x1: return integer(start + 1, 1 << low)
    case 0x2:
      if low == 2 { return bits(start + 1, 4).map { .real(Double(Float(bitPattern: UInt32($0)))) } }
      return low == 3 ? bits(start + 1, 8).map { .real(Double(bitPattern: $0)) } : nil
    case 0x3: return low == 3 ? bits(start + 1, 8).map { .date(Double(bitPattern: $0)) } : nil
    case 0x8: return Self.number(bytes, start + 1, low + 1).map { .reference($0) }
    default: break
    }
    guard let (length, body) = length(start, low) else { return nil }
    switch kind {
    case 0x4: return slice(body, length, 1).map { .data(Data($0)) }
    case 0x5: return slice(body, length, 1).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 0x6:
      return slice(body, length, 2).map { pairs in
        let start = pairs.startIndex
        let units = (0..<length).map { UInt16(pairs[start + 2 * $0]) << 8 | UInt16(pairs[start + 2 * $0 + 1]) }
        return .string(String(decoding: units, as: UTF16.self))
      }
    case 0xA, 0xC: return references(body, length).map { .array($0) }
    case 0xD:
      guard let keys = references(body, length), let values = references(body + length * referenceSize, length) else {
        return nil
      }
      return .dictionary(zip(keys, values).map { (key: $0, value: $1) })
    default: return nil
    }
  }

  private func integer(_ place: Int, _ size: Int) -> Node? {
    // Sixteen bytes are a number beyond 64 bits, which none here is; the lower half is what others read.
    if size == 16 { return bits(place + 8, 8).map { .integer(Int64(bitPattern: $0)) } }
    guard size <= 8, let value = bits(place, size) else { return nil }
    return .integer(Int64(bitPattern: value))
  }

  private func bits(_ place: Int, _ size: Int) -> UInt64? {
    guard place >= 0, size > 0, size <= 8, place <= bytes.count - size else { return nil }
    return bytes[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The length of an object, and where what it counts begins.
  private func length(_ start: Int, _ low: Int) -> (Int, Int)? {
    guard low == 15 else { return (low, start + 1) }
    guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[start + 1] & 15)
    guard size <= 8, let length = Self.number(bytes, start + 2, size) else { return nil }
    return (length, start + 2 + size)
  }

  private func slice(_ start: Int, _ length: Int, _ size: Int) -> ArraySlice<UInt8>? {
    guard start <= bytes.count, length <= (bytes.count - start) / size else { return nil }
    return bytes[start..<start + length * size]
  }

  private func references(_ start: Int, _ length: Int) -> [Int]? {
    guard slice(start, length, referenceSize) != nil else { return nil }
    var found: [Int] = []
    found.reserveCapacity(length)
    for element in 0..<length {
      guard let place = Self.number(bytes, start + element * referenceSize, referenceSize),
        offsets.indices.contains(place)
      else { return nil }
      found.append(place)
    }
    return found
  }

  /// The members of a dictionary by their keys; empty for anything else. O(members).
  func members(at place: Int) -> [String: Int] {
    guard case .dictionary(let pairs)? = self[place] else { return [:] }
    var found: [String: Int] = [:]
    for (key, value) in pairs { if let name = self[key]?.string { found[name] = value } }
    return found
  }
}
