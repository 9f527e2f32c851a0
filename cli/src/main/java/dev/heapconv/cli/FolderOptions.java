package dev.heapconv.cli;

import dev.heapconv.batch.NameFilter;
import dev.heapconv.model.HeapConvException;
import java.util.List;

/** Options of commands that look for inputs in folders. */
final class FolderOptions extends OptionGroup {

  private final Argument<List<String>> includes =
      texts(
          option(Heading.INPUT, "--include")
              .paramLabel("GLOB")
              .description("In folders, take only files that match; may be repeated."));

  private final Argument<List<String>> excludes =
      texts(
          option(Heading.INPUT, "--exclude")
              .paramLabel("GLOB")
              .description("In folders, skip what matches; may be repeated."));

  /**
   * @throws UsageException if a glob is not valid
   */
  NameFilter filter() {
    try {
      return new NameFilter(includes.valueOr(List.of()), excludes.valueOr(List.of()));
    } catch (IllegalArgumentException e) {
      throw new UsageException(HeapConvException.reason(e));
    }
  }
}
