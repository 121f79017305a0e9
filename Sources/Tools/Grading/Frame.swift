import JSON

/// A message between the grader and its workers: a line of JSON, whose `bytes` are the lengths of the texts that follow
/// it. Long texts therefore need no escaping or parsing.
struct Frame: Hashable, Sendable {
  private var members: [JSONValue.Member]
  var parts: [[UInt8]]

  init(_ members: [(String, JSONValue)], _ parts: [[UInt8]] = []) {
    self.members = members.map { JSONValue.Member($0, $1) }
    self.parts = parts
  }

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  var bytes: [UInt8] {
    let lengths = parts.map { JSONValue.integer(Int64($0.count)) }
    var bytes: [UInt8] = []
    JSONValue.object(members + [.init("bytes", .array(lengths))]).write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    for part in parts { bytes += part }
    return bytes
  }

  /// Finds the frames in the bytes of a stream.
  struct Reader {
    /// The bytes are not a frame, or there are too many of them.
    struct Broken: Error {}

    /// The most bytes of a line, and of all texts after it.
    static let headLimit = 1 << 20
    static let bodyLimit = 256 << 20

    private var buffer: [UInt8] = []
    private var searched = 0
    /// The frame whose texts have not all arrived.
    private var begun: (members: [JSONValue.Member], lengths: [Int], start: Int)?

    mutating func add(_ bytes: some Sequence<UInt8>) { buffer += bytes }

    /// Whether a frame has begun.
    var isInside: Bool { !buffer.isEmpty }

    /// Returns the next frame; nil if it is not complete yet.
    mutating func next() throws(Broken) -> Frame? {
      if begun == nil {
        guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
          searched = buffer.count
          guard buffer.count <= Self.headLimit else { throw Broken() }
          return nil
        }
        begun = try Self.head(buffer[..<end])
      }
      guard let (members, lengths, start) = begun else { return nil }
      guard buffer.count - start >= lengths.reduce(0, +) else { return nil }
      var parts: [[UInt8]] = []
      var place = start
      for length in lengths {
        parts.append(Array(buffer[place..<(place + length)]))
        place += length
      }
      buffer.removeSubrange(..<place)
      (searched, begun) = (0, nil)
      var frame = Frame([], parts)
      frame.members = members
      return frame
    }

    private static func head(
      _ line: ArraySlice<UInt8>
    ) throws(Broken) -> (members: [JSONValue.Member], lengths: [Int], start: Int) {
      guard case .object(let members)? = line.withUnsafeBufferPointer({ try? JSONValue($0) }),
        let lengths = members.last?.value.elements?.map({ Int($0.whole ?? -1) }),
        lengths.allSatisfy({ (0...bodyLimit).contains($0) }), lengths.count <= 100_000,
        lengths.reduce(0, +) <= bodyLimit
      else { throw Broken() }
      return (members.dropLast(), lengths, line.endIndex + 1)
    }
  }
}
