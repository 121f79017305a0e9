import JSON

/// A schema as a line of JSON: `{"id", "attributes", "fds", "mvds"?, "jds"?, "decomposition"?}`, a dependency being
/// `[[left], [right]]` and a join dependency a list of components.
struct NormalizationRequest: Decodable {
  var attributes: [String]
  var fds: [[[String]]]?
  var mvds: [[[String]]]?
  var jds: [[[String]]]?
  var decomposition: [[String]]?
}

/// Whatever names a line: given back as it came.
struct LineIdentifier: Decodable {
  var id: PlainJSON?
}
