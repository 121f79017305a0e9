#if SwiftData
  import SwiftSyntax

  /// Finds where containers and configurations are made, and arrays are changed at a position, in whatever code does it.
  final class ContainerReader: SyntaxVisitor {
    private let reader: ValueReader
    private(set) var found: [ContainerUse] = []
    private(set) var orderUses: [String: SourcePlace] = [:]

    init(file: Int) {
      reader = ValueReader(file: file)
      super.init(viewMode: .sourceAccurate)
    }

    /// Whether a text has one of the words; the tree of most files need not be walked. O(bytes).
    static func mayFindSomething(in text: String) -> Bool {
      let words = ["odelContainer", "Schema(", "cloudKitDatabase", "fromOffsets", "insert("].map { Array($0.utf8) }
      return text.utf8.withContiguousStorageIfAvailable { bytes in
        words.contains { word in
          guard bytes.count >= word.count else { return false }
          return (0...(bytes.count - word.count)).contains { start in
            bytes[start] == word[0] && word.indices.allSatisfy { bytes[start + $0] == word[$0] }
          }
        }
      } ?? true
    }

    /// `trip.stops.move(fromOffsets:toOffset:)` and `trip.stops.insert(stop, at: 0)`.
    private func noteOrder(_ name: String, _ node: FunctionCallExprSyntax) {
      guard
        name == "move" && node.arguments.first?.label?.text == "fromOffsets"
          || name == "insert" && node.arguments.last?.label?.text == "at",
        let array = node.calledExpression.as(MemberAccessExprSyntax.self)?.base?.as(MemberAccessExprSyntax.self)
      else { return }
      let property = array.declName.baseName.plain
      orderUses[property] = orderUses[property] ?? reader.place(Syntax(array))
    }

    /// Previews have containers of their own.
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      node.macroName.text == "Preview" ? .skipChildren : .visitChildren
    }

    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
      node.macroName.text == "Preview" ? .skipChildren : .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
      return inherited.contains("PreviewProvider") || inherited.contains("PreviewModifier")
        ? .skipChildren : .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let callee = node.calledExpression
      let name =
        callee.as(DeclReferenceExprSyntax.self)?.baseName.plain
        ?? callee.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
      guard let name else { return .visitChildren }
      noteOrder(name, node)
      let arguments = reader.arguments(node.arguments)
      let place = reader.place(Syntax(callee))
      func note(_ kind: ContainerUse.Kind) { found.append(ContainerUse(kind: kind, place: place)) }
      switch name {
      case "Schema":
        if let version = arguments.first(where: { $0.label == "versionedSchema" }) {
          if case .type(let path) = version.value { note(.version(path)) }
        } else if let list = arguments.first, list.label == nil {
          note(.models([list.value]))
        }
      case "ModelContainer", "modelContainer", "ModelConfiguration":
        // The variadic list goes on without labels.
        let isInMemory = arguments.contains {
          ["inMemory", "isStoredInMemoryOnly"].contains($0.label) && $0.value == .boolean(true)
        }
        if !isInMemory, let first = arguments.firstIndex(where: { $0.label == "for" }) {
          let rest = arguments[(first + 1)...].prefix { $0.label == nil }
          note(.models([arguments[first].value] + rest.map(\.value)))
        }
        if let plan = arguments.first(where: { $0.label == "migrationPlan" }), case .type(let path) = plan.value {
          note(.plan(path))
        }
        if let database = arguments.first(where: { $0.label == "cloudKitDatabase" }) {
          let isNone: Bool =
            switch database.value {
            case .member(let path, _): path.last == "none"
            default: false
            }
          note(.cloudKit(!isNone))
        }
      default: break
      }
      return .visitChildren
    }
  }
#endif
