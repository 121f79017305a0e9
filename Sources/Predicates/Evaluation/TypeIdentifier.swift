/// Uniform type identifiers and what they conform to, for UTI-CONFORMS-TO.
///
/// The types that Apple's systems declare themselves and format strings ask for; identifiers that are not in the table
/// conform to themselves alone. Source: Uniform Type Identifiers Reference, "System-Declared Uniform Type Identifiers".
enum TypeIdentifier {
  /// Whether a type is the other one or below it. Letter case does not count.
  static func conforms(_ type: String, to other: String) -> Bool {
    let wanted = other.lowercased()
    var open = [type.lowercased()]
    var seen: Set<String> = []
    while let next = open.popLast() {
      if next == wanted { return true }
      if seen.insert(next).inserted { open += parents[next] ?? [] }
    }
    return false
  }

  private static let parents: [String: [String]] = [
    "public.data": ["public.item"], "public.content": [], "public.composite-content": ["public.content"],
    "public.directory": ["public.item"], "public.folder": ["public.directory"],
    "com.apple.package": ["public.directory"], "com.apple.bundle": ["public.directory"],
    "com.apple.application": ["public.executable"], "public.executable": ["public.item"],
    "com.apple.application-bundle": ["com.apple.application", "com.apple.bundle", "com.apple.package"],
    "public.text": ["public.data", "public.content"], "public.plain-text": ["public.text"],
    "public.utf8-plain-text": ["public.plain-text"], "public.utf16-plain-text": ["public.plain-text"],
    "public.rtf": ["public.text"], "public.html": ["public.text"], "public.xhtml": ["public.xml"],
    "public.xml": ["public.text"], "public.json": ["public.text"], "public.yaml": ["public.text"],
    "public.source-code": ["public.plain-text"], "public.swift-source": ["public.source-code"],
    "public.c-source": ["public.source-code"], "public.objective-c-source": ["public.source-code"],
    "public.script": ["public.source-code"], "public.shell-script": ["public.script"],
    "public.python-script": ["public.script"], "public.delimited-values-text": ["public.text"],
    "public.comma-separated-values-text": ["public.delimited-values-text"],
    "public.tab-separated-values-text": ["public.delimited-values-text"], "public.vcard": ["public.text"],
    "public.calendar-event": ["public.content"], "com.apple.ical.ics": ["public.text", "public.calendar-event"],
    "com.adobe.pdf": ["public.data", "public.composite-content"],
    "com.microsoft.word.doc": ["public.data", "public.content"],
    "org.openxmlformats.wordprocessingml.document": ["public.data", "public.composite-content"],
    "org.openxmlformats.spreadsheetml.sheet": ["public.data", "public.spreadsheet"],
    "public.spreadsheet": ["public.content"], "public.presentation": ["public.composite-content"],
    "public.image": ["public.data", "public.content"], "public.jpeg": ["public.image"], "public.png": ["public.image"],
    "public.tiff": ["public.image"], "com.compuserve.gif": ["public.image"], "com.microsoft.bmp": ["public.image"],
    "public.heic": ["public.heif-standard"], "public.heif-standard": ["public.image"],
    "public.heif": ["public.heif-standard"], "public.camera-raw-image": ["public.image"],
    "public.svg-image": ["public.image", "public.xml"], "org.webmproject.webp": ["public.image"],
    "com.apple.icns": ["public.image"], "com.apple.live-photo": [],
    "public.audiovisual-content": ["public.data", "public.content"],
    "public.audio": ["public.audiovisual-content"], "public.movie": ["public.audiovisual-content"],
    "public.video": ["public.movie"], "public.mp3": ["public.audio"], "public.mpeg-4-audio": ["public.audio"],
    "com.apple.m4a-audio": ["public.mpeg-4-audio"], "com.microsoft.waveform-audio": ["public.audio"],
    "public.aiff-audio": ["public.audio"], "com.apple.quicktime-movie": ["public.video"],
    "public.mpeg": ["public.video"], "public.mpeg-4": ["public.video"], "public.avi": ["public.video"],
    "com.apple.m4v-video": ["public.mpeg-4"], "public.archive": ["public.data"],
    "public.zip-archive": ["public.archive"], "com.pkware.zip-archive": ["public.zip-archive"],
    "org.gnu.gnu-zip-archive": ["public.archive"], "public.tar-archive": ["public.archive"],
    "public.disk-image": ["public.archive"], "public.database": [], "public.font": ["public.data", "public.content"],
    "public.truetype-font": ["public.font"], "public.opentype-font": ["public.font"], "public.contact": [],
    "public.message": [], "public.email-message": ["public.data", "public.message"], "public.url": ["public.data"],
    "public.file-url": ["public.url"], "public.url-name": ["public.data"],
    "com.apple.property-list": ["public.data"],
    "com.apple.xml-property-list": ["com.apple.property-list", "public.xml"],
  ]
}
