package dev.heapconv.naming;

import static dev.heapconv.naming.ObfuscationMaps.ClassNames.NO_LINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.SourceLine;
import dev.heapconv.naming.ObfuscationMaps.ClassNames;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetracedClassTest {

  private static final ClassNames.Method OVERLOAD = entry("other", NO_LINE, NO_LINE, NO_LINE, 0);

  private static ClassNames.Method entry(
      String original, int obfuscatedStart, int obfuscatedEnd, int sourceStart, int sourceEnd) {
    return new ClassNames.Method(
        "b", original, obfuscatedStart, obfuscatedEnd, sourceStart, sourceEnd, false);
  }

  private static RetracedClass of(ClassNames.Method... methods) {
    return new RetracedClass(new ClassNames("a", "C", List.of(), List.of(methods)), original -> "");
  }

  private static final RetracedClass RANGES =
      of(
          entry("same", 1, 3, NO_LINE, 0),
          entry("moved", 5, 7, 105, 107),
          entry("D.inlined", 8, 9, 20, 21),
          entry("caller", 8, 9, 300, 0),
          entry("any", 10, 10, 40, 49),
          entry("wide", 20, 29, 200, 209),
          entry("part", 20, 24, 500, 0));

  private static final RetracedClass ALL_LINES =
      of(entry("first", 1, 1, 10, 0), OVERLOAD, entry("x", NO_LINE, NO_LINE, 7, 0));

  private static final RetracedClass FROM_ZERO =
      of(entry("inlined", 0, 65535, 34, 34), entry("caller", 0, 65535, 3, 0));

  @ParameterizedTest
  @CsvSource({
    "RANGES, 2, C.same:2",
    "RANGES, 6, C.moved:106",
    "RANGES, 9, D.inlined:21 < C.caller:300",
    "RANGES, 10, C.any:0",
    "RANGES, 22, C.wide | C.part:0",
    "RANGES, 27, C.wide:207",
    "RANGES, 15, C.same | C.moved | C.caller | C.any | C.wide | C.part:15",
    "RANGES, 0, C.same | C.moved | C.caller | C.any | C.wide | C.part:0",
    "ALL_LINES, 1, C.first:10",
    "ALL_LINES, 5, C.other | C.x:0",
    "ALL_LINES, 0, C.first | C.other | C.x:0",
    "FROM_ZERO, 0, C.inlined:34 < C.caller:3",
    "FROM_ZERO, 9, C.inlined:34 < C.caller:3",
  })
  void lineDecides(String mapping, int line, String expected) {
    RetracedClass tested =
        switch (mapping) {
          case "RANGES" -> RANGES;
          case "ALL_LINES" -> ALL_LINES;
          default -> FROM_ZERO;
        };
    assertThat(
            RetracedClass.functions(new SourceLine("a.b", "F.java", line), unused -> tested)
                .stream()
                .map(function -> function.function() + ":" + function.line())
                .collect(Collectors.joining(" < ")))
        .isEqualTo(expected);
  }
}
