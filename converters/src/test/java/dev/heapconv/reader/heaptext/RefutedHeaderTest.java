package dev.heapconv.reader.heaptext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the numbers of a dump say against its header, or beside it. */
class RefutedHeaderTest {

  private static RecordedProfile read(String text) throws IOException {
    return Conversions.read(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A plain sum of size classes is a multiple of 8. */
  @ParameterizedTest
  @CsvSource({"2462387, false", "2462384, true"})
  void aDumpOfOneStackIsAPlainSumOnlyIfItCanBe(long bytes, boolean plain) throws IOException {
    RecordedProfile profile =
        read(
            "heap_v2/16384\n  t*: 1201: "
                + bytes
                + " [0: 0]\n"
                + "@ 0x1 0x2\n  t*: 1201: "
                + bytes
                + " [0: 0]\n"
                + "MAPPED_LIBRARIES:\n0-1000 r-xp 0 00:00 1 /a\n");
    assertThat(profile.notices().stream().map(Notice::id).toList().contains(ErrorId.BIASED_DUMP))
        .isEqualTo(plain);
  }

  /** Go lets the heap double, at least to 4 MiB. */
  @ParameterizedTest
  @CsvSource({
    "1048576, 6291457, false",
    "1048576, 6291458, true",
    "1048576, 0, false",
    "11000424, 32803048, true"
  })
  void aRateOfOneIsRefutedByMoreThanTwiceInTheHeap(long live, long heap, boolean refuted)
      throws IOException {
    RecordedProfile profile = go(live, heap, 2);
    assertThat(profile.notices())
        .isEqualTo(refuted ? List.of(Notice.of(ErrorId.CHANGED_RATE, heap, live)) : List.of());
    assertThat(profile.heaps().get(0).info().samplingInterval()).isEqualTo(refuted ? 0 : 1);
    assertThat(profile.heaps().get(0).info().provenance().interval())
        .isEqualTo(refuted ? Evidence.UNKNOWN : Evidence.STATED);
    assertThat(HeapConv.unskew(profile, UnskewOptions.DEFAULT).effects().allowExact(true))
        .isEqualTo(!refuted);
  }

  @ParameterizedTest
  @CsvSource({"4, 1048576, 9000000"})
  void aHigherRateIsNotJudged(int doubled, long live, long heap) throws IOException {
    assertThat(go(live, heap, doubled).notices()).isEmpty();
  }

  private static RecordedProfile go(long live, long heap, int doubled) throws IOException {
    return read(
        "heap profile: 1: "
            + live
            + " [1: "
            + live
            + "] @ heap/"
            + doubled
            + "\n"
            + "1: "
            + live
            + " [1: "
            + live
            + "] @ 0x1\n"
            + "#\t0x0\tmain.f+0x1\t/f.go:1\n\n"
            + "# HeapAlloc = "
            + heap
            + "\n");
  }
}
