#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Terminal {
  /// Waits for one key of the pager, without echo. Where none can be read, the rest is shown.
  package static func readPagerKey() -> Pager.Key {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return .rest }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { return .rest }
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    var bytes = [UInt8](repeating: 0, count: 8)
    while true {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .rest }
      if let key = pagerKey(Array(bytes[..<count])) { return key }
    }
  }

  /// What some bytes of the keyboard mean to the pager; nil for a key that it has no use for.
  package static func pagerKey(_ bytes: [UInt8]) -> Pager.Key? {
    switch bytes {
    // An arrow down and Page Down arrive as several bytes.
    case [0x1B, 0x5B, 0x42], [0x1B, 0x4F, 0x42]: return .line
    case [0x1B, 0x5B, 0x36, 0x7E]: return .page
    case [0x1B]: return .quit
    default: break
    }
    switch bytes.first.map({ Character(Unicode.Scalar($0)) }) {
    case " ", "f", "d": return .page
    case "\n", "\r", "j", "e": return .line
    case "G", "g", "a": return .rest
    case "q", "Q", "\u{3}", "\u{4}", "n": return .quit
    default: return nil
    }
  }

  /// The rows of the window now; 24 where nobody knows.
  package static func windowHeight() -> Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }
}
