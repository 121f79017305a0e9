import Foundation
import Predicates
import TestSupport
import Testing

let corpus = Corpus("predicates")

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

@Suite("Cases with expected answers")
struct CorpusCaseTests {
  private static func read(_ corpus: Corpus) throws -> (cases: [Case], datasets: [String: [JSON]]) {
    let datasets = try JSONDecoder().decode([String: [JSON]].self, from: Data(corpus.text("datasets.json").utf8))
    return (try corpus.values("cases.jsonl", as: Case.self), datasets)
  }

  @Test("Our own, of every kind")
  func samples() throws {
    let (cases, datasets) = try Self.read(Corpus(samplesBeside: #filePath))
    for item in cases {
      #expect(failure(of: item, datasets) == nil, "\(item.id) \(item.format)")
    }
    #expect(
      Set(cases.map(\.kind)) == ["count", "eval", "eval_error", "filter", "parse_error", "parse_ok", "print"])
  }

  @Test("Real ones: each holds, or is listed with its reason", .enabled(if: corpus.isThere, "the corpus is not there"))
  func cases() throws {
    let (cases, datasets) = try Self.read(corpus)
    #expect(cases.count == 662)
    var unlisted: [String] = []
    var healed: [String] = []
    for item in cases {
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
