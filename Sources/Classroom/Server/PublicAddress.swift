import Diagnostics

/// The address at which students reach a class behind a proxy, `https://graphs.uni.example/book`.
package struct PublicAddress: Hashable, Sendable {
  /// Scheme and host, `https://graphs.uni.example`: what browsers send as `Origin`.
  package let origin: String
  /// The host without a port, in lower case.
  package let host: String
  /// The path that all paths begin with, `/book`; empty for none.
  package let basePath: String
  package var isSecure: Bool { origin.hasPrefix("https://") }
  package var text: String { origin + basePath }

  /// - Parameter option: the option that gives the address.
  /// - Throws: a diagnostic for a text that is no address of a web site.
  package init(_ text: String, option: String = "--url") throws(Diagnostic) {
    func problem(_ hint: String) -> Diagnostic {
      Diagnostic("url", "\(option) '\(DisplayText.visible(text))' is no address", hint: hint)
    }
    let example = "\(option) https://graphs.uni.example/book"
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") }) else {
      throw problem("it begins with https:// or http://: \(example)")
    }
    let rest = text.dropFirst(scheme.count)
    guard !rest.contains(where: { "?#@\\".contains($0) }) else {
      throw problem("it has no '?', '#' or '@': \(example)")
    }
    let authority = rest.prefix { $0 != "/" }.lowercased()
    let name = HostName.name(in: authority)
    guard !name.isEmpty else { throw problem("it names a host: \(example)") }
    var path = String(rest.dropFirst(authority.count))
    while path.hasSuffix("/") { path.removeLast() }
    host = name
    origin = scheme + authority
    basePath = path
  }
}

/// The name in a `Host` header.
package enum HostName {
  /// The host without a port, in lower case; brackets of an IPv6 address stay.
  package static func name(in host: some StringProtocol) -> String {
    let text = host.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
    return String(text.prefix { $0 != ":" })
  }

  /// The names of `--allow-host`, in lower case.
  /// - Throws: a diagnostic for a text that a browser never sends as a name.
  package static func allowed(_ texts: [String]) throws(Diagnostic) -> Set<String> {
    var names: Set<String> = []
    for text in texts {
      let name = text.lowercased()
      let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
      guard isName || NetworkAddress.canonical(name) != nil else {
        throw Diagnostic(
          "allow-host", "--allow-host '\(DisplayText.visible(text))' is no name of a computer",
          hint: "a name without http://, port and path: --allow-host graphs.uni.example")
      }
      names.insert(name)
    }
    return names
  }
}
