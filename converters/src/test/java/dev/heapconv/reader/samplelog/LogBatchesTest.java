package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records are read in batches of 512, after eight of them by another thread. */
class LogBatchesTest {

  /** Around the ends of the first batch, of the last one of this thread, and far behind. */
  private static final int[] COUNTS = {508, 509, 510, 511, 512, 513, 4093, 4094, 4095, 4096, 4097};

  private static RecordedProfile read(String log, int threads, boolean strict) throws IOException {
    Limits limits = Limits.DEFAULT.withMaxPacketBytes(1 << 17);
    ReadOptions options =
        new ReadOptions(Selection.DEFAULT, 0, strict, limits)
            .withSelection(Conversions.dump(DumpSelector.ALL).selection());
    return Conversions.read(log.getBytes(StandardCharsets.UTF_8), options.withThreads(threads));
  }

  private static String lines(int count, String line) {
    return IntStream.range(0, count)
        .mapToObj(i -> line.replace("%", Integer.toString(i + 1)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** A header ends where the next record begins, so that one line gives two entries of a batch. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aHeaderHoldsFromItsLineOnWhereverABatchEnds(int threads) throws IOException {
    for (int count : COUNTS) {
      String csv =
          "# heapconv=1\n# scheme=exact\n# frees=true\n# heap=one\n"
              + lines(count, "alloc,%,16,,,f;main")
              + "# heapconv=1\n# scheme=exact\n# frees=true\n# heap=two\n"
              + lines(600, "alloc,fffff%,1000,,,\"g,h;main\"")
              + lines(count, "free,%");
      String json =
          "{\"heapconv\":1,\"scheme\":\"exact\",\"frees\":true,\"heap\":\"one\"}\n"
              + lines(count, "{\"alloc\":%,\"size\":16,\"frames\":[\"f\",\"main\"]}")
              + "{\"heapconv\":1,\"scheme\":\"exact\",\"frees\":true,\"heap\":\"two\"}\n"
              + lines(
                  600,
                  "{\"alloc\":\"fffff%\",\"size\":1000,\"frames\":[\"g,h\",{\"name\":\"main\"}]}")
              + lines(count, "{\"free\":%}");
      for (String log : new String[] {csv, json}) {
        RecordedProfile profile = read(log, threads, false);
        assertThat(profile.dumps())
            .as("%d", count)
            .extracting(dump -> dump.info().heap(), dump -> dump.totals())
            .containsExactly(
                tuple("one", List.of((long) count, 16L * count, 0L, 0L)),
                tuple("two", List.of(600L, 600_000L, 600L, 600_000L)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theFirstProblemIsThatOfTheEarliestLine(int threads) throws IOException {
    for (int count : COUNTS) {
      for (String bad : new String[] {"alloc,1,x", "alloc,99999,-5", "alloc,99999,7,,,,,,9"}) {
        // The syntax of the first kind is wrong, the meaning of the second.
        String log =
            "# heapconv=1\n# scheme=exact\n"
                + lines(count, "alloc,%,16")
                + (bad + "\n").repeat(2)
                + lines(700, "alloc,9%,x");
        RecordedProfile profile = read(log, threads, false);
        assertThat(profile.notices())
            .filteredOn(notice -> notice.id() == ErrorId.BAD_LINES)
            .singleElement()
            .asString()
            .contains("702, " + (count + 3));
        assertThat(profile.dumps().get(0).totals().get(0)).isEqualTo(count);
        // A line that ends the reading does not go before one that is only bad.
        String ending = log + "9".repeat(1 << 18);
        assertThatThrownBy(() -> read(ending, threads, true))
            .isInstanceOf(HeapConvException.class)
            .hasMessageContaining("line " + (count + 3));
        assertThatThrownBy(() -> read(ending, threads, false))
            .isInstanceOfSatisfying(
                HeapConvException.class,
                problem -> assertThat(problem.id()).isEqualTo(ErrorId.LINE_TOO_LONG));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void recordsBeforeAHeaderAreAnErrorWhateverFollows(int threads) {
    for (String log : new String[] {"op,address,size\nalloc,1,x\n", "alloc,1,16\n"}) {
      assertThatThrownBy(
              () -> read(log + "# heapconv=1\n" + lines(5000, "alloc,%,16"), threads, false))
          .isInstanceOf(HeapConvException.class);
    }
  }
}
