import Testing

@testable import Normalization

@Suite("Every algorithm against its definition, on all small schemas")
struct SmallSchemaTests {
  static let functional = AllSmallSchemas.overThree + AllSmallSchemas.random(count: 300, multivalued: false, seed: 1)
  static let multivalued = AllSmallSchemas.random(count: 200, multivalued: true, seed: 2)

  private func text(_ schema: RelationSchema) -> Comment {
    "\(schema.names.joined()): \(schema.letters(schema.functionalDependencies)), \(schema.multivaluedDependencies)"
  }

  @Test("Closures, keys, minimal dependencies and forms")
  func keysAndForms() throws {
    #expect(Self.functional.count == 4_396)
    for schema in Self.functional {
      let reference = try Reference(schema)
      for set in reference.subsets {
        #expect(schema.functionalClosure(of: set) == reference.closure(set), text(schema))
      }
      let report = try schema.normalFormReport()
      #expect(report.keys == reference.keys, text(schema))
      #expect(report.minimalDependencies == reference.minimalDependencies, text(schema))
      #expect(min(report.normalForm, .boyceCodd) == reference.normalForm, text(schema))
    }
  }

  @Test("Covers are equivalent and nothing in them can be left out")
  func covers() throws {
    for schema in Self.functional {
      let cover = schema.minimalCover()
      #expect(schema.isEquivalent(to: cover), text(schema))
      #expect(schema.isEquivalent(to: schema.canonicalCover()), text(schema))
      for index in cover.indices {
        #expect(cover[index].dependent.count == 1 && !cover[index].isTrivial, text(schema))
        var fewer = cover
        fewer.remove(at: index)
        #expect(!schema.isEquivalent(to: fewer), text(schema))
        for attribute in cover[index].determinant {
          var smaller = cover
          smaller[index].determinant.remove(attribute)
          #expect(!schema.isEquivalent(to: smaller), text(schema))
        }
      }
    }
  }

  @Test("Synthesis is in third form, lossless and preserving; cutting gives Boyce–Codd form and is lossless")
  func decompositions() throws {
    for schema in Self.functional {
      let reference = try Reference(schema)
      for kind in [RelationSchema.EquivalentKeys.apart, .together] {
        let synthesis = schema.synthesis(kind)
        #expect(synthesis.isPreserving, text(schema))
        #expect(try schema.joinsLosslessly(synthesis.components), text(schema))
        #expect(synthesis.components.allSatisfy(reference.isThird), text(schema))
      }
      let cut = try schema.boyceCoddDecomposition()
      #expect(try schema.joinsLosslessly(cut.components), text(schema))
      #expect(cut.components.allSatisfy(reference.isBoyceCodd), text(schema))
      // With functional dependencies alone the fourth form asks for no other cuts.
      #expect(try schema.fourthNormalFormDecomposition().components == cut.components, text(schema))
    }
  }

  @Test("What is preserved is what the projections imply")
  func preservation() throws {
    for schema in Self.functional.suffix(300) {
      for components in [try schema.boyceCoddDecomposition().components, [schema.set("AB"), schema.set("BCD")]] {
        var kept: [FunctionalDependency] = []
        for component in components { kept += try schema.projectedDependencies(on: component) }
        let lost = schema.functionalDependencies.filter {
          !$0.dependent.isSubset(of: RelationSchema.closure(of: $0.determinant, under: kept))
        }
        #expect(schema.lostDependencies(in: components) == lost, text(schema))
      }
    }
  }

  @Test("Derivations are sound, end in their conclusion, and exist exactly where the closure says")
  func derivations() throws {
    for (place, schema) in Self.functional.enumerated() where place.isMultiple(of: 3) {
      for left in AllSmallSchemas.subsets(of: schema.heading) {
        for right in AllSmallSchemas.subsets(of: schema.heading) {
          let dependency = FunctionalDependency(left, right)
          let isImplied = right.isSubset(of: schema.functionalClosure(of: left))
          let derivation = schema.derivation(of: dependency)
          #expect((derivation != nil) == isImplied, text(schema))
          #expect((schema.counterexample(to: dependency) == nil) == isImplied, text(schema))
          guard let derivation else { continue }
          #expect(derivation.conclusion == dependency, text(schema))
          #expect(derivation.firstUnsoundStep(from: schema.functionalDependencies) == nil, text(schema))
        }
      }
    }
  }

  @Test("Sample rows satisfy exactly what is implied: discovery gives the minimal dependencies back")
  func closedLoop() throws {
    for schema in Self.functional {
      let sample = try schema.armstrongRelation()
      let table = try ValueTable(columns: schema.names, rows: sample.rows.map { $0.map { String($0) } })
      #expect(try table.functionalDependencies() == schema.minimalDependencies(), text(schema))
      #expect(try table.uniqueColumnCombinations() == schema.candidateKeys(), text(schema))
    }
  }

  @Test("With multivalued dependencies: closures, bases, keys and cuts by the general chase")
  func chase() throws {
    for schema in Self.multivalued {
      let reference = try Reference(schema)
      for set in reference.subsets {
        #expect(try schema.closure(of: set) == reference.closure(set), text(schema))
        let basis = try schema.dependencyBasis(of: set)
        for right in reference.subsets where right.isDisjoint(with: set) {
          let isUnion = basis.allSatisfy { $0.isSubset(of: right) || $0.isDisjoint(with: right) }
          #expect(try reference.impliesMultivalued(set, right) == isUnion, text(schema))
        }
      }
      #expect(try schema.candidateKeys() == reference.keys, text(schema))
      let cut = try schema.fourthNormalFormDecomposition()
      #expect(try schema.joinsLosslessly(cut.components), text(schema))
    }
  }

  @Test("Join dependencies of two components say what multivalued ones say")
  func joinsOfTwo() throws {
    for schema in Self.multivalued {
      let joins = schema.multivaluedDependencies.map { dependency in
        JoinDependency([
          dependency.determinant.union(dependency.dependent),
          schema.heading.subtracting(dependency.dependent).union(dependency.determinant),
        ])
      }
      let other = try RelationSchema(
        names: schema.names, functionalDependencies: schema.functionalDependencies, joinDependencies: joins)
      #expect(try other.candidateKeys() == schema.candidateKeys(), text(schema))
      #expect(try other.normalForm() == schema.normalForm(), text(schema))
      // The chase of two rows decides the same where a third component makes it run.
      var inference = Inference(schema)
      inference = Inference(
        heading: inference.heading, functional: inference.functional, multivalued: [],
        join: inference.multivalued.map { dependency in
          JoinDependency([
            dependency.determinant.union(dependency.dependent),
            schema.heading.subtracting(dependency.dependent).union(dependency.determinant),
          ])
        })
      var meter = StepMeter(.closure, .standard)
      for set in AllSmallSchemas.subsets(of: schema.heading) {
        #expect(try inference.closure(of: set, &meter) == schema.closure(of: set), text(schema))
        #expect(try inference.basis(of: set, &meter) == schema.dependencyBasis(of: set), text(schema))
      }
    }
  }
}
