package dev.heapconv.batch;

import dev.heapconv.model.HeapConvException;
import dev.heapconv.text.PathNames;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One input of a batch, as found before anything is read.
 *
 * @param name what the manifest calls it: its path, as it was reached, see {@link PathNames}
 * @param path where to read it
 * @param named whether the user named it; false if it was found in a folder
 * @param stem path of its outputs in the output folder, without the extension of their format
 * @param problem why it cannot be an input; null if no problem is known
 */
record BatchInput(
    String name, Path path, boolean named, String stem, @Nullable HeapConvException problem) {

  BatchInput {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(stem, "stem");
  }

  BatchInput withStem(String other) {
    return new BatchInput(name, path, named, other, problem);
  }
}
