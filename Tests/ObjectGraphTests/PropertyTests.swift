import RandomOperations
import Testing

@Suite("What must hold whatever was done")
struct PropertyTests {
  @Test(arguments: Property.allCases)
  func holds(property: Property) {
    for seed in 0..<40 {
      let problems = property.problems(seed: UInt64(seed))
      if !problems.isEmpty {
        Issue.record("\(property.rawValue):\n\(problems.joined(separator: "\n"))")
        return
      }
    }
  }
}
