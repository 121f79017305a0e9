import Normalization
import Support
import Testing

@Suite("Attribute sets against Swift's sets")
struct AttributeSetTests {
  @Test("All operations, around the borders of words", arguments: [8, 64, 65, 130, 300])
  func operations(_ bound: Int) {
    var numbers = SplitMix(state: UInt64(bound))
    for _ in 0..<200 {
      let a = Set((0..<numbers.below(12)).map { _ in numbers.below(bound) })
      let b = Set((0..<numbers.below(12)).map { _ in numbers.below(bound) })
      let (x, y) = (AttributeSet(a), AttributeSet(b))
      #expect(Array(x) == a.sorted())
      #expect(x.count == a.count)
      #expect(x.first == a.min())
      #expect(x.isEmpty == a.isEmpty)
      #expect((x == y) == (a == b))
      #expect(x.union(y) == AttributeSet(a.union(b)))
      #expect(x.intersection(y) == AttributeSet(a.intersection(b)))
      #expect(x.subtracting(y) == AttributeSet(a.subtracting(b)))
      #expect(x.symmetricDifference(y) == AttributeSet(a.symmetricDifference(b)))
      #expect(x.isSubset(of: y) == a.isSubset(of: b))
      #expect(x.isDisjoint(with: y) == a.isDisjoint(with: b))
      #expect(x.union(y).isSuperset(of: y))
      var z = x
      for element in b { z.remove(element) }
      #expect(z == AttributeSet(a.subtracting(b)) && z.hashValue == x.subtracting(y).hashValue)
    }
    #expect(AttributeSet(first: bound) == AttributeSet(0..<bound))
    #expect(AttributeSet(first: -1).isEmpty)
    #expect(!AttributeSet(first: bound).contains(bound) && !AttributeSet(first: bound).contains(-1))
  }

  @Test("Smaller sets come first, then those with lower positions")
  func order() {
    let sets: [AttributeSet] = [[1, 2], [], [70], [0, 3], [2]]
    #expect(sets.sorted().map(\.description) == ["{}", "{2}", "{70}", "{0, 3}", "{1, 2}"])
  }
}
