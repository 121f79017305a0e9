import Platform
import Testing

@Suite("Reading and writing open files")
struct FileBytesTests {
  @Test("A pipe takes and gives all bytes")
  func pipes() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    #expect(writeAllBytes(Array("heat".utf8), to: ends[1]))
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(bytes.withUnsafeMutableBytes { readBytes(from: ends[0], into: $0) } == 4)
    #expect(bytes.prefix(4).elementsEqual("heat".utf8))
    #expect(bytes.withUnsafeMutableBytes { readBytes(from: ends[0], into: $0) } == 0)
    close(ends[0])
  }

  @Test("A file is read from a place, up to its end")
  func places() {
    var name = Array("/tmp/graphbook-bytes-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    defer {
      close(file)
      unlink(name)
    }
    #expect(writeAllBytes(Array("Miami Heat".utf8), to: file))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(bytes.withUnsafeMutableBytes { readAllBytes(from: file, at: 6, into: $0) } == 4)
    #expect(bytes.prefix(4).elementsEqual("Heat".utf8))
    #expect(bytes.withUnsafeMutableBytes { readAllBytes(from: file, at: 0, into: $0) } == 8)
  }

  @Test("The system's refusals have their numbers")
  func refusals() {
    var bytes = [UInt8](repeating: 0, count: 1)
    #expect(!writeAllBytes([1], to: -1))
    #expect(errno == EBADF)
    #expect(bytes.withUnsafeMutableBytes { readBytes(from: -1, into: $0) } == -1)
    #expect(systemReason(ENOENT) == "no such file or directory")
  }
}
