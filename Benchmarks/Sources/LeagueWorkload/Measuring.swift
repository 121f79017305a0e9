import Foundation

/// Seconds of a clock that only goes forward.
@inline(__always)
public func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// How long something takes, in seconds.
@inline(__always)
public func duration(_ work: () throws -> Void) rethrows -> Double {
  let start = seconds()
  try work()
  return seconds() - start
}

/// The median of some durations.
public func median(_ durations: [Double]) -> Double {
  durations.sorted()[durations.count / 2]
}

/// What the process holds in memory, in bytes; 0 where `/proc` is not.
public func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else { return 0 }
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}

/// The most that the process ever held, in bytes; 0 where `/proc` is not.
public func peakBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .ascii) else { return 0 }
  let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
}
