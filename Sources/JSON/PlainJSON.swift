/// A JSON value as it came, for what Foundation encodes and decodes.
package enum PlainJSON: Codable, Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([PlainJSON])
  case object([String: PlainJSON])

  package init(from decoder: any Decoder) throws {
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

  package func encode(to encoder: any Encoder) throws {
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

  /// This value with another laid over it: members of objects that the other has not are kept, at every level.
  package func overlaid(by other: PlainJSON) -> PlainJSON {
    guard case .object(let own) = self, case .object(let others) = other else { return other }
    return .object(own.merging(others) { $0.overlaid(by: $1) })
  }
}
