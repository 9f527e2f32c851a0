package dev.heapconv.symbols;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of files that can be made again, shared by all processes of a user. Files appear
 * complete or not at all. Where it cannot be written, nothing is kept.
 */
final class CacheFolder {

  private static final long MAX_FILE_BYTES = 256L << 20;

  private final Path folder;

  CacheFolder(Path folder) {
    this.folder = folder;
  }

  /** Whether files can be kept in a folder, which is made if there is none. */
  static boolean isWritable(Path folder) {
    try {
      return Files.isWritable(Files.createDirectories(folder));
    } catch (IOException e) {
      return false;
    }
  }

  /** A file in it, which need not exist. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** A new file for contents that {@link #publish} will give their name. */
  Path temporary() throws IOException {
    Files.createDirectories(folder);
    return Files.createTempFile(folder, ".new.", "");
  }

  /** Without syncing: readers recognize files that a crash of the system damaged. */
  void publish(Path temporary, Path file) throws IOException {
    Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Writes the contents of a file. */
  @FunctionalInterface
  interface Contents {
    void writeTo(DataOutputStream out) throws IOException;
  }

  /** Keeps contents, followed by their CRC-32 as an int64. */
  void write(String name, Contents contents) {
    try {
      Path temporary = temporary();
      try {
        CRC32 sum = new CRC32();
        try (OutputStream file = Files.newOutputStream(temporary);
            DataOutputStream out =
                new DataOutputStream(
                    new BufferedOutputStream(new CheckedOutputStream(file, sum)))) {
          contents.writeTo(out);
          out.flush();
          out.writeLong(sum.getValue());
        }
        publish(temporary, file(name));
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      // They will be made again.
    }
  }

  /** What {@link #write} has kept; null if there is none, or it is damaged. */
  @Nullable DataInputStream read(String name) {
    try {
      if (Files.size(file(name)) > MAX_FILE_BYTES) {
        return null;
      }
      byte[] bytes = Files.readAllBytes(file(name));
      int length = bytes.length - Long.BYTES;
      CRC32 sum = new CRC32();
      sum.update(bytes, 0, length);
      return ByteBuffer.wrap(bytes).getLong(length) == sum.getValue()
          ? new DataInputStream(new ByteArrayInputStream(bytes, 0, length))
          : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Writes a text of any length: an int32, which is its size in bytes, and UTF-8. */
  static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length == 0 ? "" : new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  /** Makes it the last to be deleted. */
  void use(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (IOException e) {
      // Then it is deleted earlier than others.
    }
  }

  private record Entry(Path file, long bytes, FileTime used) {}

  /** Deletes the files that have not been used for longest if there is more than {@code bytes}. */
  void trim(long bytes) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Entry> entries = new ArrayList<>();
      long total = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        entries.add(new Entry(file, attributes.size(), attributes.lastModifiedTime()));
        total += attributes.size();
      }
      entries.sort(Comparator.comparing(Entry::used).thenComparing(Entry::file));
      for (Entry entry : entries) {
        if (total <= bytes) {
          break;
        }
        Files.deleteIfExists(entry.file());
        total -= entry.bytes();
      }
    } catch (IOException e) {
      // Another process trims it, or it does not exist.
    }
  }
}
