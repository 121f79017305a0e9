import Foundation
import Predicates
import Testing

/// A case of the corpus: a format string and what it must give.
private struct Case: Decodable {
  var id: String
  var kind: String
  var format: String
  var expect: JSON
  var authority: String
  var args: [JSON]?
  var vars: [String: JSON]?
  var object: JSON?
  var objects: [JSON]?
  var dataset: String?
  var appleCompatible: JSON?

  /// Whether the expectation may be Apple's: the corpus does not say that it is not.
  var isOfAppleDialect: Bool {
    if case .value(.boolean(false))? = appleCompatible { false } else { true }
  }

  enum CodingKeys: String, CodingKey {
    case id, kind, format, expect, authority, args, vars, object, objects, dataset
    case appleCompatible = "apple_compatible"
  }
}

private indirect enum JSON: Decodable {
  case value(Value)
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.singleValueContainer().decode([String: JSON].self) {
      self = .object(keyed)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .value(.null)
    } else if let flag = try? container.decode(Bool.self) {
      self = .value(.boolean(flag))
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else if let integer = try? container.decode(Int64.self) {
      self = .value(.integer(integer))
    } else if let double = try? container.decode(Double.self) {
      self = .value(.double(double))
    } else {
      self = .value(.string(try container.decode(String.self)))
    }
  }

  /// The value, with the corpus's tags read.
  var tagged: Value {
    switch self {
    case .value(let value): return value
    case .list(let list): return .array(list.map(\.tagged))
    case .object(let object):
      if case .list(let list)? = object["$set"] { return .set(list.map(\.tagged)) }
      if case .value(let seconds)? = object["$date"] {
        switch seconds {
        case .integer(let seconds): return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case .double(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
        default: return .null
        }
      }
      if object["$null"] != nil { return .null }
      if case .value(let flag)? = object["$bool"] { return flag }
      return .dictionary(object.mapValues(\.tagged))
    }
  }
}

@Suite("The corpus of cases")
struct CorpusCaseTests {
  @Test("Every case holds, or is listed with its reason")
  func cases() throws {
    guard let lines = Corpus.lines("cases.jsonl"), let data = Corpus.lines("datasets.json") else { return }
    let datasets = try JSONDecoder().decode([String: [JSON]].self, from: Data(data.joined(separator: "\n").utf8))
    #expect(lines.count == 662)
    var unlisted: [String] = []
    var healed: [String] = []
    for line in lines {
      let item = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      let failure = failure(of: item, datasets)
      switch (failure, DifferingCases.evidence[item.id]) {
      case (nil, nil): break
      case (nil, .some): healed.append(item.id)
      case (let failure?, .some(let evidence)):
        #expect(!item.authority.hasPrefix("apple"), "\(item.id) \(item.format): \(failure)")
        // A case that the corpus does not mark as wrong needs its own evidence.
        if case .corpus = evidence, item.isOfAppleDialect { unlisted.append("\(item.id) \(item.format): \(failure)") }
      case (let failure?, nil): unlisted.append("\(item.id) \(item.format): \(failure)")
      }
    }
    #expect(unlisted.isEmpty, "\(unlisted.joined(separator: "\n"))")
    #expect(healed.isEmpty)
  }

  /// The failure, or nil.
  private func failure(of item: Case, _ datasets: [String: [JSON]]) -> String? {
    let (parsed, diagnostics) = Predicates.Predicate.parse(item.format, arguments: (item.args ?? []).map(\.tagged))
    switch item.kind {
    case "parse_error": return parsed == nil || !diagnostics.isEmpty ? nil : "parses as \(parsed!)"
    default: break
    }
    guard let parsed else { return shown(diagnostics, item.format) }
    let source = VariableSource(variables: (item.vars ?? [:]).mapValues(\.tagged))
    do {
      switch item.kind {
      case "parse_ok": return nil
      case "print":
        guard case .value(.string(let text)) = item.expect else { return "no text" }
        return parsed.description == text ? nil : "prints \(parsed)"
      case "eval":
        let result = try parsed.compiled(over: source).matches(item.object?.tagged ?? .null)
        return item.expect.tagged == .boolean(result) ? nil : "is \(result)"
      case "eval_error":
        let result = try? parsed.compiled(over: source).matches(item.object?.tagged ?? .null)
        return result == nil ? nil : "is \(result!)"
      case "filter", "count":
        let candidates = (item.objects ?? datasets[item.dataset ?? ""] ?? []).map(\.tagged)
        let compiled = try parsed.compiled(over: source)
        let found = try candidates.indices.filter { try compiled.matches(candidates[$0]) }
        let result: Value =
          item.kind == "count" ? .integer(Int64(found.count)) : .array(found.map { .integer(Int64($0)) })
        return item.expect.tagged == result ? nil : "gives \(result.canonicalText)"
      default: return "unknown kind \(item.kind)"
      }
    } catch let error as EvaluationError {
      return "raises: \(error.diagnostic.message)"
    } catch {
      return "raises: \(error)"
    }
  }
}

/// Variables alone; objects are dictionaries.
struct VariableSource: KeyValueSource {
  var variables: [String: Value] = [:]
  var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

  func value(forKey key: String, of object: ObjectReference) throws -> Value { .null }
  func value(forVariable name: String) throws -> Value? { variables[name] }
}
