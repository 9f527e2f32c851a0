package dev.heapconv.cli;

import dev.heapconv.Format;
import org.jspecify.annotations.Nullable;

/** Options of every command that shows stacks. */
final class StackOptions extends OptionGroup {

  private final Flag allocatorFrames =
      flag(
          Heading.OUTPUT,
          "--allocator-frames",
          "Keep the allocator's own functions at the end of stacks, such as malloc and operator"
              + " new, in tables, speedscope, firefox, otlp and folded.");

  boolean allocatorFrames() {
    return allocatorFrames.isSet();
  }

  /**
   * Whether a profile is written with the allocator's functions.
   *
   * @param format null for the summary
   * @throws UsageException if the option has no effect on the format
   */
  boolean allocatorFramesIn(@Nullable Format format) {
    boolean kept = format != null && format.has(Format.Property.ALLOCATOR_FRAMES);
    if (allocatorFrames() && !kept) {
      throw new UsageException(
          "--allocator-frames has no effect on "
              + (format == null ? "the summary" : format.id())
              + "; write speedscope, firefox, otlp or folded, or use 'heapconv top'");
    }
    return allocatorFrames();
  }
}
