/// A QR code: a text as a square of dark and light modules, which phones read.
///
/// Only what an address needs: bytes, error correction level M (15 %), versions 1 to 6, which is up to 106 bytes. A library
/// for this is larger than the code, and would be one more that every package has to carry. Source: ISO/IEC 18004:2015; the
/// names of its parts are used here.
///
/// ```swift
/// QRCode("http://192.168.1.7:8642/?code=94xy7k")?.svg
/// ```
struct QRCode: Hashable, Sendable {
  /// The dark modules, row by row.
  private(set) var modules: [[Bool]]
  /// The modules that belong to no data: finders, timing, alignment, format.
  private var reserved: [[Bool]]

  /// The codewords of a version at level M: all, those for error correction in each block, and the blocks.
  private static let versions: [(codewords: Int, correction: Int, blocks: Int)] = [
    (26, 10, 1), (44, 16, 1), (70, 26, 1), (100, 18, 2), (134, 24, 2), (172, 16, 4),
  ]

  /// Makes the code of a text; nil for more than 106 bytes. The smallest version that holds it is taken.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let capacities = Self.versions.map { $0.codewords - $0.correction * $0.blocks - 2 }
    guard let index = capacities.firstIndex(where: { bytes.count <= $0 }) else { return nil }
    let layout = Self.versions[index]
    let size = 21 + 4 * index
    modules = Array(repeating: Array(repeating: false, count: size), count: size)
    reserved = modules
    addPatterns(version: index + 1)
    let data = Self.data(bytes, count: layout.codewords - layout.correction * layout.blocks)
    place(Self.interleaved(data, layout.correction, layout.blocks))
    let plain = self
    self = (0..<8).map { plain.masked($0) }.min { $0.penalty < $1.penalty } ?? plain
  }

  var size: Int { modules.count }

  /// The code as a picture, with the quiet zone of four modules that readers need.
  var svg: String {
    var path = ""
    for (y, row) in modules.enumerated() {
      for (x, isDark) in row.enumerated() where isDark { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
    }
    let side = size + 8
    return """
      <svg class="qr" viewBox="0 0 \(side) \(side)" role="img" aria-label="QR code of the address">\
      <rect class="light" width="\(side)" height="\(side)"/><path class="dark" d="\(path)"/></svg>
      """
  }

  // MARK: Data

  /// The data codewords: mode, length, bytes, terminator, padding.
  private static func data(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var bits = [false, true, false, false]
    func add(_ byte: UInt8) { for place in (0..<8).reversed() { bits.append(byte >> UInt8(place) & 1 == 1) } }
    add(UInt8(bytes.count))
    for byte in bytes { add(byte) }
    bits += Array(repeating: false, count: min(4, count * 8 - bits.count))
    while bits.count % 8 != 0 { bits.append(false) }
    var words = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: [UInt8] = [0xEC, 0x11]
    while words.count < count {
      words.append(padding[0])
      padding.reverse()
    }
    return words
  }

  /// The data and the error correction of all blocks, interleaved. The blocks of these versions are equally long.
  private static func interleaved(_ data: [UInt8], _ correction: Int, _ blocks: Int) -> [UInt8] {
    let length = data.count / blocks
    let parts = (0..<blocks).map { Array(data[$0 * length..<($0 + 1) * length]) }
    let checks = parts.map { remainder(of: $0, count: correction) }
    return (0..<length).flatMap { place in parts.map { $0[place] } }
      + (0..<correction).flatMap { place in checks.map { $0[place] } }
  }

  /// The Reed-Solomon remainder of data over GF(256) with the polynomial 0x11D.
  private static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    var generator: [UInt8] = [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      var next = generator + [0]
      for place in generator.indices { next[place + 1] ^= product(generator[place], root) }
      generator = next
      root = product(root, 2)
    }
    var rest = Array(repeating: UInt8(0), count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for place in rest.indices { rest[place] ^= product(generator[place + 1], factor) }
    }
    return rest
  }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt16 = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7 & 1) * 0x11D
      product ^= UInt16(second >> UInt8(bit) & 1) * UInt16(first)
    }
    return UInt8(product & 0xFF)
  }

  // MARK: Modules

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard modules.indices.contains(y), modules.indices.contains(x) else { return }
    modules[y][x] = isDark
    reserved[y][x] = true
  }

  private mutating func addPatterns(version: Int) {
    for place in 0..<size {
      set(place, 6, place % 2 == 0)
      set(6, place, place % 2 == 0)
    }
    for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)] {
      for y in -1...7 {
        for x in -1...7 {
          let ring = max(abs(x - 3), abs(y - 3))
          set(left + x, top + y, ring != 2 && ring != 4)
        }
      }
    }
    if version > 1 {
      let centre = size - 7
      for y in -2...2 { for x in -2...2 { set(centre + x, centre + y, max(abs(x), abs(y)) != 1) } }
    }
    addFormat(mask: 0)
  }

  /// The format of level M and a mask, twice.
  private mutating func addFormat(mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
    for place in 0...5 { set(8, place, bit(place)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for place in 9..<15 { set(14 - place, 8, bit(place)) }
    for place in 0..<8 { set(size - 1 - place, 8, bit(place)) }
    for place in 8..<15 { set(8, size - 15 + place, bit(place)) }
    set(8, size - 8, true)
  }

  /// Places the codewords in columns of two, from the right, up and down in turns.
  private mutating func place(_ codewords: [UInt8]) {
    var next = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<size {
        for x in [right, right - 1] {
          let isUpward = (right + 1) & 2 == 0
          let y = isUpward ? size - 1 - step : step
          guard !reserved[y][x], next < codewords.count * 8 else { continue }
          modules[y][x] = codewords[next / 8] >> UInt8(7 - next % 8) & 1 == 1
          next += 1
        }
      }
      right -= 2
    }
  }

  private func masked(_ mask: Int) -> QRCode {
    var code = self
    for y in modules.indices {
      for x in modules.indices where !reserved[y][x] {
        let inverts =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if inverts { code.modules[y][x].toggle() }
      }
    }
    code.addFormat(mask: mask)
    return code
  }

  /// How hard the code is to read: long runs, blocks of one colour, and an unequal share of dark modules.
  private var penalty: Int {
    var penalty = 0
    let columns = modules.indices.map { x in modules.map { $0[x] } }
    for line in modules + columns {
      var run = 1
      for place in 1..<size {
        run = line[place] == line[place - 1] ? run + 1 : 1
        penalty += run == 5 ? 3 : run > 5 ? 1 : 0
      }
    }
    for y in 1..<size {
      for x in 1..<size
      where Set([modules[y][x], modules[y - 1][x], modules[y][x - 1], modules[y - 1][x - 1]]).count == 1 {
        penalty += 3
      }
    }
    let dark = modules.reduce(0) { $0 + $1.count { $0 } }
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }
}
