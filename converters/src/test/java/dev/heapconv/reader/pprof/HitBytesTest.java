package dev.heapconv.reader.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.proto.pprof.ValueType;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Producers that draw each byte, or word, and count the hits of a block whatever its size: OCaml's
 * statmemprof gives {@code n_samples / lambda} words, libdatadog a number of intervals. A row of n
 * hits has n T bytes, and the sum of T/size over them as objects.
 */
class HitBytesTest {

  private static final int STACKS = 60;

  /** A profile, and the bytes that were allocated, by stack. */
  private record Simulated(byte[] profile, List<Long> truth) {}

  /**
   * @param period that it states; 0 for none
   */
  private static Simulated simulate(SplittableRandom random, long interval, long period) {
    Profile.Builder profile =
        Profile.newBuilder()
            .addAllStringTable(List.of("", "alloc_objects", "count", "alloc_space", "bytes", "f"))
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .addSampleType(ValueType.newBuilder().setType(3).setUnit(4))
            .addFunction(Function.newBuilder().setId(1).setName(5));
    if (period > 0) {
      profile.setPeriodType(ValueType.newBuilder().setType(3).setUnit(4)).setPeriod(period);
    }
    List<Long> truth = new ArrayList<>();
    while (truth.size() < STACKS) {
      // From 8 bytes to 64 intervals.
      double range = Math.log(8.0 * interval);
      long size = 8 * Math.max(1, (long) Math.exp(random.nextDouble() * range));
      long count = 1 + (long) (random.nextInt(1, 40) * interval * random.nextDouble() / size);
      long hits = poisson((double) count * size / interval, random);
      if (hits > 0) {
        long id = truth.size() + 1;
        truth.add(count * size);
        profile
            .addLocation(
                Location.newBuilder()
                    .setId(id)
                    .addLine(Line.newBuilder().setFunctionId(1).setLine(id)))
            .addSample(
                Sample.newBuilder()
                    .addLocationId(id)
                    .addValue(Math.max(1, Math.round((double) hits * interval / size)))
                    .addValue(hits * interval));
      }
    }
    return new Simulated(profile.build().toByteArray(), truth);
  }

  private static long poisson(double mean, SplittableRandom random) {
    long hits = 0;
    for (double t = -Math.log(1 - random.nextDouble()); t < mean; hits++) {
      t -= Math.log(1 - random.nextDouble());
    }
    return hits;
  }

  private static EstimatedHeap heap(byte[] profile, long given) throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withGiven(new GivenSampling(given, null));
    return HeapConv.unskew(Conversions.read(profile, options), UnskewOptions.DEFAULT)
        .heaps()
        .get(0);
  }

  /** Whether T is stated, given or neither; 80,000 is 8 bytes at a rate of 1e-4. */
  @ParameterizedTest
  @CsvSource({
    "524288, 524288, 0, SHOWN",
    "80000, 80000, 0, SHOWN",
    "80000, 0, 0, SHOWN",
    "80000, 0, 80000, TOLD",
    "800, 0, 0, SHOWN"
  })
  void bytesHaveIntervalsThatHold(long interval, long stated, long given, Evidence evidence)
      throws IOException {
    SplittableRandom random = new SplittableRandom(interval + stated);
    int inside = 0;
    int profiles = 40;
    for (int trial = 0; trial < profiles; trial++) {
      Simulated simulated = simulate(random, interval, stated);
      EstimatedHeap heap = heap(simulated.profile, given);

      assertThat(heap.info().sampling().scheme()).isEqualTo(Scheme.SCALED);
      assertThat(heap.info().samplingInterval()).isEqualTo(interval);
      assertThat(heap.info().provenance().scheme()).isEqualTo(Evidence.SHOWN);
      assertThat(heap.info().provenance().interval()).isEqualTo(evidence);
      Column bytes = heap.column(View.ALLOC_SPACE);
      Column objects = heap.column(View.ALLOC_OBJECTS);
      for (int row = 0; row < heap.rows(); row++) {
        double truth = simulated.truth.get(row);
        inside += bytes.low(row) <= truth && truth <= bytes.high(row) ? 1 : 0;
        // Which sizes a number of objects is of is not known.
        assertThat(objects.estimate(row).hasInterval()).isFalse();
      }
    }
    // Stacks without a hit are not there, so that rare ones seem larger than they are.
    assertThat(inside).isBetween(profiles * STACKS * 93 / 100, profiles * STACKS * 995 / 1000);
  }

  /** A program of which every allocation was recorded does something a thousand times. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void repetitionsAreNoHits(int sizes) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    Profile.Builder profile =
        Profile.newBuilder()
            .addAllStringTable(List.of("", "alloc_objects", "count", "alloc_space", "bytes"))
            .addSampleType(ValueType.newBuilder().setType(1).setUnit(2))
            .addSampleType(ValueType.newBuilder().setType(3).setUnit(4));
    for (int stack = 1; stack <= STACKS; stack++) {
      long count = 0;
      long bytes = 0;
      for (int size = 0; size < sizes; size++) {
        long repeated = 1000L * random.nextInt(1, 100);
        count += repeated;
        bytes += repeated * random.nextInt(1, 900);
      }
      profile
          .addLocation(Location.newBuilder().setId(stack).setAddress(stack))
          .addSample(Sample.newBuilder().addLocationId(stack).addValue(count).addValue(bytes));
    }
    EstimatedHeap heap = heap(profile.build().toByteArray(), 0);

    assertThat(heap.info().samplingInterval()).isZero();
    assertThat(heap.info().provenance().scheme()).isEqualTo(Evidence.ASSUMED);
  }
}
