import Platform

extension Terminal {
  /// The keys of standard input for as long as a pager asks for them: without echo, and with Ctrl-C as a key. The terminal is as it
  /// was before when the value is gone.
  package final class Keyboard {
    private var before: termios?

    package init() {}

    deinit {
      if var before { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    }

    /// Waits for a key. Bytes are read one by one: what comes after the key is the next reader's.
    package func readKey() -> Pager.Key {
      guard before != nil || begin() else { return .end }
      while true {
        guard let bytes = Terminal.readKeyBytes() else { return .end }
        if let key = Terminal.pagerKey(bytes) { return key }
      }
    }

    private func begin() -> Bool {
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
      var raw = settings
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { return false }
      before = settings
      return true
    }
  }

  /// Waits for the bytes of one key; nil at the end of the input.
  static func readKeyBytes() -> [UInt8]? {
    guard let first = readByte() else { return nil }
    var bytes = [first]
    if first == 0x1B {
      // An arrow arrives as several bytes, Escape as one.
      while bytes.count < 8, isMore, let byte = readByte() {
        bytes.append(byte)
        if bytes.count > 2, byte >= 0x40 { break }
      }
    } else if first >= 0xC0 {
      for _ in 0..<(first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1) { if let byte = readByte() { bytes.append(byte) } }
    }
    return bytes
  }

  private static func readByte() -> UInt8? {
    var byte: UInt8 = 0
    return retrying { read(STDIN_FILENO, &byte, 1) } == 1 ? byte : nil
  }

  /// Whether another byte comes at once.
  private static var isMore: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 25) > 0
  }

  /// Returns the meaning of some bytes of the keyboard to the pager; nil for a key that it does not use.
  package static func pagerKey(_ bytes: [UInt8]) -> Pager.Key? {
    switch bytes {
    // An arrow down and Page Down arrive as several bytes.
    case [0x1B, 0x5B, 0x42], [0x1B, 0x4F, 0x42]: return .line
    case [0x1B, 0x5B, 0x36, 0x7E]: return .page
    case [0x1B], [0x03], [0x04]: return .stop
    case [0x0A], [0x0D]: return .enter
    case [0x7F], [0x08]: return .erase
    default: break
    }
    guard bytes.first.map({ $0 >= 0x20 }) == true, let text = String(validating: bytes, as: UTF8.self), text.count == 1
    else { return nil }
    return text.first.map(Pager.Key.character)
  }

  /// The current rows of the window; 24 if unknown.
  package static func windowHeight() -> Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }
}
