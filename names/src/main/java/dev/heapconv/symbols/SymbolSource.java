package dev.heapconv.symbols;

import dev.heapconv.model.Mapping;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file with the symbols of a mapping: below the given paths, on a server, or where the
 * recording says that it is.
 */
final class SymbolSource implements Closeable {

  private final SymbolOptions options;
  private final Map<Key, Search> searches = new ConcurrentHashMap<>();
  private @Nullable SymbolIndex index;
  private @Nullable Debuginfod debuginfod;

  SymbolSource(SymbolOptions options) {
    this.options = options;
  }

  /**
   * @param file null if there is none
   * @param byPath whether only the path says that it fits
   * @param reason why the files that were looked at do not fit; empty if there is nothing to say
   * @param similar whether one of them nearly fits
   * @param local whether the file is the one at the recorded path
   */
  record FoundSymbols(
      @Nullable SymbolFile file, boolean byPath, String reason, boolean similar, boolean local) {

    /** The same, unless the file at the recorded path fits better. */
    private FoundSymbols or(SymbolIndex.Match match) {
      return match.file() == null
          ? new FoundSymbols(
              null, byPath, reason.isEmpty() ? match.problem() : reason, similar, false)
          : new FoundSymbols(match.file(), match.byPath(), "", false, true);
    }
  }

  record Key(String path, String buildId, long offset) {

    /** Without build ids, only their places tell the binaries in an APK apart. */
    static Key of(Mapping mapping) {
      long offset = mapping.buildId().isEmpty() ? mapping.binaryOffset() : 0;
      return new Key(mapping.path(), mapping.buildId(), offset);
    }
  }

  private static final class Search {
    private @Nullable FoundSymbols found;
  }

  /**
   * Looks for a binary, below the paths and on servers once.
   *
   * @param localFiles where to look last; null to leave out the files of this machine
   */
  FoundSymbols find(Mapping mapping, @Nullable LocalFiles localFiles) throws IOException {
    FoundSymbols found = given(mapping);
    return found.file() != null || localFiles == null ? found : found.or(localFiles.find(mapping));
  }

  private FoundSymbols given(Mapping mapping) throws IOException {
    Search search = searches.computeIfAbsent(Key.of(mapping), unused -> new Search());
    synchronized (search) {
      if (search.found == null) {
        search.found = search(mapping);
      }
      return search.found;
    }
  }

  private FoundSymbols search(Mapping mapping) throws IOException {
    SymbolIndex.Match match = index().find(mapping);
    String reason = options.paths().isEmpty() ? "" : match.problem();
    Debuginfod servers = match.file() == null ? debuginfod() : null;
    if (servers == null || mapping.buildId().isEmpty()) {
      return new FoundSymbols(match.file(), match.byPath(), reason, match.similar(), false);
    }
    Debuginfod.Fetched download = servers.find(mapping.buildId());
    if (!download.problem().isEmpty() && !match.similar()) {
      reason = download.problem();
    }
    return download.file() == null
        ? new FoundSymbols(null, false, reason, match.similar(), false)
        : new FoundSymbols(download.file(), false, "", false, false);
  }

  /** The code of a binary; null if there is none of its build id. */
  @Nullable Path findCode(Mapping mapping) throws IOException {
    String id = BuildId.normal(mapping.buildId());
    Path given = id.isEmpty() ? null : index().findCode(mapping);
    if (given != null || id.isEmpty()) {
      return given;
    }
    Path local = options.localFiles() ? Path.of(mapping.path()) : null;
    if (local != null
        && local.isAbsolute()
        && Files.isRegularFile(local)
        && isReadableCode(id, local)) {
      return local;
    }
    Debuginfod servers = debuginfod();
    SymbolFile download = servers == null ? null : servers.findBinary(mapping.buildId()).file();
    return download != null && ElfFile.isCodeOf(id, download.path()) ? download.path() : null;
  }

  private static boolean isReadableCode(String id, Path file) {
    try {
      return ElfFile.isCodeOf(id, file);
    } catch (IOException e) {
      return false;
    }
  }

  /** What failed on servers since this was called last: one failure for all recordings. */
  synchronized List<Problem> failures() {
    return debuginfod == null ? List.of() : debuginfod.news();
  }

  /** Whether a server has failed, for this recording or for one before. */
  synchronized boolean hasFailed() {
    return debuginfod != null && debuginfod.hasFailed();
  }

  /** What could not be read of the given paths, and why; a line for each. */
  List<String> problems() {
    return index().problems();
  }

  /** Whether the given paths have but one file with symbols. */
  boolean isOneFile() {
    return index().isOneFile();
  }

  private synchronized SymbolIndex index() {
    if (index == null) {
      index = SymbolIndex.of(options.paths());
    }
    return index;
  }

  private synchronized @Nullable Debuginfod debuginfod() throws IOException {
    if (debuginfod == null && !options.debuginfod().isEmpty()) {
      Path folder = options.cacheFolder();
      debuginfod =
          new Debuginfod(
              options.debuginfod(),
              folder == null ? null : folder.resolve("debuginfod"),
              Debuginfod.MAX_BYTES,
              Debuginfod.TIME_OUT);
    }
    return debuginfod;
  }

  @Override
  public synchronized void close() throws IOException {
    if (debuginfod != null) {
      debuginfod.close();
    }
    if (index != null) {
      index.close();
    }
  }
}
