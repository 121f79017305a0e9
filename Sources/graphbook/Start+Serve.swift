import ArgumentParser
import Classroom
import CommandIO
import Courses
import Diagnostics
import Platform
import Shell
import Tools
import WorkbookLanguage

import struct Foundation.Date
import class Foundation.Thread
import struct Foundation.TimeZone

extension Start {
  /// Serves the book until Ctrl-C.
  func serve(_ options: Serve) throws {
    let library = try foundLibrary()
    let state = StateFolder.current()
    state?.make()
    let store = state.map { ProgressStore(path: $0.progress) }
    do throws(Diagnostic) {
      if let course = options.course {
        let plan = try library.plan(course).get()
        try store?.update { $0.course = plan.slug }
      }
      LocalAddresses.allowManyConnections()
      let server: BookServer
      if let socket = options.socket {
        server = try BookServer(socket: socket, basePath: options.basePath ?? "")
      } else {
        server = try BookServer(port: options.port)
      }
      let host = BookHost(
        library: library, store: store, playground: state.map(\.playground), front: server.front, today: Self.today,
        makeInterpreter: Self.lessonInterpreter())
      StandardOutput.write(server.greeting(keeps: store != nil).map { $0 + "\n" }.joined())
      if !options.noBrowser, options.socket == nil { Self.openBrowser(at: server.local + "/") }
      Self.untilStopped { server.serve(host, isInterrupted: $0) }
    } catch {
      throw failure(error)
    }
  }

  /// Serves the book to the students of a roster until Ctrl-C or SIGTERM.
  func serve(_ options: Serve, folder: String) throws {
    let library = try foundLibrary()
    do throws(Diagnostic) {
      let roster = try options.students.map { path throws(Diagnostic) in
        try Roster.students(in: TextFile.read(path))
      }
      let readPolicy = { @Sendable (path: String) throws(Diagnostic) in
        try Self.policy(path, of: library.exerciseSlugs) {
          StandardOutput.writeError("note: \($0), which is no exercise")
        }
      }
      let policyFile = options.policy.map { path in
        PolicyFile(path: path) { () throws(Diagnostic) in try readPolicy(path) }
      }
      let policy = try options.policy.map(readPolicy)
      var front = Front()
      front.url = try options.url.map { text throws(Diagnostic) in try PublicAddress(text) }
      front.names = try HostName.allowed(options.allowHost)
      front.proxies = try NetworkAddress.proxies(options.trustFrom)
      front.userHeader = options.trustHeader?.lowercased()
      let semester = try SemesterFolder(folder)
      LocalAddresses.allowManyConnections()
      let server = try BookServer(bind: options.bind, port: options.port, front: front)
      let invitations = try semester.enrol(roster ?? [], address: front.userHeader == nil ? server.address : nil)
      let host = try BookHost(
        library: library, semester: semester, policy: policy ?? roster.map { _ in GradingPolicy() },
        staffSecret: BookHost.makeSecret(), openCode: options.open?.lowercased(), takesPasswords: !options.linksOnly,
        port: server.port, front: server.front,
        log: BookLog(clock: { Int(Date().timeIntervalSince1970) }) { StandardOutput.writeError($0) },
        today: Self.today, clock: { Int(Date().timeIntervalSince1970) },
        localOffset: { TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) },
        // Behind a proxy, the port of a class could not be reached.
        startClass: front.url == nil && front.userHeader == nil
          ? Self.classStarter(options, folder, server, library) : nil,
        makeInterpreter: Self.lessonInterpreter())
      let lines = server.greeting(host, students: roster?.count, invitations: invitations)
      StandardOutput.write(lines.map { $0 + "\n" }.joined())
      Self.untilStopped { server.serve(host, policy: policyFile, isInterrupted: $0) }
    } catch {
      throw failure(error)
    }
  }

  /// Starts classes on further ports of the same address. They end with the program; their journals go on with `--resume`.
  private static func classStarter(
    _ options: Serve, _ folder: String, _ server: BookServer, _ library: Library
  ) -> BookHost.ClassStarter {
    let (bind, book) = (options.bind ?? "127.0.0.1", server.address)
    return { slug throws(Diagnostic) in
      guard let lesson = library.lesson(slug).lesson,
        let tool = try? ClassTool.parse([slug, "--folder", folder, "--bind", bind, "--book", book])
      else { throw Diagnostic("unknown-lesson", "the lesson '\(DisplayText.visible(slug))' cannot be read") }
      let open = try Self.open(tool, lesson, of: library)
      Thread.detachNewThread {
        do throws(Diagnostic) { _ = try open.teach(isInterrupted: Interrupts.ofProcess.came) } catch {
          StandardOutput.writeError(DiagnosticFormatter().format(error))
        }
      }
      return StartedClass(open.bootstrap, title: lesson.title)
    }
  }

  /// Calls a function that runs until Ctrl-C.
  private static func untilStopped(_ body: (@escaping @Sendable () -> Bool) -> Void) {
    let interrupts = Interrupts.ofProcess
    interrupts.begin()
    defer { interrupts.end() }
    body(interrupts.came)
  }

  /// Opens an address in the learner's browser, where a desktop is there; the address is printed in any case.
  private static func openBrowser(at address: String) {
    #if canImport(Darwin)
      let program = "open"
    #else
      guard Terminal.environment("DISPLAY") != nil || Terminal.environment("WAYLAND_DISPLAY") != nil else { return }
      let program = "xdg-open"
    #endif
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // What the browser says about itself is not for the learner's terminal.
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0)
    }
    var process = pid_t()
    _ = posix_spawnp(&process, program, &actions, nil, &arguments, environ)
  }
}
