import Diagnostics
import Platform

/// Looks at the bytes of a write-ahead log: SQLite plays back what it can, and silently ignores the rest.
///
/// A log may end in pages of a save that never ended, and in pages of an earlier log, which have other salts: both are
/// normal. A save that did end, after a page whose checksum is wrong, is lost. Source: sqlite.org/fileformat2.html, section
/// 4, "The Write-Ahead Log".
struct WriteAheadLog {
  private static let headLength = 32
  private static let frameHeadLength = 24

  /// Returns what SQLite leaves out of a log; nil for a log that is whole, and for one that is not there. O(bytes).
  static func problem(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: headLength)
    let count = fill(file, &head)
    if count == 0 || !head.contains(where: { $0 != 0 }) { return nil }
    let magic = word(head, 0)
    let pageSize = Int(word(head, 8))
    var sum = Checksum(isBigEndian: magic & 1 == 1)
    sum.add(head[..<24])
    guard count == headLength, magic & 0xFFFF_FFFE == 0x377F_0682, word(head, 4) == 3_007_000,
      (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0, sum.matches(head, 24)
    else { return "the head of the write-ahead log is damaged: nothing in the log can be played back" }
    var frame = [UInt8](repeating: 0, count: frameHeadLength + pageSize)
    var number = 0
    var firstBad: Int?
    var lostSaves = 0
    while fill(file, &frame) == frame.count, frame[8..<16].elementsEqual(head[16..<24]) {
      number += 1
      if firstBad == nil {
        sum.add(frame[..<8])
        sum.add(frame[frameHeadLength...])
        if !sum.matches(frame, 16) { firstBad = number }
      }
      // The frame that ends a save has the size of the file after it.
      if firstBad != nil, word(frame, 4) != 0 { lostSaves += 1 }
    }
    guard let firstBad, lostSaves > 0 else { return nil }
    let saves = counted(lostSaves, "transaction is", "transactions are")
    return "page \(firstBad) of the write-ahead log is damaged: \(saves) lost"
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads until the bytes are full or the file ends; returns how many were read.
  private static func fill(_ file: Int32, _ bytes: inout [UInt8]) -> Int {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress?.advanced(by: done), $0.count - done) }
      if count <= 0 { break }
      done += count
    }
    return done
  }

  /// The running sum of the log.
  private struct Checksum {
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        var place = 0
        while place + 8 <= bytes.count {
          let first = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          let second = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          sums.0 &+= (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ sums.1
          sums.1 &+= (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ sums.0
          place += 8
        }
      }
    }

    func matches(_ bytes: [UInt8], _ place: Int) -> Bool {
      sums.0 == WriteAheadLog.word(bytes, place) && sums.1 == WriteAheadLog.word(bytes, place + 4)
    }
  }
}
