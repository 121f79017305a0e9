/// How browsers reach a server: the names it goes by, and the proxy before it.
package struct Front: Sendable {
  /// The names in addresses, in lower case, besides numbers.
  package var names: Set<String> = ["localhost"]
  /// The address before a proxy; nil without one.
  package var url: PublicAddress?
  /// The addresses of proxies that are believed.
  package var proxies: Set<String> = []
  /// The path below which a proxy shows the book, where there is no URL.
  package var path = ""
  /// Whether the server listens on a Unix socket. No browser can be led to it under a name of someone else's, so any name will do.
  package var isSocket = false
  /// The header in which such a proxy says who is signed in, in lower case; nil where links sign in.
  package var userHeader: String?

  package init() {}

  /// The path before those of the pages, `/book`; empty for none.
  var basePath: String { url?.basePath ?? path }
}

extension WebRequest {
  /// The address of the browser as a trusted proxy says it: the last that was added, as those before it are the browser's own
  /// words. Nil for a request that came without one.
  func peer(behind proxies: Set<String>) -> String? {
    guard proxies.contains(peer), let chain = headers["x-forwarded-for"] else { return nil }
    return chain.split(separator: ",").last.map { NetworkAddress.canonical($0.trimmed) ?? $0.trimmed }
  }

  /// The request with the path that a page has without a base path. A proxy may have taken the base path away already.
  ///
  /// jupyter-server-proxy encodes the base path of a user's server once more: `/user/50%25` arrives as `/user/50%2525`.
  func withoutBase(_ base: String) -> WebRequest {
    guard !base.isEmpty else { return self }
    for spelling in [base, base.replacing("%", with: "%25")] where path == spelling || path.hasPrefix(spelling + "/") {
      var request = self
      request.path = String(path.dropFirst(spelling.count))
      return request
    }
    return self
  }
}
