import Platform

/// A place on the Earth, in degrees: what `distanceToLocation:fromLocation:` takes.
///
/// On Apple's systems that is a CLLocation. Here it is a value with the keys `latitude` and `longitude`: an object of
/// JSON, a composite attribute.
struct Location {
  let latitude: Double
  let longitude: Double

  init(_ value: Value, _ operation: String) throws(ArithmeticFailure) {
    guard case .dictionary(let keys) = value, let latitude = keys["latitude"], let longitude = keys["longitude"],
      latitude.isNumber, longitude.isNumber
    else { throw .init(.notLocation(value)) }
    self.latitude = latitude.asDouble
    self.longitude = longitude.asDouble
  }

  /// The metres between two places along a great circle, by the haversine formula over the Earth's mean radius; some
  /// thousandths off what the Earth's flattening makes of it.
  func distance(to other: Location) -> Double {
    let degree = Double.pi / 180
    let north = sin((other.latitude - latitude) * degree / 2)
    let east = sin((other.longitude - longitude) * degree / 2)
    let share = north * north + cos(latitude * degree) * cos(other.latitude * degree) * east * east
    return 2 * 6_371_008.8 * asin(min(1, share.squareRoot()))
  }
}
