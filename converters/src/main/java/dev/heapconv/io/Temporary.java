package dev.heapconv.io;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes the temporary files and folders of this process. Each method takes the name of what needs
 * them, an input in most cases, and throws a {@link HeapConvException} of it with {@link
 * ErrorId#NO_TEMPORARY_FOLDER} where the folder is missing, closed or full.
 */
public final class Temporary {

  /** How the names of all that is made here begin, other than what is to be kept. */
  public static final String PREFIX =
      "heapconv-" + Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36) + "-";

  private static final int BLOCK_BYTES = 64 << 10;

  private Temporary() {}

  /** Makes a file or folder. */
  @FunctionalInterface
  private interface Maker {
    Path make() throws IOException;
  }

  /** An empty file that nobody else may read. */
  public static Path file(String neededBy, String suffix) throws HeapConvException {
    return made(neededBy, () -> Files.createTempFile(PREFIX, suffix));
  }

  /** An empty file in a folder of the caller's, which deletes it. */
  public static Path fileIn(Path folder, String neededBy, String prefix) throws HeapConvException {
    return made(neededBy, () -> Files.createTempFile(folder, prefix, ""));
  }

  /** An empty folder that nobody else may read. */
  public static Path folder(String neededBy) throws HeapConvException {
    return made(neededBy, () -> Files.createTempDirectory(PREFIX));
  }

  /**
   * An empty folder for an output, which stays when the process ends.
   *
   * @param prefix how its name begins
   */
  public static Path keptFolder(String output, String prefix) throws HeapConvException {
    try {
      return Files.createTempDirectory(prefix);
    } catch (IOException e) {
      Path file = file(e);
      throw HeapConvException.output(
              ErrorId.NO_TEMPORARY_FOLDER, output, folder(file), AtomicFile.reason(e, file))
          .causedBy(e);
    }
  }

  private static Path made(String neededBy, Maker maker) throws HeapConvException {
    try {
      return maker.make();
    } catch (IOException e) {
      throw unusable(neededBy, file(e), e);
    }
  }

  /** The file that could not be made. */
  private static Path file(IOException e) {
    String file = e instanceof FileSystemException problem ? problem.getFile() : null;
    return Path.of(file == null ? "" : file);
  }

  /** The folder for temporary files that a file is in. */
  private static String folder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder != null && String.valueOf(folder.getFileName()).startsWith(PREFIX)
        ? String.valueOf(folder.getParent())
        : String.valueOf(folder);
  }

  /** Writes to a temporary file; what fails is the fault of its folder. */
  public static OutputStream writing(String neededBy, Path file, OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        try {
          out.write(source, offset, length);
        } catch (ClosedChannelException e) {
          // The thread was interrupted.
          throw e;
        } catch (IOException e) {
          throw unusable(neededBy, file, e);
        }
      }
    };
  }

  /**
   * Finds out whether the folder keeps a library from being loaded, which unpacks its native code
   * there.
   *
   * @param bytes as many as the library has, or more
   * @throws HeapConvException if it does
   */
  public static void checkNativeCode(String neededBy, long bytes) throws HeapConvException {
    checkNativeCode(neededBy, file(neededBy, ".so"), bytes);
  }

  static void checkNativeCode(String neededBy, Path file, long bytes) throws HeapConvException {
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        for (long left = bytes; left > 0; left -= BLOCK_BYTES) {
          out.write(new byte[BLOCK_BYTES]);
        }
      }
      // Where a file system is mounted with noexec, not even root may execute one that says so.
      if (file.toFile().setExecutable(true) && !Files.isExecutable(file)) {
        throw new IOException("it is mounted with noexec, so that no library can be loaded");
      }
    } catch (IOException e) {
      throw unusable(neededBy, file, e);
    } finally {
      file.toFile().delete();
    }
  }

  private static HeapConvException unusable(String neededBy, Path file, IOException e) {
    return HeapConvException.input(
            ErrorId.NO_TEMPORARY_FOLDER, neededBy, folder(file), AtomicFile.reason(e, file))
        .causedBy(e);
  }
}
