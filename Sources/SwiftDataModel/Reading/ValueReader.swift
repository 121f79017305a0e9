#if SwiftData
  import Diagnostics
  import SwiftSyntax

  /// Expressions of the syntax tree as values: literals, names, calls and key paths.
  struct ValueReader {
    let file: Int

    func place(_ node: Syntax) -> SourcePlace {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      return SourcePlace(
        file: file, range: SourceRange(start, max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)))
    }

    func arguments(_ list: LabeledExprListSyntax) -> [SourceArgument] {
      list.map { argument in
        SourceArgument(
          label: argument.label?.plain, value: value(argument.expression),
          text: argument.expression.trimmedDescription, place: place(Syntax(argument.expression)))
      }
    }

    /// `A.B.c` as names; nil for anything else.
    static func path(_ node: ExprSyntax) -> [String]? {
      if let reference = node.as(DeclReferenceExprSyntax.self) { return [reference.baseName.plain] }
      guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base, let path = path(base) else {
        return nil
      }
      return path + [member.declName.baseName.plain]
    }

    func value(_ node: ExprSyntax) -> SourceValue {
      switch node.as(ExprSyntaxEnum.self) {
      case .integerLiteralExpr(let literal):
        return Self.integer(literal.literal.text).map { .integer($0) } ?? .other
      case .floatLiteralExpr(let literal):
        return Double(literal.literal.text.filter { $0 != "_" }).map { .double($0) } ?? .other
      case .booleanLiteralExpr(let literal): return .boolean(literal.literal.text == "true")
      case .nilLiteralExpr: return .nothing
      case .stringLiteralExpr(let literal): return literal.representedLiteralValue.map { .string($0) } ?? .other
      case .prefixOperatorExpr(let prefix):
        guard prefix.operator.text == "-" else { return .other }
        switch value(prefix.expression) {
        case .integer(let number): return .integer(0 &- number)
        case .double(let number): return .double(-number)
        default: return .other
        }
      case .arrayExpr(let array): return .list(array.elements.map { value($0.expression) })
      case .keyPathExpr(let path): return .keyPath(Self.keyPath(path))
      case .closureExpr(let closure): return .closure(content(closure))
      case .functionCallExpr(let call): return self.call(call)
      case .tupleExpr(let tuple):
        guard tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil else { return .other }
        return value(only.expression)
      case .declReferenceExpr(let reference): return .member([reference.baseName.plain], isImplicit: false)
      case .memberAccessExpr(let member):
        guard let base = member.base else { return .member([member.declName.baseName.plain], isImplicit: true) }
        guard let path = Self.path(base) else { return .other }
        let name = member.declName.baseName.plain
        if name == "self", path.last?.first?.isUppercase == true { return .type(path) }
        return .member(path + [name], isImplicit: false)
      case .sequenceExpr(let sequence):
        let elements = Array(sequence.elements)
        let places = elements.indices
        guard elements.count % 2 == 1,
          places.allSatisfy({
            $0 % 2 == 0 || elements[$0].as(BinaryOperatorExprSyntax.self)?.operator.text == "+"
          })
        else { return .other }
        return .sum(places.filter { $0 % 2 == 0 }.map { value(elements[$0]) })
      default: return .other
      }
    }

    private func call(_ call: FunctionCallExprSyntax) -> SourceValue {
      let callee = call.calledExpression
      var arguments = arguments(call.arguments)
      if let closure = call.trailingClosure {
        arguments.append(
          SourceArgument(label: nil, value: .closure(content(closure)), text: "", place: place(Syntax(closure))))
      }
      for closure in call.additionalTrailingClosures {
        arguments.append(
          SourceArgument(
            label: closure.label.plain, value: .closure(content(closure.closure)), text: "",
            place: place(Syntax(closure.closure))))
      }
      if let member = callee.as(MemberAccessExprSyntax.self), member.base == nil {
        return .call(nil, callee: [member.declName.baseName.plain], isImplicit: true, arguments: arguments)
      }
      return .call(
        TypeReader.type(ofCallee: callee), callee: Self.path(callee) ?? [], isImplicit: false, arguments: arguments)
    }

    private static func integer(_ text: String) -> Int64? {
      let digits = text.filter { $0 != "_" }
      for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
        return Int64(digits.dropFirst(2), radix: radix)
      }
      return Int64(digits)
    }

    static func keyPath(_ node: KeyPathExprSyntax) -> KeyPathText {
      var names = node.root.flatMap { TypeReader.type($0).path } ?? []
      for component in node.components {
        if case .property(let property) = component.component { names.append(property.declName.baseName.plain) }
      }
      return KeyPathText(names: names, hasRoot: node.root != nil, text: node.trimmedDescription)
    }

    /// The types in a closure that are fetched: `FetchDescriptor<V1.Trip>`, `V1.Trip.self`.
    private func content(_ closure: ClosureExprSyntax) -> ClosureContent {
      let finder = TypeFinder(file: file)
      finder.walk(closure)
      return ClosureContent(types: finder.found)
    }

    private final class TypeFinder: SyntaxVisitor {
      let reader: ValueReader
      var found: [ClosureContent.NamedType] = []

      init(file: Int) {
        reader = ValueReader(file: file)
        super.init(viewMode: .sourceAccurate)
      }

      private func note(_ path: [String]?, _ node: Syntax) {
        guard let path, path.last?.first?.isUppercase == true else { return }
        found.append(ClosureContent.NamedType(path: path, place: reader.place(node)))
      }

      override func visit(_ node: GenericArgumentSyntax) -> SyntaxVisitorContinueKind {
        if case .type(let type) = node.argument { note(TypeReader.type(type).path, Syntax(node)) }
        return .visitChildren
      }

      override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.declName.baseName.text == "self", let base = node.base {
          note(ValueReader.path(base), Syntax(base))
        }
        return .visitChildren
      }
    }
  }
#endif
