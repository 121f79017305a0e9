import Courses
import JSON
import ModelInterchange
import Pages
import WorkbookLanguage

extension HTML {
  /// The diagram of a model; empty for a model without entities.
  /// - Parameters:
  ///   - id: begins the ids in it: a page with two diagrams needs two.
  ///   - width: in characters.
  static func diagram(
    _ diagram: Diagram, id: StaticString = "model", width: Int = 96, _ words: FixedWords
  ) -> HTML {
    guard !diagram.boxes.isEmpty else { return "" }
    return HTML(
      stringLiteral: DiagramLayout(diagram, width: width).svg(embeddedAs: "\(id)", in: words.diagramPhrases))
  }

  /// An input and what came of it, as in an example.
  /// - Parameter reply: what comes after the printed results.
  static func entry(_ text: String, _ output: HTML, _ reply: HTML = "") -> HTML {
    let lines = text.split(separator: "\n").map(String.init)
    return "<div class=\"entry\"><pre class=\"typed\"><code>\(HTML(code: lines))</code></pre>\(output)\(reply)</div>"
  }
}

extension Interpreter {
  /// The objects and links of the current graph for the pages to draw; only their number if there are more than 24. A value
  /// that the title says already is left out.
  var picture: JSONValue {
    let network = network(upTo: 24)
    guard network.total == network.objects.count else {
      return JSONValue([("tooMany", .integer(Int64(network.total)))])
    }
    let objects = network.objects.map { object in
      let values = object.values.filter { attribute in
        let words = attribute.value.filter { $0 != "\"" }
        return attribute.value != "nil" && (words.isEmpty || object.label.title?.contains(words) != true)
      }
      return JSONValue([
        ("id", .string(object.label.reference)), ("entity", .string(object.label.entity)),
        ("title", .optional(object.label.title)), ("state", .string(object.state.rawValue)),
        ("values", .array(values.map { .array([.string($0.name), .string($0.value)]) })),
      ])
    }
    let entities = Dictionary(
      network.objects.map { ($0.label.reference, $0.label.entity) }, uniquingKeysWith: { first, _ in first })
    let links = network.links.map { link in
      JSONValue([
        ("key", .string(link.key)), ("from", .string(link.from)), ("to", .string(link.to)),
        ("name", .string(link.relationship)), ("inverse", .optional(link.inverse)),
        ("many", .boolean(link.isToMany)),
        (
          "inverseMany",
          .boolean(
            entities[link.from].flatMap { context.model.inverse(of: link.relationship, in: $0) }?.relationship.isToMany
              == true)
        ),
      ])
    }
    let names = network.objects.filter { !$0.names.isEmpty }
      .map { ($0.label.reference, JSONValue.array($0.names.map(JSONValue.string))) }
    return JSONValue([("objects", .array(objects)), ("links", .array(links)), ("names", JSONValue(names))])
  }
}
