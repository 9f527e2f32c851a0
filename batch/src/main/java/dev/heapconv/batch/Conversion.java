package dev.heapconv.batch;

import dev.heapconv.HeapConv;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.input.Limits;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import dev.heapconv.transform.Unskewing;
import dev.heapconv.writer.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts inputs. Any number of threads may share one object. */
final class Conversion {

  private final BatchOptions options;
  private final OutputFolder folder;
  private final OutputClaims claims;
  private final AtomicFile.Guard guard;
  private final Unskewing unskewing;
  private final String settings;

  Conversion(
      BatchOptions options, OutputFolder folder, OutputClaims claims, AtomicFile.Guard guard) {
    this.options = options;
    this.folder = folder;
    this.claims = claims;
    this.guard = guard;
    this.unskewing = new Unskewing(options.unskew());
    this.settings = options.settings();
  }

  /** Receives the lines of the manifest as they are made. */
  @FunctionalInterface
  interface Sink {
    /**
     * @return whether to continue
     */
    boolean accept(ManifestEntry entry);
  }

  /** What became of a member of an archive earlier, in this batch or in one before. */
  enum Earlier {
    NOT_CONVERTED,
    CONVERTED,
    FAILED
  }

  /** What is known of a file before it is read. */
  record Stat(long size, long modified) {
    private static final Stat UNKNOWN = new Stat(-1, 0);

    private static Stat of(Path path) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw HeapConvException.input(ErrorId.NOT_A_FILE, path.toString());
      }
      return new Stat(attributes.size(), attributes.lastModifiedTime().toMillis());
    }
  }

  /**
   * Converts an input; the last line given to {@code sink} is that of the input itself, unless the
   * sink stopped earlier.
   *
   * @param alone whether all memory is for this input; only then does a member that runs out of
   *     memory fail. If not, the other members are converted
   * @param earlier what became of the member of a name
   * @param computed called, possibly more than once, when only waiting for the disk is left
   */
  void convert(
      BatchInput input,
      boolean alone,
      Function<String, Earlier> earlier,
      Runnable computed,
      Sink sink) {
    long start = System.nanoTime();
    Stat stat = Stat.UNKNOWN;
    ManifestEntry entry;
    try {
      if (input.problem() != null) {
        throw input.problem();
      }
      stat = Stat.of(input.path());
      InputSource source = InputSource.file(input.path());
      if (source.isArchive(limits()) && !source.isOneTrace(limits(), options.formats()::content)) {
        entry = new ArchiveConversion(this, input, stat, alone, earlier, sink).run(start);
      } else {
        entry = convertFile(input, stat, computed, start);
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      entry = failure(input.name(), stat, e, null, start);
    }
    if (entry != null) {
      sink.accept(entry);
    }
  }

  private ManifestEntry convertFile(BatchInput input, Stat stat, Runnable computed, long start)
      throws IOException {
    HashedStream hashed = null;
    try (InputStream in = Files.newInputStream(input.path())) {
      hashed = new HashedStream(in);
      EstimatedProfile profile = read(input.name(), hashed);
      hashed.drain();
      if (hashed.count() != stat.size() || !Stat.of(input.path()).equals(stat)) {
        profile = profile.withWarning(Warning.of(ErrorId.CHANGED_WHILE_READ));
      }
      return write(input.name(), input.stem(), profile, stat, hashed.hash(), computed, start);
    } catch (HeapConvException e) {
      return failure(input.name(), stat, e, hashOfRest(hashed), start);
    }
  }

  EstimatedProfile read(String name, InputStream in) throws IOException {
    return unskewing.apply(
        HeapConv.read(InputSource.stream(name, in), options.read(), options.formats()));
  }

  /** The path of the output of a member, without extension. */
  String claimMember(BatchInput archive, String member, String name) {
    return claims.claim(OutputNames.memberStem(archive.stem(), member), name);
  }

  boolean isKnown(Input input) {
    return options.formats().accepts(input.head());
  }

  Limits limits() {
    return options.read().limits();
  }

  ManifestEntry write(
      String name,
      String stem,
      EstimatedProfile profile,
      Stat stat,
      String hash,
      Runnable computed,
      long start)
      throws IOException {
    long partBytes = options.fleet() == null ? -1 : writePart(name, profile);
    String output = stem + options.format().extension();
    EstimatedProfile fitting = HeapConv.fitting(profile, options.format());
    AtomicFile.writeInFolder(
        folder.output(output),
        out -> {
          HeapConv.write(fitting, options.format(), options.write(), out);
          computed.run();
        },
        guard);
    return new ManifestEntry(
        name,
        null,
        null,
        stat.size(),
        stat.modified(),
        hash,
        settings,
        -1,
        Summary.of(fitting),
        seconds(start),
        List.of(output),
        partBytes);
  }

  /**
   * Writes the part of the fleet that an input contributes. It is renamed when complete but not
   * synced: its checksum is verified when it is read, and it can be made again.
   */
  private long writePart(String name, EstimatedProfile profile) throws IOException {
    Path part = folder.part(name);
    String suffix = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    Path temporary = part.resolveSibling("." + part.getFileName() + "." + suffix + ".tmp");
    try {
      Files.createDirectories(part.getParent());
      try (OutputStream out = Files.newOutputStream(temporary)) {
        new FleetPart(profile, profile.latestDumps()).write(out);
      }
      long length = Files.size(temporary);
      Files.move(temporary, part, StandardCopyOption.ATOMIC_MOVE);
      return length;
    } catch (IOException e) {
      throw HeapConvException.output(
              ErrorId.CANNOT_WRITE, part.toString(), HeapConvException.reason(e))
          .causedBy(e);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  ManifestEntry failure(
      String name, Stat stat, Throwable problem, @Nullable String hash, long start) {
    HeapConvException known = asKnown(name, problem);
    String message =
        known.isOfOutput()
            ? known.where() + ": " + HeapConvException.reason(known)
            : HeapConvException.reason(known);
    return failed(name, known.id(), message, stat, hash, seconds(start));
  }

  private static HeapConvException asKnown(String name, Throwable problem) {
    if (problem instanceof HeapConvException known) {
      return known;
    }
    if (problem instanceof OutOfMemoryError) {
      return HeapConvException.input(ErrorId.OUT_OF_MEMORY, name);
    }
    if (problem instanceof NoSuchFileException) {
      return HeapConvException.input(ErrorId.NO_SUCH_FILE, name);
    }
    if (problem instanceof AccessDeniedException) {
      return HeapConvException.input(ErrorId.PERMISSION_DENIED, name);
    }
    return problem instanceof IOException
        ? HeapConvException.input(ErrorId.UNREADABLE, name, HeapConvException.reason(problem))
        : HeapConvException.input(ErrorId.INTERNAL_ERROR, name, problem);
  }

  ManifestEntry failed(
      String name, ErrorId id, String message, Stat stat, @Nullable String hash, double seconds) {
    return new ManifestEntry(
        name,
        id,
        message,
        stat.size(),
        stat.modified(),
        hash,
        settings,
        -1,
        null,
        seconds,
        List.of(),
        -1);
  }

  /** The line of an archive whose members have lines of their own. */
  ManifestEntry archive(String name, int members, Stat stat, String hash, long start) {
    return new ManifestEntry(
        name,
        null,
        null,
        stat.size(),
        stat.modified(),
        hash,
        settings,
        members,
        null,
        seconds(start),
        List.of(),
        -1);
  }

  static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** The hash of an input that could not be converted; null if it cannot even be read. */
  static @Nullable String hashOfRest(@Nullable HashedStream hashed) {
    try {
      if (hashed == null) {
        return null;
      }
      hashed.drain();
      return hashed.hash();
    } catch (IOException e) {
      return null;
    }
  }
}
