import Diagnostics
import ObjectGraph

/// A class that is looked for in a module where no other class of the model is.
///
/// Core Data logs "Unable to load class named … Class not found, using default NSManagedObject instead" if it does not find one, as reported in contentful-persistence.swift 29, MQTT-Client-Framework 102 and Sworm 12.
package enum OtherModule: ReviewRule {
  package static let page = RulePage(
    id: "otherModule", title: "a class is in another module than all others",
    why: """
      Classes of the app are in its current module, which Xcode writes as a point before the name. A module that one entity \
      alone names is often an old name of the app. If the class is not found there, the objects are plain NSManagedObject \
      objects, and a cast to the class fails.
      """,
    example: """
      entity Basal { dose: Double }
      entity Bolus { dose: Double }
      entity Meal { grams: Double }
      entity Calibration { value: Double }
      change Basal, class ".Basal"
      change Bolus, class ".Bolus"
      change Meal, class ".Meal"
      change Calibration, class "Nutshell.Calibration"
      """,
    fix: #"change Calibration, class ".Calibration""#)

  /// Returns a question for Xcode models in which one class has a module, and three or more are in the current one, or in which
  /// the module has the name of a build setting.
  package static func findings(in subject: ReviewSubject) throws -> [Finding] {
    guard subject.options.contains(.xcode) else { return [] }
    let classes = subject.model.entities.compactMap { entity in
      entity.managedObjectClassName.map { (entity: entity.name, name: $0, parts: $0.split(separator: ".")) }
    }
    let settings = classes.filter { $0.parts.count > 1 && isSetting($0.parts[0]) }
    if let first = settings.first, let name = first.parts.last {
      return [
        Finding(
          page.id, .question, first.entity, "", aspect: .name,
          determinant: settings.dropFirst().map(\.entity).joined(separator: ","),
          "the class of \(Listing.text(settings.map(\.entity))) is in a module called \(first.parts[0]), which is the name of a build "
            + "setting: is there such a module?",
          fix: #"if not, and the class is in the current one: change \#(first.entity), class ".\#(name)""#)
      ]
    }
    let others = classes.filter { $0.parts.count > 1 }
    guard others.count == 1, let other = others.first, let name = other.parts.last,
      classes.count(where: { $0.name.hasPrefix(".") }) > 2
    else { return [] }
    return [
      Finding(
        page.id, .question, other.entity, "", aspect: .name,
        "the class of \(other.entity) is in the module \(other.parts.dropLast().joined(separator: ".")), and those of other "
          + "entities are in the current one: is that module still there?",
        fix: #"if not, and the class is in the current one: change \#(other.entity), class ".\#(name)""#)
    ]
  }

  /// Whether a module has the name of one of Xcode's settings, without the `$( )` around it.
  private static func isSetting(_ module: Substring) -> Bool {
    ["PRODUCT_MODULE_NAME", "PRODUCT_NAME", "TARGET_NAME"].contains(module)
  }
}
