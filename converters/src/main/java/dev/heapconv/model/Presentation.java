package dev.heapconv.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the producer of a profile wants it to be shown, as pprof files state it.
 *
 * @param view the view to show by default; null if not stated
 * @param dropFrames regular expression of functions that are dropped at the end of stacks; empty if
 *     unknown, like the following components
 * @param keepFrames regular expression of functions that are kept nevertheless
 * @param documentation address of a page about the profile
 */
public record Presentation(
    @Nullable View view, String dropFrames, String keepFrames, String documentation) {

  /** The presentation of formats that state none. */
  public static final Presentation UNKNOWN = new Presentation(null, "", "", "");

  public Presentation {
    Objects.requireNonNull(dropFrames, "dropFrames");
    Objects.requireNonNull(keepFrames, "keepFrames");
    Objects.requireNonNull(documentation, "documentation");
  }
}
