/// The folders of exercises whose chapter once had another number.
///
/// An exercise's id begins with its folder. A record of progress is read with the ids of now (``Progress``), an old id still
/// names the exercise (``Library``), and platforms keep the id that they know.
package enum RenumberedChapters {
  /// The names of the folders now, by the names that they had first.
  static let folders = ["16-design-clinic": "17-design-clinic", "17-final-project": "18-final-project"]

  /// Returns the id by which gradebooks, learning records and question banks know an exercise: the first that it had. A line
  /// item, an activity or a question would lose its history under another one.
  package static func lastingID(_ id: String) -> String {
    guard let slash = id.firstIndex(of: "/"), let first = folders.first(where: { $0.value == id[..<slash] })?.key else {
      return id
    }
    return first + id[slash...]
  }
}
