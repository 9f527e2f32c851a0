package dev.heapconv.cli;

/**
 * The version of the program, which the build writes into this class: to read it from a resource,
 * every run would have to open the program's jar.
 */
final class Version {

  private static final String NUMBER = "${project.version}";

  private Version() {}

  static String number() {
    return NUMBER;
  }

  /** Name and version, as written into outputs. */
  static String tool() {
    return "heapconv " + NUMBER;
  }
}
