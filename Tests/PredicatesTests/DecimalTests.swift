import Testing

import struct Foundation.Decimal

@testable import Predicates

@Suite("Decimal arithmetic")
struct DecimalTests {
  func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

  @Test(
    "What a text of digits is",
    arguments: [
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("0.1", .double(0.1)),
      ("0.30000000000000004", .double(0.30000000000000004)), ("1e300", .double(1e300)), ("1.0", .double(1)),
      ("1.00000000000000000000000000000000000000000000", .double(1)),
      ("9223372036854775808", .decimal(Decimal(Int64.max) + 1)),
      ("-9223372036854775809", .decimal(Decimal(Int64.min) - 1)),
    ] as [(String, Value)])
  func numbers(text: String, value: Value) { #expect(Value(number: text) == value) }

  @Test(
    "Digits that no Double keeps make a Decimal of the same digits",
    arguments: [
      "12345678901234567890123456789012345678", "-0.1234567890123456789012345678901234567", "0.12345678901234567",
      "123456789012345678.5", "99999999999999999999999999999999999999", "10000000000000000000000",
    ])
  func digits(text: String) throws {
    #expect(Value(number: text) == .decimal(try decimal(text)))
    #expect(Value(number: text)?.canonicalText == text)
  }

  @Test("What is no number of 38 digits", arguments: ["1e400", "1" + String(repeating: "0", count: 37) + "11", "0x1"])
  func noNumbers(text: String) { #expect(Value(number: text) == nil) }

  @Test("Products of all sizes", arguments: [-128, -127, -100, -65, -64, -63, -1, 0, 1, 64, 100, 126])
  func products(exponent: Int) throws {
    for other in [-128, -127, -100, -64, -30, 0, 30, 64, 100, 126] {
      for (a, b) in [(3, 7), (-3, 7), (3, -7), (-3, -7), (0, 7)] as [(Int, Int)] {
        let left = Decimal(sign: a < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(abs(a)))
        let right = Decimal(sign: b < 0 ? .minus : .plus, exponent: other, significand: Decimal(abs(b)))
        let product = left.multiplied(by: right)
        let sum = exponent + other
        if sum > 126 {
          #expect(product.isNaN || product == 0 || product.exponent <= 127)
        } else if sum < -129 || a == 0 {
          #expect(product == 0)
        } else if sum >= -128 {
          let isNegative = (a < 0) != (b < 0)
          #expect(product == Decimal(sign: isNegative ? .minus : .plus, exponent: sum, significand: 21))
        }
      }
    }
  }

  @Test(
    "Remainders have the sign of the dividend",
    arguments: [
      ("7.5", "2", "1.5"), ("-7.5", "2", "-1.5"), ("7.5", "-2", "1.5"), ("0.3", "0.1", "0"), ("1", "3", "1"),
      ("12345678901234567890123456789012345678", "7", "2"), ("1e30", "0.7", "0.3"), ("5", "1e30", "5"),
    ])
  func remainders(dividend: String, divisor: String, rest: String) throws {
    #expect(try decimal(dividend).remainder(dividingBy: decimal(divisor)) == decimal(rest))
  }

  @Test func powers() throws {
    #expect(try decimal("1.1").raised(to: 3) == decimal("1.331"))
    #expect(try decimal("2").raised(to: -2) == decimal("0.25"))
    #expect(try decimal("7").raised(to: 0) == 1)
    #expect(try decimal("10").raised(to: 1000).isNaN)
    #expect(try decimal("1").raised(to: .max) == 1)
    #expect(try decimal("0").raised(to: -1).isNaN)
    #expect(try decimal("0.1").raised(to: 200) == 0)
  }
}
