import CGraphAtomics
import Platform

/// A piece of memory that graphs hold together: a page of a column, or a table of such pages. It counts its holders,
/// also across threads.
///
/// A block is known by the address of its first byte. In tables of blocks, and in a column's root, the lowest bit of
/// that address is a note: ``mayBeShared``. Without it the block is certain to have this one holder and is written
/// without asking.
///
/// Invariant: the sixteen bytes before the address hold the counter of holders, the number of bytes or entries in use,
/// and the capacity. Every holder has counted itself; no one reads a block without holding it.
struct MemoryBlock: Equatable {
  static let mayBeShared: UInt = 1
  private static let headerBytes = 16

  /// The address of the first byte, a multiple of 16.
  let address: UInt

  /// The block of an entry, its note left out.
  @inline(__always)
  init(entry: UInt) { address = entry & ~MemoryBlock.mayBeShared }

  /// A new block with one holder. Memory that cannot be had ends the program, as Swift's own allocations do.
  static func allocate(bytes: Int, zeroed: Bool) -> MemoryBlock {
    guard let memory = malloc(headerBytes + bytes) else { preconditionFailure("no memory is left") }
    let block = MemoryBlock(entry: UInt(bitPattern: memory) + UInt(headerBytes))
    block.counter.initialize(to: 1)
    block.use.initialize(to: (UInt32(truncatingIfNeeded: bytes), UInt32(truncatingIfNeeded: bytes)))
    if zeroed { memset(block.bytes, 0, bytes) }
    return block
  }

  private var header: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: address &- UInt(MemoryBlock.headerBytes)).unsafelyUnwrapped
  }

  private var counter: UnsafeMutablePointer<Int> { header.assumingMemoryBound(to: Int.self) }

  private var use: UnsafeMutablePointer<(count: UInt32, capacity: UInt32)> {
    (header + 8).assumingMemoryBound(to: (count: UInt32, capacity: UInt32).self)
  }

  /// The bytes of a page.
  @inline(__always)
  var bytes: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped }

  /// The entries of a table of blocks.
  @inline(__always)
  var entries: UnsafeMutablePointer<UInt> { UnsafeMutablePointer<UInt>(bitPattern: address).unsafelyUnwrapped }

  /// The bytes of a page, or the entries of a table in use. Not changed while the block has several holders.
  var count: Int {
    get { Int(use.pointee.count) }
    nonmutating set { use.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The entries that a table has room for. Not changed after it was made.
  var capacity: Int {
    get { Int(use.pointee.capacity) }
    nonmutating set { use.pointee.capacity = UInt32(truncatingIfNeeded: newValue) }
  }

  /// A place in the header for one number that several holders agree on by exchange: how much of a chunk of texts is
  /// used. Only chunks of texts have it, in their first eight bytes.
  var mark: UnsafeMutablePointer<Int> { bytes.assumingMemoryBound(to: Int.self) }

  func retain() { graph_count_retain(counter) }

  /// Gives up this holder's share; true when it was the last and the caller has to end the block.
  func releaseIsLast() -> Bool { graph_count_release(counter) != 0 }

  var isUnique: Bool { graph_count_is_one(counter) != 0 }

  /// Frees the memory. No one holds the block any more.
  func deallocate() { free(header) }
}
