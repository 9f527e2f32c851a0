package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import dev.heapconv.io.AtomicFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.io.FileUtils;

/** The temporary files of incomplete outputs, to be deleted when the process is stopped. */
final class TemporaryFiles implements AtomicFile.Guard {

  private final Set<Path> files = ConcurrentHashMap.newKeySet();

  @Override
  public void begin(Path temporary) {
    files.add(temporary);
  }

  @Override
  public void end(Path temporary) {
    files.remove(temporary);
  }

  void delete() {
    for (Path file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // It never had the name of an output: nobody will mistake it for one.
      }
    }
  }

  /**
   * Writes a file, and leaves nothing of it behind if the process is stopped meanwhile.
   *
   * @param inFolder whether only its folder was named
   */
  static void write(Path target, boolean inFolder, AtomicFile.FileContent content)
      throws IOException {
    TemporaryFiles files = new TemporaryFiles();
    Thread hook = new Thread(files::delete);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      if (inFolder) {
        AtomicFile.deleteStale(target);
        AtomicFile.writeInFolder(target, content, files);
      } else {
        AtomicFile.write(target, content, files);
      }
    } finally {
      removeHook(hook);
    }
  }

  /**
   * Deletes the temporary files and folders of this process that are left, of which some may be
   * copies of recordings.
   */
  static void deleteCopies() {
    File folder = new File(System.getProperty("java.io.tmpdir"));
    String[] names = folder.list();
    for (String name : names == null ? new String[0] : names) {
      if (name.startsWith(InputSource.TEMPORARY)) {
        FileUtils.deleteQuietly(new File(folder, name));
      }
    }
  }

  /** Does nothing if the hooks are already running. */
  static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is being stopped: the hook does its work.
    }
  }
}
