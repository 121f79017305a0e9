import Support

/// Numbers that repeat: those of the generator of the same name, of which the upper half decides.
package struct SplitMix: RandomNumberGenerator {
  private var generator: Support.SplitMix

  package init(_ seed: UInt64) { generator = Support.SplitMix(state: seed) }

  package mutating func next() -> UInt64 { generator.next() }

  /// A number from 0 to `bound` - 1; 0 when there is none.
  package mutating func below(_ bound: Int) -> Int {
    bound <= 0 ? 0 : Int(truncatingIfNeeded: next() >> 33) % bound
  }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[below(list.count)] }
}
