/// The character set of the IBM PC, in which names in a zip file are that do not say they are UTF-8. Source: APPNOTE 6.3.10,
/// appendix D.1.
enum CodePage437 {
  /// The characters of the bytes from 0x80 up.
  private static let upper = Array(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
      + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
  )

  static func text(of bytes: some Collection<UInt8>) -> String {
    String(bytes.map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : upper[Int($0) - 0x80] })
  }
}
