package dev.heapconv.symbols;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The names found so far, kept in memory for the whole run, and for further runs in a folder that
 * any number of processes may use.
 */
final class SymbolCache {

  /** About 10 million addresses. */
  private static final long MAX_BYTES = 256L << 20;

  /** Enough to see the headers at the start of a file and the section table at its end. */
  private static final int END_BYTES = 64 << 10;

  private final @Nullable CacheFolder folder;
  private final String namer;
  private final long maxBytes;
  private final Map<SymbolFile, KnownNames> files = new ConcurrentHashMap<>();

  /**
   * @param folder null to keep nothing for further runs
   * @param namer what finds the names; with another one, they are found again
   */
  SymbolCache(@Nullable Path folder, String namer) {
    this(folder, namer, MAX_BYTES);
  }

  SymbolCache(@Nullable Path folder, String namer, long maxBytes) {
    this.folder = folder == null ? null : new CacheFolder(folder);
    this.namer = namer;
    this.maxBytes = maxBytes;
  }

  /** What is known of a file. Only files with a build id are remembered in further runs. */
  KnownNames of(SymbolFile file) throws IOException {
    KnownNames known = files.get(file);
    if (known != null) {
      return known;
    }
    if (folder == null || file.buildId().isEmpty()) {
      known = new KnownNames(null, "", "");
    } else {
      String source = file.format() + " " + fingerprint(file.path()) + " " + namer;
      CRC32 sum = new CRC32();
      sum.update(source.getBytes(StandardCharsets.UTF_8));
      String name = file.buildId() + "-" + Long.toHexString(sum.getValue());
      known = new KnownNames(folder, name, source);
    }
    KnownNames first = files.putIfAbsent(file, known);
    return first == null ? known : first;
  }

  /**
   * Size and ends of a file: unlike its time of modification, they are also those of a copy taken
   * from an archive.
   */
  private static String fingerprint(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      CRC32 sum = new CRC32();
      ByteBuffer end = ByteBuffer.allocate(END_BYTES);
      channel.read(end, 0);
      sum.update(end.flip());
      end.clear();
      channel.read(end, Math.max(0, channel.size() - END_BYTES));
      sum.update(end.flip());
      return channel.size() + " " + Long.toHexString(sum.getValue());
    }
  }

  /** Saves what is not saved yet. */
  void close() {
    for (KnownNames known : files.values()) {
      synchronized (known) {
        known.save();
      }
    }
    if (folder != null) {
      folder.trim(maxBytes);
    }
  }
}
