import CZlib
import Support
import WorkbookLanguage

extension PageAsset {
  /// Returns the file, compressed where the browser takes that, or that the one which the browser has is still right (304).
  ///
  /// A browser keeps the file, and asks each time whether it has changed, so that it sees a new version of the program at once.
  func response(to request: WebRequest) -> WebResponse {
    let file = Self.files.withLock { files in
      let file = files[self] ?? SentFile(bytes)
      files[self] = file
      return file
    }
    let compressed = request.takesGzip ? file.compressed : nil
    var response = WebResponse(200, type: type, compressed ?? file.bytes)
    response.headers += [("Cache-Control", "no-cache"), ("ETag", file.tag), ("Vary", "Accept-Encoding")]
    if compressed != nil { response.headers.append(("Content-Encoding", "gzip")) }
    if request.headers["if-none-match"] == file.tag { (response.status, response.body) = (304, []) }
    return response
  }

  /// The files that were asked for: each is compressed once.
  private static let files = Locked<[PageAsset: SentFile]>([:])
}

/// A file of the pages as it is sent.
private struct SentFile {
  var bytes: [UInt8]
  /// The file compressed by gzip; nil where that is not shorter.
  var compressed: [UInt8]?
  /// The entity tag (RFC 9110, 8.8.3): it tells the file from that of another version of the program.
  var tag: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tag = "W/\"\(StableHash.text(StableHash.of(bytes)))\""
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
      count = bytes.withUnsafeBufferPointer { input in
        Int(graphbook_gzip(input.baseAddress, UInt(input.count), output.baseAddress, UInt(output.count)))
      }
    }
    compressed = packed.isEmpty ? nil : packed
  }
}

extension WebRequest {
  /// Whether the browser says that it takes gzip (RFC 9110, 12.5.3).
  fileprivate var takesGzip: Bool {
    (headers["accept-encoding"] ?? "").split(separator: ",").contains { coding in
      let parts = coding.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
      let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=0") && $0.allSatisfy { "q=0.".contains($0) } }
      return parts.first == "gzip" && !isRefused
    }
  }
}
