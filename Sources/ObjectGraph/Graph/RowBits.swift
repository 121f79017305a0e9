/// A bit for each row of several tables.
struct RowBits: Sendable {
  private var words: [[UInt64]] = []

  init() {}

  /// Whether no row was ever set.
  var isEmpty: Bool { words.isEmpty }

  /// The rows of each table in the tables that its objects are in now; a table without any is left out.
  func moved(_ tables: [Int: Set<Int>], renumbersRows: Bool, _ newRow: (Int, Int32) -> Int32) -> RowBits {
    var result = RowBits()
    for (table, words) in words.enumerated() {
      for new in tables[table] ?? [] {
        while result.words.count <= new { result.words.append([]) }
        if !renumbersRows, result.words[new].isEmpty {
          result.words[new] = words
          continue
        }
        for (place, word) in words.enumerated() where word != 0 {
          for bit in 0..<64 where word & (1 << UInt64(bit)) != 0 {
            let row = Int32(truncatingIfNeeded: place << 6 | bit)
            result.insert(renumbersRows ? newRow(table, row) : row, of: new)
          }
        }
      }
    }
    return result
  }

  /// Every row set, up to an end of each table.
  init(filledTo ends: [Int]) { words = ends.map { Array(repeating: .max, count: ($0 + 63) >> 6) } }

  func contains(_ row: Int32, of table: Int) -> Bool {
    let word = Int(row) >> 6
    guard table < words.count, word < words[table].count else { return false }
    return words[table][word] & (1 << UInt64(row & 63)) != 0
  }

  /// Sets a row's bit; false where it was set.
  @discardableResult
  mutating func insert(_ row: Int32, of table: Int) -> Bool {
    let word = Int(row) >> 6
    while words.count <= table { words.append([]) }
    if word >= words[table].count {
      words[table].append(contentsOf: repeatElement(0, count: word + 1 - words[table].count))
    }
    let bit: UInt64 = 1 << UInt64(row & 63)
    if words[table][word] & bit != 0 { return false }
    words[table][word] |= bit
    return true
  }

  mutating func remove(_ row: Int32, of table: Int) {
    let word = Int(row) >> 6
    guard table < words.count, word < words[table].count else { return }
    words[table][word] &= ~(1 << UInt64(row & 63))
  }
}
