package dev.heapconv.model;

import java.util.Objects;

/**
 * Recorded numbers of a view that only some producers have, such as Fuchsia's {@code
 * deallocated_space}.
 *
 * @param view the view, none of {@link View#ALL}
 * @param values recorded numbers, one a row
 */
public record ExtraColumn(View view, long[] values) {

  public ExtraColumn {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(values, "values");
  }
}
