import Testing

@testable import Support

@Suite("A zip file of stored entries")
struct ZipFileTests {
  @Test("An empty file is its end alone")
  func empty() {
    #expect(ZipFile().bytes == [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18))
  }

  @Test("An entry has its checksum, its sizes and its name, and the directory says where it begins")
  func entries() {
    var zip = ZipFile()
    // The usual check of a CRC-32.
    zip.add("a/b.graph", Array("123456789".utf8))
    zip.add("ü", [])
    let sizes: [UInt8] = [9, 0, 0, 0, 9, 0, 0, 0]
    let head: [UInt8] = [20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0, 0x26, 0x39, 0xF4, 0xCB] + sizes + [9, 0, 0, 0]
    let emptyHead: [UInt8] = [20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0] + zeros(12) + [2, 0, 0, 0]
    let first: [UInt8] = [0x50, 0x4B, 3, 4] + head + Array("a/b.graph123456789".utf8)
    let second: [UInt8] = [0x50, 0x4B, 3, 4] + emptyHead + Array("ü".utf8)
    let start: [UInt8] = [0x50, 0x4B, 1, 2, 20, 0]
    let one = start + head + zeros(14) + Array("a/b.graph".utf8)
    let other = start + emptyHead + zeros(10) + [UInt8(first.count), 0, 0, 0] + Array("ü".utf8)
    let counts: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 2, 0, 2, 0]
    let end = counts + [UInt8(one.count + other.count), 0, 0, 0, UInt8(first.count + second.count)] + zeros(5)
    #expect(zip.bytes == first + second + one + other + end)
  }

  private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
