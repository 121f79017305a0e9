/// The columns of Moodle's grading worksheet, recognised by their places and cells in a language of which the titles are not known.
///
/// Moodle writes *Grade*, *Maximum grade*, *Grade can be changed*, *Last modified (submission)*, then what students wrote online,
/// *Last modified (grade)*, and feedback.
struct WorksheetPlaces {
  private(set) var grade: Int?
  private(set) var maximum: Int?
  private(set) var submitted: Int?
  private(set) var graded: Int?
  private(set) var feedback: Int?

  /// - Parameters:
  ///   - rows: the first rows after the head, without spaces around the cells.
  ///   - count: the number of columns.
  init(_ rows: [[String]], count: Int) {
    func cells(_ place: Int) -> [String] { rows.map { place < $0.count ? $0[place] : "" } }
    func isNumber(_ text: String) -> Bool { text.wholeMatch(of: /[0-9]+([.,][0-9]+)?/) != nil }
    func isTime(_ text: String) -> Bool {
      text.isEmpty || text == "-" || text.contains(/[0-9]{4}/) && text.contains(/[0-9]{1,2}[:.][0-9]{2}/)
    }
    guard !rows.isEmpty, count > 3 else { return }
    // The only number that all rows have and share, with a word after it that is the same or one of two.
    let maxima = (2..<count - 1).filter { place in
      let numbers = cells(place)
      return numbers.allSatisfy(isNumber) && Set(numbers).count == 1
        && cells(place - 1).allSatisfy { $0.isEmpty || isNumber($0) } && Set(cells(place + 1)).count <= 2
        && cells(place + 1).allSatisfy { $0.allSatisfy(\.isLetter) && !$0.isEmpty }
    }
    guard maxima.count == 1, let place = maxima.first else { return }
    (grade, maximum) = (place - 1, place)
    guard place + 2 < count, cells(place + 2).allSatisfy(isTime) else { return }
    submitted = place + 2
    // What students wrote online can be anything, but not the same in all rows.
    let graded = (place + 3..<count).first { place in
      let times = cells(place)
      return times.allSatisfy { isTime($0) && !$0.isEmpty }
    }
    self.graded = graded
    if let graded, graded + 2 == count { feedback = graded + 1 }
  }
}
