import Foundation

// A file of its own: the operator comes with all of Foundation, whose `Predicate` and `Expression` are not ours.
extension Decimal {
  /// The quotient, to 38 digits; the divisor is not 0.
  func divided(by divisor: Decimal) -> Decimal { self / divisor }
}
