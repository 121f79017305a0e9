import Support
import Testing

@Suite("Bytes as text")
struct HexadecimalTests {
  @Test("Every byte has two digits, and a number all of its own")
  func digits() {
    #expect(([0, 9, 171, 255] as [UInt8]).hexadecimal == "0009abff")
    #expect([UInt8]().hexadecimal.isEmpty)
    #expect(UInt32(0xBEEF).hexadecimal == "0000beef")
    #expect(UInt64.max.hexadecimal == "ffffffffffffffff")
  }

  @Test("A part of an address keeps letters, digits and what is named")
  func percent() {
    #expect("Café 1/2".percentEncoded(keeping: "/") == "Caf%C3%A9%201/2")
    #expect("a-b_c.~".percentEncoded(keeping: "-") == "a-b%5Fc%2E%7E")
    // A letter and a digit of other alphabets are no ASCII, and each byte of a letter with a mark is one of its own.
    #expect("é１".percentEncoded(keeping: "é") == "%C3%A9%EF%BC%91")
    #expect("\r\n".percentEncoded(keeping: "") == "%0D%0A")
  }

  @Test("The checksum of texts that are known to the byte")
  func checksum() {
    func sum(_ text: String) -> UInt32 { Array(text.utf8).withUnsafeBufferPointer { CRC32.checksum(of: $0) } }
    // The check value of CRC-32 in the catalogue of parametrised CRC algorithms.
    #expect(sum("123456789") == 0xCBF4_3926)
    #expect(sum("") == 0)
  }
}
