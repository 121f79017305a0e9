import Foundation

/// The data of league(N), as the peers read it: UTF-8 bytes and columns of 32-bit numbers.
///
/// The file begins with sixteen numbers, of which the second to fourth are the numbers of players, teams and leagues.
public struct LeagueData: Sendable {
  public let playerCount: Int
  public let teamCount: Int
  public let leagueCount: Int
  public let ages: [Int32]
  public let firstTeams: [Int32]
  public let secondTeams: [Int32]
  public let thirdTeams: [Int32]
  /// Three a player.
  public let pastTeams: [Int32]
  /// Four a player.
  public let friends: [Int32]
  public let ranks: [Int32]
  public let leagueOfTeam: [Int32]
  private let firstNames: Texts
  private let lastNames: Texts
  private let emails: Texts
  private let teamNames: Texts
  private let bytes: [UInt8]

  private struct Texts: Sendable {
    var offsets: [Int32]
    var lengths: [Int32]
  }

  /// Reads a whole file before any clock starts.
  public init(path: String) throws {
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var position = 0
    func numbers(_ count: Int) -> [Int32] {
      let start = position
      position += 4 * count
      return file.withUnsafeBytes { bytes in
        (0..<count).map { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * $0, as: Int32.self)) }
      }
    }
    let head = numbers(16)
    (playerCount, teamCount, leagueCount) = (Int(head[1]), Int(head[2]), Int(head[3]))
    func texts(_ count: Int) -> Texts { Texts(offsets: numbers(count), lengths: numbers(count)) }
    firstNames = texts(playerCount)
    lastNames = texts(playerCount)
    emails = texts(playerCount)
    ages = numbers(playerCount)
    firstTeams = numbers(playerCount)
    secondTeams = numbers(playerCount)
    thirdTeams = numbers(playerCount)
    pastTeams = numbers(3 * playerCount)
    friends = numbers(4 * playerCount)
    ranks = numbers(4 * playerCount)
    teamNames = texts(teamCount)
    leagueOfTeam = numbers(teamCount)
    bytes = Array(file[position...])
  }

  @inline(__always)
  private func text(_ texts: Texts, _ index: Int) -> String {
    let start = Int(texts.offsets[index])
    return bytes.withUnsafeBufferPointer { buffer in
      String(decoding: UnsafeBufferPointer(rebasing: buffer[start..<start + Int(texts.lengths[index])]), as: UTF8.self)
    }
  }

  public func firstName(_ player: Int) -> String { text(firstNames, player) }
  public func lastName(_ player: Int) -> String { text(lastNames, player) }
  public func email(_ player: Int) -> String? { emails.offsets[player] < 0 ? nil : text(emails, player) }
  public func teamName(_ team: Int) -> String { text(teamNames, team) }
}
