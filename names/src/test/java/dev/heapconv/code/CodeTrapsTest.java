package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program made of functions that allocate in ways that are easily misunderstood. */
class CodeTrapsTest {

  static Stream<Path> builds() {
    return Stream.of("x86-64", "arm64")
        .flatMap(processor -> TestData.list(folder(processor), ".pftrace.zst").stream());
  }

  static Path folder(String processor) {
    return TestData.own("code").resolve(processor);
  }

  static String name(Path trace) {
    return trace.getFileName().toString().replaceFirst("\\..*", "");
  }

  static Path binary(Path trace) {
    return trace.resolveSibling(name(trace) + ".elf");
  }

  static List<CodeTruth.Row> rows(Path trace) throws IOException {
    try (AllocationCode code =
        new AllocationCode(
            mapping -> mapping.path().startsWith("/opt/traps/") ? binary(trace) : null)) {
      return CodeTruth.rows(trace, trace.resolveSibling(name(trace) + ".truth.tsv"), code);
    }
  }

  @ParameterizedTest
  @MethodSource("builds")
  void plainConstantsAreKnownAndNoSizeIsWrong(Path trace) throws IOException {
    List<CodeTruth.Row> rows = rows(trace);
    assertThat(rows).hasSizeGreaterThan(45);
    for (CodeTruth.Row row : rows) {
      String want = row.get("want");
      long constant = want.equals("unknown") ? 0 : Long.parseLong(want.replaceAll("\\D", ""));
      SizeOfCode known = new SizeOfCode.Constant(constant);
      if (want.startsWith("must")) {
        assertThat(row.found()).as(row.get("site")).isEqualTo(known);
      } else if (row.isKnown()) {
        assertThat(row.found()).as(row.get("site")).isEqualTo(known);
      }
    }
  }
}
