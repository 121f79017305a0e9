#if SwiftData
  import SwiftSyntax

  /// Types of the syntax tree as values.
  enum TypeReader {
    static func type(_ node: TypeSyntax) -> SwiftType {
      switch node.as(TypeSyntaxEnum.self) {
      case .identifierType(let name): return named([name.name.plain], name.genericArgumentClause)
      case .memberType(let member):
        guard let base = type(member.baseType).path else { return .other(node.trimmedDescription) }
        return named(base + [member.name.plain], member.genericArgumentClause)
      case .optionalType(let optional): return .optional(type(optional.wrappedType), isImplicitlyUnwrapped: false)
      case .implicitlyUnwrappedOptionalType(let optional):
        return .optional(type(optional.wrappedType), isImplicitlyUnwrapped: true)
      case .arrayType(let array): return .collection(.array, type(array.element))
      case .dictionaryType: return .dictionary(node.trimmedDescription)
      case .attributedType(let attributed): return type(attributed.baseType)
      case .tupleType(let tuple):
        guard tuple.elements.count == 1, let inner = tuple.elements.first, inner.firstName == nil else { break }
        return type(inner.type)
      case .someOrAnyType(let existential):
        return type(existential.constraint)
      default: break
      }
      return .other(node.trimmedDescription)
    }

    private static func named(_ path: [String], _ clause: GenericArgumentClauseSyntax?) -> SwiftType {
      let path = path.count > 1 && path[0] == "Swift" ? Array(path.dropFirst()) : path
      guard let clause else { return .named(path, arguments: "") }
      let arguments = clause.arguments.compactMap { element -> SwiftType? in
        if case .type(let node) = element.argument { type(node) } else { nil }
      }
      switch (path, arguments.count) {
      case (["Optional"], 1): return .optional(arguments[0], isImplicitlyUnwrapped: false)
      case (["Array"], 1), (["ContiguousArray"], 1): return .collection(.array, arguments[0])
      case (["Set"], 1): return .collection(.set, arguments[0])
      case (["Dictionary"], 2): return .dictionary("[\(arguments[0].text): \(arguments[1].text)]")
      default: return .named(path, arguments: clause.trimmedDescription)
      }
    }

    /// The type that a default shows without a type checker; nil if it does not.
    static func type(ofDefault value: ExprSyntax) -> SwiftType? {
      switch value.as(ExprSyntaxEnum.self) {
      case .integerLiteralExpr: return .named(["Int"], arguments: "")
      case .floatLiteralExpr: return .named(["Double"], arguments: "")
      case .booleanLiteralExpr: return .named(["Bool"], arguments: "")
      case .stringLiteralExpr: return .named(["String"], arguments: "")
      case .prefixOperatorExpr(let prefix): return type(ofDefault: prefix.expression)
      case .functionCallExpr(let call): return type(ofCallee: call.calledExpression)
      case .asExpr(let cast): return type(cast.type)
      case .sequenceExpr(let sequence):
        let elements = Array(sequence.elements)
        if let last = elements.last?.as(TypeExprSyntax.self), elements.count > 1 { return type(last.type) }
        return nil
      case .arrayExpr(let array):
        guard let first = array.elements.first, let element = type(ofDefault: first.expression) else { return nil }
        return .collection(.array, element)
      case .memberAccessExpr(let member):
        // `Color.red`, `Date.now`: a member of a type is, in a default, nearly always of that type.
        guard let base = member.base, let path = ValueReader.path(base), path.last?.first?.isUppercase == true else {
          return nil
        }
        return named(path, nil)
      default: return nil
      }
    }

    /// The type that is called: `UUID`, `[Tag]`, `Set<Tag>`, `A.B`; for `Tag.init` it is `Tag`.
    static func type(ofCallee callee: ExprSyntax) -> SwiftType? {
      if let array = callee.as(ArrayExprSyntax.self) {
        guard array.elements.count == 1, let only = array.elements.first else { return nil }
        return type(ofElement: only.expression).map { .collection(.array, $0) }
      }
      if callee.is(DictionaryExprSyntax.self) { return .dictionary(callee.trimmedDescription) }
      if let generic = callee.as(GenericSpecializationExprSyntax.self) {
        guard let path = ValueReader.path(generic.expression) else { return nil }
        return named(path, generic.genericArgumentClause)
      }
      if let type = callee.as(TypeExprSyntax.self) { return Self.type(type.type) }
      guard var path = ValueReader.path(callee) else {
        if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
          let base = member.base
        {
          return type(ofCallee: base)
        }
        return nil
      }
      if path.last == "init" { path.removeLast() }
      guard let last = path.last, last.first?.isUppercase == true else { return nil }
      return named(path, nil)
    }

    /// The element of `[Tag]` and of `[[Tag]]` as an expression.
    private static func type(ofElement node: ExprSyntax) -> SwiftType? {
      if let optional = node.as(OptionalChainingExprSyntax.self) {
        return type(ofElement: optional.expression).map { .optional($0, isImplicitlyUnwrapped: false) }
      }
      return type(ofCallee: node)
    }
  }
#endif
