extension CommandTable {
  /// The types of attributes, with the values that each holds.
  static let types: [(names: String, values: String)] = [
    ("String", "text: \"Miami Heat\""),
    ("Integer16", "whole numbers from -32,768 to 32,767; also Int16"),
    ("Integer32", "whole numbers up to about 2.1 thousand million; also Int32"),
    ("Integer64", "whole numbers up to about 9.2 × 10¹⁸; also Int and Int64"),
    ("Decimal", "decimal numbers, exact to 38 digits, as for money"),
    ("Double", "floating-point numbers: 2.5"),
    ("Float", "floating-point numbers with half the digits"),
    ("Boolean", "true or false; also Bool"),
    ("Date", "a day or a moment: 2026-11-20, 2026-11-20T09:30:00Z"),
    ("BinaryData", "bytes: data \"0a0b\"; also Data"),
    ("UUID", "identifiers: \"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\""),
    ("URI", "addresses: \"https://example.com\"; also URL"),
    ("Transformable", "any value but an object"),
    ("Undefined", "any value but an object, in an attribute that is transient"),
  ]
}
