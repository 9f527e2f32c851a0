package dev.heapconv.symbols;

import dev.heapconv.model.SourceLine;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * The names of a binary's addresses in a file of the cache, all integers big-endian:
 *
 * <pre>
 * int32 MAGIC
 * int32 number of texts; of each, int32 length in bytes and UTF-8: the first says what they come from
 * int32 number of distinct lines; of each, int32 function, int32 file (texts), int32 line
 * int32 number of addresses; of each, int64 address, int32 number of lines, int32 lines
 * int64 CRC-32 of all before
 * </pre>
 */
final class NameFile {

  private static final int MAGIC = 0x68_63_73_31;

  private NameFile() {}

  /**
   * Adds the contents of a file to {@code names}, except addresses that are there. A missing or
   * damaged file, or one with another source, has no contents.
   */
  static void read(Path path, String source, Long2ObjectOpenHashMap<List<SourceLine>> names) {
    Long2ObjectOpenHashMap<List<SourceLine>> read = new Long2ObjectOpenHashMap<>();
    try {
      byte[] bytes = Files.readAllBytes(path);
      ByteBuffer in = ByteBuffer.wrap(bytes);
      int end = in.limit() - Long.BYTES;
      CRC32 sum = new CRC32();
      sum.update(bytes, 0, end);
      if (in.getLong(end) != sum.getValue() || in.getInt() != MAGIC) {
        return;
      }
      String[] texts = texts(in, bytes);
      if (!texts[0].equals(source)) {
        return;
      }
      SourceLine[] lines = new SourceLine[in.getInt()];
      for (int i = 0; i < lines.length; i++) {
        lines[i] = new SourceLine(texts[in.getInt()], texts[in.getInt()], in.getInt());
      }
      int addresses = in.getInt();
      read.ensureCapacity(addresses);
      for (int i = 0; i < addresses; i++) {
        long address = in.getLong();
        SourceLine[] chain = new SourceLine[in.getInt()];
        for (int k = 0; k < chain.length; k++) {
          chain[k] = lines[in.getInt()];
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

  private static String[] texts(ByteBuffer in, byte[] bytes) {
    String[] texts = new String[in.getInt()];
    for (int i = 0; i < texts.length; i++) {
      int length = in.getInt();
      texts[i] = new String(bytes, in.position(), length, StandardCharsets.UTF_8);
      in.position(in.position() + length);
    }
    return texts;
  }

  static void write(Path path, String source, Long2ObjectOpenHashMap<List<SourceLine>> names)
      throws IOException {
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
    CRC32 sum = new CRC32();
    try (OutputStream file = Files.newOutputStream(path);
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(new CheckedOutputStream(file, sum)))) {
      out.writeInt(MAGIC);
      out.writeInt(texts.size());
      for (String text : texts.keySet()) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
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
      out.flush();
      out.writeLong(sum.getValue());
    }
  }
}
