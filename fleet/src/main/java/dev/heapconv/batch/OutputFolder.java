package dev.heapconv.batch;

import dev.heapconv.io.AtomicFile;
import dev.heapconv.io.PathNames;
import dev.heapconv.io.TouchedFiles;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that a batch writes to, with its manifest, and what earlier batches finished there. It
 * is locked by one batch at a time: the lock ends with the process, however it ends.
 */
final class OutputFolder implements Closeable {

  private static final String LOCK = ".heapconv.lock";

  /** Failures caused by the machine, not by the input: trying again may help. */
  private static final Set<ErrorId> PASSING =
      Set.of(
          ErrorId.CANNOT_WRITE,
          ErrorId.IS_DIRECTORY,
          ErrorId.OUT_OF_MEMORY,
          ErrorId.INTERNAL_ERROR,
          ErrorId.NO_ZSTD,
          ErrorId.PERMISSION_DENIED,
          ErrorId.UNREADABLE);

  final BatchOptions.Outputs outputs;
  final String settings;
  final Manifest manifest;
  private final Path place;
  private final FileChannel lock;

  private OutputFolder(
      BatchOptions.Outputs outputs, String settings, Manifest manifest, FileChannel lock) {
    this.outputs = outputs;
    this.settings = settings;
    this.manifest = manifest;
    this.place = TouchedFiles.place(outputs.folder());
    this.lock = lock;
  }

  /**
   * Creates the folder if necessary, locks it, and deletes what a killed batch had not finished
   * writing.
   *
   * @param settings with which outputs need not be made again
   * @throws HeapConvException {@link ErrorId#BATCH_RUNNING} if another batch has locked it, {@link
   *     ErrorId#BATCH_EXISTS} if it contains an earlier batch that is not to be resumed
   */
  static OutputFolder open(BatchOptions.Outputs outputs, String settings) throws IOException {
    Path folder = outputs.folder();
    FileChannel lock = lock(folder);
    try {
      Path manifest = folder.resolve(Manifest.FILE_NAME);
      if (Files.exists(manifest)) {
        if (!outputs.resume() && Files.size(manifest) > 0) {
          throw HeapConvException.output(ErrorId.BATCH_EXISTS, folder.toString());
        }
        AtomicFile.deleteStaleBelow(folder);
      }
      return new OutputFolder(outputs, settings, Manifest.open(manifest), lock);
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path folder) throws HeapConvException {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      if (isTaken(channel)) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw HeapConvException.unwritable(folder.toString(), e);
    }
    throw HeapConvException.output(ErrorId.BATCH_RUNNING, folder.toString());
  }

  /** Takes the lock; false when another batch has it, of this process or of another. */
  private static boolean isTaken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** The path of an output in the folder; its parent folders are created. */
  Path output(String name) throws HeapConvException {
    Path path = outputs.folder().resolve(name);
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
    Path path = outputs.folder();
    for (Path part : path.relativize(output)) {
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

  /**
   * Says why a write may have failed.
   *
   * @throws HeapConvException {@link ErrorId#DISK_FULL} if that is the reason
   */
  void checkSpace() throws HeapConvException {
    try {
      if (Files.getFileStore(outputs.folder()).getUsableSpace() >= 64 << 10) {
        return;
      }
    } catch (IOException e) {
      return;
    }
    throw HeapConvException.output(ErrorId.DISK_FULL, outputs.folder().toString());
  }

  /** The line of an input that needs not be converted again; null if it must. */
  @Nullable ManifestEntry done(BatchInput input) {
    try {
      RecordingReader.Stat stat = input.stat();
      return done(new ReadResult.Facts(input.name(), null, stat.size(), stat.modified(), null, 0));
    } catch (IOException e) {
      return null;
    }
  }

  /** Likewise, of an input or a member of an archive. */
  @Nullable ManifestEntry done(ReadResult.Facts facts) {
    ManifestEntry entry = manifest.earlier().get(facts.name());
    if (entry == null
        || entry.modified() != facts.modified()
        // That of a member is known only when it was read.
        || (facts.member() == null && entry.size() != facts.size())) {
      return null;
    }
    return holds(entry) && members(entry).allMatch(this::holds) ? entry : null;
  }

  /** The lines of the members of an archive; none of another input. */
  Stream<ManifestEntry> members(ManifestEntry archive) {
    String name = archive.input();
    return manifest.earlier().subMap(name + "!", name + (char) ('!' + 1)).values().stream()
        .filter(member -> member.modified() == archive.modified());
  }

  private boolean holds(ManifestEntry entry) {
    if (!entry.settings().equals(settings)) {
      return false;
    }
    if (entry.error() != null) {
      boolean again = ErrorId.ofWireName(entry.error()).filter(PASSING::contains).isPresent();
      // An input without a size could not be read: trying again costs nothing.
      return !again && entry.size() >= 0;
    }
    return entry.outputs().stream()
        .allMatch(name -> Files.isRegularFile(outputs.folder().resolve(name)));
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      manifest.close();
    }
  }
}
