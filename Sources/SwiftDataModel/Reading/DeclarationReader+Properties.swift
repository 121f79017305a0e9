#if SwiftData
  import Diagnostics
  import SwiftSyntax

  /// Properties: what is stored, with its type and its default.
  extension DeclarationReader {
    mutating func read(_ node: VariableDeclSyntax, _ around: Surroundings) {
      let modifiers = node.modifiers.map(\.trimmedDescription)
      if around.type == nil && around.ofExtension == nil || modifiers.contains("static") || modifiers.contains("class")
      {
        readConstants(node, around)
        return
      }
      let macros = macros(node.attributes)
      // In `var a, b: Int`, the type at the end is that of all before it.
      var following: TypeSyntax?
      let bindings = node.bindings.reversed().map { binding -> (PatternBindingSyntax, TypeSyntax?) in
        let own = binding.typeAnnotation?.type
        if own != nil { following = own } else if binding.initializer != nil { following = nil }
        return (binding, own ?? following)
      }
      for (binding, type) in bindings.reversed() {
        read(binding, type, node, modifiers, macros, around)
      }
    }

    private mutating func read(
      _ binding: PatternBindingSyntax, _ type: TypeSyntax?, _ node: VariableDeclSyntax, _ modifiers: [String],
      _ macros: [MacroUse], _ around: Surroundings
    ) {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        if let owner = around.type, result.types[owner].isModel {
          result.oddities.append(
            Diagnostic(
              "pattern", "'\(binding.pattern.trimmedDescription)' declares several properties in one pattern",
              at: place(Syntax(binding.pattern)).range, severity: .note, hint: "declare them one by one",
              source: result.sources[file]))
        }
        return
      }
      let name = pattern.identifier.plain
      guard !name.isEmpty else { return }
      let accessors = Self.accessors(binding.accessorBlock)
      guard let owner = around.type, accessors != .computed else {
        if let place = around.ofExtension { result.extensions[place].computed.append(name) }
        if let owner = around.type { result.types[owner].computed.append(name) }
        return
      }
      var property = StoredProperty(name: name, place: place(Syntax(pattern)))
      property.macros = macros
      property.isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
      property.isLazy = modifiers.contains("lazy")
      property.hasObservers = accessors == .observers
      property.modifiers = modifiers
      property.conditions = around.conditions
      if let type {
        property.type = TypeReader.type(type)
        property.typePlace = place(Syntax(type))
      }
      if let initial = binding.initializer?.value {
        property.defaultText = initial.trimmedDescription
        property.defaultValue = ValueReader(file: file).value(initial)
        property.defaultPlace = place(Syntax(initial))
        if property.type == nil {
          property.type = TypeReader.type(ofDefault: initial)
          property.isTypeFromDefault = true
        }
      }
      result.types[owner].stored.append(property)
    }

    private enum Accessors {
      case none, observers, computed
    }

    private static func accessors(_ block: AccessorBlockSyntax?) -> Accessors {
      switch block?.accessors {
      case nil: .none
      case .getter?: .computed
      case .accessors(let list)?:
        list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
          ? (list.isEmpty ? .none : .observers) : .computed
      }
    }

    // MARK: Constants

    /// Global and static constants that may be a list of models or of versions, or a stage.
    private mutating func readConstants(_ node: VariableDeclSyntax, _ around: Surroundings) {
      for binding in node.bindings {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
          let written = binding.initializer?.value ?? Self.returned(binding.accessorBlock)
        else { continue }
        let value = ValueReader(file: file).value(written)
        guard value.matters(as: pattern.identifier.plain, of: binding.typeAnnotation?.type.trimmedDescription) else {
          continue
        }
        result.values.append(
          NamedValue(
            scope: around.scope, name: pattern.identifier.plain, value: value, place: place(Syntax(pattern))))
      }
    }

    /// A function that makes a stage of a migration, such as one that keeps objects for `didMigrate`.
    mutating func readStage(_ node: FunctionDeclSyntax, _ around: Surroundings) {
      guard node.signature.returnClause?.type.trimmedDescription == "MigrationStage", let body = node.body else {
        return
      }
      let finder = StageFinder(file: file)
      finder.walk(body)
      guard let value = finder.found else { return }
      result.values.append(
        NamedValue(scope: around.scope, name: node.name.plain, value: value, place: place(Syntax(node.name))))
    }

    private final class StageFinder: SyntaxVisitor {
      private let reader: ValueReader
      private(set) var found: SourceValue?

      init(file: Int) {
        reader = ValueReader(file: file)
        super.init(viewMode: .sourceAccurate)
      }

      override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let isStage = node.arguments.contains { $0.label?.text == "toVersion" }
        if found == nil, isStage { found = reader.value(ExprSyntax(node)) }
        return found == nil ? .visitChildren : .skipChildren
      }
    }

    /// The only expression of a getter.
    private static func returned(_ block: AccessorBlockSyntax?) -> ExprSyntax? {
      let body: CodeBlockItemListSyntax? =
        switch block?.accessors {
        case nil: nil
        case .getter(let body)?: body
        case .accessors(let list)?: list.first { $0.accessorSpecifier.text == "get" }?.body?.statements
        }
      guard let body, body.count == 1, let only = body.first else { return nil }
      switch only.item {
      case .expr(let expression): return expression
      case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
      case .decl: return nil
      }
    }
  }

  extension SourceValue {
    /// Whether a constant of this value and name says something about versions.
    fileprivate func matters(as name: String, of type: String?) -> Bool {
      switch self {
      case .list(let elements):
        if ["models", "schemas", "stages"].contains(name) { return true }
        if case .type? = elements.first { return true }
        return false
      case .sum, .member: return ["models", "schemas", "stages", "versionIdentifier"].contains(name)
      case .call(let called, let callee, let isImplicit, _):
        if name == "versionIdentifier" { return true }
        if called?.path?.last == "MigrationStage" || callee.dropLast().last == "MigrationStage" { return true }
        if called?.path?.last == "Schema" { return true }
        return isImplicit && ["custom", "lightweight"].contains(callee.last)
          && type?.hasSuffix("MigrationStage") == true
      default: return name == "versionIdentifier"
      }
    }
  }
#endif
