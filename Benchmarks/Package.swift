// swift-tools-version: 6.1
import PackageDescription

let objectGraph = Target.Dependency.product(name: "ObjectGraph", package: "graphbook")

func benchmark(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["LeagueWorkload", objectGraph, .product(name: "Predicates", package: "graphbook")])
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "graphbook", path: "..", traits: [])],
  targets: [
    .target(name: "LeagueWorkload", dependencies: [objectGraph]),
    benchmark("league"), benchmark("predicates"), benchmark("batch"), benchmark("growth"), benchmark("fetching"),
  ],
  swiftLanguageModes: [.v6]
)
