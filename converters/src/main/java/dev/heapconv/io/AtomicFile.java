package dev.heapconv.io;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Writes a file completely or not at all: into a temporary file next to it, which is synced to disk
 * and then replaces it. An existing pipe, a device or a file that is open already, such as {@code
 * /dev/stdout}, is written to directly.
 *
 * <p>A temporary file is locked while it is written: one that nobody has locked was left by a
 * process that was killed.
 */
public final class AtomicFile {

  private static final int BUFFER_BYTES = 64 << 10;

  /** The name of a temporary file. */
  private static final Pattern TEMPORARY =
      Pattern.compile("\\.heapconv\\.[0-9a-z]{1,7}\\.[0-9a-z]{1,13}\\.tmp");

  /** As many as Linux follows. */
  private static final int MAX_LINKS = 40;

  private AtomicFile() {}

  /**
   * Is notified of temporary files, so that they can be deleted if the program is stopped before
   * they are complete. May be called from any thread.
   */
  public interface Guard {

    /** Does nothing: a program that is stopped leaves temporary files behind. */
    Guard NONE =
        new Guard() {
          @Override
          public void begin(Path temporary) {}

          @Override
          public void end(Path temporary) {}
        };

    /** The file is about to be created. */
    void begin(Path temporary);

    /** The file has its final name, or is gone. */
    void end(Path temporary);
  }

  /** Writes the contents of a file. */
  @FunctionalInterface
  public interface FileContent {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a file in a folder of outputs. A link with its name is replaced, not followed: the user
   * did not name it.
   *
   * @throws HeapConvException as {@link #write} does
   */
  public static void writeInFolder(Path target, FileContent content, Guard guard)
      throws IOException {
    write(target, !Files.isSymbolicLink(target), content, guard);
  }

  /**
   * Writes a file that the user named, and deletes what killed processes left of it.
   *
   * @throws HeapConvException of kind output if the file cannot be written; other exceptions thrown
   *     by {@code content} propagate
   */
  public static void write(Path target, FileContent content, Guard guard) throws IOException {
    deleteStale(target);
    write(target, true, content, guard);
  }

  private static void write(Path target, boolean follow, FileContent content, Guard guard)
      throws IOException {
    try {
      if (follow && isInPlace(target)) {
        writeInPlace(target, content);
      } else {
        writeBeside(follow ? real(target) : target, content, guard);
      }
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /** Deletes the temporary files of a target that killed processes left behind. */
  public static void deleteStale(Path target) {
    try {
      Path place = real(target).toAbsolutePath();
      String names = temporaryPrefix(place) + "*.tmp";
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(place.resolveSibling(""), names)) {
        for (Path file : files) {
          deleteIfStale(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The folder is not there, or may only be written to.
    }
  }

  /** Likewise, of all targets in a folder and below. */
  public static void deleteStaleBelow(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (TEMPORARY.matcher(file.getFileName().toString()).matches()) {
              deleteIfStale(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void deleteIfStale(Path temporary) {
    if (!Files.isRegularFile(temporary, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock() != null) {
        Files.delete(temporary);
      }
    } catch (IOException | OverlappingFileLockException e) {
      // It is somebody else's, or this process is writing it.
    }
  }

  /** Whether something is there that cannot be replaced. */
  private static boolean isInPlace(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw HeapConvException.output(ErrorId.IS_DIRECTORY, target.toString());
    }
    return Files.exists(target) && (!Files.isRegularFile(target) || isOpenFile(target));
  }

  private static Path real(Path target) throws IOException {
    return Files.exists(target) ? target.toRealPath() : target;
  }

  /**
   * Finds out whether {@link #write} will be able to begin, so that nobody waits for the contents
   * in vain. Leaves nothing behind.
   *
   * @throws HeapConvException as {@link #write} does
   */
  public static void check(Path target) throws HeapConvException {
    try {
      if (isInPlace(target)) {
        if (!Files.isWritable(target)) {
          throw new AccessDeniedException(target.toString());
        }
      } else {
        createTemporary(real(target));
      }
    } catch (HeapConvException e) {
      throw e;
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /**
   * Like {@link #check}, for a folder of outputs, which need not exist yet.
   *
   * @throws HeapConvException of kind output if the folder cannot be created or filled
   */
  public static void checkFolder(Path folder) throws HeapConvException {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      createTemporary(existing.resolve("any"));
    } catch (IOException e) {
      throw HeapConvException.output(
              ErrorId.CANNOT_WRITE, folder.toString(), reason(e, existing.resolve("any")))
          .causedBy(e);
    }
  }

  /** Creates a temporary file beside a target, and deletes it again. */
  private static void createTemporary(Path target) throws IOException {
    Path temporary = temporary(target);
    FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW).close();
    Files.deleteIfExists(temporary);
  }

  private static HeapConvException failure(Path target, IOException e) {
    return HeapConvException.output(ErrorId.CANNOT_WRITE, target.toString(), reason(e, target))
        .causedBy(e);
  }

  /** Whether a path leads to a file that this process has open, like {@code /dev/fd/3}. */
  private static boolean isOpenFile(Path target) throws IOException {
    Path path = target.toAbsolutePath();
    for (int links = 0; links < MAX_LINKS && Files.isSymbolicLink(path); links++) {
      Path folder = path.resolveSibling("").toRealPath();
      if (folder.startsWith("/proc")) {
        return true;
      }
      path = folder.resolve(Files.readSymbolicLink(path));
    }
    return false;
  }

  private static void writeInPlace(Path target, FileContent content) throws IOException {
    // A file that somebody opened for this process is continued where its contents end.
    try (OutputStream out =
        new BufferedOutputStream(
            Files.newOutputStream(target, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
            BUFFER_BYTES)) {
      content.writeTo(out);
    }
  }

  private static void writeBeside(Path target, FileContent content, Guard guard)
      throws IOException {
    Path temporary = temporary(target);
    guard.begin(temporary);
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      if (!isHeld(channel, temporary)) {
        // Another process took it for one that was left behind; the next has another name.
        writeBeside(target, content, guard);
        return;
      }
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
      content.writeTo(out);
      out.flush();
      channel.force(true);
      keepPermissions(target, temporary);
      try {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      deleteQuietly(temporary);
      guard.end(temporary);
    }
  }

  /** Locks a new temporary file, if its file system has locks, until the channel is closed. */
  private static boolean isHeld(FileChannel channel, Path temporary) {
    try {
      return channel.tryLock() != null && Files.exists(temporary);
    } catch (IOException e) {
      // Then nobody can lock it to delete it, either.
      return true;
    }
  }

  /** A new name beside the target's, which may be as long as the file system allows. */
  private static Path temporary(Path target) {
    Path place = target.toAbsolutePath();
    String suffix = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    return place.resolveSibling(temporaryPrefix(place) + suffix + ".tmp");
  }

  /** How the names of a target's temporary files begin. */
  private static String temporaryPrefix(Path target) {
    int hash = String.valueOf(target.getFileName()).hashCode();
    return ".heapconv." + Integer.toUnsignedString(hash, 36) + ".";
  }

  /** A replaced file keeps its mode, as if it were written in place. */
  private static void keepPermissions(Path target, Path temporary) throws IOException {
    if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    PosixFileAttributeView view =
        Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(Files.getPosixFilePermissions(target));
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It never had the real name, so it cannot be mistaken for an output.
    }
  }

  /** Why a file cannot be written, as a clause. */
  public static String reason(IOException e, Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null && Files.exists(folder) && !Files.isDirectory(folder)) {
      return folder + " is not a folder";
    }
    if (e instanceof NoSuchFileException) {
      // Some virtual file systems answer like this.
      return folder != null && Files.isDirectory(folder)
          ? "no files can be created in " + folder
          : "there is no folder " + folder;
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "it already exists";
    }
    if (e instanceof FileSystemException problem && problem.getReason() != null) {
      return problem.getReason();
    }
    return HeapConvException.reason(e);
  }
}
