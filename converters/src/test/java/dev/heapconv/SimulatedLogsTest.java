package dev.heapconv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.SimulatedLog;
import dev.heapconv.fixtures.SimulatedLog.Fault;
import dev.heapconv.fixtures.SimulatedLog.Sampler;
import dev.heapconv.fixtures.StatedTruth;
import dev.heapconv.model.Effects;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Notice;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.Reliability;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An examination: sample logs of random programs and samplers, most of which lost records or write
 * something else than their header states.
 *
 * <p>{@link StatedTruth} says what is wrong with what a log is called. What nothing in the log
 * shows is counted apart, as believed: frees that are lost, if no live address is allocated again;
 * allocations that are lost, unless the log is to have all of them and frees an address twice;
 * positions of few large samples; and without an interval, a stack of which only allocations were
 * recorded that could not be missed. A log that is refused, or called incomplete, is not called
 * reliable.
 *
 * <p>A log is <b>decidable</b> if it is right, or shows what is wrong. It is decided if a right one
 * raises no doubt, and a wrong one the doubt that it has to.
 */
class SimulatedLogsTest {

  private static final int ENOUGH = 60;

  /** What became of the logs of one kind. */
  private static final class Count {
    int logs;
    int refused;
    int exactWrongly;
    int reliable;
    int reliableWrongly;
    int believed;
    int decidable;
    int decided;

    @Override
    public String toString() {
      return String.format(
          "%d logs, refused %d, exact wrongly %d, reliable %d, wrongly %d, believed %d, decided %d"
              + " of %d",
          logs, refused, exactWrongly, reliable, reliableWrongly, believed, decided, decidable);
    }
  }

  private static final Map<String, Count> COUNTS = new TreeMap<>();
  private static final Count ALL = new Count();
  private static final List<String> EXACT_WRONGLY = new ArrayList<>();
  private static final List<String> RELIABLE_WRONGLY = new ArrayList<>();
  private static final List<String> UNDECIDED = new ArrayList<>();

  @BeforeAll
  static void examine() {
    for (int seed = 0; seed < Effort.of(100, 3000); seed++) {
      SimulatedLog log = new SimulatedLog(seed);
      if (log.samples() > 0) {
        String kind = log.fault + " " + log.sampler;
        examine(seed, log, List.of(ALL, COUNTS.computeIfAbsent(kind, unused -> new Count())));
      }
    }
  }

  @Test
  void noneIsCalledExactWrongly() {
    assertThat(EXACT_WRONGLY).as(report()).isEmpty();
  }

  @Test
  void noneIsCalledReliableWrongly() {
    assertThat(RELIABLE_WRONGLY).as(report()).isEmpty();
  }

  @Test
  void theDecidableAreDecided() {
    assertThat(ALL.decidable).as(report()).isGreaterThan(ALL.logs / 3);
    assertThat((double) ALL.decided)
        .as(report() + UNDECIDED)
        .isGreaterThanOrEqualTo(0.95 * ALL.decidable);
  }

  private static String report() {
    StringBuilder text = new StringBuilder(ALL + "\n");
    COUNTS.forEach((kind, count) -> text.append(kind).append(": ").append(count).append('\n'));
    return text.toString();
  }

  private static void examine(int seed, SimulatedLog log, List<Count> into) {
    String name =
        String.format(
            "\n%d: %s %s, interval %d, lost %.2f, %d samples",
            seed, log.fault, log.sampler, log.interval, log.lost, log.samples());
    into.forEach(count -> count.logs++);
    EstimatedProfile profile;
    try {
      profile = HeapConv.unskew(Conversions.read(log.bytes()), UnskewOptions.DEFAULT);
    } catch (IOException e) {
      boolean isRight = log.fault == Fault.WEIGHTS_IN_OBJECTS;
      into.forEach(count -> count.refused++);
      into.forEach(count -> count.decidable++);
      into.forEach(count -> count.decided += isRight ? 1 : 0);
      if (!isRight) {
        UNDECIDED.add(name + ": " + e.getMessage());
      }
      return;
    }
    StatedTruth truth = new StatedTruth(profile, log.truth);
    boolean allowsExact = profile.effects().allowExact(true);
    Predicate<View> isExactShown =
        view -> isShown(log, view) && log.sampler != Sampler.PROBABILITIES;
    String exact = allowsExact ? truth.exactWrongly(isExactShown) : "";
    if (!exact.isEmpty()) {
      into.forEach(count -> count.exactWrongly++);
      EXACT_WRONGLY.add(name + ": exact, but " + exact);
    } else if (allowsExact && !truth.exactWrongly(isExactShown.negate()).isEmpty()) {
      into.forEach(count -> count.believed++);
    }
    for (Reliability.OfView of : Reliability.of(profile).views()) {
      boolean isCalledTooLow = profile.effects().isTooLow(of.view().isLive());
      if (of.level() == Reliability.Level.RELIABLE && !isCalledTooLow) {
        into.forEach(count -> count.reliable++);
        String reliable = truth.unlike(of);
        if (!reliable.isEmpty() && !isShown(log, of.view())) {
          into.forEach(count -> count.believed++);
        } else if (!reliable.isEmpty()) {
          into.forEach(count -> count.reliableWrongly++);
          RELIABLE_WRONGLY.add(name + ": reliable, but " + reliable);
        }
      }
    }
    if (isShown(log, View.SPACE) || isShown(log, View.ALLOC_SPACE)) {
      boolean isDecided = isDecided(log, profile);
      into.forEach(count -> count.decidable++);
      into.forEach(count -> count.decided += isDecided ? 1 : 0);
      if (!isDecided) {
        UNDECIDED.add(name + ": " + profile.notices().stream().map(Notice::id).toList());
      }
    }
  }

  /** Whether the log is right in a view, or shows that it is not. */
  private static boolean isShown(SimulatedLog log, View view) {
    boolean showsAllocs = log.sampler == Sampler.EXACT && log.freesOfFree() > 0;
    return switch (log.fault) {
      case NONE, TIMES_JUMP, WEIGHTS_IN_OBJECTS -> true;
      case FREES_LOST -> !view.isLive() || log.missedFrees() > 0;
      case ALLOCS_LOST -> showsAllocs;
      case BOTH_LOST -> showsAllocs || view.isLive() && log.missedFrees() > 0;
      case SWAPPED -> log.largeSamples() > 0.5 && log.samples() >= ENOUGH;
    };
  }

  private static boolean isDecided(SimulatedLog log, EstimatedProfile profile) {
    Effects effects = profile.effects();
    List<ErrorId> ids = profile.notices().stream().map(Notice::id).toList();
    boolean isRight = !effects.isIncomplete() && !effects.areDoubtful(true);
    return switch (log.fault) {
      case NONE -> isRight && profile.views().contains(View.SPACE);
      case TIMES_JUMP -> isRight && ids.contains(ErrorId.TIMES_LEFT_OUT) == log.jumps() > 0;
      case FREES_LOST ->
          log.missedFrees() == 0 || effects.isTooHigh() || !profile.views().contains(View.SPACE);
      case ALLOCS_LOST -> effects.isTooLow(false);
      case BOTH_LOST ->
          effects.isTooHigh() || effects.isTooLow(false) || !profile.views().contains(View.SPACE);
      case SWAPPED -> ids.contains(ErrorId.SWAPPED_POSITIONS);
      case WEIGHTS_IN_OBJECTS -> !isRight;
    };
  }
}
