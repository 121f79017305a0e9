import Predicates

import struct Foundation.Date

/// The world of a predicate over JSON: its candidates are values and hold their keys themselves; only variables and the
/// time come from here.
package struct JSONSource: KeyValueSource {
  package var variables: [String: Value]
  package let now: Date

  private let random: (() -> UInt64)?

  /// - Parameter random: what `random()` starts from; nil where nothing may be left to chance.
  package init(variables: [String: Value] = [:], now: Date, random: (() -> UInt64)? = nil) {
    self.variables = variables
    self.now = now
    self.random = random
  }

  package func nextRandomNumber() throws -> UInt64? { random?() }

  /// There are no object references in JSON.
  package func value(forKey key: String, of object: ObjectReference) throws -> Value {
    throw KeyValueError.missingObject("an object that is not of this file")
  }

  package func value(forVariable name: String) throws -> Value? { variables[name] }
}
