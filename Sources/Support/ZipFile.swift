/// A zip file whose entries are stored as they are, for a download of small texts.
///
/// ```swift
/// var zip = ZipFile()
/// zip.add("answers/links.graph", Array(answer.utf8))
/// let bytes = zip.bytes
/// ```
///
/// The entries have the names and bytes that were added and no times, so that equal contents make equal files. The format is that of
/// PKWARE's APPNOTE.TXT, version 2.0, with names in UTF-8. A file may have up to 65,535 entries and 4 GB.
package struct ZipFile: Sendable {
  private var entries: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Adds an entry. O(bytes).
  /// - Parameter name: A path with slashes, without `..`.
  package mutating func add(_ name: String, _ bytes: [UInt8]) {
    let start = UInt32(entries.count)
    let (name, size) = (Array(name.utf8), UInt32(bytes.count))
    // Version 2.0, names in UTF-8, stored, midnight of 1 January 1980.
    var head: [UInt8] = []
    for number: UInt16 in [20, 0x0800, 0, 0, 0x21] { head.append(number) }
    let checksum = bytes.withUnsafeBufferPointer { CRC32.checksum(of: $0) }
    for number in [checksum, size, size] { head.append(number) }
    head.append(UInt16(name.count))
    head.append(UInt16(0))
    entries.append(UInt32(0x0403_4B50))
    entries += head + name + bytes
    directory.append(UInt32(0x0201_4B50))
    directory.append(UInt16(20))
    directory += head
    // No remark, the first disk, no attributes.
    for number: UInt16 in [0, 0, 0, 0, 0] { directory.append(number) }
    directory.append(start)
    directory += name
    count += 1
  }

  /// The whole file.
  package var bytes: [UInt8] {
    var end: [UInt8] = []
    end.append(UInt32(0x0605_4B50))
    for number: UInt16 in [0, 0, UInt16(count), UInt16(count)] { end.append(number) }
    for number in [UInt32(directory.count), UInt32(entries.count)] { end.append(number) }
    end.append(UInt16(0))
    return entries + directory + end
  }
}

extension [UInt8] {
  /// Appends a number, the lowest byte first.
  fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
