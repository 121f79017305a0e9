/// Returns a number of points as people write it, to the hundredth: `7.5`, and `8` rather than `8.0`. A number that is too
/// large for that, or is none, is written as Swift does.
package func pointsText(_ points: Double) -> String {
  let hundredths = (points * 100).rounded()
  guard hundredths.magnitude < 1e15 else { return "\(points)" }
  let number = Int(hundredths)
  if number % 100 == 0 { return String(number / 100) }
  let sign = number < 0 ? "-" : ""
  let (whole, rest) = (number.magnitude / 100, number.magnitude % 100)
  return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
