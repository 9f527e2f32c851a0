package dev.heapconv.symbols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of files that can be made again, shared by all processes of a user. Files appear
 * complete or not at all. Where it cannot be written, nothing is kept.
 */
final class CacheFolder {

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
