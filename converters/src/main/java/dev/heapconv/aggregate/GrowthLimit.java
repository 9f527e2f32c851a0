package dev.heapconv.aggregate;

import java.util.Objects;

/**
 * How much a view may grow.
 *
 * @param view name of the view
 * @param ofTotal whether the total may, but not whether each row may
 * @param most so many bytes or objects, or percent of the base
 * @param isPercent whether {@code most} is in percent; more than nothing is more than any
 * @param text the limit as it was written
 */
public record GrowthLimit(
    String view, boolean ofTotal, double most, boolean isPercent, String text) {

  public GrowthLimit {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(text, "text");
    if (!(most >= 0)) {
      throw new IllegalArgumentException("not a limit: " + most);
    }
  }

  boolean isExceeded(double base, double difference) {
    return difference > (isPercent ? base * most / 100 : most);
  }
}
