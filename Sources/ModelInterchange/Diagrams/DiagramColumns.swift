/// How wide the columns and the rooms between them are.
struct DiagramColumns {
  /// The width of each column: that of its widest box.
  private(set) var widths: [Int] = []
  /// The room to the left of each column, and after them that to the right of the last.
  private(set) var channels: [Int] = []

  /// - Returns: nil when the columns and the least room for their lines are wider than the picture may be.
  init?(_ columns: [[Int]], tops: [Int], placement: DiagramPlacement, hasLines: Bool) {
    widths = columns.map { boxes in boxes.map { placement.widths[$0] }.max() ?? 0 }
    let tracks = Self.tracks(columns, tops: tops, placement: placement)
    var room = placement.available - widths.reduce(0, +)
    guard hasLines else {
      channels = [0] + [Int](repeating: 2, count: max(0, columns.count - 1))
      room -= channels.reduce(0, +)
      channels.append(max(0, room))
      if room < 0, columns.count > 1 { return nil }
      return
    }
    channels = tracks.enumerated().map { index, count in
      if index == 0 { return 0 }
      if index == columns.count { return count == 0 ? 0 : 3 + count }
      return max(DiagramPlacement.narrowestChannel, 4 + count)
    }
    room -= channels.reduce(0, +)
    if room < 0, columns.count > 1 { return nil }
    // A little air on both sides of the lines, then a margin on the left, which is cut off again when nothing uses it.
    for index in channels.indices.dropFirst() where tracks[index] > 0 || index < columns.count {
      let air = min(max(0, room), 2)
      channels[index] += air
      room -= air
    }
    let margin = min(max(0, room / 2), 6)
    channels[0] += margin
    channels[channels.count - 1] += max(0, room - margin)
  }

  /// How many vertical runs each channel has next to each other, as far as is known before the lines are drawn.
  private static func tracks(_ columns: [[Int]], tops: [Int], placement: DiagramPlacement) -> [Int] {
    var column = [Int](repeating: 0, count: tops.count)
    for (index, boxes) in columns.enumerated() {
      for box in boxes { column[box] = index }
    }
    var runs = [[ClosedRange<Int>]](repeating: [], count: columns.count + 1)
    for edge in placement.edges {
      let a = tops[edge.first] + edge.firstOffset
      let b = tops[edge.second] + edge.secondOffset
      guard a != b else { continue }
      let run = min(a, b)...max(a, b)
      let (left, right) = (
        min(column[edge.first], column[edge.second]), max(column[edge.first], column[edge.second])
      )
      runs[left + 1].append(run)
      if right > left + 1 { runs[right].append(run) }
    }
    return runs.map { runs in
      runs.map { run in runs.count { $0.contains(run.lowerBound) } }.max() ?? 0
    }
  }
}
