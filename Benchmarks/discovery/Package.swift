// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "discovery",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "graphbook", path: "../..")],
  targets: [
    .executableTarget(name: "discovery", dependencies: [.product(name: "Normalization", package: "graphbook")])
  ],
  swiftLanguageModes: [.v6]
)
