import Courses
import ModelInterchange

extension FixedWords {
  /// Returns the text of a key, escaped, with pieces of HTML in its places.
  package func html(_ key: Key, _ pieces: HTML...) -> HTML {
    var html: HTML = ""
    var rest = self(key)[...]
    while let place = rest.firstMatch(of: /%([1-9])/) {
      html += "\(text: String(rest[..<place.range.lowerBound]))"
      if let number = Int(place.1), pieces.indices.contains(number - 1) { html += pieces[number - 1] }
      rest = rest[place.range.upperBound...]
    }
    return html + "\(text: String(rest))"
  }

  /// The sentences that describe a picture.
  package var diagramPhrases: Diagram.Phrases {
    var phrases = Diagram.Phrases()
    phrases.model = self(.model)
    (phrases.inherits, phrases.one, phrases.many) = (self(.inheritsFrom), self(.toOneOf), self(.toManyOf))
    (phrases.bothWays, phrases.ownInverse) = (self(.leadsBothWays), self(.leadsAsOwnInverse))
    (phrases.oneWay, phrases.linked) = (self(.leadsOneWay), self(.linkedWith))
    return phrases
  }
}
