package dev.heapconv.deobfuscate;

import java.util.List;

/**
 * What a map says about one class.
 *
 * @param obfuscated its name in the program
 * @param original its name in the source
 * @param fields in the order of the map
 * @param methods in the order of the map: functions that are inlined in one another follow each
 *     other, innermost first, with equal obfuscated lines
 */
record ClassNames(String obfuscated, String original, List<Field> fields, List<Method> methods) {

  ClassNames {
    fields = List.copyOf(fields);
    methods = List.copyOf(methods);
  }

  /** A field. */
  record Field(String obfuscated, String original) {}

  /**
   * A method, overload, or function inlined into a method. Lines are 0 where the map has none.
   *
   * @param original its name; of a method from another class, with the name of that class
   * @param obfuscatedStart first of its lines in the program
   * @param obfuscatedEnd last of these; 0 if the entry is for all lines
   * @param sourceStart first of its lines in the source; 0 if they are those in the program
   * @param sourceEnd last of these; 0 if all its lines in the program are {@code sourceStart}
   */
  record Method(
      String obfuscated,
      String original,
      int obfuscatedStart,
      int obfuscatedEnd,
      int sourceStart,
      int sourceEnd) {

    /** The other class that the method comes from; empty if it belongs to the class itself. */
    String originalClass() {
      int dot = original.lastIndexOf('.');
      return dot < 0 ? "" : original.substring(0, dot);
    }
  }
}
