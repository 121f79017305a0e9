import Diagnostics
import WorkbookLanguage

extension ObjectNetwork {
  /// Returns the objects and links as a picture in an HTML page, whose colours and fonts come from ``StyleSheet/lessons``.
  ///
  /// Each entity has a column, in the model's order, and its objects are one below the other by number: a change of a link
  /// moves nothing but that link. For a script that moves what has changed, everything has an id that stays the same while
  /// the object or the link exists:
  ///
  /// - an object is `<g class="object" id="PREFIX-Team.1" transform="translate(x y)" data-object="Team#1">`
  /// - a link is `<path class="link" id="PREFIX-Player.3-team-Team.1">`, always `Mx yCx y x y x y`, drawn from the end whose
  ///   entity and relationship come first in the alphabet, so that its id does not depend on who is asked first
  ///
  /// - Parameter prefix: begins every id; a page with two pictures needs two.
  /// - Complexity: O(objects + links).
  package func svg(prefix: String = "o") -> HTML {
    let layout = NetworkLayout(self)
    let (width, height) = (layout.width, layout.height)
    return """
      <svg class="graph" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
      aria-labelledby="\(text: prefix)-title \(text: prefix)-description">
      <title id="\(text: prefix)-title">\(HTML(lines: ["The objects of \(name)"]))</title>
      <desc id="\(text: prefix)-description">\(HTML(lines: [description]))</desc>
      \(links.html { layout.link($0, prefix) })\(objects.indices.html { layout.object($0, prefix) })</svg>

      """
  }

  /// The picture in words.
  package var description: String {
    guard !objects.isEmpty else { return "There are no objects." }
    var sentences = objects.enumerated().map { place, object in
      let to = links.flatMap { link -> [String] in
        var words: [String] = []
        if link.from == place { words.append("\(link.relationship): \(objects[link.to].label)") }
        if link.to == place, let inverse = link.inverse { words.append("\(inverse): \(objects[link.from].label)") }
        return words
      }
      let state = object.state == .unchanged ? "" : ", \(object.state.rawValue)"
      return "\(object.label)\(state)" + (to.isEmpty ? "." : ": " + to.joined(separator: "; ") + ".")
    }
    if total > objects.count { sentences.append("\(DisplayText.grouped(total - objects.count)) more are not shown.") }
    return sentences.joined(separator: " ")
  }
}

/// The places of the objects, in pixels.
private struct NetworkLayout {
  private static let margin = 12
  private static let lineHeight = 18
  private static let columnGap = 96
  private static let rowGap = 14
  /// An entity with more objects goes on in another column.
  private static let columnLimit = 10
  private static let shownValues = 3

  private struct Place {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var column: Int
  }

  private let network: ObjectNetwork
  private var places: [Place] = []
  private(set) var width = 2 * margin
  private(set) var height = 2 * margin

  init(_ network: ObjectNetwork) {
    self.network = network
    var x = Self.margin
    var start = 0
    var column = 0
    while start < network.objects.count {
      let entity = network.objects[start].label.entity
      let end =
        network.objects[start...].prefix(Self.columnLimit).firstIndex { $0.label.entity != entity }
        ?? min(network.objects.count, start + Self.columnLimit)
      let widest = network.objects[start..<end].map(Self.width).max() ?? 0
      var y = Self.margin
      for object in network.objects[start..<end] {
        let height = 12 + Self.lineHeight * (1 + min(object.values.count, Self.shownValues))
        places.append(Place(x: x, y: y, width: widest, height: height, column: column))
        y += height + Self.rowGap
      }
      height = max(height, y - Self.rowGap + Self.margin)
      width = x + widest + Self.margin
      x += widest + Self.columnGap
      column += 1
      start = end
    }
    // A curve within the last column needs room beside it.
    if network.links.contains(where: { places[$0.from].column == column - 1 && places[$0.to].column == column - 1 }) {
      width += Self.columnGap / 2
    }
  }

  /// A width that the texts fit, whatever font the system has.
  private static func width(_ object: ObjectNetwork.Object) -> Int {
    let texts =
      [DisplayText.width(object.label.description) * 9]
      + object.values.prefix(shownValues).map { DisplayText.width("\($0.name): \($0.value)") * 8 }
    return max(96, 20 + (texts.max() ?? 0))
  }

  private static func id(_ object: ObjectNetwork.Object) -> String { "\(object.label.entity).\(object.label.number)" }

  func object(_ index: Int, _ prefix: String) -> HTML {
    let (object, place) = (network.objects[index], places[index])
    let values = object.values.prefix(Self.shownValues).enumerated().html { line, attribute in
      """
      <text class="value" x="10" y="\(20 + Self.lineHeight * (line + 1))">\
      \(HTML(lines: ["\(attribute.name): \(attribute.value)"]))</text>
      """
    }
    return """
      <g class="object \(text: object.state.rawValue)" id="\(text: prefix)-\(text: Self.id(object))" \
      transform="translate(\(place.x) \(place.y))" data-object="\(text: object.label.reference)">\
      <title>\(HTML(lines: [tooltip(object)]))</title>\
      <rect class="box" width="\(place.width)" height="\(place.height)" rx="6"/>\
      <text class="name" x="10" y="20">\(HTML(lines: [object.label.description]))</text>\(values)</g>

      """
  }

  private func tooltip(_ object: ObjectNetwork.Object) -> String {
    ([object.label.description + (object.state == .unchanged ? "" : " (\(object.state.rawValue))")]
      + object.values.map { "\($0.name): \($0.value)" }).joined(separator: ", ")
  }

  func link(_ link: ObjectNetwork.Link, _ prefix: String) -> HTML {
    var link = link
    if let inverse = link.inverse {
      let here = (network.objects[link.from].label.entity, link.relationship, network.objects[link.from].label.number)
      let there = (network.objects[link.to].label.entity, inverse, network.objects[link.to].label.number)
      if there < here { link = link.reversed }
    }
    let (from, to) = (network.objects[link.from], network.objects[link.to])
    let words =
      "\(from.label.reference).\(link.relationship) → \(to.label.reference)"
      + (link.inverse.map { ", \(to.label.reference).\($0) → \(from.label.reference)" } ?? "")
    return """
      <path class="link" id="\(text: prefix)-\(text: Self.id(from))-\(text: link.relationship)-\(text: Self.id(to))" \
      d="\(text: curve(places[link.from], places[link.to]))"><title>\(HTML(lines: [words]))</title></path>\
      \(link.inverse == nil ? arrow(places[link.from], places[link.to]) : "")

      """
  }

  /// From one box's side to the other's.
  private func curve(_ from: Place, _ to: Place) -> String {
    let (y1, y2) = (from.y + from.height / 2, to.y + to.height / 2)
    if from.column == to.column {
      let x = from.x + from.width
      let reach = x + Self.columnGap / 2
      // An object that is linked to itself has a loop.
      let (top, bottom) = y1 == y2 ? (y1 - 8, y2 + 8) : (y1, y2)
      return "M\(x) \(top)C\(reach) \(top) \(reach) \(bottom) \(x) \(bottom)"
    }
    let goesRight = from.column < to.column
    let (x1, x2) = goesRight ? (from.x + from.width, to.x) : (from.x, to.x + to.width)
    let half = (goesRight ? 1 : -1) * Self.columnGap / 2
    return "M\(x1) \(y1)C\(x1 + half) \(y1) \(x2 - half) \(y2) \(x2) \(y2)"
  }

  /// The head of a link that leads one way.
  private func arrow(_ from: Place, _ to: Place) -> HTML {
    let y = to.y + to.height / 2 + (from.column == to.column && from.y == to.y ? 8 : 0)
    let isFromLeft = from.column < to.column
    let x = isFromLeft ? to.x : to.x + to.width
    let back = isFromLeft ? x - 9 : x + 9
    return "<path class=\"arrow\" d=\"M\(x) \(y)L\(back) \(y - 5)L\(back) \(y + 5)Z\"/>"
  }
}
