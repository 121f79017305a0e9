import Predicates
import Diagnostics
struct EvaluationError: Error { var diagnostic: Diagnostic }
struct C { func value(for: Value) throws -> Value { .null }; func matches(_ : Value) throws -> Bool { true } }
extension Expression { func compiled(over: some KeyValueSource) throws -> C { C() } }
extension Predicate { func compiled(over: some KeyValueSource) throws -> C { C() } }
