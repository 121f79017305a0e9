import Foundation
import ModelInterchange
import ObjectGraph

/// Type-checks generated code with `swiftc -typecheck` and stubs of the two frameworks, which Linux does not have.
///
/// The stubs declare what generated code uses, as Apple documents it. SwiftData's macros are real ones, which a small
/// compiler plugin in Python expands to nothing, or to the conformance to `PersistentModel`: the arguments are
/// type-checked, key paths of inverses included. Linux has no Objective-C: attributes for it are taken out before the check
/// (`withoutObjectiveC`), so that neither they nor what a type needs to be seen from Objective-C are checked here.
enum SwiftTypeCheck {
  static let compiler = program("swiftc")
  static let isPossible: Bool = {
    #if os(Linux)
      return compiler != nil && program("python3") != nil
    #else
      return false
    #endif
  }()

  private static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The errors in some files of one module, a line each; those of the stub if it has any.
  static func errors(in files: [SwiftCode.File], for framework: SwiftCode.Framework) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = framework == .coreData ? "CoreData" : "SwiftData"
    let stub = framework == .coreData ? coreData : swiftData
    let plugins = try plugin(in: folder)
    func path(_ name: String, _ text: String) throws -> String {
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let stubErrors = try run(
      [
        "-emit-module", "-module-name", name, "-parse-as-library", try path("\(name)Stub.swift", stub), "-o",
        folder.appendingPathComponent("\(name).swiftmodule").path,
      ] + plugins)
    guard stubErrors.isEmpty else { return stubErrors }
    let sources = try files.map { file in
      try path(file.name, framework == .coreData ? withoutObjectiveC(file.text) : file.text)
    }
    return try run(["-typecheck", "-module-name", "App", "-I", folder.path] + plugins + sources)
  }

  /// Where the compiler keeps the interface of package manifests.
  static var manifestInterface: String {
    URL(fileURLWithPath: compiler ?? "").deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("lib/swift/pm/ManifestAPI").path
  }

  /// Writes the compiler plugin into a folder, and returns the options that load it.
  private static func plugin(in folder: URL) throws -> [String] {
    let plugin = folder.appendingPathComponent("plugin")
    try macros.write(to: plugin, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plugin.path)
    return ["-load-plugin-executable", "\(plugin.path)#Stub"]
  }

  /// The errors in some files that make one module together, a line each. Swift 6's rules of isolation apply.
  static func errors(
    inModuleOf files: [(name: String, text: String)], options: [String] = [], withMacros: Bool = false
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try files.map { file in
      let path = folder.appendingPathComponent(file.name)
      try file.text.write(to: path, atomically: true, encoding: .utf8)
      return path.path
    }
    let plugins = withMacros ? try plugin(in: folder) : []
    return try run(
      ["-typecheck", "-swift-version", "6", "-parse-as-library", "-module-name", "App"] + options + plugins + paths)
  }

  private static func run(_ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler ?? "")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let errors = output.split(separator: "\n").map(String.init)
      .filter { ($0.contains(" error: ") && !$0.hasPrefix(" ")) || $0.hasPrefix("error: ") }
    return errors.isEmpty && process.terminationStatus != 0 ? ["swiftc failed: \(output.suffix(2000))"] : errors
  }

  /// The code without attributes of Objective-C, and with bodies for what `@NSManaged` declares.
  static func withoutObjectiveC(_ text: String) -> String {
    let managed = "@NSManaged "
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let body = line.drop { $0 == " " }
      if body.hasPrefix("@objc(") { return "" }
      if body.hasPrefix(managed + "public var") {
        return body.dropFirst(managed.count) + " { get { fatalError() } set {} }"
      }
      if body.hasPrefix(managed + "public func") { return body.dropFirst(managed.count) + " { fatalError() }" }
      return line.replacingOccurrences(of: "@nonobjc ", with: "")
    }.joined(separator: "\n")
  }

  private static let coreData = """
    import Foundation
    public protocol NSFetchRequestResult {}
    open class NSManagedObject: NSObject, NSFetchRequestResult {
      open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> { fatalError() }
    }
    open class NSFetchRequest<ResultType>: NSObject {
      public init(entityName: String) {}
    }
    """

  private static let swiftData = """
    import Foundation
    public protocol PersistentModel: AnyObject {}
    @attached(extension, conformances: PersistentModel)
    public macro Model() = #externalMacro(module: "Stub", type: "Model")
    @attached(peer)
    public macro Transient() = #externalMacro(module: "Stub", type: "Nothing")
    @attached(peer)
    public macro Attribute(
      _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
    ) = #externalMacro(module: "Stub", type: "Nothing")
    @attached(peer)
    public macro Relationship(
      _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
      minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
      inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) = #externalMacro(module: "Stub", type: "Nothing")
    @freestanding(declaration)
    public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...)
      = #externalMacro(module: "Stub", type: "Nothing")
    @freestanding(declaration)
    public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...)
      = #externalMacro(module: "Stub", type: "Nothing")
    public enum Schema {
      public enum Attribute {
        public struct Option {
          public static var unique: Option { fatalError() }
          public static var externalStorage: Option { fatalError() }
          public static var spotlight: Option { fatalError() }
          public static func transformable(by name: String) -> Option { fatalError() }
        }
      }
      public enum Relationship {
        public struct Option { public static var unique: Option { fatalError() } }
        public enum DeleteRule { case noAction, nullify, cascade, deny }
      }
    }
    """

  /// A compiler plugin: each message is eight bytes of length and a JSON object. `@Model` makes a root class conform; a
  /// subclass does already; `LocalModel` is the same for a stub in the module itself. `@ModelActor` also gives an actor the members that its protocol asks for.
  private static let macros = """
    #!/usr/bin/env python3
    import json, struct, sys

    def send(message):
        data = json.dumps(message).encode()
        sys.stdout.buffer.write(struct.pack("<Q", len(data)) + data)
        sys.stdout.buffer.flush()

    while True:
        length = sys.stdin.buffer.read(8)
        if len(length) < 8:
            break
        message = json.loads(sys.stdin.buffer.read(struct.unpack("<Q", length)[0]))
        if "getCapability" in message:
            send({"getCapabilityResult": {"capability": {"protocolVersion": 7}}})
            continue
        source = ""
        attached = message.get("expandAttachedMacro")
        isActor = attached and attached["macro"]["typeName"] == "ModelActor"
        if attached and attached["macroRole"] == "extension":
            head = attached["declSyntax"]["source"].split("{")[0]
            name = attached["extendedTypeSyntax"]["source"].strip()
            if isActor:
                source = "extension %s: ModelActor {}" % name
            elif ":" not in head.split("class ")[-1]:
                module = "SwiftData." if attached["macro"]["typeName"] == "Model" else ""
                source = "extension %s: %sPersistentModel {}" % (name, module)
        if isActor and attached["macroRole"] == "member":
            source = '''nonisolated let modelExecutor: any ModelExecutor
            nonisolated let modelContainer: ModelContainer
            init(modelContainer: ModelContainer) {
                self.modelContainer = modelContainer
                modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
            }'''
        send({"expandMacroResult": {"expandedSource": source, "diagnostics": []}})
    """
}

extension ManagedObjectModel {
  /// The model with a prefix before the names of its entities, classes and composites, so that several can be in one
  /// module.
  func prefixed(_ prefix: String) -> ManagedObjectModel {
    var model = self
    for place in model.entities.indices {
      model.entities[place].name = prefix + model.entities[place].name
      if let parent = model.entities[place].parent { model.entities[place].parent = prefix + parent }
      if let name = model.entities[place].managedObjectClassName, name != "NSManagedObject" {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        model.entities[place].managedObjectClassName = prefix + last
      }
      for index in model.entities[place].properties.indices {
        switch model.entities[place].properties[index] {
        case .attribute(var attribute):
          attribute.compositeName = attribute.compositeName.map { prefix + $0 }
          model.entities[place].properties[index] = .attribute(attribute)
        case .relationship(var relationship):
          relationship.destination = prefix + relationship.destination
          model.entities[place].properties[index] = .relationship(relationship)
        case .fetched(var fetched):
          fetched.destination = prefix + fetched.destination
          model.entities[place].properties[index] = .fetched(fetched)
        }
      }
    }
    for place in model.composites.indices {
      model.composites[place].name = prefix + model.composites[place].name
      for index in model.composites[place].elements.indices {
        let inner = model.composites[place].elements[index].compositeName
        model.composites[place].elements[index].compositeName = inner.map { prefix + $0 }
      }
    }
    return model
  }
}
