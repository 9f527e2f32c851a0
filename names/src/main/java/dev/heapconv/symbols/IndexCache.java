package dev.heapconv.symbols;

import dev.heapconv.symbols.FileFacts.Content;
import dev.heapconv.symbols.FileFacts.Member;
import dev.heapconv.symbols.FileFacts.Quality;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is known of files from one run to the next, by path, size and time of modification.
 * The whole is one small file, which is replaced atomically: of several processes that write it,
 * the last one wins. One that is damaged, or written by another version, counts as empty.
 */
final class IndexCache {

  /** Change it whenever facts about the same file may change. */
  private static final int VERSION = 0x48435301;

  private static final int MAX_FILES = 200_000;
  private static final int MAX_BYTES = 128 << 20;

  /** Facts about a file of this size and time. */
  private record Entry(long size, long modified, FileFacts facts) {}

  private final Path file;
  private final Map<String, Entry> known;

  /** Those of this run. */
  private final Map<String, Entry> used = new LinkedHashMap<>();

  private boolean changed;

  private IndexCache(Path file, Map<String, Entry> known) {
    this.file = file;
    this.known = known;
  }

  static IndexCache in(Path folder) {
    Path file = folder.resolve("symbol-files");
    Map<String, Entry> known = new HashMap<>();
    try {
      if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
        read(Files.readAllBytes(file), known);
      }
    } catch (IOException | RuntimeException e) {
      known.clear();
    }
    return new IndexCache(file, known);
  }

  @Nullable FileFacts get(String path, long size, long modified) {
    Entry entry = known.get(path);
    if (entry == null || entry.size() != size || entry.modified() != modified) {
      return null;
    }
    used.put(path, entry);
    return entry.facts();
  }

  void put(String path, long size, long modified, FileFacts facts) {
    used.put(path, new Entry(size, modified, facts));
    changed = true;
  }

  /** Writes the facts of this run, and of earlier ones as far as there is room. */
  void save() throws IOException {
    if (!changed) {
      return;
    }
    known.forEach(used::putIfAbsent);
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, "symbol-files", ".tmp");
    try {
      Files.write(temporary, content());
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private byte[] content() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(VERSION);
    out.writeInt(Math.min(used.size(), MAX_FILES));
    int written = 0;
    for (Map.Entry<String, Entry> each : used.entrySet()) {
      if (written++ == MAX_FILES) {
        break;
      }
      Entry entry = each.getValue();
      text(out, each.getKey());
      out.writeLong(entry.size());
      out.writeLong(entry.modified());
      facts(out, entry.facts());
    }
    out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    return bytes.toByteArray();
  }

  private static void facts(DataOutputStream out, FileFacts facts) throws IOException {
    out.writeByte(facts.content().ordinal());
    out.writeByte(facts.quality().ordinal());
    text(out, facts.buildId());
    text(out, facts.module());
    text(out, facts.linkName());
    out.writeInt(facts.linkCrc());
    text(out, facts.problem());
    out.writeInt(facts.members().size());
    for (Member member : facts.members()) {
      text(out, member.name());
      out.writeLong(member.offset());
      out.writeLong(member.size());
      facts(out, member.facts());
    }
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static long checksum(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return crc.getValue();
  }

  private static void read(byte[] bytes, Map<String, Entry> entries) throws IOException {
    int length = bytes.length - Long.BYTES;
    if (length < 0) {
      return;
    }
    DataInputStream end = new DataInputStream(new ByteArrayInputStream(bytes, length, Long.BYTES));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
    if (end.readLong() != checksum(bytes, length) || in.readInt() != VERSION) {
      return;
    }
    for (int n = in.readInt(); n > 0; n--) {
      String path = text(in);
      entries.put(path, new Entry(in.readLong(), in.readLong(), facts(in)));
    }
  }

  private static FileFacts facts(DataInputStream in) throws IOException {
    Content content = Content.values()[in.readByte()];
    Quality quality = Quality.values()[in.readByte()];
    String buildId = text(in);
    String module = text(in);
    String linkName = text(in);
    int linkCrc = in.readInt();
    String problem = text(in);
    List<Member> members = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      members.add(new Member(text(in), in.readLong(), in.readLong(), facts(in)));
    }
    if (content == Content.OTHER && problem.isEmpty()) {
      return FileFacts.OTHER;
    }
    return new FileFacts(
        content, quality, buildId, module, linkName, linkCrc, List.copyOf(members), problem);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length == 0 ? "" : new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
