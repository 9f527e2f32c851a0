package dev.heapconv.writer;

import dev.heapconv.model.View;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the output formats leave open.
 *
 * @param tool name and version of this program, for formats that say what wrote them
 * @param view the view of formats that hold one, and the one shown first by others; null for the
 *     profile's own default
 */
public record WriteOptions(String tool, @Nullable View view) {

  public WriteOptions {
    Objects.requireNonNull(tool, "tool");
  }
}
