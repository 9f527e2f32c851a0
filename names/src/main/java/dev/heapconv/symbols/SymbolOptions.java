package dev.heapconv.symbols;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where names come from.
 *
 * @param paths files and folders with symbols, the preferred ones first
 * @param symbolizer the program llvm-symbolizer; null to use symbol tables only
 * @param debuginfod servers to download from what the paths do not have; http or https
 * @param cacheFolder where downloads are kept for further runs; null for nowhere
 * @param localFiles whether unnamed frames may also be named by the file that is at the recorded
 *     path on this machine, if it is the same build
 * @param threads how many binaries are named side by side
 */
public record SymbolOptions(
    List<Path> paths,
    @Nullable Path symbolizer,
    List<URI> debuginfod,
    @Nullable Path cacheFolder,
    boolean localFiles,
    int threads) {

  public SymbolOptions {
    paths = List.copyOf(paths);
    debuginfod = List.copyOf(debuginfod);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed");
    }
  }

  /** Whether there is more than the files of this machine. */
  boolean isGiven() {
    return !paths.isEmpty() || !debuginfod.isEmpty();
  }
}
