import ModelReview
import Testing

@Suite("One and many of English nouns")
struct EnglishNounsTests {
  @Test(
    "One and many",
    arguments: [
      ("player", "players"), ("category", "categories"), ("day", "days"), ("box", "boxes"), ("match", "matches"),
      ("address", "addresses"), ("person", "people"), ("child", "children"), ("Person", "People"),
      ("salesPerson", "salesPeople"), ("foot", "feet"), ("mouse", "mice"), ("knife", "knives"), ("leaf", "leaves"),
      ("quiz", "quizzes"), ("vertex", "vertices"), ("matrix", "matrices"), ("criterion", "criteria"),
      ("analysis", "analyses"), ("status", "statuses"), ("bus", "buses"), ("canvas", "canvases"), ("photo", "photos"),
      ("hero", "heroes"), ("potato", "potatoes"), ("menu", "menus"), ("house", "houses"), ("warehouse", "warehouses"),
      ("clause", "clauses"), ("size", "sizes"), ("cache", "caches"), ("course", "courses"), ("schema", "schemas"),
      ("woman", "women"), ("fireman", "firemen"), ("human", "humans"), ("URL", "URLs"), ("userID", "userIDs"),
      ("order_line", "order_lines"), ("movie", "movies"), ("cookie", "cookies"), ("database", "databases"),
      ("history", "histories"), ("die", "dice"), ("index", "indexes"), ("image", "images"),
    ])
  func plural(singular: String, plural: String) {
    #expect(EnglishNouns.plural(singular) == plural)
    #expect(EnglishNouns.singular(plural) == singular)
  }

  @Test(
    "Words that are the same for one and many",
    arguments: [
      "media", "data", "news", "series", "information", "equipment", "metadata", "socialMedia", "Media", "software",
      "species", "staff", "feedback", "furniture", "sheep",
    ])
  func uncountable(word: String) {
    #expect(EnglishNouns.plural(word) == word)
    #expect(EnglishNouns.singular(word) == word)
  }

  @Test(
    "A plural stays as it is", arguments: ["settings", "defaults", "attributes", "photos", "people", "children", "men"])
  func plurals(word: String) { #expect(EnglishNouns.plural(word) == word) }
}
