package dev.heapconv.reader;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Known;
import dev.heapconv.model.Notice;
import dev.heapconv.model.Notice.Notices;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.unskew.Sampling;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the user gives of how heaps were sampled, and the one rule of what that does. A fact that
 * the user gives replaces the one that a recording states or shows, and is marked as given: {@link
 * Evidence#TOLD}. If the numbers refute it, it is used all the same, and a warning names what they
 * show. Where a format leaves no room for it, because nothing was sampled or the estimates were
 * made before, a warning says that it has no effect.
 *
 * @param interval mean sampling interval in bytes; 1 if everything was recorded, 0 if none is given
 * @param scaled whether the numbers are scaled already; null if that is not given
 */
public record GivenSampling(long interval, @Nullable Boolean scaled) {

  /** Nothing: recordings are taken as they are. */
  public static final GivenSampling NOTHING = new GivenSampling(0, null);

  public GivenSampling {
    if (interval < 0) {
      throw new IllegalArgumentException("the sampling interval is negative");
    }
  }

  /** The same without an interval. */
  public GivenSampling withoutInterval() {
    return new GivenSampling(0, scaled);
  }

  /** Whether an interval is given. */
  public boolean hasInterval() {
    return interval > 0;
  }

  /**
   * The sampling interval to use.
   *
   * @param found in bytes, what the recording says; 0 if it says nothing
   * @param evidence for that
   */
  public Known<Long> interval(long found, Evidence evidence) {
    return hasInterval() ? new Known<>(interval, Evidence.TOLD) : new Known<>(found, evidence);
  }

  /**
   * The sampling interval to use of numbers that may show it.
   *
   * @param shown in bytes, what the numbers show; 0 if nothing
   * @param otherwise what is known if they show nothing and none is given
   */
  public Known<Long> interval(long shown, Known<Long> otherwise, Notices notices) {
    if (hasInterval() && shown > 0 && shown != interval) {
      notices.add(ErrorId.REFUTED_GIVEN_INTERVAL, interval, shown);
    }
    return interval(otherwise.value(), otherwise.evidence());
  }

  /**
   * Whether numbers are scaled.
   *
   * @param found what the recording says or shows
   */
  public Known<Boolean> scaled(Known<Boolean> found, Notices notices) {
    if (scaled == null) {
      return found;
    }
    if (found.evidence() == Evidence.SHOWN && !found.value().equals(scaled)) {
      notices.add(ErrorId.REFUTED_SCALED, scaling(scaled), scaling(found.value()));
    }
    return new Known<>(scaled, Evidence.TOLD);
  }

  private static String scaling(boolean isScaled) {
    return isScaled ? "scaled" : "raw";
  }

  /** The same recording, which says on which of its heaps nothing of this has an effect. */
  public RecordedProfile checked(RecordedProfile profile) {
    if (equals(NOTHING)) {
      return profile;
    }
    Set<String> withoutInterval = new LinkedHashSet<>();
    Set<String> withoutScaling = new LinkedHashSet<>();
    for (RecordedHeap heap : profile.heaps()) {
      HeapInfo info = heap.info();
      Sampling sampling = info.sampling();
      if (hasInterval() && info.provenance().interval() != Evidence.TOLD) {
        withoutInterval.add(info.heap());
      }
      if (scaled != null
          && info.provenance().scheme() != Evidence.TOLD
          && (sampling.isScaled() != scaled || sampling.isComplete())) {
        withoutScaling.add(info.heap());
      }
    }
    RecordedProfile checked = profile;
    if (!withoutInterval.isEmpty()) {
      checked =
          checked.withNotice(
              Notice.of(ErrorId.INTERVAL_IGNORED, String.join(", ", withoutInterval)));
    }
    boolean isSaid =
        profile.notices().stream().anyMatch(notice -> notice.id() == ErrorId.CANNOT_UNSKEW);
    if (!withoutScaling.isEmpty() && !isSaid) {
      checked =
          checked.withNotice(Notice.of(ErrorId.SCALED_IGNORED, String.join(", ", withoutScaling)));
    }
    return checked;
  }
}
