import CMarkGFM

import class Foundation.NSLock

extension MarkdownDocument {
  /// Reads a Markdown text.
  ///
  /// - Parameter firstLine: the line of the file on which the text starts: the lines of the blocks count from there.
  /// - Complexity: O(text), except for pathological nesting.
  package init(_ text: String, firstLine: Int = 1) {
    blocks = CommonMark.withTree(of: text) { root in
      MarkdownTreeReader(firstLine: firstLine).blocks(in: root, depth: 0)
    }
  }
}

/// The C library. This file is the only one that knows it.
private enum CommonMark {
  /// The library registers its extensions in a global list without a lock: do it once, before anything is parsed.
  private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()

  /// Its table of special characters is global too and changes while a text is parsed: one text at a time.
  private static let lock = NSLock()

  /// Calls `body` with the root of the text's tree, which lives until it returns.
  static func withTree<Result>(of text: String, _ body: (OpaquePointer?) -> Result) -> Result {
    _ = registered
    lock.lock()
    defer { lock.unlock() }
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return body(nil) }
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "tasklist", "autolink"] {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { cmark_parser_feed(parser, $0, bytes.count) }
    }
    guard let root = cmark_parser_finish(parser) else { return body(nil) }
    defer { cmark_node_free(root) }
    return body(root)
  }
}

/// Copies the C tree into values. Node types are compared by name: the library's own constants are global variables,
/// which Swift 6 does not allow to be read.
private struct MarkdownTreeReader {
  let firstLine: Int

  func blocks(in parent: OpaquePointer?, depth: Int) -> [MarkdownDocument.Block] {
    guard depth < MarkdownDocument.nestingLimit else { return [] }
    return children(of: parent).compactMap { node in
      kind(of: node, depth: depth).map { MarkdownDocument.Block($0, line: line(of: node)) }
    }
  }

  private func kind(of node: OpaquePointer, depth: Int) -> MarkdownDocument.Block.Kind? {
    switch type(of: node) {
    case "heading":
      return .heading(level: Int(cmark_node_get_heading_level(node)), inlines(in: node, depth: depth))
    case "paragraph": return .paragraph(inlines(in: node, depth: depth))
    case "list": return .list(list(node, depth: depth))
    case "block_quote": return .quote(blocks(in: node, depth: depth + 1))
    case "code_block": return .code(code(node))
    case "table": return .table(table(node, depth: depth))
    case "thematic_break": return .thematicBreak
    case "html_block": return .html(literal(of: node))
    default: return nil
    }
  }

  private func list(_ node: OpaquePointer, depth: Int) -> MarkdownDocument.List {
    MarkdownDocument.List(
      isOrdered: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST, start: Int(cmark_node_get_list_start(node)),
      isTight: cmark_node_get_list_tight(node) != 0,
      items: children(of: node).map { item in
        MarkdownDocument.List.Item(
          blocks: blocks(in: item, depth: depth + 1),
          isTicked: type(of: item) == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil)
      })
  }

  private func code(_ node: OpaquePointer) -> MarkdownDocument.Code {
    let text = literal(of: node)
    let info = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
    var length: Int32 = 0
    var offset: Int32 = 0
    var character: CChar = 0
    let isFenced = cmark_node_get_fenced(node, &length, &offset, &character) != 0
    let lines = text.utf8.reduce(into: 0) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
    let height = Int(cmark_node_get_end_line(node) - cmark_node_get_start_line(node))
    return MarkdownDocument.Code(
      info: info, text: text, firstLine: line(of: node) + (isFenced ? 1 : 0),
      isClosed: !isFenced || height == lines + 1)
  }

  private func table(_ node: OpaquePointer, depth: Int) -> MarkdownDocument.Table {
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    let codes = cmark_gfm_extensions_get_table_alignments(node)
    let alignments = (0..<count).map { column -> MarkdownDocument.Table.Alignment in
      switch codes?[column] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
    let rows = children(of: node).map { row in children(of: row).map { inlines(in: $0, depth: depth) } }
    return MarkdownDocument.Table(
      alignments: alignments, header: rows.first ?? [], rows: Array(rows.dropFirst()))
  }

  private func inlines(in parent: OpaquePointer, depth: Int) -> [MarkdownDocument.Inline] {
    guard depth < MarkdownDocument.nestingLimit else { return [] }
    return children(of: parent).compactMap { inline($0, depth: depth + 1) }
  }

  private func inline(_ node: OpaquePointer, depth: Int) -> MarkdownDocument.Inline? {
    switch type(of: node) {
    case "text": return .text(literal(of: node))
    case "code": return .code(literal(of: node))
    case "emph": return .emphasis(inlines(in: node, depth: depth))
    case "strong": return .strong(inlines(in: node, depth: depth))
    case "strikethrough": return .strikethrough(inlines(in: node, depth: depth))
    case "link": return .link(inlines(in: node, depth: depth), destination: destination(of: node))
    case "image": return .image(inlines(in: node, depth: depth), destination: destination(of: node))
    case "softbreak": return .softBreak
    case "linebreak": return .lineBreak
    case "html_inline": return .html(literal(of: node))
    default: return nil
    }
  }

  private func children(of parent: OpaquePointer?) -> [OpaquePointer] {
    guard let parent else { return [] }
    var found: [OpaquePointer] = []
    var next = cmark_node_first_child(parent)
    while let node = next {
      found.append(node)
      next = cmark_node_next(node)
    }
    return found
  }

  private func type(of node: OpaquePointer) -> String {
    cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
  }

  private func literal(of node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private func destination(of node: OpaquePointer) -> String {
    cmark_node_get_url(node).map { String(cString: $0) } ?? ""
  }

  private func line(of node: OpaquePointer) -> Int { firstLine &+ Int(cmark_node_get_start_line(node)) &- 1 }
}
