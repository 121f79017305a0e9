import Diagnostics
import Testing

import struct Foundation.Data
import struct Foundation.Date
import struct Foundation.URL
import struct Foundation.UUID

@testable import Predicates

@Suite("Keys of values")
struct ValueKeyTests {
  /// An entity with one attribute.
  struct OneAttribute: ModelShape {
    let type: ValueType

    func property(_ key: String, of entity: String) -> PropertyShape? {
      key == "a" ? .attribute(type, isOptional: false) : nil
    }

    func keys(of entity: String) -> [String] { ["a"] }
  }

  static func sample(of type: ValueType) throws -> Value? {
    switch type {
    case .integer: 7
    case .double: 7.5
    case .decimal: .decimal(7)
    case .string: "12"
    case .boolean: true
    case .date: .date(Date(timeIntervalSinceReferenceDate: 60))
    case .data: .data(Data([1, 2, 3]))
    case .uuid: .uuid(try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")))
    case .url: .url(try #require(URL(string: "https://example.org/a/b?c=d")))
    case .any: nil
    }
  }

  /// Keys that no value has, and those that Foundation's classes have and we do not.
  static let wrong = ["query", "isEmpty", "count", "size", "nothing", "description", "port", "hots", "intergerValue"]

  @Test("What checking says of a key is what evaluation does", arguments: ValueType.allCases)
  func agreement(_ type: ValueType) throws {
    guard let sample = try Self.sample(of: type) else {
      #expect(type == .any && ValueKey.keys(of: type).isEmpty)
      return
    }
    let names = Set(ValueType.allCases.flatMap { ValueKey.keys(of: $0).keys } + Self.wrong + ["self"])
    for name in names.sorted() {
      let expression = try #require(Expression.parse("a.\(name)").expression)
      let (inferred, diagnostics) = expression.inferredType(against: OneAttribute(type: type), entity: "E")
      let compiled = try expression.compiled(over: LeagueSource.sample)
      let value = Result { try compiled.value(for: .dictionary(["a": sample])) }
      switch value {
      case .success(let value):
        #expect(diagnostics.isEmpty, "\(type).\(name) is \(value.canonicalText)")
        #expect(inferred == InferredType(value), "\(type).\(name) is \(value.canonicalText)")
      case .failure(let error):
        #expect(diagnostics.map(\.id) == ["no-key"], "\(type).\(name): \(error)")
        #expect((error as? EvaluationError)?.diagnostic.hint == diagnostics.first?.hint, "\(type).\(name)")
      }
    }
  }

  @Test(
    "The values of keys",
    arguments: [
      ("length", ValueType.string, 2), ("integerValue", .string, 12), ("boolValue", .string, false),
      ("boolValue", .boolean, true), ("boolValue", .integer, true), ("integerValue", .integer, 7),
      ("doubleValue", .decimal, 7.0), ("timeIntervalSinceReferenceDate", .date, 60.0), ("length", .data, 3),
      ("host", .url, "example.org"), ("lastPathComponent", .url, "b"),
      ("UUIDString", .uuid, "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
    ] as [(String, ValueType, Value)])
  func values(_ row: (key: String, type: ValueType, value: Value)) throws {
    let compiled = try #require(Expression.parse("a.\(row.key)").expression).compiled(over: LeagueSource.sample)
    let sample = try #require(try Self.sample(of: row.type))
    #expect(try compiled.value(for: .dictionary(["a": sample])) == row.value)
  }

  @Test(
    "What to write instead of a key that a value does not have",
    arguments: [
      (ValueType.url, "hots", "a URL has no 'hots': did you mean host?"),
      (.url, "query", "a URL has no 'query': it has absoluteString, host, lastPathComponent, path, scheme"),
      (.string, "count", "text has no 'count': write length"),
      (.string, "isEmpty", "text has no 'isEmpty': compare it: == \"\""),
      (.boolean, "length", "a Boolean has no 'length': it has boolValue"),
    ])
  func hints(_ row: (type: ValueType, key: String, text: String)) throws {
    let expression = try #require(Expression.parse("a.\(row.key)").expression)
    let found = expression.check(against: OneAttribute(type: row.type), entity: "E")
    #expect(found.map { "\($0.message): \($0.hint ?? "")" } == [row.text])
  }
}
