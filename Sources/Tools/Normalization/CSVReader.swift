import struct Diagnostics.Diagnostic

/// Reads comma-separated values (RFC 4180): quoted fields may hold commas, line breaks and doubled quotes. Lines end
/// with LF, CR LF or CR; an empty line is skipped. A field that is empty and not quoted is missing.
///
/// ```
/// team,color
/// "Heat",red
/// Jazz,
/// ```
struct CSVReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The line at which the next record begins, from 1.
  private(set) var line = 1
  private let separator: UInt8
  /// The places of the last record's fields, with their quotes.
  private var places: [Range<Int>] = []

  /// The words for the place of a mistake: `line 2`, or with the name of the file before it.
  private let linePrefix: String

  /// The fields of the last record as they are written, with their quotes.
  var rawFields: [String] { places.map { String(decoding: bytes[$0], as: UTF8.self) } }

  /// - Parameter file: the file as messages name it; nil where they need not.
  init(_ text: String, separator: Character = ",", file: String? = nil) {
    linePrefix = (file.map { "\($0), " } ?? "") + "line "
    self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    bytes = Array(text.utf8)
    // A byte order mark, which spreadsheets write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns the separator that the first line has most often outside quotes: a comma, a semicolon as spreadsheets write in
  /// much of Europe, or a tab. O(the line).
  static func separator(of text: String) -> Character {
    var counts: [Character: Int] = [:]
    var isQuoted = false
    for character in text.prefix(while: { !$0.isNewline }) {
      if character == "\"" { isQuoted.toggle() } else if !isQuoted { counts[character, default: 0] += 1 }
    }
    let candidates: [Character] = [",", ";", "\t"]
    return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? ","
  }

  /// The next record; nil at the end.
  /// - Throws: a diagnostic for a quote that is not closed, or that is followed by something other than a comma.
  mutating func next() throws(Diagnostic) -> [String?]? {
    while position < bytes.count, isLineBreak(bytes[position]) { skipLineBreak() }
    guard position < bytes.count else { return nil }
    var fields: [String?] = []
    places.removeAll(keepingCapacity: true)
    while true {
      let start = position
      fields.append(try field())
      places.append(start..<position)
      guard position < bytes.count else { return fields }
      if bytes[position] == separator {
        position += 1
        continue
      }
      skipLineBreak()
      return fields
    }
  }

  private func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private mutating func skipLineBreak() {
    let isReturn = bytes[position] == UInt8(ascii: "\r")
    position += 1
    line += 1
    if isReturn, position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func field() throws(Diagnostic) -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      let start = position
      while position < bytes.count, bytes[position] != separator, !isLineBreak(bytes[position]) {
        position += 1
      }
      return position == start ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let firstLine = line
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          if position < bytes.count, bytes[position] != separator, !isLineBreak(bytes[position]) {
            throw Diagnostic(
              "csv-quote", "\(linePrefix)\(line): a quoted field continues after its closing quote",
              hint: "write a quote inside a quoted field twice")
          }
          return String(decoding: text, as: UTF8.self)
        }
        position += 1
      } else if byte == UInt8(ascii: "\n") {
        line += 1
      }
      text.append(byte)
    }
    throw Diagnostic("csv-quote", "\(linePrefix)\(firstLine): a quoted field is not closed")
  }
}
