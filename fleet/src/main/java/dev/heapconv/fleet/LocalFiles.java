package dev.heapconv.fleet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/** Those of a table on a disk. */
record LocalFiles(Path table) implements TableFiles {

  @Override
  public List<String> list(String folder) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(table.resolve(folder))) {
      found.forEach(file -> names.add(file.getFileName().toString()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
    names.sort(null);
    return names;
  }

  @Override
  public @Nullable Instant changed(String name) throws IOException {
    Path file = table.resolve(name);
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (FileSystemException e) {
      checkMissing(file, e);
      return null;
    }
  }

  @Override
  public void move(String from, String to) throws IOException {
    Path file = table.resolve(from);
    // Or a machine that loses power keeps the name, and loses what it names.
    try (FileChannel content = FileChannel.open(file, StandardOpenOption.WRITE)) {
      content.force(true);
    }
    Path place = table.resolve(to);
    Files.createDirectories(place.getParent());
    Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Path file = table.resolve(name);
    if (Files.isDirectory(file)) {
      FileUtils.deleteDirectory(file.toFile());
    } else {
      try {
        Files.delete(file);
      } catch (FileSystemException e) {
        checkMissing(file, e);
      }
    }
  }

  /** Below what is no folder, there is no file either; but Java has no exception for it. */
  private static void checkMissing(Path file, FileSystemException e) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw e;
    }
  }
}
