import Diagnostics
import ModelInterchange
import ObjectGraph
import WorkbookLanguage

/// `show diagram`, `show graph` as a picture, and what `export` wrote.
extension OutcomeRenderer {
  /// A wider line belongs to a golden file, not to a screen; a picture then keeps to the usual width.
  private var pictureWidth: Int { style.width > 200 ? 80 : style.width }

  func diagram(_ diagram: Diagram, isASCII: Bool) -> [String] {
    guard !diagram.boxes.isEmpty else { return ["the model has no entities yet"] }
    let layout = DiagramLayout(diagram, width: pictureWidth, cancellation: cancellation)
    if cancellation.isRequested { return [cancellation.stop.diagnostic.message] }
    let symbols: DiagramLayout.Symbols = isASCII ? .ascii : .unicode
    var lines = painted(layout, symbols)
    let drawn = layout.routes.map { diagram.lines[$0.line] }
    if let legend = legend(drawn, symbols) { lines += ["", legend] }
    let missing = layout.linesNotDrawn.count
    if missing > 0 {
      lines += [""]
      lines += wrapped(
        StyledText(
          drawn.isEmpty
            ? "\(grouped(missing)) lines would not be clear here: the boxes say where they lead"
            : missing == 1
              ? "1 line is not drawn for want of room: its box says where it leads"
              : "\(grouped(missing)) lines are not drawn for want of room: the boxes say where they lead", .faint))
    }
    return lines
  }

  private func painted(_ layout: DiagramLayout, _ symbols: DiagramLayout.Symbols) -> [String] {
    layout.pieces(symbols).map { pieces in
      pieces.map { piece in
        switch piece.role {
        case .frame: style.paint(piece.text, .faint)
        case .title: style.paint(piece.text, .name)
        case .line, .text: piece.text
        }
      }.joined()
    }
  }

  /// Returns the meaning of the heads that occur.
  private func legend(_ lines: [Diagram.Line], _ symbols: DiagramLayout.Symbols) -> String? {
    let heads = Set(lines.flatMap { [$0.fromHead, $0.toHead] })
    let meanings: [(Diagram.Head, String)] = [(.one, "to one"), (.many, "to many"), (.parent, "inherits from")]
    let parts = meanings.filter { heads.contains($0.0) }.map { head, meaning in
      String(symbols.head(head, pointsRight: true)) + " " + meaning
    }
    return parts.isEmpty ? nil : style.paint(parts.joined(separator: "   "), .faint)
  }

  // MARK: Objects

  func graph(_ view: GraphView) -> [String] {
    guard let layout = view.picture?.clearLayout(width: min(pictureWidth, 80), cancellation) else {
      return graph(view.tables)
    }
    let empty = view.tables.filter { $0.count == 0 }.map(\.entity)
    return painted(layout, .unicode)
      + (empty.isEmpty ? [] : ["", style.paint("no objects: " + Listing.text(empty), .faint)])
  }

  // MARK: Files

  func exported(_ export: Export) -> [String] {
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
        (swift.classCount == 1 ? "1 class" : "\(grouped(swift.classCount)) classes")
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
    let files = names.count == 1 ? "1 file" : "\(grouped(names.count)) files"
    let versions = names.isEmpty ? "" : ", in \(files): \(Listing.text(names))"
    let replaced = names.isEmpty ? "the file that was there" : "files that were there"
    return wrapped(
      "wrote \(path): \(content)" + versions + (export.isReplacement ? ", in place of \(replaced)" : "")) + losses
  }
}

extension Diagram {
  /// The number of lines that fit on a screen.
  private static var screenHeight: Int { 24 }

  /// The layout, if it has every line and fits a screen; tables are read more easily than a picture that does not.
  fileprivate func clearLayout(width: Int, _ cancellation: Cancellation) -> DiagramLayout? {
    let layout = DiagramLayout(self, width: width, cancellation: cancellation)
    if cancellation.isRequested { return nil }
    return layout.linesNotDrawn.isEmpty && layout.height <= Self.screenHeight && layout.width <= width ? layout : nil
  }
}
