/// The places of keys: a table that is read at every access.
///
/// A key is identified by three numbers: its length, its first bytes of UTF-8 and its last, which are all of it up to
/// sixteen bytes. A key that is not found by them may still be equal to a name that is spelled with other
/// scalars.
///
/// Sendable although it has pointers: what they lead to is its own, written in `init` and only read until `deinit`.
final class KeyTable: @unchecked Sendable {
  struct Key: Equatable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var count = 0

    @inline(__always)
    init(_ text: String) {
      self =
        text.utf8.withContiguousStorageIfAvailable { Key($0) }
        ?? {
          var text = text
          return text.withUTF8 { Key($0) }
        }()
    }

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      count = bytes.count
      guard let base = bytes.baseAddress else { return }
      let start = UnsafeRawPointer(base)
      // A short text is copied in two words to be read: no load spans both, which would wait for them to be written.
      if count > 16 {
        first = start.loadUnaligned(as: UInt64.self)
        last = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      } else if count >= 12 {
        first = start.loadUnaligned(as: UInt64.self)
        last =
          UInt64(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
          | UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)) &<< 32
      } else if count >= 8 {
        first = start.loadUnaligned(as: UInt64.self)
        if count > 8 { last = Key.threeBytes(base + 8, count &- 8) }
      } else if count >= 4 {
        first = UInt64(start.loadUnaligned(as: UInt32.self))
        last = UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      } else if count > 0 {
        first = Key.threeBytes(base, count)
      }
    }

    /// All of one to three bytes.
    @inline(__always)
    private static func threeBytes(_ base: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
      UInt64(base[0]) | UInt64(base[count &>> 1]) &<< 8 | UInt64(base[count &- 1]) &<< 16
    }

    @inline(__always)
    var hash: Int {
      Int(truncatingIfNeeded: ((first ^ last &* 0x9E37_79B9_7F4A_7C15) &* 0xFF51_AFD7_ED55_8CCD) &>> 40) &+ count
    }
  }

  /// Plain data: a place of -1 is none.
  struct Slot {
    var key: Key
    var place: Int
  }

  /// The table without a reference. Plain data, valid as long as the table is held.
  struct Memory {
    /// Open addressing: a free slot ends a search. Written while the table is made, and only read then.
    let slots: UnsafeMutablePointer<Slot>
    let mask: Int

    /// The place of a key of at most sixteen bytes; -1 when there is none, and when finding it takes the long way.
    @inline(__always)
    func place(of key: String) -> Int { key.utf8.count <= 16 ? KeyTable.find(key, self) ?? -1 : -1 }
  }

  private let names: [String]
  let memory: Memory
  /// Whether some name is not of ASCII, so that other spellings of it are equal.
  private let hasOtherSpellings: Bool

  init(_ names: [String]) {
    self.names = names
    var size = 16
    while size < 2 * names.count { size *= 2 }
    let mask = size - 1
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    memory = Memory(slots: slots, mask: mask)
    slots.initialize(repeating: Slot(key: Key(UnsafeBufferPointer(start: nil, count: 0)), place: -1), count: size)
    hasOtherSpellings = names.contains { $0.utf8.contains { $0 >= 128 } }
    // The first of each name counts.
    for (place, name) in names.enumerated() where self[name] == nil {
      let key = Key(name)
      var index = key.hash & mask
      while slots[index].place >= 0 { index = (index + 1) & mask }
      slots[index] = Slot(key: key, place: place)
    }
  }

  deinit {
    memory.slots.deallocate()
  }

  /// The place of a key; nil when it is none. O(1).
  subscript(key: String) -> Int? {
    if let place = KeyTable.find(key, memory) {
      if key.utf8.count <= 16 || names[place] == key { return place }
    }
    // The numbers find only the first of two long names that look alike.
    guard hasOtherSpellings || key.utf8.count > 16 else { return nil }
    return names.firstIndex(of: key)
  }

  /// The place of the name with these numbers; of a key longer than sixteen bytes that is not yet an answer.
  static func find(_ key: String, _ memory: Memory) -> Int? {
    let wanted = Key(key)
    var index = wanted.hash & memory.mask
    while true {
      let slot = memory.slots[index]
      if slot.place < 0 { return nil }
      if slot.key == wanted { return slot.place }
      index = (index &+ 1) & memory.mask
    }
  }
}
