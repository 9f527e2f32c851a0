package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.samples.StackSamples;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveSamplesTest {

  private record Sample(int slot, int row, long size, long allocated, double extra) {}

  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<Long, Sample> live = new HashMap<>();
  private final Deque<Integer> freeSlots = new ArrayDeque<>();
  private int slots;
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
    Sample freed = live.remove(address);
    if (freed == null) {
      unknownFrees++;
    } else {
      freeSlots.push(freed.slot());
    }
  }

  private Sample add(long address) {
    Sample replaced = live.get(address);
    int slot = replaced != null ? replaced.slot() : freeSlots.isEmpty() ? slots++ : freeSlots.pop();
    long size = size();
    Sample sample = new Sample(slot, random.nextInt(100), size, size(), size());
    live.put(address, sample);
    return sample;
  }

  @ParameterizedTest
  @CsvSource({
    "EXACT, 20, 2000",
    "WEIGHTED, 3000, 100000",
    "TCMALLOC, 1000, 100000",
    "TO_SAMPLE, 100000, 300000"
  })
  void whatIsLiveIsWhatAMapHolds(Scheme scheme, int addresses, int changes) {
    StackSamples samples = StackSamples.of(scheme, 4096);
    LiveSamples tested = new LiveSamples(samples);
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
    BitSet expected = new BitSet();
    for (Sample sample : live.values()) {
      int slot = sample.slot();
      expected.set(slot);
      assertThat(
              new Sample(
                  slot,
                  tested.row(slot),
                  tested.size(slot),
                  tested.allocated(slot),
                  tested.extra(slot)))
          .isEqualTo(sample);
    }
    assertThat(tested.slots()).isEqualTo(expected);
  }
}
