package dev.heapconv.reader.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.SourceLine;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodMappingTest {

  private static final MethodMapping.Entry OVERLOAD = entry("other", 0, 0, 0, 0);

  private static MethodMapping.Entry entry(
      String original, int obfuscatedStart, int obfuscatedEnd, int sourceStart, int sourceEnd) {
    return new MethodMapping.Entry(
        original, obfuscatedStart, obfuscatedEnd, sourceStart, sourceEnd);
  }

  private static final MethodMapping RANGES =
      new MethodMapping(
          "C",
          List.of(
              entry("same", 1, 3, 0, 0),
              entry("moved", 5, 7, 105, 107),
              entry("D.inlined", 8, 9, 20, 21),
              entry("caller", 8, 9, 300, 0),
              entry("any", 10, 10, 40, 49),
              entry("wide", 20, 29, 200, 209),
              entry("part", 20, 24, 500, 0)));

  private static final MethodMapping ALL_LINES =
      new MethodMapping(
          "C", List.of(entry("first", 1, 1, 10, 0), OVERLOAD, entry("x", 0, 0, 7, 0)));

  private static final MethodMapping FROM_ZERO =
      new MethodMapping(
          "C", List.of(entry("inlined", 0, 65535, 34, 34), entry("caller", 0, 65535, 3, 0)));

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
    MethodMapping tested =
        switch (mapping) {
          case "RANGES" -> RANGES;
          case "ALL_LINES" -> ALL_LINES;
          default -> FROM_ZERO;
        };
    assertThat(
            tested.functions(new SourceLine("a.b", "F.java", line)).stream()
                .map(function -> function.function() + ":" + function.line())
                .collect(Collectors.joining(" < ")))
        .isEqualTo(expected);
  }
}
