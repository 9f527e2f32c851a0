package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import org.jspecify.annotations.Nullable;

/**
 * A profile that questions are about.
 *
 * @param base an independent profile to compare it with; null for none
 */
public record Subject(EstimatedProfile profile, @Nullable EstimatedProfile base) {

  public static Subject of(EstimatedProfile profile) {
    return new Subject(profile, null);
  }

  /** Returns a copy whose profile also has the remarks and warnings of the base. */
  public Subject withNotices() {
    return base == null
        ? this
        : new Subject(
            new EstimatedProfile(
                profile.capture(),
                profile.stacks(),
                profile.heaps(),
                Subtraction.remarks(base, profile),
                profile.confidence(),
                Subtraction.notices(base, profile)),
            base);
  }
}
