import Diagnostics
import ModelInterchange
import WorkbookLanguage

/// `show diagram`, `show graph` as a picture, and what `export` wrote.
extension OutcomeRenderer {
  func diagram(_ diagram: Diagram, isASCII: Bool) -> Document {
    guard !diagram.boxes.isEmpty else { return ["the model has no entities yet"] }
    return Document([.picture(DiagramPicture(diagram: diagram, isASCII: isASCII, cancellation: cancellation))])
  }

  // MARK: Objects

  func graph(_ view: GraphView) -> Document {
    guard let picture = view.picture else { return graph(view.tables) }
    let empty = view.tables.filter { $0.count == 0 }.map(\.entity)
    return Document([
      .picture(ObjectPicture(diagram: picture, empty: empty, otherwise: graph(view.tables), cancellation: cancellation))
    ])
  }

  // MARK: Files

  func exported(_ export: Export) -> Document {
    let path = DisplayText.visible(export.path)
    let losses = export.losses.flatMap { wrapped("  not written: \(DisplayText.visible($0))", rest: "    ") }
    if case .xcode(let versions) = export.content {
      if versions.isEmpty { return wrapped("\(path) needs no change: it has this model already") + losses }
      let names = versions.count == 1 ? "version \(versions[0])" : "versions \(Listing.text(versions))"
      return wrapped("wrote \(path): the model for Xcode, \(DisplayText.visible(names))") + losses
    }
    let content =
      switch export.content {
      case .picture: "the diagram as a picture"
      case .graphviz: "the diagram for Graphviz"
      case .mermaid: "the diagram for Mermaid"
      case .tables: "the tables of a SQLite store"
      case .xcode: "the model for Xcode"
      case .swift(let swift):
        counted(swift.classCount, "class", "classes")
          + " for \(swift.isSwiftData ? "SwiftData" : "Core Data")"
          + (swift.fileCount.map { $0 == 1 ? " in 1 file" : " in \(grouped($0)) files" } ?? "")
      case .source:
        switch export.objectCount {
        case nil: "the model as statements, without its objects"
        case 1: "the model and 1 object; run it in a new session"
        case let count?: "the model and \(grouped(count)) objects; run it in a new session"
        }
      }
    let names = export.versions.map { DisplayText.visible($0) + ($0 == export.currentVersion ? " (current)" : "") }
    let files = counted(names.count, "file")
    let versions = names.isEmpty ? "" : ", in \(files): \(Listing.text(names))"
    let replaced = names.isEmpty ? "the file that was there" : "files that were there"
    return wrapped(
      "wrote \(path): \(content)" + versions + (export.isReplacement ? ", in place of \(replaced)" : "")) + losses
  }
}
