/// What a deletion does to what, through which relationship, under which rule: a tree whose roots are the objects
/// that were asked for.
///
/// ```swift
/// let explanation = try context.explainDelete([heat])
/// for effect in explanation.roots.flatMap(\.relationships) {
///   print(effect.relationship, effect.rule, effect.objects.count)
/// }
/// ```
///
/// The rules that act are those of the deleted object's own relationships. The tree is kept flat, so that a chain of a
/// million cascades is neither walked nor freed by recursion.
///
/// ## Topics
/// The tree: ``roots``, ``node(_:)``, ``nodeCount``, ``deletedObjects``
/// One object: ``Node/relationships``, ``Node/parent``
/// One relationship: ``Effect/rule``, ``Effect/objects``, ``Effect/children``
/// The save: ``errors``, ``isRefused``
public struct DeletionExplanation: Sendable {
  /// An object that is marked as deleted.
  public struct Node: Sendable {
    /// The object.
    public let id: ManagedObjectID
    /// The name of its entity.
    public let entity: String
    let explanation: DeletionExplanation
    let index: Int

    /// What its relationships' rules do, those that do nothing left out.
    public var relationships: [Effect] {
      explanation.nodes[index].effects.map { Effect(explanation: explanation, index: $0) }
    }

    /// The object's place in the whole tree, for walks that do not recurse; see ``DeletionExplanation/nodeCount``.
    public var position: Int { index }
    /// The node that cascaded to this one; nil for a root.
    public var parent: Node? {
      let effect = explanation.nodes[index].parentEffect
      return effect < 0 ? nil : explanation.node(explanation.effects[effect].node)
    }
  }

  /// What one relationship of a deleted object does.
  public struct Effect: Sendable {
    let explanation: DeletionExplanation
    let index: Int

    /// The relationship's name.
    public var relationship: String { explanation.effects[index].relationship }
    /// The rule that acted: the relationship's own, or the one that an explanation was asked to try.
    public var rule: DeleteRule { explanation.effects[index].rule }
    /// Under nullify those that forget the object, under cascade those that are deleted for it and were not before,
    /// under deny those that make save refuse, under no action those that go on pointing at it. Without an inverse
    /// nothing points back, so nullify and no action have none. Objects that go in the same deletion are left out,
    /// save under cascade.
    public var objects: [ManagedObjectID] { explanation.effects[index].objects }
    /// Under cascade the nodes of ``objects``, else none.
    public var children: [Node] { explanation.effects[index].children.map { explanation.node($0) } }
  }

  struct NodeRecord: Sendable {
    var id: ManagedObjectID
    var entity: String
    var effects: [Int] = []
    var parentEffect: Int
  }

  struct EffectRecord: Sendable {
    var node: Int
    var relationship: String
    var rule: DeleteRule
    var objects: [ManagedObjectID]
    var children: [Int] = []
  }

  var nodes: [NodeRecord] = []
  var effects: [EffectRecord] = []
  /// What keeps save from going through: everything that save would say for an explained deletion, what deny says for
  /// one that was done.
  public internal(set) var errors: [ValidationError] = []

  /// The objects that were asked for, each once. O(objects that go).
  public var roots: [Node] { nodes.indices.filter { nodes[$0].parentEffect < 0 }.map { node($0) } }
  /// The number of objects that go.
  public var nodeCount: Int { nodes.count }
  /// Whether save refuses: there are ``errors``.
  public var isRefused: Bool { !errors.isEmpty }
  /// Every object that goes, in the order met; an object is met once. O(objects).
  public var deletedObjects: [ManagedObjectID] { nodes.map(\.id) }

  /// The node at a position from 0 to ``nodeCount`` - 1, which the caller makes sure of. O(1).
  public func node(_ position: Int) -> Node {
    Node(id: nodes[position].id, entity: nodes[position].entity, explanation: self, index: position)
  }

  /// Adds the tree of a later deletion of the same event.
  mutating func append(_ other: DeletionExplanation) {
    let nodeOffset = nodes.count
    let effectOffset = effects.count
    nodes += other.nodes.map { node in
      var node = node
      node.effects = node.effects.map { $0 + effectOffset }
      if node.parentEffect >= 0 { node.parentEffect += effectOffset }
      return node
    }
    effects += other.effects.map { effect in
      var effect = effect
      effect.node += nodeOffset
      effect.children = effect.children.map { $0 + nodeOffset }
      return effect
    }
    errors += other.errors
  }
}
