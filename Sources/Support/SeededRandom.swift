/// Random choices that are the same for the same seed, in every run and on every machine.
package struct SeededRandom {
  private var generator: SplitMix

  /// Mixes the seed with a stream, so that the same seed gives unrelated numbers for different purposes.
  package init(seed: UInt64, stream: String) {
    generator = SplitMix(
      state: stream.utf8.reduce(seed &* 0x2545_F491_4F6C_DD1D) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 })
  }

  /// Returns a number from 0 to `bound` - 1.
  package mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  /// Returns a number of a range.
  package mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Returns true in `percent` of 100 cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns one of the elements, of which there must be at least one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns `count` of the elements, or all if there are fewer, in the order they had.
  package mutating func some<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    var places = Array(elements.indices)
    while places.count > count { places.remove(at: below(places.count)) }
    return places.map { elements[$0] }
  }
}

/// A generator whose numbers are the same in every run and on every machine. Source: G. Steele et al., "Fast Splittable Pseudorandom Number
/// Generators", 2014.
package struct SplitMix: RandomNumberGenerator {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `bound` - 1; 0 for a bound of 0.
  package mutating func below(_ bound: Int) -> Int { bound < 1 ? 0 : Int(next() % UInt64(bound)) }
}
