import Diagnostics

import struct Foundation.Date

/// The students and times in `submission_metadata.yml`, which Gradescope puts next to the folders of an export.
///
/// ```yaml
/// submission_90001:
///   :submitters:
///   - :name: Ada Lovelace
///     :sid: '1001'
///     :email: ada@example.com
///   :created_at: 2026-11-20 22:14:05.123456000 Z
/// ```
///
/// Only these keys are read, by their indentation; anything else, also the history of a submission, is passed over. A
/// folder that it does not name has no student.
struct GradescopeExport: Hashable, Sendable {
  static let file = "submission_metadata.yml"

  struct Submitter: Hashable, Sendable {
    var name = ""
    var sid = ""
    var email = ""

    /// The id by which the export's students are listed: the student id or, if it is empty, the address or the name.
    var id: String { [sid, email, name].first { !$0.isEmpty } ?? "" }
  }

  /// The submitters of each folder, in their order.
  private(set) var submitters: [String: [Submitter]] = [:]
  private(set) var times: [String: Date] = [:]

  /// Reads the file. O(text).
  init(_ text: String) {
    var folder: String?
    var isInSubmitters = false
    for line in text.split(whereSeparator: \.isNewline) {
      let indentation = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indentation)
      if indentation == 0, !content.hasPrefix("-"), content.hasSuffix(":") {
        folder = String(content.dropLast())
        isInSubmitters = false
        continue
      }
      guard let folder else { continue }
      if indentation == 2, !content.hasPrefix("-") {
        isInSubmitters = content == ":submitters:"
        if let time = Self.value(content, of: "created_at") { times[folder] = Self.date(time) }
        continue
      }
      guard isInSubmitters, indentation <= 4 else { continue }
      if content.hasPrefix("- ") { submitters[folder, default: []].append(Submitter()) }
      guard let last = submitters[folder]?.indices.last else { continue }
      let pair = content.hasPrefix("- ") ? content.dropFirst(2) : content
      if let name = Self.value(pair, of: "name") { submitters[folder]?[last].name = name }
      if let sid = Self.value(pair, of: "sid") { submitters[folder]?[last].sid = sid }
      if let email = Self.value(pair, of: "email") { submitters[folder]?[last].email = email }
    }
  }

  /// Returns the value of a pair, without its quotes; nil for another key.
  private static func value(_ pair: Substring, of key: String) -> String? {
    guard pair.hasPrefix(":\(key):") else { return nil }
    let text = pair.dropFirst(key.utf8.count + 2).drop { $0 == " " }
    guard let quote = text.first, quote == "'" || quote == "\"", text.count > 1, text.last == quote else {
      return text == "null" || text == "~" ? "" : String(text)
    }
    return String(text.dropFirst().dropLast()).replacing("\(quote)\(quote)", with: "\(quote)")
  }

  /// `2026-11-20 22:14:05.123456000 Z`, or with `-08:00`.
  private static func date(_ text: String) -> Date? {
    GradingTime.date(text) ?? GradingTime.spacedDate(text)
  }
}
