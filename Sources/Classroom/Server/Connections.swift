import FlyingSocks
import Platform
import Support

/// The open connections, each with the time by which it must have got on.
///
/// A connection that is late is shut down, whatever it is waiting for: a head that comes byte by byte, a body that stops,
/// a reader that does not read. Its own task then closes it.
final class Connections: Sendable {
  private struct Entry {
    var deadline: Double
    var address: String
  }

  private struct State {
    var entries: [Int32: Entry] = [:]
    var counts: [String: Int] = [:]
  }

  /// How many connections there can be, and from one address.
  let limit: Int
  let addressLimit: Int
  private let state = Locked(State())

  init(limit: Int, addressLimit: Int) {
    self.limit = limit
    self.addressLimit = addressLimit
  }

  var count: Int { state.withLock { $0.entries.count } }

  /// Adds a connection; false if there are too many.
  func add(_ file: Int32, from address: String, deadline: Double) -> Bool {
    let address = NetworkAddress.network(of: address)
    return state.withLock { state in
      guard state.entries.count < limit, state.counts[address, default: 0] < addressLimit else { return false }
      state.entries[file] = Entry(deadline: deadline, address: address)
      state.counts[address, default: 0] += 1
      return true
    }
  }

  func expect(_ file: Int32, by deadline: Double) { state.withLock { $0.entries[file]?.deadline = deadline } }

  /// Forgets a connection, before its descriptor is closed.
  func remove(_ file: Int32) {
    state.withLock { state in
      guard let entry = state.entries.removeValue(forKey: file) else { return }
      let count = (state.counts[entry.address] ?? 1) - 1
      state.counts[entry.address] = count > 0 ? count : nil
    }
  }

  /// Shuts down the connections that are late.
  func sweep(at time: Double) {
    state.withLock { state in
      // Under the lock none of them can be closed, and its number given to another, in between.
      for (file, entry) in state.entries where entry.deadline < time {
        _ = shutdown(file, Int32(SHUT_RDWR))
        state.entries[file]?.deadline = .infinity
      }
    }
  }

  /// Shuts down all of them.
  func shutDownAll() {
    state.withLock { for file in $0.entries.keys { _ = shutdown(file, Int32(SHUT_RDWR)) } }
  }
}
