import ObjectGraph
import Predicates

/// Lines that belong to an app's code: property wrappers, views, methods of classes, observers. The table says so, and names
/// the statement that comes nearest here, if there is one.
extension ForeignLine {
  /// Lines whose beginning says that they are an app's code.
  func appCodeTranslation(of line: String) -> Translation? {
    // These two would be read as settings of a fetch.
    appCode(line) {
      $0.hasPrefix("#") || ["actor", ".resultType", ".sections"].contains($0) || $0.hasSuffix("func")
        || $0.hasPrefix("func ")
    }
  }

  /// Lines in which anything else says so, where nothing else is known of them.
  func appMemberTranslation(of line: String) -> Translation? { appCode(line) { _ in true } }

  private func appCode(_ line: String, where isMeant: (String) -> Bool) -> Translation? {
    for mark in marks(of: line.trimmed) where mark.hasSuffix("(") || mark.hasPrefix("@") || isMeant(mark) {
      guard let row = Self.appCode.first(where: { $0.marks.contains(mark) }) else { continue }
      if mark == ".resultType", !line.contains("ictionary") { return nil }
      let name = mark.hasSuffix("(") ? String(mark.dropLast()) : mark
      let reason = row.reason.replacing("MARK", with: name)
      return Translation(reason, statement(row.statement, in: line).map { [$0] } ?? [], isSpecific: true)
    }
    return nil
  }

  private struct AppCodeRow {
    /// How such a line begins (`@State`, `#Preview`, `List(`, `.onDelete(`, `override`), or a member that it names
    /// (`.faultingState`).
    let marks: Set<String>
    /// The message, with MARK for the words of the line.
    let reason: String
    /// The statement to type, with ENTITY for an entity, OBJECT for an object and LIST for the list that a view shows.
    var statement: String?
  }

  private static let appCode: [AppCodeRow] = [
    AppCodeRow(
      marks: ["@ModelActor", "actor"],
      reason: "an actor belongs to the app's code; here a block runs in a context of its own",
      statement: "context background { fetch ENTITY }"),
    AppCodeRow(
      marks: ["@Environment", "@EnvironmentObject"],
      reason: "MARK belongs to the app's code; here a statement has a context already, and 'show contexts' lists them",
      statement: "show contexts"),
    AppCodeRow(
      marks: [
        "@State", "@StateObject", "@ObservedObject", "@ObservationIgnored", "@Observable", "@Binding", "@Bindable",
        "@Published", "@AppStorage", "@SceneStorage", "@FocusState", "@GestureState", "@ViewBuilder", "@MainActor",
        "@main", "@IBOutlet", "@IBAction", "@UIApplicationMain", "@UIApplicationDelegateAdaptor", "@Test", "@Suite",
      ], reason: "MARK belongs to the app's code; here each statement prints its result"),
    AppCodeRow(
      marks: ["#Preview", "PreviewProvider"],
      reason: "a preview belongs to the app's code; here 'show graph' draws the objects", statement: "show graph"),
    AppCodeRow(
      marks: ["List(", "ForEach(", "Table(", "Picker(", "OutlineGroup("],
      reason: "MARK belongs to the app's code; here a list is printed by writing it alone", statement: "LIST"),
    AppCodeRow(
      marks: [
        "Text(", "Form(", "Section(", "Button(", "Toggle(", "TextField(", "Label(", "Image(", "Stepper(", "DatePicker(",
        "NavigationStack(", "NavigationView(", "NavigationLink(", "NavigationSplitView(", "VStack(", "HStack(",
        "ZStack(", "LazyVStack(", "LazyVGrid(", "Grid(", "TabView(", "WindowGroup(", "ContentView(", "EditButton(",
        "ContentUnavailableView(", "UITableView(", "UITableViewController(", "UICollectionView(", "NSTableView(",
        "Chart(", "BarMark(", "ScrollView(", "Spacer(", "Divider(", "Group(", "AnyView(", "Alert(", "ProgressView(",
      ], reason: "MARK belongs to the app's code; here a statement prints its result"),
    AppCodeRow(
      marks: [".onDelete(", ".deleteDisabled(", ".swipeActions("],
      reason: "MARK belongs to the app's code; here 'delete' deletes an object", statement: "delete OBJECT"),
    AppCodeRow(
      marks: [".modelContainer(", ".modelContext("],
      reason: "MARK belongs to the app's code; here 'store' opens a store", statement: "store shop at \"App.sqlite\""),
    AppCodeRow(
      marks: [".…("], reason: "a view's modifier belongs to the app's code; here a statement prints its result"),
    AppCodeRow(
      marks: ["extension"], reason: "an extension belongs to the app's code; here 'add' gives an entity a property",
      statement: "add ENTITY.…"),
    AppCodeRow(
      marks: ["protocol"],
      reason: "a protocol belongs to the app's code; here an abstract entity has what several share",
      statement: "abstract entity … { … }"),
    AppCodeRow(
      marks: ["init"],
      reason: "an initializer belongs to the app's code; here an object is made with the values of its properties",
      statement: "NEW"),
    AppCodeRow(
      marks: ["func awakeFromInsert", "func awake"],
      reason: "a method of a class belongs to the app's code; here a default gives a new object its value",
      statement: "change ENTITY.… = …"),
    AppCodeRow(
      marks: ["func prepareForDeletion"],
      reason: "a method of a class belongs to the app's code; here a delete rule says what happens to related objects",
      statement: "change ENTITY.…, delete …"),
    AppCodeRow(
      marks: ["func willSave", "func didSave"],
      reason: "a method of a class belongs to the app's code; here a save computes derived attributes",
      statement: "add ENTITY.…: …, derived …"),
    AppCodeRow(
      marks: ["override func", "deinit"],
      reason: "a method of a class belongs to the app's code; here an entity has defaults, rules and delete rules"),
    AppCodeRow(
      marks: [
        ".objectWillChange", ".willChangeValue", ".didChangeValue", ".willAccessValue", ".didAccessValue", ".sink",
        ".addObserver", ".removeObserver", ".observe", ".publisher", ".notifications",
      ], reason: "observing belongs to the app's code; here 'show changes' lists what is pending",
      statement: "show changes"),
    AppCodeRow(
      marks: [".resultType"], reason: "'select' gives the values of properties instead of objects",
      statement: "fetch ENTITY select ATTRIBUTE"),
    AppCodeRow(
      marks: [".affectedStores"], reason: "a fetch reads all stores of its context, and 'show stores' lists them",
      statement: "show stores"),
    AppCodeRow(
      marks: [".detectConflicts"], reason: "a save looks for conflicts by itself", statement: "save"),
    AppCodeRow(
      marks: [".assign"], reason: "a new object is sent to a store by 'insert into'",
      statement: "insert into … OBJECT"),
    AppCodeRow(
      marks: [".managedObjectID"], reason: "an object is written with its entity and its number",
      statement: "ENTITY#1"),
    AppCodeRow(
      marks: [".faultingState", ".hasFault"], reason: "isFault says whether an object is a fault",
      statement: "OBJECT.isFault"),
    AppCodeRow(
      marks: [
        ".performFetch", ".fetchedObjects", ".sections", ".numberOfSections", ".sectionNameKeyPath", ".reloadData",
        ".delegate", ".dataSource", ".dequeueReusableCell",
      ], reason: "a table view and its controller belong to the app's code; here a fetch prints its objects",
      statement: "fetch ENTITY"),
    AppCodeRow(
      marks: [".setQueryGenerationFrom", ".queryGenerationToken"],
      reason: "query generations belong to Core Data's SQLite stores; here 'refresh' reads an object again",
      statement: "refresh OBJECT"),
    AppCodeRow(
      marks: ["JSONEncoder(", "PropertyListEncoder("],
      reason: "MARK belongs to the app's code; here 'export' writes objects to a file",
      statement: "export \"objects.graph\""),
    AppCodeRow(
      marks: ["JSONDecoder(", "PropertyListDecoder("],
      reason: "MARK belongs to the app's code; here 'run' reads statements from a file",
      statement: "run \"objects.graph\""),
    AppCodeRow(
      marks: [
        "UserDefaults", "FileManager", "URLSession", "Bundle", "OperationQueue", "Timer", "Logger(",
        "NSLog(", "fatalError(", "XCTestCase",
      ], reason: "MARK belongs to the app's code; here each statement says what went wrong"),
  ]

  /// The words that begin a line, and then the members that it names, without those that the model has.
  private func marks(of line: String) -> [String] {
    var rest = line[...]
    func word() -> String { String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    var marks: [String] = []
    if let first = line.first, "@#.".contains(first) {
      rest = rest.dropFirst()
      let name = word()
      let opens = rest.dropFirst(name.count).first == "("
      if !name.isEmpty { marks += first == "." ? (opens ? [".\(name)(", ".…("] : []) : ["\(first)\(name)"] }
    } else {
      var isOverriding = false
      while case let modifier = word(), SwiftReader.modifiers.contains(modifier),
        rest.dropFirst(modifier.count).first == " "
      {
        if modifier == "override" { isOverriding = true }
        rest = rest.dropFirst(modifier.count).drop { $0 == " " }
      }
      let name = word()
      let end = rest.dropFirst(name.count).drop { $0 == " " }
      switch name {
      case "func":
        rest = end
        marks += ["func \(word())"] + (isOverriding ? ["override func"] : [])
      case "init", "deinit": if end.first == "(" || end.first == "{" { marks.append(name) }
      case "extension", "protocol", "actor": if end.first?.isUppercase == true { marks.append(name) }
      case _ where name.first?.isUppercase == true || end.first == "(":
        if !isEntityName(name), !name.isEmpty {
          if end.first == "." {
            marks.append(name)
          } else if end.first == "(" || end.first == "{" {
            marks.append(name + "(")
          }
        }
      default: break
      }
    }
    return marks + members(of: line).filter { !isProperty(String($0.dropFirst())) }
  }

  /// The names after a dot, outside texts: `.objectWillChange` and `.send`.
  private func members(of line: String) -> [String] {
    var found: [String] = []
    for (place, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated() where place % 2 == 0
    {
      for piece in part.split(separator: ".", omittingEmptySubsequences: false).dropFirst() {
        let name = piece.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if !name.isEmpty { found.append(".\(name)") }
      }
    }
    return found
  }

  private func isProperty(_ name: String) -> Bool {
    model.entities.contains { $0[property: name] != nil }
  }

  /// A statement of the table with the names of the line, or else the model's; nil where it needs one that is not there.
  private func statement(_ pattern: String?, in line: String) -> String? {
    guard var text = pattern else { return nil }
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    if text == "LIST" {
      guard let open = line.firstIndex(of: "("),
        case let inside = line[line.index(after: open)...].prefix(while: { !",){".contains($0) }),
        let tree = SwiftReader.expression(String(inside)), case .name(let root, _) = tree.root,
        objects[root] != nil || values.contains(root)
      else { return nil }
      return value(tree)
    }
    let entity = words.first(where: isEntityName) ?? model.entityNames.first
    if text == "NEW" { return entity.map { newObject(of: $0) } }
    if text.contains("ENTITY") {
      guard let entity else { return nil }
      text = text.replacing("ENTITY", with: entity)
      if text.contains("ATTRIBUTE") {
        guard let attribute = model.properties(of: entity).lazy.compactMap(\.attribute).first else { return nil }
        text = text.replacing("ATTRIBUTE", with: attribute.name)
      }
    }
    let object = words.first { objects[$0] != nil } ?? objects.keys.min() ?? entity.map { "\($0)#1" }
    if text.contains("OBJECT") {
      guard let object else { return nil }
      text = text.replacing("OBJECT", with: object)
    }
    return text
  }
}
