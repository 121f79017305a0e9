import JSON
import Predicates

import struct Foundation.Decimal

/// Reading JSON as values of predicates: objects become dictionaries, `null` becomes `.null`.
///
/// JSON has neither dates nor sets, so an object with one key that is a tag stands for a value that it lacks:
///
/// | Tag | Value |
/// |---|---|
/// | `{"$date": s}` | the moment `s` seconds after 2001-01-01 UTC |
/// | `{"$set": […]}` | a set |
/// | `{"$null": true}` | `nil`, told apart from a key that is absent |
/// | `{"$bool": true}` | a Boolean, for writers whose Booleans are numbers |
///
/// Whole numbers beyond 64 bits are read as decimals, which have 38 digits; one with more is refused. Of a key that occurs twice the last value counts. O(bytes).
extension Value {
  /// The value of a whole text. Only white space is allowed around it.
  /// - Parameter keys: the keys of the outermost object that the caller needs; nil for all of them. Other keys are
  ///   checked but not kept.
  package init(json bytes: ArraySlice<UInt8>, keys: Set<String>? = nil) throws(JSONReader.Problem) {
    let result: Result<Value, JSONReader.Problem> = bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONReader.Problem) {
        return .success(
          try JSONReader.read(bytes) { (reader) throws(JSONReader.Problem) in try Value(&reader, keys: keys) })
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private init(_ reader: inout JSONReader, keys: Set<String>? = nil) throws(JSONReader.Problem) {
    switch try reader.next() {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .double(number)
    case .large(let digits):
      guard let number = Decimal(string: digits), number.description == digits else {
        throw reader.problem("this whole number has more than 38 digits: write it with an exponent, or as a text")
      }
      self = .decimal(number)
    case .string(let text): self = .string(text)
    case .array:
      var elements: [Value] = []
      while try reader.hasElement() { elements.append(try Value(&reader)) }
      self = .array(elements)
    case .object:
      var members: [String: Value] = [:]
      while let key = try reader.nextKey() {
        if keys?.contains(key) ?? true { members[key] = try Value(&reader) } else { try reader.skip() }
      }
      self = Value.tagged(members) ?? .dictionary(members)
    }
  }
}
