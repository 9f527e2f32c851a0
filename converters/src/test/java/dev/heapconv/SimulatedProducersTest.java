package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.aggregate.Reliability;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.SimulatedProducer;
import dev.heapconv.fixtures.SimulatedProducer.Change;
import dev.heapconv.fixtures.SimulatedProducer.Numbers;
import dev.heapconv.fixtures.SimulatedProducer.Period;
import dev.heapconv.fixtures.SimulatedProducer.Row;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.testing.Effort;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An examination: files of random programs and producers, of which nothing but the file is told.
 *
 * <p>What a file is called <b>exact</b> in is each row of a heap whose sampling {@linkplain
 * dev.heapconv.model.Provenance#sampling is sure} and whose interval is a point. Wrongly, if the
 * truth is another number: further away than half an object or byte, and a millionth.
 *
 * <p>It is called <b>reliable</b> in each view of {@link Reliability} with that level. Wrongly, if
 * less of the bytes is in rows whose truth is half to twice their number than the share p that is
 * stated, by more than chance explains: three deviations of the sum of rows, each of which holds
 * with probability p, or .99 if p is more. Rows weigh what they are said to, as in the statement; a
 * truth of 0 is within a factor of two of nothing but 0. Raw sums that are unskewed with the wrong
 * interval that they state are counted apart, as believed: no number can show that it is wrong.
 *
 * <p>A file is <b>decidable</b> if its numbers were written by one producer and not changed since,
 * and show what they are:
 *
 * <ul>
 *   <li>raw: the true interval T is stated, and {@value #ENOUGH} stacks weigh less than T;
 *   <li>scaled, by stack or by sample: T is stated, and {@value #ENOUGH} stacks have a mean size of
 *       at most T / 8; or T is missing or wrong, and so many of these are of one sample each, which
 *       tells T whatever else there is;
 *   <li>exact: so stated, by an interval of 1.
 * </ul>
 *
 * It is decided if the scheme is the right one, and the interval right to 2 %.
 */
class SimulatedProducersTest {

  private static final int ENOUGH = 10;

  private static final UnskewOptions OPTIONS = UnskewOptions.DEFAULT;

  /** What became of the files of one kind. */
  private static final class Count {
    int files;
    int refused;
    int exactWrongly;
    int reliableWrongly;
    int reliable;
    int believed;
    int decidable;
    int decided;

    @Override
    public String toString() {
      return String.format(
          "%d files, refused %d, exact wrongly %d, reliable %d, wrongly %d, believed %d,"
              + " decided %d of %d",
          files, refused, exactWrongly, reliable, reliableWrongly, believed, decided, decidable);
    }
  }

  private static final Map<String, Count> COUNTS = new TreeMap<>();
  private static final Count ALL = new Count();
  private static final List<String> REFUSED = new ArrayList<>();
  private static final List<String> EXACT_WRONGLY = new ArrayList<>();
  private static final List<String> RELIABLE_WRONGLY = new ArrayList<>();
  private static final List<String> UNDECIDED = new ArrayList<>();

  @BeforeAll
  static void examine() {
    for (int seed = 0; seed < Effort.of(600, 2000); seed++) {
      SimulatedProducer producer = new SimulatedProducer(seed);
      if (!producer.rows.isEmpty()) {
        String kind = producer.numbers + " " + producer.period + " " + producer.change;
        Count ofKind = COUNTS.computeIfAbsent(kind, unused -> new Count());
        examine(seed, producer, List.of(ALL, ofKind));
      }
    }
  }

  @Test
  void allAreRead() {
    assertThat(REFUSED).as(report()).isEmpty();
  }

  @Test
  void noneIsCalledExactWrongly() {
    assertThat(EXACT_WRONGLY).as(report()).isEmpty();
  }

  /** Sums of two files whose stacks were scaled by their means are, in 1 of 60 cases. */
  @Test
  void hardlyAnyIsCalledReliableWrongly() {
    assertThat(RELIABLE_WRONGLY.size())
        .as(report() + RELIABLE_WRONGLY)
        .isLessThanOrEqualTo(ALL.reliable / 400);
    assertThat(RELIABLE_WRONGLY).allMatch(file -> file.contains("MERGED"));
  }

  @Test
  void theDecidableAreDecided() {
    assertThat(ALL.decidable).as(report()).isGreaterThan(ALL.files / 10);
    assertThat((double) ALL.decided)
        .as(report() + UNDECIDED)
        .isGreaterThanOrEqualTo(0.95 * ALL.decidable);
  }

  private static String report() {
    StringBuilder text = new StringBuilder(ALL + "\n");
    COUNTS.forEach((kind, count) -> text.append(kind).append(": ").append(count).append('\n'));
    return text.toString();
  }

  private static void examine(int seed, SimulatedProducer producer, List<Count> into) {
    String name =
        String.format(
            "%d: %s, interval %d, period %s %d, %s%s%s",
            seed,
            producer.numbers,
            producer.interval,
            producer.period,
            producer.stated,
            producer.change,
            producer.liveOnly ? ", live only" : "",
            producer.otlp ? ", OTLP" : "");
    into.forEach(count -> count.files++);
    EstimatedProfile profile;
    try {
      profile = HeapConv.unskew(Conversions.read(producer.file()), OPTIONS);
    } catch (IOException e) {
      into.forEach(count -> count.refused++);
      REFUSED.add(name + ": " + e.getMessage());
      return;
    }
    Truth truth = new Truth(producer, profile);
    String exact = truth.exactWrongly();
    if (!exact.isEmpty()) {
      into.forEach(count -> count.exactWrongly++);
      EXACT_WRONGLY.add(name + ": exact, but " + exact);
    }
    for (Reliability.OfView of : Reliability.of(profile).views()) {
      if (of.level() == Reliability.Level.RELIABLE) {
        into.forEach(count -> count.reliable++);
        String reliable = truth.unlike(of);
        if (!reliable.isEmpty() && isBelieved(producer, profile)) {
          into.forEach(count -> count.believed++);
        } else if (!reliable.isEmpty()) {
          into.forEach(count -> count.reliableWrongly++);
          RELIABLE_WRONGLY.add(name + ": reliable, but " + reliable);
        }
      }
    }
    if (isDecidable(producer)) {
      HeapInfo info = profile.heaps().get(0).info();
      boolean isDecided =
          info.sampling().scheme() == scheme(producer) && isNear(info, producer.interval);
      into.forEach(count -> count.decidable++);
      into.forEach(count -> count.decided += isDecided ? 1 : 0);
      if (!isDecided) {
        UNDECIDED.add(
            "\n" + name + ": " + info.sampling().scheme() + " " + info.samplingInterval());
      }
    }
  }

  private static boolean isBelieved(SimulatedProducer producer, EstimatedProfile profile) {
    return producer.numbers == Numbers.RAW
        && producer.period == Period.WRONG
        && producer.stated > 1
        && profile.heaps().stream()
            .map(EstimatedHeap::info)
            .allMatch(
                info ->
                    info.sampling().scheme() == Scheme.RECORDED
                        && info.samplingInterval() == producer.stated);
  }

  private static boolean isDecidable(SimulatedProducer producer) {
    if (producer.change != Change.NONE) {
      return false;
    }
    int bytes = producer.liveOnly ? 3 : 1;
    long interval = producer.interval;
    boolean isStated = producer.period == Period.STATED;
    long small =
        producer.rows.stream()
            .filter(row -> row.values()[bytes] > 0 && row.mean() <= interval / 8.0)
            .filter(row -> isStated || row.samples() == 1)
            .count();
    long light =
        producer.rows.stream()
            .filter(row -> row.values()[bytes] > 0 && row.values()[bytes] < interval)
            .count();
    return switch (producer.numbers) {
      case RAW -> isStated && light >= ENOUGH;
      case PER_STACK, PER_SAMPLE -> small >= ENOUGH;
      case EXACT -> isStated;
    };
  }

  private static Scheme scheme(SimulatedProducer producer) {
    return producer.numbers == Numbers.RAW
        ? Scheme.RECORDED
        : producer.numbers == Numbers.EXACT ? Scheme.EXACT : Scheme.SCALED;
  }

  private static boolean isNear(HeapInfo info, long interval) {
    return Math.abs(info.samplingInterval() - interval) <= 0.02 * interval;
  }

  /** What a profile says beside what is true. */
  private static final class Truth {
    private final EstimatedProfile profile;
    private final Map<String, Row> rows = new HashMap<>();

    Truth(SimulatedProducer producer, EstimatedProfile profile) {
      this.profile = profile;
      producer.rows.forEach(row -> rows.put(row.site(), row));
    }

    private double of(View view, EstimatedHeap heap, int row) {
      int frame = profile.stacks().frame(heap.stack(row));
      String site = profile.stacks().lines(frame).get(0).function();
      return rows.get(site).truth()[View.ALL.indexOf(view)];
    }

    /** The first number that is called exact and is not; empty for none. */
    String exactWrongly() {
      for (EstimatedHeap heap : profile.heaps()) {
        boolean isSure = heap.info().provenance().sampling().isSure();
        for (View view : heap.views()) {
          Column column = heap.column(view);
          for (int row = 0; isSure && View.ALL.contains(view) && row < heap.rows(); row++) {
            double truth = of(view, heap, row);
            boolean isExact = column.low(row) == column.high(row);
            double off = Math.abs(column.value(row) - truth);
            if (isExact && off > 0.5 + 1e-6 * Math.abs(truth)) {
              return view.name() + " " + column.value(row) + " is " + truth;
            }
          }
        }
      }
      return "";
    }

    /** How a view falls short of what is said of it; empty if it does not. */
    String unlike(Reliability.OfView said) {
      double all = 0;
      double squares = 0;
      double within = 0;
      for (EstimatedHeap heap : profile.latestDumps()) {
        Column column = heap.column(said.view());
        Column bytes = heap.column(said.view().isLive() ? View.SPACE : View.ALLOC_SPACE);
        for (int row = 0; column != null && row < heap.rows(); row++) {
          double weight = (bytes == null ? column : bytes).value(row);
          double ratio = of(said.view(), heap, row) / column.value(row);
          if (weight > 0) {
            all += weight;
            squares += weight * weight;
            within += ratio >= 0.5 && ratio <= 2 ? weight : 0;
          }
        }
      }
      double share = said.share();
      double holds = Math.min(share, 0.99);
      double chance = 3 * Math.sqrt(holds * (1 - holds) * squares) / all;
      return within / all >= share - chance - 1e-9
          ? ""
          : String.format("%s: %.3f of %.3f", said.view().name(), within / all, share);
    }
  }
}
