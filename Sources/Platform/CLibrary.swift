// The C library, under its name on each system: a file that calls it imports Platform.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// Returns the system's words for an error number, in lower case: `permission denied`.
package func systemReason(_ number: Int32 = errno) -> String {
  String(cString: strerror(number)).lowercased()
}
