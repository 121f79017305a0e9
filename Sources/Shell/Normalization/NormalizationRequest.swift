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

/// A JSON value as it came.
enum PlainJSON: Codable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([PlainJSON])
  case object([String: PlainJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([PlainJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: PlainJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
