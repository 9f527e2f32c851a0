package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Allocated;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Provenance.Live;
import dev.heapconv.model.Recording;
import dev.heapconv.unskew.Sampling;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTextTest {

  /** A sum of several heaps has no recording. */
  @ParameterizedTest
  @CsvSource({
    "RECORDING, MOMENT, 30, a, ', after 30.0 s'",
    "PROCESS, MOMENT, 0, a, ''",
    "STRETCH, MOMENT, 30, a, ', allocated in 30.0 s'",
    "STRETCH, MOMENT, 0, a, ', allocated since the profile before'",
    "STRETCH, MOMENT, 0, '', ''",
    "STRETCH, OVER_TIME, 30, a, ', over 30.0 s'",
    "STRETCH, OVER_TIME, 0, a, ''"
  })
  void whatADurationIsOfDependsOnWhatIsCounted(
      Allocated allocated, Live live, long seconds, String source, String text) {
    HeapInfo heap =
        HeapInfo.of("heap", Sampling.COMPLETE)
            .withRecording(source.isEmpty() ? Recording.NONE : new Recording(source, 0))
            .withTimes(0, seconds * 1_000_000_000)
            .withProvenance(new Provenance(Evidence.STATED, Evidence.STATED, live, allocated));

    assertThat(HeapText.since(heap)).isEqualTo(text);
  }
}
