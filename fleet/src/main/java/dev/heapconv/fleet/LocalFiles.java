package dev.heapconv.fleet;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
  public boolean exists(String name) {
    return Files.exists(table.resolve(name));
  }

  @Override
  public void move(String from, String to) throws IOException {
    Path place = table.resolve(to);
    Files.createDirectories(place.getParent());
    Files.move(table.resolve(from), place, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Path file = table.resolve(name);
    if (Files.isDirectory(file)) {
      FileUtils.deleteDirectory(file.toFile());
    } else {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public boolean create(String name, String text) throws IOException {
    Path file = table.resolve(name);
    Files.createDirectories(file.getParent());
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      // A full disk must not leave a lock of nobody.
      Files.deleteIfExists(file);
      throw e;
    }
  }

  @Override
  public @Nullable String read(String name) throws IOException {
    try {
      return Files.readString(table.resolve(name));
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
