package dev.heapconv.query;

import dev.heapconv.model.EstimatedProfile;
import org.jspecify.annotations.Nullable;

/**
 * What questions are asked of.
 *
 * @param base an independent profile that it is compared with; null for none
 */
public record Subject(EstimatedProfile profile, @Nullable EstimatedProfile base) {

  public static Subject of(EstimatedProfile profile) {
    return new Subject(profile, null);
  }

  /** Returns the same with what is to be known of both in the profile. */
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
