package dev.heapconv.code;

import dev.heapconv.model.Mapping;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the programs and libraries are that were recorded. */
@FunctionalInterface
public interface Binaries {

  /**
   * The file that was mapped, or an equal copy: of the same build id, with code. A file of the same
   * path is not enough.
   *
   * @return null if there is none
   */
  @Nullable Path find(Mapping mapping) throws IOException;
}
