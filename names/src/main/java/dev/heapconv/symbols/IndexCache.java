package dev.heapconv.symbols;

import dev.heapconv.symbols.FileFacts.Content;
import dev.heapconv.symbols.FileFacts.Member;
import dev.heapconv.symbols.FileFacts.Quality;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is known of files from one run to the next, by path, size and time of modification.
 * The whole is one small file, which is replaced atomically: of several processes that write it,
 * the last one wins. One that is damaged, or written by another version, counts as empty.
 */
final class IndexCache {

  /** Change it whenever facts about the same file may change. */
  private static final int VERSION = 0x48435301;

  private static final String NAME = "symbol-files";
  private static final int MAX_FILES = 200_000;

  /** Facts about a file of this size and time. */
  private record Entry(long size, long modified, FileFacts facts) {}

  private final CacheFolder folder;
  private final Map<String, Entry> known;

  /** Those of this run. */
  private final Map<String, Entry> used = new LinkedHashMap<>();

  private boolean changed;

  private IndexCache(CacheFolder folder, Map<String, Entry> known) {
    this.folder = folder;
    this.known = known;
  }

  static IndexCache in(Path path) {
    CacheFolder folder = new CacheFolder(path);
    Map<String, Entry> known = new HashMap<>();
    try (DataInputStream in = folder.read(NAME)) {
      if (in != null && in.readInt() == VERSION) {
        for (int n = in.readInt(); n > 0; n--) {
          String file = CacheFolder.readText(in);
          known.put(file, new Entry(in.readLong(), in.readLong(), facts(in)));
        }
      }
    } catch (IOException | RuntimeException e) {
      known.clear();
    }
    return new IndexCache(folder, known);
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
  void save() {
    if (changed) {
      known.forEach(used::putIfAbsent);
      folder.write(NAME, this::write);
    }
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(VERSION);
    int left = Math.min(used.size(), MAX_FILES);
    out.writeInt(left);
    for (Map.Entry<String, Entry> each : used.entrySet()) {
      if (left-- == 0) {
        break;
      }
      Entry entry = each.getValue();
      CacheFolder.writeText(each.getKey(), out);
      out.writeLong(entry.size());
      out.writeLong(entry.modified());
      facts(out, entry.facts());
    }
  }

  private static void facts(DataOutputStream out, FileFacts facts) throws IOException {
    out.writeByte(facts.content().ordinal());
    out.writeByte(facts.quality().ordinal());
    CacheFolder.writeText(facts.buildId(), out);
    CacheFolder.writeText(facts.module(), out);
    CacheFolder.writeText(facts.linkName(), out);
    out.writeInt(facts.linkCrc());
    CacheFolder.writeText(facts.problem(), out);
    out.writeInt(facts.members().size());
    for (Member member : facts.members()) {
      CacheFolder.writeText(member.name(), out);
      out.writeLong(member.offset());
      out.writeLong(member.size());
      facts(out, member.facts());
    }
  }

  private static FileFacts facts(DataInputStream in) throws IOException {
    Content content = Content.values()[in.readByte()];
    Quality quality = Quality.values()[in.readByte()];
    String buildId = CacheFolder.readText(in);
    String module = CacheFolder.readText(in);
    String linkName = CacheFolder.readText(in);
    int linkCrc = in.readInt();
    String problem = CacheFolder.readText(in);
    List<Member> members = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      members.add(new Member(CacheFolder.readText(in), in.readLong(), in.readLong(), facts(in)));
    }
    if (content == Content.OTHER && problem.isEmpty()) {
      return FileFacts.OTHER;
    }
    return new FileFacts(
        content, quality, buildId, module, linkName, linkCrc, List.copyOf(members), problem);
  }
}
