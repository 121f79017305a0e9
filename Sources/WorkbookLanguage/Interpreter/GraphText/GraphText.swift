import Diagnostics
import ObjectGraph
import Predicates

/// A model and its objects as source of the workbook language: text that makes the same graph when it is run.
///
/// The saved objects come first, with their values and links, then `save`, then the changes that are not saved. All objects are
/// made before the links that lead forward, so that required relationships may form circles. An object keeps its number: for
/// those that no object has, others are made and deleted again. Objects are named by `let` as they were, or
/// else as `Player#3`.
struct GraphText {
  /// The text, and a line for each kind of thing that it leaves out.
  struct Source {
    var text: String
    var objectCount: Int
    var losses: [String]
  }

  /// The graph as it is, and as it was saved last.
  let current: ManagedObjectContext
  let saved: ManagedObjectContext
  let model: ManagedObjectModel
  /// See ``findLooseMembers()``.
  var looseMembers: [ManagedObjectID: [String: [ManagedObjectID]]]
  /// The learner's names of an object, in order.
  var names: [ManagedObjectID: [String]] = [:]
  /// The numbers of the objects in the text.
  var numbers: [ManagedObjectID: Int] = [:]
  /// The places of the objects in the order in which the text makes them.
  var places: [ManagedObjectID: Int] = [:]
  var lines: [String] = []
  /// The to-many lists that were asked about, and whether the lines that make their members link them.
  var inlineLists: [ManagedObjectID: [String: Bool]] = [:]
  /// Whether the line that makes an object may link it.
  var inlines = true
  private var hasSaved = false
  /// The objects that are made for numbers that no object has, and not deleted yet.
  private var fillers: [String] = []
  private var losses: [String] = []

  /// O(objects + links), and a sort where many-to-many relationships have an order on both sides.
  /// - Throws: when the interpreter's cancellation says yes.
  static func source(of interpreter: Interpreter) throws -> Source {
    var text = GraphText(interpreter)
    try text.write(interpreter)
    return Source(
      text: ModelText.source(text.model) + text.lines.map { $0 + "\n" }.joined(), objectCount: text.places.count,
      losses: text.losses)
  }

  private init(_ interpreter: Interpreter) {
    current = Self.upToDate(interpreter)
    saved = Self.upToDate(interpreter)
    saved.rollback()
    model = current.model
    looseMembers = [:]
    looseMembers = findLooseMembers()
    for (name, value) in interpreter.names.sorted(by: { $0.key < $1.key }) {
      if let id = value.objectID { names[id, default: []].append(name) }
    }
  }

  /// A copy of the main context that has read what others have saved. A model that its changes cannot follow leaves it
  /// as it is.
  private static func upToDate(_ interpreter: Interpreter) -> ManagedObjectContext {
    let context = interpreter.trial().mainContext
    context.processPendingChanges()
    try? context.mergeEverything()
    return context
  }

  private mutating func write(_ interpreter: Interpreter) throws {
    let meter = interpreter.meter
    let roots = model.entities.filter { $0.parent == nil }.map(\.name)
    hasSaved = roots.contains { !saved.graph.objectIDs(of: $0).isEmpty }
    let first = hasSaved ? saved : current
    var numbering = Numbering()
    for root in roots {
      let count = Set(objects(of: root, in: saved)).union(objects(of: root, in: current)).count
      try meter.spend(.rows, count)
      if !numbering.begin(root, highest: current.graph.highestNumber(inTreeOf: root), count: count) {
        lose("the numbers of \(root) objects: they count from 1 again")
      }
    }
    let start = lines.count
    for root in roots { for id in objects(of: root, in: first) { make(id, in: first, root, &numbering) } }
    try writeLinks(of: first, meter)
    if hasSaved {
      makeFillersAtEnd(roots, &numbering)
      deleteFillers()
      writeSave()
    } else {
      writeDeletions()
    }
    section("objects", at: start)
    if hasSaved {
      let start = lines.count
      inlines = false
      try writeChanges(roots, &numbering, meter)
      section("changes that are not saved", at: start)
    }
    let names = lines.count
    writeNames(interpreter)
    section("names", at: names)
    let contexts = lines.count
    writeContexts(interpreter)
    section("contexts", at: contexts)
    noteOtherLosses(interpreter)
  }

  private mutating func writeSave() {
    var problem: ValidationError?
    for id in places.keys.sorted(by: { places[$0] ?? 0 < places[$1] ?? 0 }) where problem == nil && saved.exists(id) {
      problem = saved.validateForInsert(id).first { !isLeftOut($0, of: id) }
    }
    if let problem {
      lose("that the objects are saved, as a save would refuse them now: \(problem.message)")
    } else {
      lines.append("save")
    }
  }

  /// Whether a save finds nothing wrong where the text leaves a link out.
  private func isLeftOut(_ error: ValidationError, of id: ManagedObjectID) -> Bool {
    guard case .dangling = error.reason, let key = error.key else { return false }
    return model.properties(of: saved.entityName(of: id)).first { $0.name == key }?.relationship?.mayBeEmpty == true
  }

  // MARK: Objects

  /// The objects of an entity by number, those that are marked as deleted included.
  func objects(of entity: String, in context: ManagedObjectContext) -> [ManagedObjectID] {
    let kept = context.graph.objectIDs(of: entity)
    let deleted = context.deletedObjects.filter { id in
      model.lineage(of: context.entityName(of: id)).contains { $0.name == entity }
    }
    return deleted.isEmpty ? kept : (kept + deleted).sorted { $0.number < $1.number }
  }

  mutating func make(
    _ id: ManagedObjectID, in context: ManagedObjectContext, _ root: String, _ numbering: inout Numbering
  ) {
    let entity = context.entityName(of: id)
    // Objects made and deleted after the save would stay marked.
    if hasSaved, inlines { fill(numbering.gap(before: Int(id.number), in: root), with: entity) }
    numbers[id] = numbering.next(in: root)
    if numbers[id] != Int(id.number), !numbering.isSparse(root) {
      lose("the numbers of some \(root) objects: run gives them others")
    }
    places[id] = places.count
    var arguments: [String] = []
    for property in model.properties(of: entity) {
      switch property {
      case .attribute(let attribute):
        guard attribute.derivation == nil else { continue }
        let value = (try? context.value(of: id, forKey: attribute.name)) ?? .null
        if attribute.isAtInsertion(value, in: model) { continue }
        if let text = literal(value, of: attribute) {
          arguments.append("\(attribute.name): \(text)")
        } else {
          lose("values of \(entity).\(attribute.name), which no literal can say")
        }
      case .relationship(let relationship):
        if let target = inlineTarget(of: relationship, id, in: context) {
          arguments.append("\(relationship.name): \(reference(target))")
        }
      case .fetched: continue
      }
    }
    let call = "\(maker(of: entity))(\(arguments.joined(separator: ", ")))"
    let own = names[id] ?? []
    lines.append(own.first.map { "let \($0) = \(call)" } ?? call)
    for name in own.dropFirst() { lines.append("let \(name) = \(own[0])") }
  }

  /// Makes objects for numbers that no object has: of deleted objects, and of statements that failed.
  private mutating func fill(_ gap: ClosedRange<Int>?, with entity: String) {
    guard let gap else { return }
    lines.append(
      gap.count == 1
        ? "\(maker(of: entity))()  // for a number that no object has"
        : "for i in 1...\(gap.count) { \(maker(of: entity))() }  // for numbers that no object has")
    fillers += gap.map { "\(ModelText.name(entity))#\($0)" }
  }

  /// Fills up the numbers to the first object that is not saved, or to the last number that was given out.
  private mutating func makeFillersAtEnd(_ roots: [String], _ numbering: inout Numbering) {
    for root in roots {
      let next = objects(of: root, in: current).first { places[$0] == nil }.map { Int($0.number) }
      let end = next ?? current.graph.highestNumber(inTreeOf: root) + 1
      guard let gap = numbering.gap(before: end, in: root),
        let entity = model.entities.first(where: { entity in
          !entity.isAbstract && model.lineage(of: entity.name).contains { $0.name == root }
        })
      else { continue }
      fill(gap, with: entity.name)
    }
  }

  private mutating func deleteFillers() {
    guard !fillers.isEmpty else { return }
    lines.append("delete " + list(fillers))
    fillers = []
  }

  /// `wade`, or `Player#3`.
  func reference(_ id: ManagedObjectID) -> String {
    names[id]?.first ?? "\(ModelText.name(current.entityName(of: id)))#\(numbers[id] ?? Int(id.number))"
  }

  /// The text before the brackets where an object is made. A name in small letters would be a function's.
  private func maker(of entity: String) -> String {
    let isPlain = entity.first?.isUppercase == true && Keyword(word: entity) == nil
    return isPlain ? ModelText.name(entity) : "#\(entity)"
  }

  /// `wade` for one, `[wade, allen]` for several.
  func list(_ texts: [String]) -> String { texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]" }

  /// A value as it is written for an attribute; nil where nothing can say it.
  func literal(_ value: Value, of attribute: AttributeDescription?) -> String? {
    switch value {
    case .double(let number): return number.isFinite ? "\(number)" : nil
    case .object: return nil
    case .array(let values), .set(let values):
      let texts = values.compactMap { literal($0, of: nil) }
      return texts.count == values.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .dictionary(let entries):
      guard let name = attribute?.compositeName, let composite = model[composite: name] else { return nil }
      let defaults = composite.initialValues(in: model)
      var texts: [String] = []
      for element in composite.elements {
        guard let entry = entries[element.name], !entry.isNull else {
          if defaults[element.name] != nil { texts.append("\(element.name): nil") }
          continue
        }
        guard let text = literal(entry, of: element) else { return nil }
        texts.append("\(element.name): \(text)")
      }
      return "\(name)(\(texts.joined(separator: ", ")))"
    case .null, .boolean, .integer, .decimal, .string, .date, .data, .uuid, .url: return ModelText.literal(value)
    }
  }

  // MARK: Names and the rest

  /// The names of what is not one object. A list keeps its members that are there.
  private mutating func writeNames(_ interpreter: Interpreter) {
    for (name, value) in interpreter.names.sorted(by: { $0.key < $1.key }) {
      if let id = value.objectID {
        if places[id] == nil { lose("the name \(name), which leads to an object that is gone") }
        continue
      }
      if let ids = value.objectIDs, !ids.isEmpty {
        let known = ids.filter { places[$0] != nil }
        if known.count < ids.count { lose("members of \(name) that are gone") }
        lines.append("let \(name) = [\(known.map(reference).joined(separator: ", "))]")
      } else if let text = literal(value, of: nil) {
        lines.append("let \(name) = \(text)")
      } else {
        lose("the value of \(name)")
      }
    }
  }

  private mutating func noteOtherLosses(_ interpreter: Interpreter) {
    var stores = current.knownStores.filter { $0.name != "main" }
    if !stores.isEmpty {
      let used = Set(places.keys.compactMap { current.storeName(of: $0) })
      stores = stores.filter { used.contains($0.name) }
    }
    if !stores.isEmpty {
      let files = stores.filter { $0.path != nil }.map(\.name)
      let twice =
        files.isEmpty
        ? "" : ", and a second time when \(Listing.text(files)) is opened there; model only leaves them out"
      lose("which objects are in \(Listing.text(stores.map(\.name))): all come back in memory\(twice)")
    }
    for (name, named) in interpreter.contexts.sorted(by: { $0.key < $1.key }) where named.context.hasChanges {
      lose("the unsaved changes of the context \(name)")
    }
  }

  mutating func lose(_ what: String) {
    if !losses.contains(what) { losses.append(what) }
  }

  /// A title before the lines that were written since, if there are any.
  private mutating func section(_ title: String, at start: Int) {
    if lines.count > start { lines.insert(contentsOf: ["", "// \(title)"], at: start) }
  }
}

extension GraphText {
  /// The numbers that objects get when they are made in order.
  struct Numbering {
    private var made: [String: Int] = [:]
    private var sparse: Set<String> = []

    /// - Returns: whether objects can keep their numbers: where far more were deleted than there are, nothing is made in
    ///   their place.
    mutating func begin(_ root: String, highest number: Int, count: Int) -> Bool {
      if number - count > 1_000 + count { sparse.insert(root) }
      return !sparse.contains(root)
    }

    /// The numbers that are missing before one, which count as made after this.
    mutating func gap(before number: Int, in root: String) -> ClosedRange<Int>? {
      let last = made[root] ?? 0
      guard !sparse.contains(root), last + 1 < number else { return nil }
      made[root] = number - 1
      return last + 1...number - 1
    }

    func isSparse(_ root: String) -> Bool { sparse.contains(root) }

    mutating func next(in root: String) -> Int {
      made[root, default: 0] += 1
      return made[root] ?? 0
    }
  }
}

extension AttributeDescription {
  /// Whether every new object begins with this value.
  func isAtInsertion(_ value: Value, in model: ManagedObjectModel) -> Bool {
    defaultValue != .now && value == initialValue(in: model) ?? .null
  }
}
