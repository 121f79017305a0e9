import JSON
import Pages
import Shell

/// The answer to a form: for the script, the parts of the page that have changed; else the page.
struct PageAnswer {
  /// The page on which the learner is now.
  var path: String
  /// Whether that is another page, or this one from its beginning.
  var goes = false
  var isUnfinished = false
  /// Whether what was typed at the prompt failed.
  var hasFailed = false
  /// An input with its results, for the log of the prompt.
  var entry: HTML?
  /// The statement that can be added to an answer.
  var addition: String?
  /// The answer to an exercise as it is kept, where that is not what was sent.
  var answer: String?
  var clearsLog = false
  /// Parts of the page, by their ids.
  var regions: [(id: String, html: HTML)] = []
  /// The id of the part that is to be read first.
  var focus: String?
  var graph: Sitting.GraphView?

  init(path: String) { self.path = path }

  func response(asJSON: Bool, page: () -> HTML) -> WebResponse {
    guard asJSON else { return .redirect(to: path) }
    if isUnfinished { return .json(JSONValue([("unfinished", .boolean(true))])) }
    if goes { return .json(JSONValue([("go", .string(path))])) }
    var members: [(String, JSONValue)] = [
      ("regions", JSONValue(regions.map { ($0.id, .string($0.html.text)) })), ("clears", .boolean(clearsLog)),
    ]
    if let entry { members.append(("entry", .string(entry.text))) }
    if hasFailed { members.append(("failed", .boolean(true))) }
    if let addition { members.append(("addition", .string(addition))) }
    if let answer { members.append(("answer", .string(answer))) }
    if let focus { members.append(("focus", .string(focus))) }
    if let graph {
      members += [("graph", graph.objects), ("diagram", .string(graph.diagram.text))]
    }
    return .json(JSONValue(members))
  }
}

extension WebRequest {
  /// Whether the script sent it.
  var asksForJSON: Bool { headers["accept"]?.contains("application/json") == true }

  /// The cells of a line of results in the window, which the script writes into a cookie: on a phone about 38.
  var columns: Int {
    min(max(30, cookie("graphbook-columns").flatMap { Int($0) } ?? Sitting.usualWidth), Sitting.usualWidth)
  }
}

extension WebResponse {
  /// A file that the browser keeps.
  /// - Parameter name: letters, digits, hyphens and dots.
  static func download(_ text: String, named name: String) -> WebResponse {
    download(Array(text.utf8), type: "text/plain; charset=utf-8", named: name)
  }

  static func download(_ bytes: [UInt8], type: String, named name: String) -> WebResponse {
    var response = WebResponse(200, type: type, bytes)
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    response.headers.append(("Content-Disposition", "attachment; filename=\"\(plain)\""))
    return response
  }
}

extension Completions {
  /// The completions, at most 40, in the form that the prompt's script reads.
  var json: JSONValue {
    JSONValue([
      ("start", .integer(Int64(start))), ("suffix", .string(suffix)),
      ("candidates", .array(candidates.prefix(40).map(JSONValue.string))),
      ("descriptions", .array(descriptions.prefix(40).map(JSONValue.string))),
    ])
  }
}
