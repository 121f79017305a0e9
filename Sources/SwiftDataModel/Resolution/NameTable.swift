/// The types and aliases of all sources by name, and how a name is looked up from where it is written.
struct NameTable {
  private(set) var types: [[String]: Int] = [:]
  /// The places in `types` of later declarations of a name that is declared twice.
  private(set) var repetitions: [Int] = []
  private var aliases: [[String]: TypeAlias] = [:]
  private let declarations: [TypeDeclaration]
  private let modules: Set<String>

  /// O(declarations).
  init(_ declarations: Declarations) {
    self.declarations = declarations.types
    modules = declarations.imports
    for alias in declarations.aliases {
      aliases[alias.scope + [alias.name]] = aliases[alias.scope + [alias.name]] ?? alias
    }
    for (place, type) in declarations.types.enumerated() {
      if let first = types[type.qualifiedPath] {
        repetitions.append(place)
        // The model counts, and not a class of its name in another branch of `#if`.
        if type.isModel, !declarations.types[first].isModel { types[type.qualifiedPath] = place }
      } else {
        types[type.qualifiedPath] = place
      }
    }
  }

  /// How many aliases lead to each other at most; more are a cycle.
  private static let aliasDepth = 16

  /// The place in `types` of the type that a name means, looked up outwards from a scope. O(scope).
  func type(_ path: [String], from scope: [String], depth: Int = 0) -> Int? {
    if case .declared(let place)? = meaning(of: path, from: scope, depth: depth) { place } else { nil }
  }

  enum Meaning {
    case declared(Int)
    /// A type that is no declaration of the sources, and the scope that its names are looked up from.
    case alias(SwiftType, scope: [String])
  }

  /// The declaration or the alias that a name means; nil for a name that the sources do not declare.
  func meaning(of path: [String], from scope: [String], depth: Int = 0) -> Meaning? {
    guard !path.isEmpty, depth < Self.aliasDepth else { return nil }
    // `self` in a static property is the type, too.
    if ["Self", "self"].contains(path[0]), path.count > 1, !scope.isEmpty {
      return meaning(of: Array(path.dropFirst()), from: scope, depth: depth + 1)
    }
    for count in stride(from: scope.count, through: 0, by: -1) {
      if let found = member(path, of: Array(scope[..<count]), depth: depth) { return found }
    }
    // `Trip` of a module: its name is that of no type.
    if path.count > 1, modules.contains(path[0]), types[[path[0]]] == nil {
      return member(Array(path.dropFirst()), of: [], depth: depth)
    }
    return nil
  }

  private func member(_ path: [String], of prefix: [String], depth: Int) -> Meaning? {
    let own = prefix + [path[0]]
    if let place = types[own] {
      return path.count == 1 ? .declared(place) : member(Array(path.dropFirst()), of: own, depth: depth)
    }
    guard let alias = aliases[own], depth < Self.aliasDepth else { return nil }
    let target = alias.target.unwrapped
    guard let written = target.path else { return path.count == 1 ? .alias(alias.target, scope: prefix) : nil }
    // An alias named like its target means the one further out.
    let from = written == [alias.name] ? Array(prefix.dropLast()) : prefix
    if let place = type(written, from: from, depth: depth + 1) {
      guard path.count > 1 else {
        return alias.target.isOptional ? .alias(alias.target, scope: prefix) : .declared(place)
      }
      return member(Array(path.dropFirst()), of: declarations[place].qualifiedPath, depth: depth + 1)
    }
    if path.count == 1 {
      return meaning(of: written, from: from, depth: depth + 1) ?? .alias(alias.target, scope: prefix)
    }
    return nil
  }
}

/// A type with its names looked up.
indirect enum ResolvedType: Hashable, Sendable {
  /// The place in `types`.
  case declared(Int)
  /// A type of the libraries, or one that is in none of the files.
  case foreign([String], text: String)
  case optional(ResolvedType)
  case collection(SwiftType.Collection, ResolvedType)
  case other(String)

  var unwrapped: ResolvedType { if case .optional(let inner) = self { inner.unwrapped } else { self } }
  var isOptional: Bool { if case .optional = self { true } else { false } }
}

extension NameTable {
  func resolve(_ type: SwiftType, from scope: [String], depth: Int = 0) -> ResolvedType {
    switch type {
    case .optional(let inner, _): return .optional(resolve(inner, from: scope, depth: depth))
    case .collection(let kind, let element): return .collection(kind, resolve(element, from: scope, depth: depth))
    case .dictionary(let text), .other(let text): return .other(text)
    case .named(let path, _):
      switch meaning(of: path, from: scope, depth: depth) {
      case .declared(let place)?: return .declared(place)
      case .alias(let target, let scope)? where depth < 16 && target != type:
        return resolve(target, from: scope, depth: depth + 1)
      case .alias?, nil: return .foreign(path, text: type.text)
      }
    }
  }
}
