/// The effects of a deletion, through which relationship and under which rule: a tree whose roots are the objects that
/// were asked for.
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
/// The save: ``errors``, ``conflicts``, ``constraintConflicts``, ``isRefused``
public struct DeletionExplanation: Sendable {
  /// An object that is marked as deleted.
  public struct Node: Sendable {
    /// The object.
    public let id: ManagedObjectID
    /// The name of its entity.
    public let entity: String
    let explanation: DeletionExplanation
    let index: Int

    /// The effects of its relationships' rules, except those that do nothing. O(effects of the object).
    public var relationships: [Effect] {
      explanation.nodes[index].effects.map { Effect(explanation: explanation, index: Int($0)) }
    }

    /// The object's place in the whole tree, for walks that do not recurse; see ``DeletionExplanation/nodeCount``.
    public var position: Int { index }
    /// The node that cascaded to this one; nil for a root.
    public var parent: Node? {
      let effect = explanation.nodes[index].parentEffect
      return effect < 0 ? nil : explanation.node(Int(explanation.effects[Int(effect)].node))
    }
  }

  /// The effect of one relationship of a deleted object.
  public struct Effect: Sendable {
    let explanation: DeletionExplanation
    let index: Int

    /// The relationship's name.
    public var relationship: String { explanation.name(of: explanation.effects[index]) }
    /// The rule that acted: the relationship's own, or the one that an explanation was asked to try.
    public var rule: DeleteRule { explanation.effects[index].rule }
    /// Under nullify those that forget the object, under cascade those that are deleted for it and were not before,
    /// under deny those that make save refuse, under no action those that go on pointing at it. Without an inverse
    /// nothing points back, so nullify and no action have none. Objects that go in the same deletion are left out,
    /// save under cascade. O(objects).
    public var objects: [ManagedObjectID] {
      let objects = explanation.effects[index].objects
      return Array(explanation.objects[Int(objects.lowerBound)..<Int(objects.upperBound)])
    }
    /// Under cascade the nodes of ``objects``, else none. O(objects).
    public var children: [Node] {
      let effect = explanation.effects[index]
      return effect.firstChild < 0
        ? [] : (0..<effect.objects.count).map { explanation.node(Int(effect.firstChild) + Int($0)) }
    }
  }

  /// Plain data: a tree of a million nodes is made and dropped with everything that it explains.
  struct NodeRecord: Sendable {
    var id: ManagedObjectID
    /// The effect that cascaded to it, or -1.
    var parentEffect: Int32
    var effects: Range<Int32> = 0..<0
  }

  struct EffectRecord: Sendable {
    var node: Int32
    /// The stable place of the node's entity is in its ID; this is the relationship's among the entity's.
    var relationship: Int32
    var rule: DeleteRule
    /// Among all objects of the explanation.
    var objects: Range<Int32>
    /// Under cascade the node of the first object; the others follow it. Else -1.
    var firstChild: Int32 = -1
  }

  var schema: Schema
  var nodes: [NodeRecord] = []
  var effects: [EffectRecord] = []
  var objects: [ManagedObjectID] = []
  /// The errors that make a save fail: for an explained deletion everything that the save would report, for a real one
  /// the objections of deny.
  public internal(set) var errors: [ValidationError] = []
  /// The objects that others have saved since they were read here, of an explained deletion: under ``MergePolicy/error``
  /// a save is refused (133020), under another policy it settles them.
  public internal(set) var conflicts: [MergeConflict] = []
  /// The uniqueness constraints that hold here and not together with what others have saved, of an explained deletion: a
  /// save is refused (133021).
  public internal(set) var constraintConflicts: [ConstraintConflict] = []

  /// The objects that were asked for, each once. O(objects that go).
  public var roots: [Node] { nodes.indices.filter { nodes[$0].parentEffect < 0 }.map(node) }
  /// The number of objects that go.
  public var nodeCount: Int { nodes.count }
  /// Whether save refuses: there are ``errors``.
  public var isRefused: Bool { !errors.isEmpty }
  /// Every object that goes, in the order met; an object is met once. O(objects).
  public var deletedObjects: [ManagedObjectID] { nodes.map(\.id) }

  /// Returns the node at a position from 0 to ``nodeCount`` - 1, which the caller makes sure of. O(1).
  public func node(_ position: Int) -> Node {
    let id = nodes[position].id
    return Node(id: id, entity: schema.entity(at: id.entity)?.name ?? "", explanation: self, index: position)
  }

  private func name(of effect: EffectRecord) -> String {
    schema.entity(at: nodes[Int(effect.node)].id.entity)?.relationships[Int(effect.relationship)].name ?? ""
  }

  /// Adds the tree of a later deletion of the same event.
  mutating func append(_ other: DeletionExplanation) {
    let nodeOffset = Int32(clamping: nodes.count)
    let effectOffset = Int32(clamping: effects.count)
    let objectOffset = Int32(clamping: objects.count)
    nodes += other.nodes.map { node in
      var node = node
      node.effects = node.effects.lowerBound + effectOffset..<node.effects.upperBound + effectOffset
      if node.parentEffect >= 0 { node.parentEffect += effectOffset }
      return node
    }
    effects += other.effects.map { effect in
      var effect = effect
      effect.node += nodeOffset
      effect.objects = effect.objects.lowerBound + objectOffset..<effect.objects.upperBound + objectOffset
      if effect.firstChild >= 0 { effect.firstChild += nodeOffset }
      return effect
    }
    objects += other.objects
    errors += other.errors
  }
}
