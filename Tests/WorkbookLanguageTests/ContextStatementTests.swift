import Diagnostics
import Testing

@testable import WorkbookLanguage

@Suite("Statements about contexts and stores")
struct ContextStatementTests {
  @Test(
    "scripts whose expectations hold",
    arguments: [
      // Another context over the same store
      "let ids = context background { fetch Player where age > 20 }; let here = objects(ids); expect here.@count == 2; expect wade IN here",
      "context background { let x = Player(firstName: \"A\", lastName: \"B\"); save }; expect count Player == 4",
      "context background { let x = Player(firstName: \"A\", lastName: \"B\") }; expect count Player == 3; context background { expect count Player == 4; save }; expect count Player == 4",
      "let id = context background { Player#1 }; let w = object(id); w.age = 5; expect wade.age == 5",
      "context background { let w = object(wade.objectID); w.age = 5; expect w.age == 5 }; expect wade.age == 30",
      "let n = context background { count Player }; expect n == 3",
      "context background { let w = object(wade.objectID); w.age = 5; save; undo; expect w.age == 30 }; expect wade.age == 30; fetch Player; expect wade.age == 30; refresh wade; expect wade.age == 5",
      // Children
      "context draft on main { let w = object(wade.objectID); w.age = 31; save }; expect wade.age == 31; undo; expect wade.age == 30",
      "context draft on main { Player#1.age = 31 }; expect wade.age == 30; context draft { save }; expect wade.age == 31",
      "context draft on main { Player(firstName: \"A\", lastName: \"B\") }; context finer on draft { expect count Player == 4; Player(firstName: \"C\", lastName: \"D\"); save }; context draft { expect count Player == 5; save }; expect count Player == 5",
      // Trials leave no trace in any context
      "context background { Player#1.age = 1 }; expect { context background { save }; refresh wade; expect wade.age == 1 } succeeds; expect wade.age == 30; refresh wade; expect wade.age == 30",
      // Merge policies
      "context b { Player#1.age = 50; save }; wade.age = 60; expect save fails 133020",
      "merge policy object; context b { Player#1.age = 50; save }; wade.age = 60; save; expect wade.age == 60",
      "merge policy store; context b { Player#1.age = 50; save }; wade.age = 60; wade.lastName = \"X\"; save; expect wade.age == 50; expect wade.lastName == \"X\"",
      "context b { Player#1.age = 50; save }; wade.lastName = \"X\"; refresh wade; expect wade.age == 50; expect wade.lastName == \"X\"; save",
      "context b { Player#1.age = 50; save }; wade.lastName = \"X\"; refresh wade discarding; expect wade.age == 50; expect wade.lastName == \"Wade\"",
      // In a child context the names of its parents mean its own objects
      "context draft on main { wade.age = 31; heat.players.add(wade) }; expect wade.age != 31; context draft on main { expect wade.age == 31; save }; expect wade.age == 31",
      "let everybody = fetch Player; context draft on main { for p in everybody { p.age = 7 } }; expect wade.age != 7; context draft on main { let wade = Team#1; save }; expect wade.age == 7",
      "let new = Player(firstName: \"N\", lastName: \"N\"); context draft on main { new.age = 3 }; context deeper on draft { expect new.age == 3; delete new; save }; context draft on main { save }; expect (count Player where age == 3) == 0",
      // Stores
      "store shop in memory; let past = insert into shop Team(name: \"Old\"); save; expect count Team == 3; close shop discarding; expect count Team == 2; reopen shop; expect count Team == 2",
      "store shop in memory; let past = insert into shop Team(name: \"Old\"); wade.team = past; expect save fails 133010 \"team leads to\"",
      "close main discarding; expect count Team == 0; let x = Team(name: \"A\"); expect save fails 134020",
      // Validating
      "wade.email = \"x\"; validate wade; validate wade for delete; validate heat for insert",
    ])
  func scripts(text: String) {
    #expect(InterpreterTests.failures(InterpreterTests.league + text) == [], "\(text)")
  }

  @Test("The save of a child is undone with a note, and a group that is named like it without one")
  func groupNamedLikeSave() {
    func notes(_ text: String) -> [String] {
      var interpreter = Interpreter()
      return interpreter.run(SourceText(InterpreterTests.league + text)).last?.diagnostics.map(\.id) ?? ["none"]
    }
    #expect(notes("context draft on main { Player#1.age = 31; save }; undo") == ["child-save-undone"])
    #expect(notes("begin \"save of draft\"; wade.age = 31; end; undo") == [])
  }

  @Test(
    "what is said",
    arguments: [
      (
        "context b { wade.age = 3 }",
        """
        wade belongs to main; use object(wade.objectID)
          context b { wade.age = 3 }
                      ^^^^ write context b { let here = object(wade.objectID); here.age = 3 }
        """
      ),
      (
        "context b { delete wade }",
        """
        wade belongs to main; use object(wade.objectID)
          context b { delete wade }
                             ^^^^
        """
      ),
      (
        "context b { Player#1.team = heat }",
        """
        heat belongs to main; use object(heat.objectID)
          context b { Player#1.team = heat }
                                      ^^^^
        """
      ),
      (
        "let x = Team(name: \"X\")\ncontext b { fetch Player where team == $x }",
        """
        x belongs to main; use object(x.objectID)
          context b { fetch Player where team == $x }
                                                 ^^
        """
      ),
      (
        "let x = context b { Player#1 }; x.age",
        """
        x belongs to b; use object(x.objectID)
          let x = context b { Player#1 }; x.age
                                          ^
        """
      ),
      (
        "let x = context b { Team(name: \"A\") }; object(x)",
        """
        133000  there is no Team#3 in main
          let x = context b { Team(name: "A") }; object(x)
                                                        ^ first: context b { save }
        """
      ),
      (
        "merge policy objekt",
        """
        there is no merge policy 'objekt'
          merge policy objekt
                       ^^^^^^ did you mean object?
        """
      ),
      (
        "context d on draft { save }",
        """
        there is no context 'draft'
          context d on draft { save }
                       ^^^^^ there is main
        """
      ),
      (
        "store main in memory",
        """
        there is a store 'main' already
          store main in memory
                ^^^^ choose another name, or close main
        """
      ),
      (
        "close shpo",
        """
        there is no store 'shpo'
          close shpo
                ^^^^ there is main
        """
      ),
      (
        "wade.age = 3; close main",
        """
        the context main has unsaved changes, which this would discard
          wade.age = 3; close main
                        ^^^^^^^^^^ save keeps them; rollback discards them
        """
      ),
      (
        "validate wade for lunch",
        """
        an object is validated for insert, update or delete
          validate wade for lunch
                            ^^^^^
        """
      ),
    ])
  func messages(text: String, expected: String) {
    let found = InterpreterTests.failures(InterpreterTests.league + text)
    #expect(found == [expected], "\(found.joined(separator: "\n"))")
  }
}
