#if SwiftData
  import Diagnostics
  import SwiftParser
  import SwiftSyntax

  /// Reads the declarations of a file: types, aliases, extensions, and constants that lists of versions are made of. Bodies of
  /// functions are skipped, as a class in one cannot be a model.
  struct DeclarationReader {
    var result: Declarations
    let file: Int

    /// Adds what a file declares. O(bytes).
    static func read(_ source: SourceText, into declarations: inout Declarations) {
      guard bracketDepth(of: source.text) <= depthLimit else {
        declarations.sources.append(source)
        declarations.oddities.append(
          Diagnostic(
            "too-deep",
            "'\(DisplayText.visible(source.name ?? ""))' nests brackets more than \(depthLimit) deep, so it is left out",
            severity: .note, hint: "declare the models in a file of their own"))
        return
      }
      var parser = Parser(source.text)
      let tree = SourceFileSyntax.parse(from: &parser)
      declarations.sources.append(source)
      var reader = DeclarationReader(result: declarations, file: declarations.sources.count - 1)
      declarations = Declarations()
      reader.read(tree.statements, conditions: [])
      if ContainerReader.mayFindSomething(in: source.text) {
        let containers = ContainerReader(file: reader.file)
        containers.walk(tree)
        reader.result.containers += containers.found
        reader.result.orderUses.merge(containers.orderUses) { first, _ in first }
      }
      declarations = reader.result
    }

    private static let depthLimit = 250

    /// How deep brackets are nested at most, those in texts and comments included: the parser has a limit for most of them, and
    /// none for types. O(bytes).
    private static func bracketDepth(of text: String) -> Int {
      var (depth, deepest) = (0, 0)
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        default: break
        }
      }
      return deepest
    }

    /// The surroundings of a declaration.
    struct Surroundings {
      var scope: [String] = []
      var conditions: [String] = []
      /// The place in `types` of the type that members belong to; nil in an extension.
      var type: Int?
      /// The place in `extensions`.
      var ofExtension: Int?
    }

    private mutating func read(_ statements: CodeBlockItemListSyntax, conditions: [String]) {
      for statement in statements {
        if case .decl(let declaration) = statement.item {
          read(declaration, Surroundings(conditions: conditions))
        }
      }
    }

    private mutating func read(_ members: MemberBlockItemListSyntax, _ around: Surroundings) {
      for member in members { read(member.decl, around) }
    }

    private mutating func read(_ declaration: DeclSyntax, _ around: Surroundings) {
      switch declaration.as(DeclSyntaxEnum.self) {
      case .classDecl(let node):
        read(.class, node.name, node.attributes, node.inheritanceClause, node.memberBlock, around)
      case .structDecl(let node):
        read(.struct, node.name, node.attributes, node.inheritanceClause, node.memberBlock, around)
      case .enumDecl(let node):
        read(.enum, node.name, node.attributes, node.inheritanceClause, node.memberBlock, around)
      case .actorDecl(let node):
        read(.actor, node.name, node.attributes, node.inheritanceClause, node.memberBlock, around)
      case .protocolDecl(let node):
        var type = TypeDeclaration(
          kind: .protocol, name: node.name.plain, scope: around.scope, place: place(Syntax(node.name)))
        type.conditions = around.conditions
        result.types.append(type)
      case .extensionDecl(let node): read(node, around)
      case .typeAliasDecl(let node):
        result.aliases.append(
          TypeAlias(
            scope: around.scope, name: node.name.plain, target: TypeReader.type(node.initializer.value),
            place: place(Syntax(node.name))))
      case .variableDecl(let node): read(node, around)
      case .ifConfigDecl(let node): read(node, around)
      case .importDecl(let node):
        if let module = node.path.first { result.imports.insert(module.name.plain) }
      case .macroExpansionDecl(let node):
        let name = node.macroName.plain
        guard let type = around.type, name == "Unique" || name == "Index" else { break }
        result.types[type].keyMacros.append(
          MacroUse(
            name: name, arguments: ValueReader(file: file).arguments(node.arguments), text: node.trimmedDescription,
            place: place(Syntax(node))))
      case .initializerDecl(let node):
        if node.signature.parameterClause.parameters.first?.firstName.text == "from" { noteOwnCoding(around) }
      case .functionDecl(let node):
        if node.name.text == "encode", node.signature.parameterClause.parameters.first?.firstName.text == "to" {
          noteOwnCoding(around)
        }
        readStage(node, around)
      case .enumCaseDecl(let node):
        guard let type = around.type else { break }
        for element in node.elements {
          if element.parameterClause != nil { result.types[type].hasAssociatedValues = true }
          let value = element.rawValue.map { ValueReader(file: file).value($0.value) }
          result.types[type].rawValues[element.name.plain] = value ?? .string(element.name.plain)
        }
      default: break
      }
    }

    private mutating func noteOwnCoding(_ around: Surroundings) {
      if let type = around.type { result.types[type].hasOwnCoding = true }
      if let place = around.ofExtension { result.extensions[place].hasOwnCoding = true }
    }

    // MARK: Types

    private mutating func read(
      _ kind: TypeDeclaration.Kind, _ name: TokenSyntax, _ attributes: AttributeListSyntax,
      _ inheritance: InheritanceClauseSyntax?, _ members: MemberBlockSyntax, _ around: Surroundings
    ) {
      // The name is still to be typed.
      guard !name.plain.isEmpty else { return }
      var type = TypeDeclaration(kind: kind, name: name.plain, scope: around.scope, place: place(Syntax(name)))
      type.inherited = inheritance?.inheritedTypes.map { TypeReader.type($0.type) } ?? []
      type.macros = macros(attributes)
      type.availability = Self.availability(attributes)
      if type.isModel, Self.hasErrors(members), result.filesWithErrors.last != file {
        result.filesWithErrors.append(file)
      }
      type.conditions = around.conditions
      result.types.append(type)
      var inner = around
      inner.scope.append(type.name)
      inner.type = result.types.count - 1
      inner.ofExtension = nil
      read(members.members, inner)
    }

    /// Errors in attributes do not count: a space before an argument list is one only in Swift 6.
    private static func hasErrors(_ block: MemberBlockSyntax) -> Bool {
      block.rightBrace.presence == .missing
        || block.members.contains { member in
          guard let variable = member.decl.as(VariableDeclSyntax.self) else {
            return member.decl.is(MissingDeclSyntax.self) || member.unexpectedBeforeDecl != nil
          }
          return variable.bindings.hasError
        }
    }

    private mutating func read(_ node: ExtensionDeclSyntax, _ around: Surroundings) {
      guard let path = TypeReader.type(node.extendedType).path else { return }
      result.extensions.append(
        TypeExtension(
          path: path, scope: around.scope,
          inherited: node.inheritanceClause?.inheritedTypes.map { TypeReader.type($0.type) } ?? [], computed: [],
          hasOwnCoding: false))
      var inner = around
      inner.scope = path
      inner.type = nil
      inner.ofExtension = result.extensions.count - 1
      read(node.memberBlock.members, inner)
    }

    /// The branches of `#if`: all that may be compiled where there is SwiftData.
    private mutating func read(_ node: IfConfigDeclSyntax, _ around: Surroundings) {
      for (clause, conditions) in Self.branches(of: node) {
        var inner = around
        inner.conditions += conditions
        switch clause {
        case .statements(let statements):
          for case .decl(let declaration) in statements.map(\.item) { read(declaration, inner) }
        case .decls(let members): read(members, inner)
        case .attributes, .postfixExpression, .switchCases: break
        }
      }
    }

    static func branches(
      of node: IfConfigDeclSyntax
    ) -> [(elements: IfConfigClauseSyntax.Elements, conditions: [String])] {
      var found: [(IfConfigClauseSyntax.Elements, [String])] = []
      var isTaken = false
      for clause in node.clauses where !isTaken {
        let value = clause.condition.map(CompilationCondition.value) ?? .some(nil)
        if value == false { continue }
        if value == true { isTaken = true }
        if let elements = clause.elements {
          found.append((elements, clause.condition.map { [$0.trimmedDescription] } ?? []))
        }
      }
      return found
    }

    // MARK: Attributes

    /// The macros and attributes of a declaration, those inside `#if` too.
    func macros(_ list: AttributeListSyntax) -> [MacroUse] {
      list.flatMap { element -> [MacroUse] in
        switch element {
        case .attribute(let node):
          guard let path = TypeReader.type(node.attributeName).path, let name = path.last else { return [] }
          var arguments: [SourceArgument] = []
          if case .argumentList(let written)? = node.arguments {
            arguments = ValueReader(file: file).arguments(written)
          }
          return [MacroUse(name: name, arguments: arguments, text: node.trimmedDescription, place: place(Syntax(node)))]
        case .ifConfigDecl(let node):
          return Self.branches(of: node).flatMap { branch -> [MacroUse] in
            if case .attributes(let inner) = branch.elements { macros(inner) } else { [] }
          }
        }
      }
    }

    private static func availability(_ list: AttributeListSyntax) -> [String] {
      list.compactMap { element in
        guard case .attribute(let node) = element, node.attributeName.trimmedDescription == "available" else {
          return nil
        }
        return node.arguments?.trimmedDescription
      }
    }

    func place(_ node: Syntax) -> SourcePlace { ValueReader(file: file).place(node) }
  }

  extension TokenSyntax {
    /// The name without backticks.
    var plain: String {
      let text = text
      return text.count > 2 && text.first == "`" && text.last == "`" ? String(text.dropFirst().dropLast()) : text
    }
  }

  /// Judges the condition of `#if` where SwiftData can be imported.
  enum CompilationCondition {
    /// True or false, or nil for what depends on the build.
    static func value(_ condition: ExprSyntax) -> Bool? {
      if let literal = condition.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
      if let call = condition.as(FunctionCallExprSyntax.self) {
        let module = call.arguments.first?.expression.trimmedDescription ?? ""
        switch call.calledExpression.trimmedDescription {
        case "canImport": return ["SwiftData", "SwiftUI", "Foundation", "CoreData"].contains(module) ? true : nil
        default: return nil
        }
      }
      if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
        return value(prefix.expression).map { !$0 }
      }
      if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1, let inner = tuple.elements.first {
        return value(inner.expression)
      }
      if let sequence = condition.as(SequenceExprSyntax.self) {
        let elements = Array(sequence.elements)
        let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        let values = stride(from: 0, to: elements.count, by: 2).map { value(elements[$0]) }
        if operators.allSatisfy({ $0 == "&&" }) {
          return values.contains(false) ? false : values.contains(nil) ? nil : true
        }
        if operators.allSatisfy({ $0 == "||" }) {
          return values.contains(true) ? true : values.contains(nil) ? nil : false
        }
      }
      return nil
    }
  }
#endif
