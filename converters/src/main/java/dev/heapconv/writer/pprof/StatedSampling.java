package dev.heapconv.writer.pprof;

import dev.heapconv.model.Effects;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Provenance;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.Recording;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a file states of how its heaps were sampled: the numbers of samples, and the interval. Who
 * reads it computes intervals of estimates from these. So no interval is stated where they rest on
 * anything else, or on what is not sure; then columns of samples, though they be 0, tell that the
 * numbers are not those of a profiler, of which they might show the interval.
 */
final class StatedSampling {

  /** Of each heap in bytes; 0 where none is stated. */
  private final long[] intervals;

  /** Columns of recorded allocations, besides the views of the profile. */
  private final List<View> counts = new ArrayList<>();

  StatedSampling(EstimatedProfile profile) {
    List<EstimatedHeap> heaps = profile.heaps();
    Effects effects = profile.effects();
    Set<ErrorId> notices = EnumSet.noneOf(ErrorId.class);
    profile.notices().forEach(notice -> notices.add(notice.id()));
    boolean isWhole = effects.allowExact(false) && !notices.contains(ErrorId.LOST_INTERVALS);
    boolean isSound = isWhole && !effects.areDoubtful(heaps.size() == 1);
    boolean areRowsSums = notices.contains(ErrorId.SUMMED_ROWS);
    List<View> found = new ArrayList<>();
    intervals = new long[heaps.size()];
    for (int i = 0; i < intervals.length; i++) {
      EstimatedHeap heap = heaps.get(i);
      HeapInfo info = heap.info();
      boolean isCounted = counts(heap, View.ALLOC_SAMPLES) || counts(heap, View.SAMPLES);
      boolean isOriginal = isWhole && isOfMoment(info.provenance());
      boolean isStated =
          isOriginal
              && (isCounted
                  ? isSound && isEnough(info, areRowsSums)
                  : !isSum(info) && !isAssumed(info));
      intervals[i] = isStated ? info.samplingInterval() : 0;
      if (isCounted || !isOriginal || isSum(info)) {
        found.addAll(sides(heap));
      }
    }
    for (View samples : List.of(View.ALLOC_SAMPLES, View.SAMPLES)) {
      if (found.contains(samples) && !profile.views().contains(samples)) {
        counts.add(samples);
      }
    }
  }

  /** Whether what is live was so at a moment, which readers take it for. */
  private static boolean isOfMoment(Provenance from) {
    return switch (from.live()) {
      case MOMENT, PEAK, ENDED -> true;
      case UNCOLLECTED, DIFFERENCE, OVER_TIME, PEAKS -> false;
    };
  }

  private static boolean isSum(HeapInfo info) {
    return info.id().recording().equals(Recording.NONE);
  }

  /** What a producer has not counted is tested when it is read, as in a file of that producer. */
  private static boolean isAssumed(HeapInfo info) {
    return info.provenance().sampling() == Evidence.ASSUMED;
  }

  /**
   * Whether the interval of a heap and the numbers of its samples are all that its estimates were
   * made from, and sure. The interval may have grown, or a cutoff may be another. Sums of
   * heapprofd's samples are what one recording would have, but others may have scaled each part by
   * its mean.
   */
  private static boolean isEnough(HeapInfo info, boolean areRowsSums) {
    Sampling sampling = info.sampling();
    return info.provenance().sampling().isSure()
        && sampling.equals(Sampling.of(sampling.scheme(), sampling.interval()))
        && (sampling.isWeighted() || sampling.isComplete() || !areRowsSums && !isSum(info));
  }

  /**
   * Columns of samples for the objects and bytes of a heap: alone, they would look like objects.
   */
  private static List<View> sides(EstimatedHeap heap) {
    List<View> sides = new ArrayList<>();
    if (heap.views().containsAll(List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE))) {
      sides.add(View.ALLOC_SAMPLES);
    }
    if (heap.views().containsAll(List.of(View.OBJECTS, View.SPACE))) {
      sides.add(View.SAMPLES);
    }
    return sides;
  }

  /**
   * Whether a heap has counts of samples for a column. That objects are samples has to be sure:
   * then all was recorded.
   */
  static boolean counts(EstimatedHeap heap, View samples) {
    HeapInfo info = heap.info();
    return heap.isCounted(samples.isLive())
        && sides(heap).contains(samples)
        && (!info.sampling().isComplete() || info.provenance().sampling().isSure());
  }

  /** The columns of recorded allocations that the views of the profile do not have. */
  List<View> counts() {
    return counts;
  }

  /** The interval of all heaps in bytes; 0 if they do not have the same one. */
  long period() {
    for (long interval : intervals) {
      if (interval != intervals[0]) {
        return 0;
      }
    }
    return intervals.length == 0 ? 0 : intervals[0];
  }

  /** The interval that the samples of a heap state in bytes; 0 if they state none. */
  long label(int heap) {
    return period() > 0 ? 0 : intervals[heap];
  }
}
