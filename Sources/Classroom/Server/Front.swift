/// How browsers reach a server: the names it goes by, and the proxy before it.
package struct Front: Sendable {
  /// The names in addresses, in lower case, besides numbers.
  package var names: Set<String> = ["localhost"]
  /// The address before a proxy; nil without one.
  package var url: PublicAddress?
  /// The addresses of proxies that are believed.
  package var proxies: Set<String> = []
  /// The header in which such a proxy says who is signed in, in lower case; nil where links sign in.
  package var userHeader: String?

  package init() {}

  /// The path before those of the pages, `/book`; empty for none.
  var basePath: String { url?.basePath ?? "" }
}

extension WebRequest {
  /// The address of the browser as a trusted proxy says it: the last that was added. Nil for a request that came without one.
  func peer(behind proxies: Set<String>) -> String? {
    guard proxies.contains(peer), let chain = headers["x-forwarded-for"] else { return nil }
    return chain.split(separator: ",").last.map { $0.trimmed }
  }

  /// The request with the path that a page has without a base path. A proxy may have taken the base path away already.
  func withoutBase(_ base: String) -> WebRequest {
    guard !base.isEmpty, path.hasPrefix(base + "/") else { return self }
    var request = self
    request.path = String(path.dropFirst(base.count))
    return request
  }
}
