package dev.heapconv.fuzz;

import dev.heapconv.Format;
import dev.heapconv.testing.TestData;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the inputs from which fuzzing starts, and those that it found to break something. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzCorpusTest {

  static Stream<Path> inputs() {
    return Stream.of(
            "containers",
            "heaptext",
            "heaptrack",
            "jfr",
            "otlp",
            "perfetto",
            "pprof",
            "samplelog",
            "v8",
            "valgrind")
        .flatMap(reader -> TestData.list(TestData.own("fuzz/" + reader), "").stream());
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void isConvertedOrRefused(Path input) throws Exception {
    ReaderFuzz.check(
        TestData.bytes(input), List.copyOf(EnumSet.complementOf(EnumSet.of(Format.PERFETTO))));
  }
}
