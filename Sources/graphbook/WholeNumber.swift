import ArgumentParser

/// Returns a reader of an option's value that takes whole numbers in a range only, and names the range otherwise. With
/// `.unconditional` parsing, a value such as `-5` gets that message too, and not one about a missing value.
func wholeNumber<Number: FixedWidthInteger & Sendable>(
  in range: ClosedRange<Number>
) -> @Sendable (String) throws -> Number {
  { text in
    guard let number = Number(text), range.contains(number) else {
      throw ValidationError("it takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// Reads the number of a port.
let portNumber = wholeNumber(in: 1...UInt16(65_535))

/// Reads the seed of a pseudo-random choice.
let seedNumber = wholeNumber(in: 0...UInt64.max)
