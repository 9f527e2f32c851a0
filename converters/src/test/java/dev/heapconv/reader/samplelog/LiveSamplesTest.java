package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.StackSamples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveSamplesTest {

  private record Sample(int row, long size, long allocated, double extra) {}

  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<Long, Sample> live = new HashMap<>();
  private long unknownFrees;

  /** Neighbours, equal low bits, 0 and the highest address. */
  private long address(int addresses) {
    long number = random.nextInt(addresses);
    return number % 3 == 0 ? number : number % 3 == 1 ? number << 40 : -number / 3;
  }

  private long size() {
    long most = 1L << random.nextInt(1, 40);
    return random.nextInt(8) == 0 ? 0xffff_fffeL + random.nextInt(3) : random.nextLong(most);
  }

  private void free(long address) {
    if (live.remove(address) == null) {
      unknownFrees++;
    }
  }

  private Sample add(long address) {
    Sample sample = new Sample(random.nextInt(100), size(), size(), size());
    live.put(address, sample);
    return sample;
  }

  @ParameterizedTest
  @CsvSource({
    "EXACT, 20, 2000",
    "WEIGHTED, 3000, 100000",
    "TCMALLOC, 1000, 100000",
    "TO_SAMPLE, 100000, 150000"
  })
  void whatIsLiveAndWasAtTheMarkIsWhatAMapHolds(Scheme scheme, int addresses, int changes) {
    StackSamples samples = StackSamples.of(scheme, 4096);
    LiveSamples tested = new LiveSamples(samples, scheme == Scheme.EXACT);
    Map<Sample, Long> marked = Map.of();
    for (int change = 1; change <= changes; change++) {
      long address = address(addresses);
      if (random.nextBoolean()) {
        free(address);
        tested.free(address);
      } else {
        Sample added = add(address);
        tested.add(address, added.row(), added.size(), added.allocated(), added.extra());
      }
      if (change == changes || random.nextInt(changes / 10) == 0) {
        check(tested, samples);
        assertThat(marked(tested)).isEqualTo(marked);
        if (random.nextBoolean()) {
          tested.mark();
          marked = counted(live.values());
          assertThat(marked(tested)).isEqualTo(marked);
        }
      }
    }
    assertThat(unknownFrees).isPositive();
  }

  private void check(LiveSamples tested, StackSamples scheme) {
    assertThat(tested.unknownFrees()).isEqualTo(unknownFrees);
    assertThat(tested.count()).isEqualTo(live.size());
    assertThat(tested.bytes())
        .isEqualTo(
            live.values().stream()
                .mapToLong(s -> scheme.recordedBytes(s.size(), s.allocated(), s.extra()))
                .sum());
  }

  private static Map<Sample, Long> marked(LiveSamples tested) {
    List<Sample> samples = new ArrayList<>();
    tested.forEachMarked(
        (row, size, allocated, extra) -> samples.add(new Sample(row, size, allocated, extra)));
    return counted(samples);
  }

  private static Map<Sample, Long> counted(Collection<Sample> samples) {
    return samples.stream().collect(Collectors.groupingBy(s -> s, Collectors.counting()));
  }
}
