package dev.heapconv.batch;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.output.TouchedFiles;
import dev.heapconv.text.PathNames;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The folder that a batch writes to, locked by one batch at a time. The lock ends with the process,
 * however it ends.
 */
final class OutputFolder implements Closeable {

  private static final String LOCK = ".heapconv.lock";

  /** What {@link dev.heapconv.output.AtomicFile} calls a file that is not complete yet. */
  private static final Pattern TEMPORARY = Pattern.compile("\\..+\\.[0-9a-z]{1,13}\\.tmp");

  private final Path folder;
  private final Path place;
  private final FileChannel lockFile;

  private OutputFolder(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.place = TouchedFiles.place(folder);
    this.lockFile = lockFile;
  }

  /**
   * Creates the folder if necessary, and locks it.
   *
   * @throws HeapConvException {@link ErrorId#BATCH_RUNNING} if another batch has locked it
   */
  static OutputFolder open(Path folder) throws HeapConvException {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      if (lock(channel)) {
        return new OutputFolder(folder, channel);
      }
      channel.close();
    } catch (IOException e) {
      throw HeapConvException.unwritable(folder.toString(), e);
    }
    throw HeapConvException.output(ErrorId.BATCH_RUNNING, folder.toString());
  }

  /** Takes the lock; false when another batch has it, of this process or of another. */
  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** The path of an output in the folder; its parent folders are created. */
  Path output(String name) throws HeapConvException {
    Path path = folder.resolve(name);
    checkLinks(path);
    try {
      Files.createDirectories(path.getParent());
    } catch (IOException e) {
      throw HeapConvException.unwritable(path.toString(), e);
    }
    return path;
  }

  /** Refuses links to folders; one to a file is replaced. */
  private void checkLinks(Path output) throws HeapConvException {
    Path path = folder;
    for (Path part : folder.relativize(output)) {
      path = path.resolve(part);
      if (!path.equals(output) && Files.isSymbolicLink(path)) {
        throw HeapConvException.output(ErrorId.IS_LINK, path.toString());
      }
    }
  }

  /** What {@link #output} calls a file in the folder; empty if it is elsewhere. */
  Optional<String> relative(Path file) {
    Path path = TouchedFiles.place(file);
    return path.startsWith(place)
        ? Optional.of(String.join("/", PathNames.components(place.relativize(path))))
        : Optional.empty();
  }

  boolean has(String name) {
    return Files.isRegularFile(folder.resolve(name));
  }

  /** Whether a write may have failed because the disk is full. */
  boolean isFull() {
    try {
      return Files.getFileStore(folder).getUsableSpace() < 64 << 10;
    } catch (IOException e) {
      return false;
    }
  }

  /** Deletes what a killed batch had not finished writing. */
  void deleteStale() throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            boolean stale = TEMPORARY.matcher(file.getFileName().toString()).matches();
            if (attributes.isRegularFile() && stale) {
              Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
