// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "graphbook", path: "..")],
  targets: [
    .target(name: "LeagueWorkload", dependencies: [.product(name: "ObjectGraph", package: "graphbook")]),
    .executableTarget(
      name: "league",
      dependencies: [
        "LeagueWorkload", .product(name: "ObjectGraph", package: "graphbook"),
        .product(name: "Predicates", package: "graphbook"),
      ]),
    .executableTarget(
      name: "predicates",
      dependencies: [
        "LeagueWorkload", .product(name: "ObjectGraph", package: "graphbook"),
        .product(name: "Predicates", package: "graphbook"),
      ]),
    .executableTarget(
      name: "batch",
      dependencies: [
        "LeagueWorkload", .product(name: "ObjectGraph", package: "graphbook"),
        .product(name: "Predicates", package: "graphbook"),
      ]),
    .executableTarget(
      name: "growth",
      dependencies: [
        "LeagueWorkload", .product(name: "ObjectGraph", package: "graphbook"),
        .product(name: "Predicates", package: "graphbook"),
      ]),
    .executableTarget(
      name: "fetching",
      dependencies: [
        "LeagueWorkload", .product(name: "ObjectGraph", package: "graphbook"),
        .product(name: "Predicates", package: "graphbook"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
