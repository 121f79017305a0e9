import Foundation

// A separate file: the functions come with all of Foundation, whose `Predicate` and `Expression` are not ours.
/// Arithmetic of 38 digits; what is too large is not a number. Foundation's product traps where it is too small.
extension Decimal {
  /// The quotient, to 38 digits; the divisor is not 0.
  func divided(by divisor: Decimal) -> Decimal { self / divisor }

  /// The product, to 38 digits; what is below 10⁻¹²⁸ is left out.
  func multiplied(by other: Decimal) -> Decimal {
    if isNaN || other.isNaN { return .nan }
    let missing = -128 - (exponent + other.exponent)
    if missing <= 0 { return self * other }
    if isZero || other.isZero { return 0 }
    // Multiplied with a larger exponent, and moved back by dropping digits.
    let larger = Decimal(sign: .plus, exponent: exponent + missing, significand: significand) * other.magnitude
    var (digits, point) = (larger.significand.magnitude, larger.exponent - missing)
    while point < -128, !digits.isZero {
      digits = (digits / 10).truncated
      point += 1
    }
    if digits.isZero { return 0 }
    let isNegative = (self < 0) != (other < 0)
    return Decimal(sign: isNegative ? .minus : .plus, exponent: point, significand: digits)
  }

  /// Returns the remainder of a division, with the sign of the dividend, as for integers; the divisor is not 0. Returns
  /// not a number if the quotient has more than 38 digits before its point.
  func remainder(dividingBy divisor: Decimal) -> Decimal {
    let (a, b) = (magnitude, divisor.magnitude)
    let quotient = (a / b).truncated
    if quotient.isNaN || quotient >= Decimal(sign: .plus, exponent: 38, significand: 1) { return .nan }
    var rest = a - quotient.multiplied(by: b)
    // The quotient was rounded to 38 digits.
    if rest < 0 { rest += b }
    if rest >= b { rest -= b }
    return self < 0 ? -rest : rest
  }

  /// The power of a whole exponent.
  func raised(to power: Int64) -> Decimal {
    var (result, factor, left) = (Decimal(1), self, power.magnitude)
    while left > 0 {
      if left & 1 == 1 { result = result.multiplied(by: factor) }
      left >>= 1
      if left > 0 { factor = factor.multiplied(by: factor) }
      if result.isNaN { return .nan }
    }
    if power >= 0 { return result }
    return result.isZero ? .nan : 1 / result
  }

  /// The whole number towards 0.
  var truncated: Decimal { self < 0 ? rounded(.up) : rounded(.down) }

  /// The greatest whole number that is not above.
  var floor: Decimal { rounded(.down) }

  /// The least whole number that is not below.
  var ceiling: Decimal { rounded(.up) }

  private func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    if isNaN || exponent >= 0 { return self }
    var (source, result) = (self, Decimal())
    NSDecimalRound(&result, &source, 0, mode)
    return result
  }
}
