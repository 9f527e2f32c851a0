package dev.heapconv.batch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a line of the manifest says of an earlier result: whether that still holds can be seen
 * without reading the input again.
 *
 * @param input name of the input, or {@code archive!member}
 * @param size as in {@link ReadResult.Facts}; likewise {@code modified}
 * @param settings hash of the options that determined the content of its outputs
 * @param error name of the {@link dev.heapconv.model.ErrorId} that says what went wrong, possibly
 *     from another version; null if it was converted
 * @param outputs paths below the output folder
 */
record ManifestEntry(
    String input,
    long size,
    long modified,
    String settings,
    @Nullable String error,
    List<String> outputs) {

  ManifestEntry {
    outputs = List.copyOf(outputs);
  }
}
