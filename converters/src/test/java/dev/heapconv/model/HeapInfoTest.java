package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Sampling;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class HeapInfoTest {

  @Test
  void timesHaveAllTheirDigits() {
    assertThat(time("2026-01-31T12:00:00Z", ChronoUnit.MILLIS))
        .isEqualTo("2026-01-31 12:00:00.000 UTC");
    assertThat(time("2026-01-31T23:59:59.999999999Z", ChronoUnit.MILLIS))
        .isEqualTo("2026-01-31 23:59:59.999 UTC");
    assertThat(time("2026-01-31T23:59:59.999999999Z", ChronoUnit.MINUTES))
        .isEqualTo("2026-01-31 23:59 UTC");
  }

  private static String time(String text, ChronoUnit unit) {
    Instant time = Instant.parse(text);
    long nanos = time.getEpochSecond() * 1_000_000_000 + time.getNano();
    return HeapInfo.of("heap", Sampling.COMPLETE).withTimes(nanos, 0).dump().displayTime(unit);
  }
}
