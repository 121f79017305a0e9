import ObjectGraph

/// All rules, and what they find.
package struct ModelReview: Sendable {
  /// Rules about the model alone, which need no objects.
  package static let modelRules: [any ReviewRule.Type] = [
    UnfinishedModel.self, CountsReversed.self, DefaultRefused.self, RequiredDerived.self, UnknownVariable.self,
    MissingInverse.self, DanglingLink.self, NullifyRequired.self, RequiredToMany.self,
    DenyCycle.self, DenyUpwards.self, CascadeUpwards.self, LookupCascade.self, DanglingRule.self, AbstractLeaf.self,
    LinkEntity.self,
    UntypedAttribute.self, TransientUse.self,
    InsecureTransformer.self, TakenName.self, FixedDate.self, HiddenType.self,
    SharedClass.self, OtherModule.self, UniqueRequired.self, UniqueKey.self, UniqueDefault.self, QuotedDefault.self,
    UnsuitedType.self, LeftBehind.self,
    HalfLink.self, OneToOneOnly.self, InlineBinary.self, PlainSecret.self, Naming.self, CloudKit.self,
    AcrossConfigurations.self, SingleMember.self, UniquePosition.self, NilKey.self,
    NameKey.self, TextLength.self, ValueLimit.self, HalfPosition.self, SampleDefault.self,
  ]

  /// Rules about facts in the wrong place; nearly all look at the objects.
  package static let normalFormRules: [any ReviewRule.Type] = [
    ContradictedDependency.self, FactAboutRelated.self, TransitiveInEntity.self, PartialDependency.self,
    RepeatingGroup.self, DelimitedList.self,
    LookupEntity.self, BooleanAsString.self, CopyOfRelated.self, DuplicateAttribute.self, DerivedValue.self,
    MultivaluedPair.self, JoinDependencyRule.self, RedundantRelationship.self, HiddenReference.self, NearMiss.self,
  ]

  /// In the order in which they report.
  package static let rules = modelRules + normalFormRules

  /// The page of a rule by its id.
  package static func page(_ id: String) -> RulePage? { rules.first { $0.page.id == id }?.page }

  /// The findings, errors first, then in the order of the rules.
  package let findings: [Finding]
  /// How many more there are that `userInfo denormalised: true` keeps quiet.
  package let setAsideCount: Int

  package init(of subject: ReviewSubject, rules: [any ReviewRule.Type] = ModelReview.rules) throws {
    var found: [Finding] = []
    var setAside = 0
    for rule in rules {
      let findings = try rule.findings(in: subject)
      try subject.cancellation.check()
      for finding in findings {
        if subject.isSetAside(finding) { setAside += 1 } else { found.append(finding) }
      }
    }
    findings = found.enumerated().sorted {
      ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
    }.map(\.element)
    setAsideCount = setAside
  }
}
