import JSON
import Pages

/// An answer to a ``WebRequest``, with the headers that every page of a class has.
package struct WebResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// The stream of events that follows instead of a body.
  var stream: Listener?

  package init(_ status: Int, type: String = "text/plain; charset=utf-8", _ body: [UInt8] = []) {
    self.status = status
    self.body = body
    headers = [("Content-Type", type)]
  }

  static func page(_ html: HTML, status: Int = 200) -> WebResponse {
    WebResponse(status, type: "text/html; charset=utf-8", Array(html.text.utf8))
  }

  static func text(_ status: Int, _ text: String) -> WebResponse { WebResponse(status, Array((text + "\n").utf8)) }

  static func json(_ value: JSONValue, status: Int = 200) -> WebResponse {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    return WebResponse(status, type: "application/json", bytes)
  }

  /// A sentence for the person at the page when something is not possible.
  static func refusal(_ status: Int, _ words: String) -> WebResponse {
    json(JSONValue([("problem", .string(words))]), status: status)
  }

  /// - Parameter path: relative to the path of the request.
  static func redirect(to path: String, cookie: String? = nil) -> WebResponse {
    var response = WebResponse(303)
    response.headers.append(("Location", path))
    if let cookie { response.headers.append(("Set-Cookie", cookie)) }
    return response
  }

  /// A cookie that scripts cannot read and other sites cannot send.
  /// - Parameters:
  ///   - isForLinks: Whether it is also sent when a link on another site is followed.
  ///   - isSecure: Whether it is sent only where the connection is encrypted.
  ///   - path: the path for which it is sent.
  ///   - age: The seconds for which the browser keeps it; nil for one that ends with the browser's session.
  static func cookie(
    _ name: String, _ value: String, isForLinks: Bool = false, isSecure: Bool = false, path: String = "/",
    age: Int? = nil
  ) -> String {
    "\(name)=\(value); Path=\(path); HttpOnly; SameSite=\(isForLinks ? "Lax" : "Strict")\(isSecure ? "; Secure" : "")"
      + (age.map { "; Max-Age=\($0)" } ?? "")
  }

  /// Headers of every response that has no others of these names: only this server's own files may be loaded, no other page may
  /// frame it, and nothing is kept in a cache.
  static let common = [
    ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// The status line and the headers.
  func head(keepsAlive: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
    let common = Self.common.filter { name, _ in !headers.contains { $0.name == name } }
    for (name, value) in headers + common { text += "\(name): \(value)\r\n" }
    if stream == nil, status != 304 { text += "Content-Length: \(body.count)\r\n" }
    text += "Connection: \(keepsAlive && stream == nil ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 423: "Locked"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    default: "Unknown"
    }
  }
}
