package dev.heapconv.cli;

import dev.heapconv.writer.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The temporary files of outputs that are not complete, to be deleted when the program ends. */
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
        // It was never complete under its real name: nobody will take it for an output.
      }
    }
  }

  /** Writes a file, and leaves nothing of it behind when the program is told to end meanwhile. */
  static void write(Path target, AtomicFile.Content content) throws IOException {
    TemporaryFiles files = new TemporaryFiles();
    Thread hook = new Cleanup(files);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      AtomicFile.write(target, content, files);
    } finally {
      removeHook(hook);
    }
  }

  /** Does nothing where hooks are running already. */
  static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program is being stopped: the hook does its work.
    }
  }

  /** A class where a lambda would do: that is linked at run time, which start-up would pay for. */
  private static final class Cleanup extends Thread {
    private final TemporaryFiles files;

    Cleanup(TemporaryFiles files) {
      this.files = files;
    }

    @Override
    public void run() {
      files.delete();
    }
  }
}
