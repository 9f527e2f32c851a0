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
 * What the user states about the sampling of heaps, and the one rule for its effect. A fact that
 * the user states replaces the one that the recording states or shows, and is marked as given:
 * {@link Evidence#TOLD}. If the numbers contradict it, it is used nevertheless, and a warning names
 * what they show. If it can have no effect, because nothing was sampled or the producer has made
 * the estimates, a warning says so.
 *
 * @param interval mean sampling interval in bytes; 1 if everything was recorded, 0 if the user
 *     states none
 * @param scaled whether the numbers are already scaled; null if the user does not state it
 */
public record GivenSampling(long interval, @Nullable Boolean scaled) {

  /** The user states nothing, so recordings are read as they are. */
  public static final GivenSampling NOTHING = new GivenSampling(0, null);

  /**
   * Creates facts; the record describes its components.
   *
   * @throws IllegalArgumentException if the interval is negative
   */
  public GivenSampling {
    if (interval < 0) {
      throw new IllegalArgumentException("the sampling interval is negative");
    }
  }

  /** Returns these facts without the interval. */
  public GivenSampling withoutInterval() {
    return new GivenSampling(0, scaled);
  }

  /** Whether the user states an interval. */
  public boolean hasInterval() {
    return interval > 0;
  }

  /**
   * Returns the sampling interval to use: the given one, or else the recorded one.
   *
   * @param found the interval in bytes that the recording states or shows; 0 if none
   * @param evidence where that interval comes from
   */
  public Known<Long> interval(long found, Evidence evidence) {
    return hasInterval() ? new Known<>(interval, Evidence.TOLD) : new Known<>(found, evidence);
  }

  /**
   * Returns the sampling interval to use: the given one, or else {@code otherwise}. If the given
   * interval contradicts the numbers, it also adds a warning.
   *
   * @param shown the interval in bytes that the numbers show; 0 if they show none
   * @param otherwise the interval to use if the user states none
   * @param notices receives the warning
   */
  public Known<Long> interval(long shown, Known<Long> otherwise, Notices notices) {
    if (hasInterval() && shown > 0 && shown != interval) {
      notices.add(ErrorId.REFUTED_GIVEN_INTERVAL, interval, shown);
    }
    return interval(otherwise.value(), otherwise.evidence());
  }

  /**
   * Returns whether the numbers are scaled: as the user states, or else as the recording does. If
   * the given fact contradicts the numbers, it also adds a warning.
   *
   * @param found whether the recording states or shows that they are scaled
   * @param notices receives the warning
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

  /**
   * Returns the same recording, with a warning that names the heaps on which these facts have no
   * effect.
   *
   * @param profile the recording that a reader has returned
   */
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
