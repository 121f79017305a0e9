import JSON
import Support

/// The file that keeps what was typed in the playground: an array of texts, each run again as one input.
struct PlaygroundFile: Hashable, Sendable {
  var path: String

  /// A longer file is none of ours.
  private static let limit = 2 << 20

  /// The texts; none where there is no such file, or it is damaged.
  func read() -> [String] {
    guard let bytes = try? AtomicFile(path: path).read(last: Self.limit + 1).bytes, bytes.count <= Self.limit else {
      return []
    }
    let value = bytes.withUnsafeBufferPointer { try? JSONValue($0) }
    return value?.elements?.compactMap(\.text) ?? []
  }

  /// - Throws: why it cannot be written; the file is then as it was.
  func write(_ texts: [String]) throws(AtomicFile.Failure) {
    var bytes: [UInt8] = []
    JSONValue.array(texts.map(JSONValue.string)).write(to: &bytes, .readable)
    try AtomicFile(path: path).replace(with: bytes, mode: 0o600)
  }
}
