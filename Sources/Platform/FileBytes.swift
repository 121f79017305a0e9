/// Reads from an open file, and again after a signal.
/// - Returns: the number of bytes; 0 at the end, and -1 with `errno` if the system refuses. O(bytes).
package func readBytes(from file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  retrying { read(file, buffer.baseAddress, buffer.count) }
}

/// Reads from an open file until the buffer is full or the file ends, whatever signals come.
/// - Parameter offset: the place in the file, whose own position stays.
/// - Returns: the number of bytes, which is less than the buffer's only at the end of the file; -1 with `errno` if the system
///   refuses. O(bytes).
package func readAllBytes(from file: Int32, at offset: off_t, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  var filled = 0
  while let start = buffer.baseAddress, filled < buffer.count {
    let count = retrying { pread(file, start + filled, buffer.count - filled, offset + off_t(filled)) }
    guard count >= 0 else { return count }
    if count == 0 { break }
    filled += count
  }
  return filled
}

/// Writes to an open file, and again after a signal.
/// - Returns: the number of bytes that the file has taken, which may be less than there are; -1 with `errno` if the system
///   refuses. O(bytes).
package func writeBytes(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
  retrying { write(file, bytes.baseAddress, bytes.count) }
}

/// Writes all of some bytes to an open file, whatever signals come.
/// - Returns: false, with `errno`, if the system refuses before the end. O(bytes).
package func writeAllBytes(_ bytes: [UInt8], to file: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = writeBytes(UnsafeRawBufferPointer(rebasing: rest), to: file)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Calls the system until no signal interrupts the call.
package func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
