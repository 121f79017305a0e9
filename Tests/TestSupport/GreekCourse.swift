/// A course whose every word is Greek, and in the words around it those that are not of its language.
///
/// In the made language `xx`, each of the words around lessons is in brackets: `⟦lesson⟧ 3`. Any other Latin word on a page is
/// then one that has no translation.
package enum GreekCourse {
  /// - Parameters:
  ///   - language: `xx`, or another one that needs no file.
  ///   - words: the keys of the words around lessons, with the English texts.
  package static func files(_ language: String, words: [(key: String, english: String)] = []) -> [String: String] {
    var files = Self.files
    for (name, text) in files { files[name] = text.replacing("LANG", with: language) }
    if !words.isEmpty {
      files["Lessons/words.\(language).yaml"] = words.map { key, english in
        let places = english.matches(of: /%[0-9]/).map { " \($0.output)" }.joined()
        return "\(key): \"\(key == "decimalMark" ? "·" : "⟦\(key)⟧\(places)")\"\n"
      }.joined()
    }
    return files
  }

  private static let lesson = """
    ---
    title: Ομάδες
    chapter: 1
    language: LANG
    world: league
    minutes: 5
    ---

    Εδώ αρχίζει.

    ## Μία {teaches=one,two}

    | Ένα | Δύο |
    |---|---|
    | α | β |

    ```graph
    entity Σύλλογος { πόλη: String }
    save
    ```

    ```predict
    Πόσες;
    - [x] Μία: ναι
    - [ ] Καμία: όχι
    ```

    ```graph
    count Ομάδα
    ```

    ```predict
    Και τώρα;
    = count Παίκτης
    ```

    ```graph
    count Παίκτης
    ```

    ```note
    Ρώτα.
    ```

    ## Δύο

    ```task practises=one
    Φτιάξε ακόμα μία.
    ```

    ```check
    expect count Ομάδα == 2 else "Λείπει μία."
    ```

    ```hint
    Όπως η πρώτη.
    ```

    ```solution
    Ομάδα(όνομα: "β")
    ```
    """

  private static func exercise(_ title: String) -> [String: String] {
    [
      "task.md": """
      ---
      title: \(title)
      points: 3
      minutes: 2
      order: 1
      language: LANG
      practises: [one]
      ---
      Φτιάξε ακόμα μία.

      ```hint
      Πώς;
      ```

      ```hint
      Έτσι.
      ```
      """,
      "start.graph": "entity Ομάδα { όνομα: String }\nΟμάδα(όνομα: \"α\")\nsave\n",
      "check.graph": "check \"Είναι δύο\", points 3 { expect count Ομάδα == 2 else \"Λείπει μία.\" }\n",
      "solution.graph": "Ομάδα(όνομα: \"β\")\nsave\n",
    ]
  }

  private static let files: [String: String] = {
    var files = [
      "Lessons/01-1.md": lesson,
      "Lessons/02-2.md":
        "---\ntitle: Τέλος\nchapter: 2\nlanguage: LANG\n---\n\n## Τέλος\n\nΑυτό ήταν.\n",
      "Lessons/Worlds/league.graph":
        "entity Ομάδα { όνομα: String; παίκτες ->> Παίκτης?, delete nullify }\nentity Παίκτης { όνομα: String; ομάδα -> Ομάδα?, inverse παίκτες; φίλος -> Παίκτης? }\nlet α = Ομάδα(όνομα: \"α\")\nΠαίκτης(όνομα: \"γ\", ομάδα: α)\nsave\n",
      "Lessons/ideas.yaml": "1:\n  one: Ένα είναι ένα.\n  two: Δύο είναι δύο.\n",
      "Lessons/glossary.yaml": "ομάδα: πολλοί μαζί\n",
      "Lessons/Courses/1.md":
        "---\ntitle: Ώρα\nfor: έχεις ώρα\n---\n\n- lesson 1\n- lesson 2, steps 1 to 1\n- exercise 11\n",
    ]
    for (folder, title) in [("01-1/11", "Δύο ομάδες"), ("07-7/71", "Άλλο")] {
      for (name, text) in exercise(title) { files["Exercises/\(folder)/\(name)"] = text }
    }
    return files
  }()

  // MARK: What is left

  /// Names, words to type, and the endings of files.
  private static let commonNames: Set<String> = [
    "Graphbook", "Core", "Data", "String", "UTC", "Mermaid", "Graphviz", "graph", "svg", "sql", "mmd", "dot", "swift",
    "delete", "undo", "keys",
  ]

  /// Returns the Latin words of a page outside code, those of names and attributes that are read aloud included. Parts that say
  /// that they are English may be so.
  package static func latinWords(inHTML page: String) -> [String] {
    var text = page
    for element in [
      "style", "script", "pre", "code", "textarea", "kbd", "text", "div lang=\"en\"", "span lang=\"en\"",
      "ul class=\"evidence\"",
    ] {
      text = text.without(element)
    }
    let named = text.matches(of: /\s(?:aria-label|placeholder|alt|title|data-(?:label|one|many|confirm))="([^"]*)"/)
      .map { String($0.output.1) }
    return latinWords(in: text.replacing(/<[^>]*>/, with: " ") + " " + named.joined(separator: " "))
  }

  /// Returns the Latin words of a text but those in brackets, and names that are the same in all languages.
  package static func latinWords(in text: String) -> [String] {
    text.replacing(/⟦[A-Za-z]*⟧/, with: " ").replacing(/&[a-z#0-9]+;/, with: " ")
      .matches(of: /[A-Za-zÄÖÜäöüß]{2,}/).map { String($0.output) }
      .filter { !Self.commonNames.contains($0) }
  }
}

extension String {
  /// Returns the page without the elements that begin so, which have none of their own name inside. A regular expression would
  /// recurse through long elements.
  fileprivate func without(_ start: String) -> String {
    let name = start.prefix { $0 != " " }
    var rest = self[...]
    var kept = ""
    while let start = rest.firstRange(of: "<\(start)") {
      let next = rest[start.upperBound...].first
      guard next == ">" || next == " ", let end = rest[start.upperBound...].firstRange(of: "</\(name)>") else {
        kept += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      kept += rest[..<start.lowerBound] + " "
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }
}
