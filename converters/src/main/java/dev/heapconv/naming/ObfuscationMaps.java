package dev.heapconv.naming;

import dev.heapconv.model.Naming;
import java.io.IOException;
import java.util.List;

/** A naming by maps of Java names, which a trace can hold. */
public interface ObfuscationMaps extends Naming {

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

    /** Stands for a line that the map does not have. */
    public static final int NO_LINE = -1;

    public ClassNames {
      fields = List.copyOf(fields);
      methods = List.copyOf(methods);
    }

    /** A field. */
    public record Field(String obfuscated, String original) {}

    /**
     * A method, overload, or function inlined into a method. Lines are {@link #NO_LINE} where the
     * map has none.
     *
     * @param original its name; of a method from another class, with the name of that class
     * @param obfuscatedStart first of its lines in the program
     * @param obfuscatedEnd last of these; without one, the entry is for all lines
     * @param sourceStart first of its lines in the source; without one, they are those in the
     *     program
     * @param sourceEnd last of these; without one, all its lines in the program are {@code
     *     sourceStart}
     * @param isSynthesized whether it is the compiler's, and calls what the source has
     */
    public record Method(
        String obfuscated,
        String original,
        int obfuscatedStart,
        int obfuscatedEnd,
        int sourceStart,
        int sourceEnd,
        boolean isSynthesized) {

      /** The other class that the method comes from; empty if it belongs to the class itself. */
      public String originalClass() {
        int dot = original.lastIndexOf('.');
        return dot < 0 ? "" : original.substring(0, dot);
      }

      /** The same, but the compiler's. */
      public Method synthesized() {
        return new Method(
            obfuscated, original, obfuscatedStart, obfuscatedEnd, sourceStart, sourceEnd, true);
      }

      boolean isForAllLines() {
        return obfuscatedEnd == NO_LINE;
      }

      /** A recording without lines has line 0, which the entries of a method may begin with. */
      boolean covers(int line) {
        return !isForAllLines() && line >= obfuscatedStart && line <= obfuscatedEnd;
      }

      /** Whether the next entry of the map is what this one is inlined into. */
      boolean hasLinesOf(Method next) {
        return !isForAllLines()
            && obfuscatedStart == next.obfuscatedStart
            && obfuscatedEnd == next.obfuscatedEnd;
      }

      /** The line in the source; 0 if it may be any of several. */
      int sourceLine(int line) {
        if (sourceStart == NO_LINE) {
          return line;
        }
        if (sourceEnd <= sourceStart) {
          return sourceStart;
        }
        boolean inStep =
            !isForAllLines() && obfuscatedEnd - obfuscatedStart == sourceEnd - sourceStart;
        return inStep ? sourceStart + (line - obfuscatedStart) : 0;
      }
    }
  }

  /** Receives the content of the maps, class by class. */
  @FunctionalInterface
  interface ClassVisitor {
    /**
     * @param packageName the Android package that the map is for; empty if for any
     */
    void visit(String packageName, ClassNames names) throws IOException;
  }

  /** Passes on the content of all maps, in their order. */
  void visit(ClassVisitor visitor) throws IOException;
}
