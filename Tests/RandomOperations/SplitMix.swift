import Support

/// Numbers that repeat.
package typealias SplitMix = Support.SplitMix

extension SplitMix {
  package init(_ seed: UInt64) { self.init(state: seed) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[below(list.count)] }
}
