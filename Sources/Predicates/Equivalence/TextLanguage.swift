/// A set of the characters of a ``TextLanguage``, by their places in its alphabet.
struct CharacterBits: Hashable {
  static let capacity = 128
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static func first(_ count: Int) -> CharacterBits {
    var bits = CharacterBits()
    for place in 0..<min(count, capacity) { bits.insert(place) }
    return bits
  }

  func contains(_ place: Int) -> Bool { (place < 64 ? low >> UInt64(place) : high >> UInt64(place - 64)) & 1 == 1 }

  mutating func insert(_ place: Int) {
    if place < 64 { low |= 1 << UInt64(place) } else { high |= 1 << UInt64(place - 64) }
  }

  var isEmpty: Bool { low | high == 0 }

  static func | (left: CharacterBits, right: CharacterBits) -> CharacterBits {
    var result = left
    result.low |= right.low
    result.high |= right.high
    return result
  }
}

/// Sets of texts, described as regular expressions describe them, with "and" and "not" besides.
///
/// A set is a number; the same description has the same number. The texts that may follow a character in a set are a
/// set again, its derivative (J. Brzozowski, "Derivatives of Regular Expressions", 1964): so a shortest text of any set
/// is found by looking through derivatives, breadth first. Derivatives are counted, and nothing is found beyond
/// ``stepLimit``.
struct TextLanguage {
  typealias Term = Int

  enum Node: Hashable {
    /// No text.
    case nothing
    /// The text without characters.
    case empty
    case character(CharacterBits)
    case sequence(Term, Term)
    /// Sorted, each once.
    case either([Term])
    case both([Term])
    case not(Term)
    case repeated(Term, least: Int, most: Int?)
  }

  let characters: [Unicode.Scalar]
  private(set) var nodes: [Node] = []
  private var containsEmpty: [Bool] = []
  private var known: [Node: Term] = [:]
  private var derivatives: [[Term]: Term] = [:]
  private var steps = 0
  private static let stepLimit = 60_000

  /// The set of no text, and of all texts.
  let nothing: Term = 0
  let empty: Term = 1
  let everything: Term = 2

  /// - Parameter characters: the alphabet, the characters that read best first; those beyond 128 are left out.
  init(characters: [Unicode.Scalar]) {
    self.characters = Array(characters.prefix(CharacterBits.capacity))
    _ = term(.nothing)
    _ = term(.empty)
    _ = term(.not(nothing))
  }

  private mutating func term(_ node: Node) -> Term {
    if let term = known[node] { return term }
    nodes.append(node)
    containsEmpty.append(isNullable(node))
    known[node] = nodes.count - 1
    return nodes.count - 1
  }

  private func isNullable(_ node: Node) -> Bool {
    switch node {
    case .nothing, .character: false
    case .empty: true
    case .sequence(let first, let second): containsEmpty[first] && containsEmpty[second]
    case .either(let terms): terms.contains { containsEmpty[$0] }
    case .both(let terms): terms.allSatisfy { containsEmpty[$0] }
    case .not(let inner): !containsEmpty[inner]
    case .repeated(let inner, let least, _): least == 0 || containsEmpty[inner]
    }
  }

  // MARK: Making sets

  mutating func character(_ bits: CharacterBits) -> Term { bits.isEmpty ? nothing : term(.character(bits)) }

  mutating func sequence(_ first: Term, _ second: Term) -> Term {
    if first == nothing || second == nothing { return nothing }
    if first == empty { return second }
    if second == empty { return first }
    // Leaning to the right, so that equal sets look equal.
    if case .sequence(let head, let tail) = nodes[first] { return sequence(head, sequence(tail, second)) }
    return term(.sequence(first, second))
  }

  mutating func either(_ terms: [Term]) -> Term {
    var bits = CharacterBits()
    var others: Set<Term> = []
    for term in terms {
      switch nodes[term] {
      case .nothing: break
      case .character(let set): bits = bits | set
      case .either(let inner):
        for term in inner {
          if case .character(let set) = nodes[term] { bits = bits | set } else { others.insert(term) }
        }
      default: others.insert(term)
      }
    }
    if others.contains(everything) { return everything }
    if !bits.isEmpty { others.insert(character(bits)) }
    if others.count < 2 { return others.first ?? nothing }
    return term(.either(others.sorted()))
  }

  mutating func both(_ terms: [Term]) -> Term {
    var others: Set<Term> = []
    for term in terms {
      if case .both(let inner) = nodes[term] { others.formUnion(inner) } else { others.insert(term) }
    }
    others.remove(everything)
    if others.contains(nothing) { return nothing }
    if others.count < 2 { return others.first ?? everything }
    return term(.both(others.sorted()))
  }

  mutating func not(_ inner: Term) -> Term {
    if case .not(let term) = nodes[inner] { return term }
    return term(.not(inner))
  }

  mutating func repeated(_ inner: Term, least: Int, most: Int?) -> Term {
    if most == 0 || inner == empty { return empty }
    if inner == nothing { return least == 0 ? empty : nothing }
    if least == 1, most == 1 { return inner }
    return term(.repeated(inner, least: containsEmpty[inner] ? 0 : least, most: most))
  }

  mutating func text(_ text: String) -> Term {
    var result = empty
    for scalar in text.unicodeScalars.reversed() { result = sequence(one(scalar), result) }
    return result
  }

  /// One character of the alphabet; nothing for any other.
  mutating func one(_ scalar: Unicode.Scalar) -> Term {
    var bits = CharacterBits()
    if let place = characters.firstIndex(of: scalar) { bits.insert(place) }
    return character(bits)
  }

  /// Texts whose length is in the range.
  mutating func texts(of lengths: ClosedRange<Int>) -> Term {
    let any = character(.first(characters.count))
    return repeated(any, least: lengths.lowerBound, most: lengths.upperBound)
  }

  // MARK: Looking for texts

  private mutating func derivative(_ term: Term, _ place: Int) -> Term {
    if let result = derivatives[[term, place]] { return result }
    steps += 1
    let result: Term
    switch nodes[term] {
    case .nothing, .empty: result = nothing
    case .character(let bits): result = bits.contains(place) ? empty : nothing
    case .sequence(let first, let second):
      let behindFirst = sequence(derivative(first, place), second)
      result = containsEmpty[first] ? either([behindFirst, derivative(second, place)]) : behindFirst
    case .either(let terms): result = either(terms.map { derivative($0, place) })
    case .both(let terms): result = both(terms.map { derivative($0, place) })
    case .not(let inner): result = not(derivative(inner, place))
    case .repeated(let inner, let least, let most):
      let rest = repeated(inner, least: max(0, least - 1), most: most.map { $0 - 1 })
      result = sequence(derivative(inner, place), rest)
    }
    derivatives[[term, place]] = result
    return result
  }

  /// The places of characters that no set of this language distinguishes, the best of each kind.
  private var representatives: [Int] {
    let sets = nodes.compactMap { node in if case .character(let bits) = node { bits } else { nil } }
    var seen: Set<[Bool]> = []
    return characters.indices.filter { place in seen.insert(sets.map { $0.contains(place) }).inserted }
  }

  /// A shortest text of a set, of those the first in the order of the alphabet; nil where there is none, or none was
  /// found within the limit.
  mutating func shortest(of term: Term) -> String? {
    if containsEmpty[term] { return "" }
    let places = representatives
    var reached: [(term: Term, before: Int, place: Int)] = [(term, -1, -1)]
    var seen: Set<Term> = [term, nothing]
    var next = 0
    while next < reached.count, steps < Self.stepLimit {
      for place in places {
        let rest = derivative(reached[next].term, place)
        guard seen.insert(rest).inserted else { continue }
        reached.append((rest, next, place))
        if containsEmpty[rest] { return text(to: reached.count - 1, in: reached) }
      }
      next += 1
    }
    return nil
  }

  private func text(to last: Int, in reached: [(term: Term, before: Int, place: Int)]) -> String {
    var scalars: [Unicode.Scalar] = []
    var index = last
    while reached[index].before >= 0 {
      scalars.append(characters[reached[index].place])
      index = reached[index].before
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars.reversed())
    return text
  }
}
