import Grading

import struct Foundation.Date

extension BookHost {
  /// `2026-01-15, 14:03 (+01:00)`: a time as the staff's pages show it, in the server's zone. Of a server in UTC, it is the offset of
  /// the policy's due times.
  /// - Parameter time: the seconds since 1970.
  nonisolated func words(for time: Int) -> String {
    Handover.words(Date(timeIntervalSince1970: Double(time)), offset: offset(at: time))
  }

  /// The seconds from UTC in which the pages show a time.
  nonisolated func offset(at time: Int) -> Int {
    let own = localOffset(time)
    let terms = [policy.general] + policy.exercises.sorted { $0.key < $1.key }.map(\.value)
    return own != 0 ? own : terms.lazy.map(\.offset).first { $0 != 0 } ?? 0
  }
}
