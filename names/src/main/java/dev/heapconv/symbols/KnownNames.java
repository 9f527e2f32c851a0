package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the addresses in one symbol file. Its lock is held while addresses are looked
 * up, so that none is looked up twice.
 */
final class KnownNames {

  private final @Nullable CacheFolder folder;
  private final Path saved;
  private final String source;
  private final Long2ObjectOpenHashMap<List<SourceLine>> names = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<List<SourceLine>> makeshift = new Long2ObjectOpenHashMap<>();
  private int unsaved;
  private @Nullable Problem problem;

  /**
   * @param folder where they are saved; null for nowhere
   * @param name name of the file in the folder
   * @param source tells whether names that were saved are those that would be found today
   */
  KnownNames(@Nullable CacheFolder folder, String name, String source) {
    this.folder = folder;
    this.source = source;
    saved = folder == null ? Path.of("") : folder.file(name);
    if (folder != null) {
      NameFile.read(saved, source, names);
      if (!names.isEmpty()) {
        folder.use(saved);
      }
    }
  }

  /** The functions of an address; empty if nothing is known; null if it was never looked up. */
  @Nullable List<SourceLine> get(long address) {
    List<SourceLine> lines = names.get(address);
    return lines == null ? makeshift.get(address) : lines;
  }

  void put(long address, List<SourceLine> lines) {
    names.put(address, lines);
    unsaved++;
  }

  /** For this run only, because something failed that may work in another one. */
  void putMakeshift(long address, List<SourceLine> lines) {
    makeshift.put(address, lines);
  }

  /** Why some addresses have no names, or poorer ones; null if nothing failed. */
  @Nullable Problem problem() {
    return problem;
  }

  void setProblem(Problem failure) {
    problem = failure;
  }

  /** Saves them if many are new: then all saving together writes at most twice their number. */
  void saveIfMany() {
    if (unsaved * 2 >= names.size()) {
      save();
    }
  }

  void save() {
    if (folder == null || unsaved == 0) {
      return;
    }
    unsaved = 0;
    NameFile.read(saved, source, names);
    try {
      Path temporary = folder.temporary();
      try {
        NameFile.write(temporary, source, names);
        folder.publish(temporary, saved);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      // They will be looked up again.
    }
  }
}
