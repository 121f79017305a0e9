import Testing

@testable import ObjectGraph

@Suite("The state of a context is a value")
struct ContextStateTests {
  /// What a copy does not share with its original. Anything else belongs into ``ContextState``, so that copies, checkpoints and
  /// stopped saves have it.
  static let identity = [
    "name", "state", "coordinator", "numbers", "parent", "clock", "keyPaths", "observers", "observerNumber",
  ]

  @Test("Whatever a context stores is in its state, or part of its identity")
  func nothingBesides() throws {
    let context = try ManagedObjectContext(model: ManagedObjectModel())
    let stored = Mirror(reflecting: context).children.compactMap { $0.label?.trimmingPrefix("_") }.map(String.init)
    #expect(Set(stored) == Set(Self.identity))
  }

  @Test("Going back keeps the counters, which tell states apart")
  func goingBack() throws {
    let context = try ManagedObjectContext(model: ManagedObjectModel())
    let earlier = context.state
    context.mergePolicy = .object
    context.state.version = 7
    context.state.heldBackCount = 3
    context.state.goBack(to: earlier)
    #expect(context.mergePolicy == .error)
    #expect(context.state.version == 8)
    #expect(context.state.heldBackCount == 3)
    #expect(context.copy().state.heldBackCount == 3)
  }
}
