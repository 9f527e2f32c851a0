package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the addresses in one symbol file. Its lock is held while addresses are looked
 * up, so that none is looked up twice. Saved, all integers are big-endian:
 *
 * <pre>
 * int32 MAGIC
 * int32 number of texts; of each, int32 length in bytes and UTF-8: the first says what they come from
 * int32 number of distinct lines; of each, int32 function, int32 file (texts), int32 line
 * int32 number of addresses; of each, int64 address, int32 number of lines, int32 lines
 * </pre>
 */
final class KnownNames {

  private static final int MAGIC = 0x68_63_73_31;

  private final @Nullable CacheFolder folder;
  private final String name;
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
    this.name = name;
    this.source = source;
    if (folder != null) {
      addSaved(folder);
      if (!names.isEmpty()) {
        folder.use(folder.file(name));
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
    if (folder != null && unsaved > 0) {
      unsaved = 0;
      addSaved(folder);
      folder.write(name, this::write);
    }
  }

  /** Adds what is saved of addresses that are not known. */
  private void addSaved(CacheFolder saved) {
    Long2ObjectOpenHashMap<List<SourceLine>> read = new Long2ObjectOpenHashMap<>();
    try (DataInputStream in = saved.read(name)) {
      if (in == null || in.readInt() != MAGIC) {
        return;
      }
      String[] texts = new String[in.readInt()];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = CacheFolder.readText(in);
      }
      if (!texts[0].equals(source)) {
        return;
      }
      SourceLine[] lines = new SourceLine[in.readInt()];
      for (int i = 0; i < lines.length; i++) {
        lines[i] = new SourceLine(texts[in.readInt()], texts[in.readInt()], in.readInt());
      }
      int addresses = in.readInt();
      read.ensureCapacity(addresses);
      for (int i = 0; i < addresses; i++) {
        long address = in.readLong();
        SourceLine[] chain = new SourceLine[in.readInt()];
        for (int k = 0; k < chain.length; k++) {
          chain[k] = lines[in.readInt()];
        }
        read.put(address, List.of(chain));
      }
    } catch (IOException | RuntimeException e) {
      return;
    }
    for (Long2ObjectMap.Entry<List<SourceLine>> entry : read.long2ObjectEntrySet()) {
      names.putIfAbsent(entry.getLongKey(), entry.getValue());
    }
  }

  private void write(DataOutputStream out) throws IOException {
    Map<String, Integer> texts = new LinkedHashMap<>();
    Map<SourceLine, Integer> lines = new LinkedHashMap<>();
    texts.put(source, 0);
    long[] addresses = names.keySet().toLongArray();
    Arrays.sort(addresses);
    for (long address : addresses) {
      for (SourceLine line : names.get(address)) {
        lines.putIfAbsent(line, lines.size());
        texts.putIfAbsent(line.systemName(), texts.size());
        texts.putIfAbsent(line.file(), texts.size());
      }
    }
    out.writeInt(MAGIC);
    out.writeInt(texts.size());
    for (String text : texts.keySet()) {
      CacheFolder.writeText(text, out);
    }
    out.writeInt(lines.size());
    for (SourceLine line : lines.keySet()) {
      out.writeInt(Objects.requireNonNull(texts.get(line.systemName())));
      out.writeInt(Objects.requireNonNull(texts.get(line.file())));
      out.writeInt(line.line());
    }
    out.writeInt(addresses.length);
    for (long address : addresses) {
      List<SourceLine> chain = names.get(address);
      out.writeLong(address);
      out.writeInt(chain.size());
      for (SourceLine line : chain) {
        out.writeInt(Objects.requireNonNull(lines.get(line)));
      }
    }
  }
}
