extension Presentation {
  /// Shows the presentation until the presenter leaves.
  ///
  /// - Parameters:
  ///   - pace: the characters that are typed in a second, where examples are typed out.
  ///   - clock: the time since the lesson began.
  ///   - changed: called whenever another screen is shown, for those who follow.
  package mutating func run(
    on screen: FullScreen, pace: Int, clock: () -> Duration, changed: (Presentation) -> Void
  ) {
    var shown: Int?
    while !isOver {
      if shown != place {
        shown = place
        changed(self)
      }
      screen.draw(frame(at: clock()))
      let patience = isTyping ? max(1, 1000 / max(1, pace)) : isTimed ? 1000 : nil
      switch screen.next(within: patience) {
      case .key(let key):
        press(key)
        if statement != nil { screen.interruptibly { runStatement() } }
      case .resized:
        let size = screen.size
        resize(columns: size.columns, rows: size.rows)
        shown = nil
      case .timeout: if isTyping { typeNext() }
      case .end: return
      }
    }
  }
}
