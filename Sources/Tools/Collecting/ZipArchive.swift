import CZlib
import CommandIO
import Diagnostics
import Platform

/// The files in a zip file, read one at a time and never unpacked to a disk: no path in it can lead anywhere, no link is
/// followed, and no file is longer than its reader asks for. Source: PKWARE's APPNOTE 6.3.10.
///
/// It is a class because it may have an open file. `Sendable`: nothing changes after it is opened, and every read says where.
final class ZipArchive: Sendable {
  struct Entry: Hashable, Sendable {
    var name: String
    fileprivate var flags: UInt16
    fileprivate var method: UInt16
    fileprivate var checksum: UInt32
    fileprivate var packedLength: UInt64
    fileprivate var length: UInt64
    fileprivate var offset: UInt64
    fileprivate var mode: UInt32

    var isFolder: Bool { name.hasSuffix("/") || mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
    var isEncrypted: Bool { flags & 1 != 0 }
  }

  /// Why a file in it cannot be read.
  enum Problem: Error, Hashable {
    case encrypted, damaged
    /// It is compressed in a way that is not "deflate".
    case unknownCompression
    case tooLong
  }

  let entries: [Entry]
  private let storage: Storage

  /// The place of its bytes.
  private enum Storage: Sendable {
    case file(Int32)
    case memory([UInt8])
  }

  /// The most bytes of a directory: room for several million files.
  private static let directoryLimit: UInt64 = 512 << 20
  /// The longest name that is read; longer ones belong to no submission.
  private static let nameLimit = 4096

  deinit { if case .file(let file) = storage { close(file) } }

  /// Opens a zip file and reads its directory. O(its files).
  /// - Throws: a diagnostic for a file that cannot be read, or is no zip file.
  init(_ path: String) throws(Diagnostic) {
    let shown = "'\(DisplayText.visible(path))'"
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    storage = .file(file)
    guard file >= 0 else {
      throw errno == ENOENT
        ? Diagnostic(Diagnostic.ID.noSuchFile, "there is no file \(shown)") : InputFile.unreadable(shown, errno)
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let directory = Self.directory(of: storage, length: UInt64(max(0, status.st_size)))
    else {
      var start: [UInt8] = [0, 0]
      let isZip = pread(file, &start, 2, 0) == 2 && start == Array("PK".utf8)
      throw isZip
        ? Diagnostic("not-a-zip", "\(shown) is a damaged zip file", hint: "download it again")
        : Diagnostic(
          "not-a-zip", "\(shown) is neither a folder nor a zip file",
          hint: "--all names the folder or the zip file with what the class handed in")
    }
    guard let entries = Self.entries(in: directory.bytes, count: directory.count) else {
      throw Diagnostic("not-a-zip", "the directory of \(shown) is damaged", hint: "download it again")
    }
    self.entries = entries
  }

  /// Reads the directory of a zip file that is in memory; nil where it is damaged, or no zip file. O(its files).
  init?(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    guard let directory = Self.directory(of: storage, length: UInt64(bytes.count)),
      let entries = Self.entries(in: directory.bytes, count: directory.count)
    else { return nil }
    self.entries = entries
  }

  /// The bytes of a file in it.
  /// - Throws: ``Problem``, ``Problem/tooLong`` for more bytes than the limit.
  func read(_ entry: Entry, limit: Int) throws(Problem) -> [UInt8] {
    guard !entry.isEncrypted else { throw .encrypted }
    guard let head = Self.read(storage, at: entry.offset, count: 30), head.number(at: 0, 4) == 0x0403_4b50 else {
      throw .damaged
    }
    let start = entry.offset &+ 30 &+ head.number(at: 26, 2) &+ head.number(at: 28, 2)
    switch entry.method {
    case 0:
      guard entry.length <= UInt64(limit) else { throw .tooLong }
      guard let bytes = Self.read(storage, at: start, count: Int(entry.length)),
        Self.checksum(of: bytes) == entry.checksum
      else { throw .damaged }
      return bytes
    case 8: return try inflated(entry, at: start, limit: limit)
    default: throw .unknownCompression
    }
  }

  /// Whether an entry could be read if the limit were higher.
  func isTooLong(_ entry: Entry, for limit: Int) -> Bool {
    do { _ = try read(entry, limit: limit) } catch { return error == .tooLong }
    return false
  }

  private func inflated(_ entry: Entry, at start: UInt64, limit: Int) throws(Problem) -> [UInt8] {
    var stream = z_stream()
    guard graphbook_inflate_begin(&stream) == Z_OK else { throw .damaged }
    defer { inflateEnd(&stream) }
    var bytes: [UInt8] = []
    var output = [UInt8](repeating: 0, count: 32 << 10)
    var place = start
    var left = entry.packedLength
    while true {
      let count = Int(min(left, 32 << 10))
      guard count > 0, var input = Self.read(storage, at: place, count: count) else { throw .damaged }
      place += UInt64(count)
      left -= UInt64(count)
      var result = Z_OK
      var used = 0
      while used < count, result == Z_OK {
        var made = 0
        (result, made) = input.withUnsafeMutableBufferPointer { input in
          output.withUnsafeMutableBufferPointer { output in
            stream.next_in = input.baseAddress.map { $0 + used }
            stream.avail_in = UInt32(count - used)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            let result = inflate(&stream, Z_NO_FLUSH)
            used = count - Int(stream.avail_in)
            return (result, output.count - Int(stream.avail_out))
          }
        }
        guard result == Z_OK || result == Z_STREAM_END else { throw .damaged }
        guard bytes.count + made <= limit else { throw .tooLong }
        bytes += output[..<made]
      }
      guard result == Z_STREAM_END else { continue }
      guard UInt64(bytes.count) == entry.length, Self.checksum(of: bytes) == entry.checksum else { throw .damaged }
      return bytes
    }
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }

  // MARK: The directory

  /// The bytes of the directory, and how many files it has; nil where there is none.
  private static func directory(of file: Storage, length: UInt64) -> (bytes: [UInt8], count: UInt64)? {
    // The record at the end is followed by a comment of up to 65,535 bytes.
    let tailLength = min(length, 22 + 65_535)
    guard tailLength >= 22, let tail = read(file, at: length - tailLength, count: Int(tailLength)) else { return nil }
    for place in stride(from: tail.count - 22, through: 0, by: -1) where tail.number(at: place, 4) == 0x0605_4b50 {
      guard place + 22 + Int(tail.number(at: place + 20, 2)) <= tail.count else { continue }
      var count = tail.number(at: place + 10, 2)
      var size = tail.number(at: place + 12, 4)
      var offset = tail.number(at: place + 16, 4)
      if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
        guard place >= 20, tail.number(at: place - 20, 4) == 0x0706_4b50,
          let large = read(file, at: tail.number(at: place - 12, 8), count: 56), large.number(at: 0, 4) == 0x0606_4b50
        else { return nil }
        (count, size, offset) = (large.number(at: 32, 8), large.number(at: 40, 8), large.number(at: 48, 8))
      }
      guard size <= directoryLimit, count <= size / 46, let bytes = read(file, at: offset, count: Int(size)) else {
        return nil
      }
      return (bytes, count)
    }
    return nil
  }

  private static func entries(in bytes: [UInt8], count: UInt64) -> [Entry]? {
    var entries: [Entry] = []
    var place = 0
    for _ in 0..<count {
      guard place + 46 <= bytes.count, bytes.number(at: place, 4) == 0x0201_4b50 else { return nil }
      let nameLength = Int(bytes.number(at: place + 28, 2))
      let extraLength = Int(bytes.number(at: place + 30, 2))
      let end = place + 46 + nameLength + extraLength + Int(bytes.number(at: place + 32, 2))
      guard end <= bytes.count else { return nil }
      let name = bytes[(place + 46)..<(place + 46 + nameLength)]
      // Only what a Unix system wrote has the kind of a file in its attributes.
      let isUnix = bytes[place + 5] == 3 || bytes[place + 5] == 19
      var entry = Entry(
        name: "", flags: UInt16(bytes.number(at: place + 8, 2)),
        method: UInt16(bytes.number(at: place + 10, 2)),
        checksum: UInt32(bytes.number(at: place + 16, 4)), packedLength: bytes.number(at: place + 20, 4),
        length: bytes.number(at: place + 24, 4), offset: bytes.number(at: place + 42, 4),
        mode: isUnix ? UInt32(bytes.number(at: place + 40, 2)) : 0)
      let extra = (place + 46 + nameLength)..<(place + 46 + nameLength + extraLength)
      guard entry.readLargeNumbers(in: bytes, extra) else { return nil }
      let text = unicodeName(of: name, in: bytes, extra) ?? text(name, isUTF8: entry.flags & 1 << 11 != 0)
      entry.name = withSlashes(text, isUnix: isUnix)
      if nameLength <= nameLimit { entries.append(entry) }
      place = end
    }
    return entries
  }

  /// A name is UTF-8 if its flag says so, and else in code page 437. Many programs write UTF-8 without the flag.
  private static func text(_ name: ArraySlice<UInt8>, isUTF8: Bool) -> String {
    String(validating: name, as: UTF8.self)
      ?? (isUTF8 ? String(decoding: name, as: UTF8.self) : CodePage437.text(of: name))
  }

  /// The name with slashes between its parts, as the standard wants them; some programs on Windows write backslashes. On Unix, a name
  /// that has slashes may contain a backslash as an ordinary character.
  private static func withSlashes(_ name: String, isUnix: Bool) -> String {
    isUnix && name.contains("/") ? name : name.replacing("\\", with: "/")
  }

  /// The name in UTF-8 that an extra field has besides one in another code page; nil if there is none, or it is that of another
  /// name. Source: APPNOTE 6.3.10, section 4.6.9.
  private static func unicodeName(of name: ArraySlice<UInt8>, in bytes: [UInt8], _ extra: Range<Int>) -> String? {
    var place = extra.lowerBound
    while place + 4 <= extra.upperBound {
      let end = place + 4 + Int(bytes.number(at: place + 2, 2))
      guard end <= extra.upperBound else { return nil }
      if bytes.number(at: place, 2) == 0x7075, end >= place + 9, bytes[place + 4] == 1,
        bytes.number(at: place + 5, 4) == UInt64(checksum(of: Array(name)))
      {
        return String(validating: bytes[(place + 9)..<end], as: UTF8.self)
      }
      place = end
    }
    return nil
  }

  private static func read(_ storage: Storage, at offset: UInt64, count: Int) -> [UInt8]? {
    let file: Int32
    switch storage {
    case .file(let number): file = number
    case .memory(let bytes):
      guard offset <= bytes.count, count <= bytes.count - Int(offset) else { return nil }
      return Array(bytes[Int(offset)..<(Int(offset) + count)])
    }
    guard let start = off_t(exactly: offset) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { readAllBytes(from: file, at: start, into: $0) } == count ? bytes : nil
  }
}

extension ZipArchive.Entry {
  /// Takes the numbers that did not fit into four bytes from an extra field; false where they are missing.
  fileprivate mutating func readLargeNumbers(in bytes: [UInt8], _ extra: Range<Int>) -> Bool {
    let isLarge = UInt64(UInt32.max)
    guard length == isLarge || packedLength == isLarge || offset == isLarge else { return true }
    var place = extra.lowerBound
    while place + 4 <= extra.upperBound {
      let size = Int(bytes.number(at: place + 2, 2))
      let end = place + 4 + size
      guard end <= extra.upperBound else { return false }
      guard bytes.number(at: place, 2) == 1 else {
        place = end
        continue
      }
      var next = place + 4
      func take(_ number: UInt64) -> UInt64? {
        guard number == isLarge else { return number }
        guard next + 8 <= end else { return nil }
        defer { next += 8 }
        return bytes.number(at: next, 8)
      }
      guard let length = take(length), let packed = take(packedLength), let offset = take(offset) else { return false }
      (self.length, packedLength, self.offset) = (length, packed, offset)
      return true
    }
    return false
  }
}

extension [UInt8] {
  /// A whole number of so many bytes, the lowest first; 0 outside of the bytes.
  fileprivate func number(at place: Int, _ size: Int) -> UInt64 {
    guard place >= 0, place + size <= count else { return 0 }
    return self[place..<(place + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
