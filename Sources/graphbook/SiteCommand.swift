import ArgumentParser
import CommandIO
import Courses
import Diagnostics
import Shell
import Tools

struct Site: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the whole course as static HTML, with a search that needs no server.",
    discussion: """
      Lessons, exercises without their solutions, and the reference of statements and messages. Files of the same names are \
      replaced. The exit status is 1 if a link leads nowhere.
      """)

  @Option(help: "The folder for the site.", completion: .directory)
  var to: String

  @Option(help: "A folder with pages of documentation in Markdown, which the site has too.", completion: .directory)
  var docs: String?

  func run() throws {
    let start = Start()
    var builder = try start.siteBuilder()
    do throws(Diagnostic) {
      if let docs {
        guard let names = FolderListing.allNames(in: docs) else {
          throw Diagnostic("no-folder", "there is no folder '\(DisplayText.visible(docs))'")
        }
        for name in names where name.hasSuffix(".md") {
          builder.documents.append(.init(name: name, text: try TextFile.read("\(docs)/\(name)").text))
        }
      }
      let files = builder.files()
      for file in files {
        try TextFile.write(file.text, makingFoldersOf: "\(to)/\(file.path)", mayReplace: true)
      }
      let broken = SiteBuilder.brokenLinks(in: files)
      if let first = broken.first {
        throw Diagnostic(
          "broken-links",
          broken.count == 1 ? "a link leads nowhere" : "\(DisplayText.grouped(broken.count)) links lead nowhere",
          hint: "\(DisplayText.visible(first.path)) has \(DisplayText.visible(first.link))")
      }
      let pages = files.count { $0.path.hasSuffix(".html") }
      StandardOutput.write("wrote \(pages) pages to \(DisplayText.visible(to)); index.html begins\n")
    } catch {
      throw start.failure(error)
    }
  }
}
