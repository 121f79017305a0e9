import Diagnostics
import ModelInterchange
import ObjectGraph

/// A diagram of entities in a document.
struct DiagramPicture: Picture {
  let diagram: Diagram
  let isASCII: Bool
  /// Asked while it is drawn.
  let cancellation: Cancellation

  func lines(width: Int) -> [StyledText] {
    let layout = DiagramLayout(diagram, width: DiagramLayout.usualWidth(in: width), cancellation: cancellation)
    if cancellation.isRequested { return otherwise.lines(width: width) }
    let symbols: DiagramLayout.Symbols = isASCII ? .ascii : .unicode
    var lines = layout.lines(symbols)
    let drawn = layout.routes.map { diagram.lines[$0.line] }
    if let legend = legend(drawn, symbols) { lines += ["", legend] }
    let missing = layout.linesNotDrawn.count
    guard missing > 0 else { return lines }
    let note =
      drawn.isEmpty
      ? "\(DisplayText.grouped(missing)) lines would not be clear here: the boxes say where they lead"
      : missing == 1
        ? "1 line is not drawn for want of room: its box says where it leads"
        : "\(DisplayText.grouped(missing)) lines are not drawn for want of room: the boxes say where they lead"
    return lines + [""] + TextWrap(width: width, rest: "  ").lines(StyledText(note, .faint))
  }

  /// Returns the meaning of the heads that occur.
  private func legend(_ lines: [Diagram.Line], _ symbols: DiagramLayout.Symbols) -> StyledText? {
    let heads = Set(lines.flatMap { [$0.fromHead, $0.toHead] })
    let meanings: [(Diagram.Head, String)] = [(.one, "to one"), (.many, "to many"), (.parent, "inherits from")]
    let parts = meanings.filter { heads.contains($0.0) }.map { head, meaning in
      String(symbols.head(head, pointsRight: true)) + " " + meaning
    }
    return parts.isEmpty ? nil : StyledText(parts.joined(separator: "   "), .faint)
  }

  func svg(width: Int, id: String) -> String? {
    let layout = DiagramLayout(diagram, width: width, cancellation: cancellation)
    return cancellation.isRequested ? nil : layout.svg(embeddedAs: id)
  }

  var otherwise: Document { [StyledText(cancellation.stop.diagnostic.message)] }

  var byteCount: Int { diagram.byteCount }
}

/// Objects in a document: a drawing where that is clear, and tables where it is not.
struct ObjectPicture: Picture {
  let diagram: Diagram
  /// The entities without objects.
  let empty: [String]
  let otherwise: Document
  /// Asked while it is drawn.
  let cancellation: Cancellation

  /// The number of lines that fit on a screen.
  private static let screenHeight = 24

  /// Tables are read more easily than a picture that leaves lines out or does not fit a screen.
  private func layout(width: Int) -> DiagramLayout? {
    let room = min(DiagramLayout.usualWidth(in: width), 80)
    let layout = DiagramLayout(diagram, width: room, cancellation: cancellation)
    if cancellation.isRequested { return nil }
    let isClear =
      layout.linesNotDrawn.isEmpty && layout.height <= Self.screenHeight && layout.width <= room
    return isClear ? layout : nil
  }

  func lines(width: Int) -> [StyledText] {
    guard let layout = layout(width: width) else { return otherwise.lines(width: width) }
    return layout.lines(.unicode)
      + (empty.isEmpty ? [] : ["", StyledText("no objects: " + Listing.text(empty), .faint)])
  }

  func svg(width: Int, id: String) -> String? { layout(width: width)?.svg(embeddedAs: id) }

  var byteCount: Int { diagram.byteCount + otherwise.byteCount }
}

extension DiagramLayout {
  /// A wider line belongs to a golden file, not to a screen; a picture then keeps to the usual width.
  fileprivate static func usualWidth(in width: Int) -> Int { width > 200 ? 80 : width }

  fileprivate func lines(_ symbols: Symbols) -> [StyledText] {
    pieces(symbols).map { pieces in
      var line = StyledText()
      for piece in pieces {
        let role: TextStyle.Role =
          switch piece.role {
          case .frame: .faint
          case .title: .name
          case .line, .text: .body
          }
        line.append(piece.text, role)
      }
      return line
    }
  }
}

extension Diagram {
  /// The bytes of a drawing, a little more than its boxes take.
  fileprivate var byteCount: Int { boxes.count * 256 + lines.count * 64 }
}
