import Diagnostics
import JSON
import JSONLines
import Normalization
import Predicates

import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder

/// `graphbook normalize --jsonl`: a schema a line, an answer a line. A line that cannot be answered gets an object with
/// `error`, and the next one is read.
package struct NormalizationExchange {
  /// How many steps each part of an answer may take.
  private let steps: Int

  package init() { self.init(steps: NormalizationAnswer.steps) }

  init(steps: Int) { self.steps = steps }

  /// The answer to a line, without a line break; nil for a blank one.
  package func answer(_ line: String) -> String? {
    if line.utf8.isBlankLine { return nil }
    let answer = reply(line)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(answer) else { return #"{"error":"the answer cannot be written as JSON"}"# }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func reply(_ line: String) -> NormalizationAnswer {
    let bytes = Data(line.utf8)
    let id = (try? JSONDecoder().decode(LineIdentifier.self, from: bytes))?.id ?? .null
    do {
      // Foundation's decoder takes more than JSON (a comma before a bracket), and says the place on no Linux.
      _ = try Value(json: Array(bytes)[...])
      let request = try JSONDecoder().decode(NormalizationRequest.self, from: bytes)
      let schema = try request.schema()
      return NormalizationAnswer(
        id: id, schema, decomposition: try request.components(in: schema), steps: steps)
    } catch let problem as JSONReader.Problem {
      let message = "this line is not JSON: \(problem.message) at byte \(problem.offset + 1)"
      return NormalizationAnswer(id: .null, error: message)
    } catch let problem as NormalizationRequest.Problem {
      return NormalizationAnswer(id: id, error: problem.message)
    } catch let error as DecodingError {
      return NormalizationAnswer(id: id, error: error.sentence)
    } catch {
      return NormalizationAnswer(id: id, error: "\(error)")
    }
  }
}

extension NormalizationRequest {
  /// A mistake in a request that is JSON, and its place.
  struct Problem: Error {
    var message: String
  }

  fileprivate func schema() throws -> RelationSchema {
    let functional = try Self.sides(fds, "fds")
    let multivalued = try Self.sides(mvds, "mvds")
    do throws(NormalizationError) {
      return try RelationSchema(
        attributes: attributes, functionalDependencies: functional, multivaluedDependencies: multivalued,
        joinDependencies: jds ?? [])
    } catch {
      throw Problem(message: Self.place(of: error, attributes))
    }
  }

  private static func sides(
    _ rows: [[[String]]]?, _ key: String
  ) throws(Problem) -> [(determinant: [String], dependent: [String])] {
    var sides: [(determinant: [String], dependent: [String])] = []
    for (index, row) in (rows ?? []).enumerated() {
      guard row.count == 2 else {
        let found = counted(row.count, "side")
        throw Problem(message: "\(key)[\(index)] has \(found): write [[left], [right]]")
      }
      sides.append((row[0], row[1]))
    }
    return sides
  }

  fileprivate func components(in schema: RelationSchema) throws -> [AttributeSet]? {
    try decomposition?.enumerated().map { index, names in
      guard let set = schema.attributes(names) else {
        let unknown = names.first { !schema.names.contains($0) } ?? ""
        throw Problem(message: Self.unknown(unknown, "decomposition[\(index)]", schema.names))
      }
      return set
    }
  }

  /// The error with its place in the line.
  private static func place(of error: NormalizationError, _ attributes: [String]) -> String {
    switch error {
    case .unknownAttribute(let name, let place): unknown(name, "\(place.key)[\(place.index)]", attributes)
    case .duplicateAttribute(let name): "attributes: '\(name)' is there twice"
    case .incompleteJoinDependency(let missing, let index):
      "jds[\(index)]: the components leave out \(missing.map { "'\($0)'" }.joined(separator: ", "))"
    case .budgetExceeded, .positionOutOfRange, .raggedRow, .cancelled: "\(error)"
    }
  }

  private static func unknown(_ name: String, _ place: String, _ attributes: [String]) -> String {
    let hint = Suggestions.didYouMean(name, among: attributes).map { ": \($0)" } ?? ""
    return "\(place): there is no attribute '\(name)'\(hint)"
  }
}

extension DependencyPlace {
  fileprivate var key: String {
    switch kind {
    case .functional: "fds"
    case .multivalued: "mvds"
    case .join: "jds"
    }
  }
}

extension DecodingError {
  /// The place as a path, and what was expected there.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, let context): Self.at(context.codingPath, "'\(key.stringValue)' is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      Self.at(context.codingPath, "expected \(Self.word(type))")
    case .dataCorrupted(let context): Self.at(context.codingPath, "this cannot be read")
    @unknown default: "this line cannot be read"
    }
  }

  private static func at(_ path: [any CodingKey], _ text: String) -> String {
    var place = ""
    for key in path {
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return place.isEmpty ? text : "\(place): \(text)"
  }

  private static func word(_ type: any Any.Type) -> String {
    if type == String.self { return "a text" }
    return "\(type)".hasPrefix("Dictionary") ? "an object" : "a list"
  }
}

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
