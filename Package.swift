// swift-tools-version: 6.1
import PackageDescription

/// `make test`, and so CI, sets GRAPHBOOK_CHECKING=1: every warning of our own targets is then an error.
let isChecking = Context.environment["GRAPHBOOK_CHECKING"] != nil
let strict: [SwiftSetting] = isChecking ? [.unsafeFlags(["-warnings-as-errors"])] : []

/// The targets that the tests, and the mutants of the exercises, spend their time in. `make test` builds them optimised,
/// with assertions and overflow checks as in a debug build: they take 100 s longer to build, and everything after that
/// takes half the time.
let busiest: Set = [
  "Diagnostics", "JSON", "Support", "Predicates", "ObjectGraph", "Normalization", "NormalizationTests",
]

/// Those of them that build faster as one: a sixth less processor time. ObjectGraph takes longer so, on two cores.
let wholeModules: Set = ["Predicates", "Normalization", "NormalizationTests"]

func settings(_ name: String) -> [SwiftSetting] {
  guard isChecking, busiest.contains(name) else { return strict }
  let whole = wholeModules.contains(name) ? ["-whole-module-optimization", "-num-threads", "2"] : []
  return strict + [.unsafeFlags(["-O", "-assert-config", "Debug"] + whole)]
}

/// `make deb` and `make tarball` name the commit that they build, so that one commit gives the same bytes on any machine.
let commit = Context.environment["GRAPHBOOK_COMMIT"] ?? ""

/// An object file with a part of ICU's data, in the place of all of it in Foundation: `packaging/icu/object`. As an input it
/// comes before the libraries. A package is linked by LLVM's linker, which leaves out more.
let icuData = Context.environment["GRAPHBOOK_ICU_DATA"].map { [LinkerSetting.unsafeFlags([$0, "-use-ld=lld"])] } ?? []

/// For what only the program uses.
let program = TargetDependencyCondition.when(traits: ["Program"])

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings(name))
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: settings(name))
}

let package = Package(
  name: "graphbook",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "graphbook", targets: ["graphbook"]),
    .library(name: "Diagnostics", targets: ["Diagnostics"]),
    .library(name: "Predicates", targets: ["Predicates"]),
    .library(name: "ObjectGraph", targets: ["ObjectGraph"]),
    .library(name: "ModelInterchange", targets: ["ModelInterchange"]),
    .library(name: "CoreDataStore", targets: ["CoreDataStore"]),
    .library(name: "Normalization", targets: ["Normalization"]),
  ],
  traits: [
    .trait(
      name: "Program",
      description: "what only the program graphbook needs from others; a package that uses the libraries leaves it out"),
    .trait(
      name: "Readline",
      description: "GNU readline at the prompt; the program is then under GPL-3.0-or-later terms"),
    .trait(
      name: "SwiftData",
      description: "reading the @Model classes of Swift sources, with swift-syntax, which takes minutes to optimise"),
    .default(enabledTraits: ["Program", "Readline"]),
  ],
  // Every one of these is used under a trait alone, so that a package that uses the libraries fetches none.
  dependencies: [
    // The command line: subcommands, help, shell completion, exit status 64.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // The heads of lesson and exercise files.
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    // The sockets of the classroom, with epoll and kqueue: FlyingFox's lower half, which builds in seconds.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    // The language's own parser, for the models of SwiftData. Only with that trait.
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    module("Diagnostics"),
    tests("DiagnosticsTests", ["Mutations", "Diagnostics"]),
    module("Predicates", ["Platform", "Diagnostics"]),
    tests(
      "PredicatesTests", ["TestSupport", "Mutations", "Predicates", "Support", "Diagnostics"], exclude: ["Samples"]),
    module("Normalization"),
    tests("NormalizationTests", ["TestSupport", "Normalization", "Support"], exclude: ["Samples"]),
    // Slips and fuzzing, which take longer than a test may: `make messages`, `make fuzz`.
    .executableTarget(
      name: "PredicateTrials", dependencies: ["Mutations", "Predicates", "Diagnostics"], swiftSettings: strict),
    // The same for statements: `make fuzz-workbook`.
    .executableTarget(
      name: "WorkbookTrials",
      dependencies: ["Mutations", "Shell", "WorkbookLanguage", "ObjectGraph", "Predicates", "Diagnostics"],
      swiftSettings: strict),
    module("Mutations", ["Support"]),
    module("JSON"),
    module("JSONLines", ["JSON", "Predicates", "Diagnostics"]),
    tests("JSONLinesTests", ["JSONLines", "JSON", "Predicates", "Diagnostics"]),
    // Atomic fields in plain data that graphs share across threads, and prefetching.
    .target(name: "CGraphAtomics"),
    // The C library under its name on each system, and its calls that a signal may interrupt.
    module("Platform"),
    // What several modules use and none owns: files that are replaced under a lock.
    module("Support", ["Platform"]),
    tests("SupportTests", ["TestSupport", "Platform", "Support"]),
    // What commands read, write and end with: files, folders, standard input, the status.
    module("CommandIO", ["Platform", "Support", "Diagnostics"]),
    module("ObjectGraph", ["Platform", "Support", "JSON", "Predicates", "Diagnostics", "CGraphAtomics"]),
    module("ModelInterchange", ["Platform", "ObjectGraph", "Predicates", "Diagnostics"]),
    tests(
      "ModelInterchangeTests",
      ["TestSupport", "ModelInterchange", "ObjectGraph", "Predicates", "Support", "Diagnostics"]),
    // Core Data's own SQLite files, on SQLite's C library: GRDB would add minutes to the build.
    module(
      "CoreDataStore",
      [
        "Platform", "ModelInterchange", "ObjectGraph", "JSON", "Predicates", "Support", "Diagnostics", "CSQLite",
        "CZlib",
      ]),
    tests(
      "CoreDataStoreTests",
      [
        "TestSupport", "CoreDataStore", "StoreWriter", "RandomOperations", "ModelInterchange", "ObjectGraph", "JSON",
        "Predicates", "Platform", "Support", "Diagnostics",
      ],
      exclude: ["reader.py"]),
    module("ModelReview", ["Normalization", "ObjectGraph", "Predicates", "Diagnostics"]),
    tests(
      "ModelReviewTests",
      ["ModelReview", "WorkbookLanguage", "Normalization", "ObjectGraph", "Predicates", "Diagnostics"]),
    // The models of SwiftData's sources. Without the trait it has no parser, and nothing else needs it.
    module(
      "SwiftDataModel",
      [
        "ModelReview", "ObjectGraph", "Predicates", "Diagnostics",
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["SwiftData"])),
        .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["SwiftData"])),
      ]),
    tests(
      "SwiftDataModelTests",
      ["Mutations", "SwiftDataModel", "ModelReview", "WorkbookLanguage", "ObjectGraph", "Predicates", "Diagnostics"]),
    module(
      "WorkbookLanguage",
      [
        .target(name: "SwiftDataModel", condition: .when(traits: ["SwiftData"])),
        "ModelReview", "CoreDataStore", "ModelInterchange", "Normalization", "ObjectGraph", "Support", "Predicates",
        "Diagnostics",
      ]),
    module("Drills", ["WorkbookLanguage", "Normalization", "ObjectGraph", "Predicates", "Support", "Diagnostics"]),
    tests(
      "DrillsTests",
      ["Drills", "WorkbookLanguage", "Normalization", "ObjectGraph", "Predicates", "Support", "Diagnostics"]),
    module(
      "Courses",
      [
        "Platform",
        "WorkbookLanguage", "ObjectGraph", "Predicates", "JSON", "Support", "Diagnostics", "CMarkGFM",
        .product(name: "Yams", package: "Yams", condition: program),
      ]),
    tests(
      "CoursesTests", ["TestSupport", "Courses", "WorkbookLanguage", "ObjectGraph", "Predicates", "Diagnostics"],
      resources: [.copy("Fixtures")]),
    // Lessons, exercises and graphs as HTML and SVG, and lessons as screens.
    module(
      "Pages",
      ["Courses", "WorkbookLanguage", "ModelInterchange", "ObjectGraph", "Predicates", "Support", "Diagnostics"]),
    tests("PagesTests", ["Pages", "Shell", "Courses", "WorkbookLanguage", "ModelInterchange", "Diagnostics"]),
    module(
      "Grading",
      [
        "Platform", "JSON", "Pages", "Courses", "WorkbookLanguage", "ObjectGraph", "Predicates", "Support",
        "Diagnostics",
      ]),
    tests(
      "GradingTests",
      [
        "TestSupport", "Grading", "Courses", "WorkbookLanguage", "ObjectGraph", "JSON", "Predicates", "Support",
        "Diagnostics",
      ],
      exclude: ["Readers"], resources: [.copy("Fixtures")]),
    module(
      "Shell",
      [
        "Platform", "CommandIO",
        "Grading", "Pages", "Courses", "Drills", "WorkbookLanguage", "ModelReview", "CoreDataStore", "ModelInterchange",
        "ObjectGraph", "JSON", "Predicates", "Support", "Diagnostics", "Normalization", "CInterrupts",
        .target(name: "CReadline", condition: .when(traits: ["Readline"])),
      ]),
    // The commands of scripts and teachers: files go in, lines or a report come out, and nobody is asked anything.
    module(
      "Tools",
      [
        "Platform", "CommandIO",
        "Shell", "Grading", "Pages", "Courses", "WorkbookLanguage", "ModelReview", "CoreDataStore", "ModelInterchange",
        "ObjectGraph", "JSONLines", "JSON", "Predicates", "Support", "Diagnostics", "Normalization", "CIsolation",
        "CZlib",
      ]),
    .target(
      name: "Classroom",
      dependencies: [
        "Platform", "Shell", "Pages", "Grading", "Courses", "Drills", "WorkbookLanguage", "ModelInterchange",
        "ObjectGraph", "JSON",
        "Predicates", "Support", "Diagnostics", "CZlib",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: program),
        // macOS hashes passwords with CommonCrypto.
        .target(name: "CCrypt", condition: .when(platforms: [.linux])),
      ],
      resources: [
        .embedInCode("Resources/student.html"),
        .embedInCode("Resources/teacher.html"),
        .embedInCode("Resources/board.html"),
        .embedInCode("Resources/class.css"),
        .embedInCode("Resources/shared.js"),
        .embedInCode("Resources/layout.js"),
        .embedInCode("Resources/picture.js"),
        .embedInCode("Resources/join.js"),
        .embedInCode("Resources/student.js"),
        .embedInCode("Resources/teacher.js"),
        .embedInCode("Resources/attempts.js"),
        .embedInCode("Resources/board.js"),
        .embedInCode("Resources/book.css"),
        .embedInCode("Resources/focus.js"),
        .embedInCode("Resources/prompt.js"),
        .embedInCode("Resources/book.js"),
      ], swiftSettings: settings("Classroom")),
    tests(
      "ClassroomTests",
      [
        "TestSupport", "CommandIO", "Classroom", "Shell", "Grading", "Courses", "WorkbookLanguage", "JSON",
        "Predicates", "Support",
        "Diagnostics",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: program),
      ]),
    // The handler of a signal, which Swift cannot promise to be safe.
    .target(name: "CInterrupts"),
    // The commit of a package, which a Swift target could not be told.
    .target(name: "CVersion", cSettings: commit.isEmpty ? [] : [.define("GRAPHBOOK_COMMIT", to: "\"\(commit)\"")]),
    // Starting processes that may do next to nothing: the kernel's filters, and code between fork and exec.
    .target(name: "CIsolation"),
    .executableTarget(
      name: "graphbook",
      dependencies: [
        "Platform", "CommandIO", "Tools", "Classroom", "Shell", "Grading", "Courses", "Drills", "WorkbookLanguage",
        "Predicates",
        "Diagnostics", "CVersion",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
      ],
      swiftSettings: strict, linkerSettings: icuData),
    .systemLibrary(
      name: "CReadline", pkgConfig: nil, providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    // The files of Core Data's stores. On macOS it is part of the SDK.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // The zip files in which platforms hand out submissions, and the files of pages on their way to a browser.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // The hash of passwords.
    .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(
      name: "CMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]),
    tests(
      "WorkbookLanguageTests",
      [
        "TestSupport",
        "WorkbookLanguage", "RandomOperations", "Shell", "ModelInterchange", "ObjectGraph", "Predicates", "Support",
        "Diagnostics",
      ],
      exclude: ["Programs", "Mistakes"]),
    tests(
      "ShellTests",
      [
        "TestSupport", "Mutations", "CommandIO", "Tools", "Shell", "Grading", "Pages", "Normalization", "Courses",
        "Drills", "WorkbookLanguage", "ModelReview", "Platform", "Diagnostics",
      ],
      exclude: ["Transcripts", "SmallCourse", "Diagrams"]),
    tests(
      "ToolsTests",
      [
        "TestSupport", "Mutations", "CommandIO", "Tools", "Shell", "Grading", "Pages", "Normalization", "Courses",
        "WorkbookLanguage", "ModelReview", "ModelInterchange", "JSON", "Predicates", "Support", "Platform",
        "Diagnostics",
      ],
      exclude: ["Collected", "Hostile", "Samples"]),
    // What the tests of several modules use.
    .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("GraphbookTests", ["TestSupport", "graphbook", "Platform"]),
    tests("ArchitectureTests"),
    tests(
      "ObjectGraphTests",
      ["TestSupport", "ObjectGraph", "RandomOperations", "StoreWriter", "Predicates", "Platform", "Diagnostics"]),
    // A program that saves without end, for the tests that kill it.
    .executableTarget(
      name: "StoreWriter", dependencies: ["CoreDataStore", "ObjectGraph", "Predicates", "Platform"],
      path: "Tests/StoreWriter", swiftSettings: strict),
    // What Benchmarks/stores compares with a C program; here, as a store's file is no part of the libraries.
    .executableTarget(
      name: "StoreBench", dependencies: ["CoreDataStore", "ObjectGraph", "Predicates"],
      path: "Benchmarks/stores/Sources", swiftSettings: strict),
    // The works whose instructions `make bench-gate` counts.
    .executableTarget(
      name: "GateWorks",
      dependencies: [
        "Shell", "Grading", "Courses", "WorkbookLanguage", "ModelReview", "CoreDataStore", "ObjectGraph", "Predicates",
        "Diagnostics",
      ],
      path: "Benchmarks/gate/Sources", swiftSettings: strict),
    // The slow graph that the real one is held against, for the tests and for `make soak`.
    .target(
      name: "RandomOperations", dependencies: ["ObjectGraph", "Predicates", "Support"],
      path: "Tests/RandomOperations", swiftSettings: strict),
    // Random programs of statements over stores, and the program that reads their files in a process of its own.
    .target(
      name: "StorePrograms",
      dependencies: ["WorkbookLanguage", "RandomOperations", "ObjectGraph", "Predicates", "Diagnostics"],
      path: "Tests/StorePrograms", swiftSettings: strict),
    .executableTarget(
      name: "StoreReader", dependencies: ["StorePrograms", "WorkbookLanguage", "Diagnostics"],
      path: "Tests/StoreReader", swiftSettings: strict),
    tests("StoreProgramTests", ["StorePrograms", "StoreReader"]),
    .executableTarget(name: "soak", dependencies: ["RandomOperations"], path: "Tests/Soak", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// `make sanitize` builds the graph, its stores and their tests alone.
if Context.environment["GRAPHBOOK_SANITIZING"] != nil {
  let graph: Set = [
    "Diagnostics", "JSON", "Platform", "Support", "Predicates", "CGraphAtomics", "ObjectGraph", "ModelInterchange",
    "CoreDataStore", "CSQLite", "CZlib", "RandomOperations", "soak", "StoreWriter", "TestSupport", "ObjectGraphTests",
    "CoreDataStoreTests",
  ]
  package.targets.removeAll { !graph.contains($0.name) }
  package.products = []
  package.dependencies = []
}
