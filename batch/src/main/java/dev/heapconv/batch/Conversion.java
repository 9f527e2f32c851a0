package dev.heapconv.batch;

import dev.heapconv.HeapConv;
import dev.heapconv.input.Archives;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
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
import java.util.function.Predicate;

/** Converts one input after another: any number of threads may share one object. */
final class Conversion {

  /**
   * Traces of an archive that hold no profile are what an archive is full of, not inputs that
   * failed.
   */
  private static final List<String> NO_PROFILE =
      List.of("no-heap-profile", "unknown-format", "nothing-selected");

  private final BatchOptions options;
  private final OutputFolder folder;
  private final String settings;

  Conversion(BatchOptions options, OutputFolder folder) {
    this.options = options;
    this.folder = folder;
    this.settings = options.settings();
  }

  /** Takes the lines of the manifest as they come about. */
  @FunctionalInterface
  interface Sink {
    void accept(ManifestEntry entry) throws HeapConvException;
  }

  /** What is known of a file before it is read. */
  private record Stat(long size, long modified) {
    static final Stat UNKNOWN = new Stat(-1, 0);

    static Stat of(Path path) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw HeapConvException.input("not-a-file", path.toString(), "is no file");
      }
      return new Stat(attributes.size(), attributes.lastModifiedTime().toMillis());
    }
  }

  /**
   * Converts an input; the last line given to {@code sink} is that of the input itself.
   *
   * @param done whether a member of an archive, by its name, needs not be converted again
   * @param computed called, perhaps more than once, when only the disk is left to be waited for
   * @throws HeapConvException only what {@code sink} throws
   */
  void convert(BatchInput input, Predicate<String> done, Runnable computed, Sink sink)
      throws HeapConvException {
    long start = System.nanoTime();
    Stat stat = Stat.UNKNOWN;
    ManifestEntry entry;
    try {
      if (input.problem() != null) {
        throw HeapConvException.input(
            input.problem().id(), input.name(), input.problem().message());
      }
      stat = Stat.of(input.path());
      InputSource source = InputSource.file(input.path());
      if (Archives.isArchive(source, options.read().limits())
          && !Archives.isOneTrace(source, options.read().limits())) {
        new ArchiveConversion(input, stat, done, sink).run(start);
        return;
      }
      entry = convertFile(input, stat, computed, start);
    } catch (SinkException e) {
      throw e.problem;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      entry = failure(input.name(), stat, e, null, start);
    }
    sink.accept(entry);
  }

  private ManifestEntry convertFile(BatchInput input, Stat stat, Runnable computed, long start)
      throws IOException {
    HashedStream hashed = null;
    try (InputStream in = Files.newInputStream(input.path())) {
      hashed = new HashedStream(in);
      EstimatedProfile profile = read(input.name(), hashed);
      hashed.drain();
      if (hashed.count() != stat.size() || !Stat.of(input.path()).equals(stat)) {
        profile
            .warnings()
            .add(
                "changed-while-read",
                "the file changed while it was read; --resume will convert it again");
      }
      return write(input.name(), input.stem(), profile, stat, hashed.hash(), computed, start);
    } catch (HeapConvException e) {
      return failure(input.name(), stat, e, hashOfRest(hashed), start);
    }
  }

  private EstimatedProfile read(String name, InputStream in) throws IOException {
    return HeapConv.unskew(
        HeapConv.read(InputSource.stream(name, in), options.read()), options.unskew());
  }

  private ManifestEntry write(
      String name,
      String stem,
      EstimatedProfile profile,
      Stat stat,
      String hash,
      Runnable computed,
      long start)
      throws IOException {
    long spill = options.fleet() == null ? -1 : writePart(name, profile);
    String output = stem + options.format().extension();
    AtomicFile.write(
        folder.output(output),
        out -> {
          HeapConv.write(profile, options.format(), options.write(), out);
          computed.run();
        });
    return new ManifestEntry(
        name,
        null,
        null,
        stat.size(),
        stat.modified(),
        hash,
        settings,
        -1,
        Summary.of(profile),
        seconds(start),
        List.of(output),
        spill);
  }

  /**
   * Writes what an input adds to the fleet. Renamed when complete, but not synced: it checks itself
   * when read, and can be made again.
   */
  private long writePart(String name, EstimatedProfile profile) throws IOException {
    Path part = folder.part(name);
    String suffix = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    Path temporary = part.resolveSibling("." + part.getFileName() + "." + suffix + ".tmp");
    try {
      Files.createDirectories(part.getParent());
      try (OutputStream out = Files.newOutputStream(temporary)) {
        FleetPart.write(profile, profile.latestDumps(), out);
      }
      long length = Files.size(temporary);
      Files.move(temporary, part, StandardCopyOption.ATOMIC_MOVE);
      return length;
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw HeapConvException.output(
          "cannot-write", part.toString(), "cannot be written: " + e.getMessage(), e);
    }
  }

  private ManifestEntry failure(
      String name, Stat stat, Throwable problem, String hash, long start) {
    String id = "internal-error";
    String message = problem.toString();
    if (problem instanceof HeapConvException known) {
      id = known.id();
      message =
          known.kind() == HeapConvException.Kind.OUTPUT
              ? known.where() + ": " + message(known)
              : message(known);
    } else if (problem instanceof NoSuchFileException) {
      id = "no-such-file";
      message = "no such file";
    } else if (problem instanceof AccessDeniedException) {
      id = "permission-denied";
      message = "permission denied";
    } else if (problem instanceof IOException) {
      id = "unreadable";
      message = "cannot be read: " + problem.getMessage();
    }
    return failed(name, stat.size(), stat.modified(), id, message, hash, seconds(start));
  }

  ManifestEntry failed(
      String name,
      long size,
      long modified,
      String id,
      String message,
      String hash,
      double seconds) {
    return new ManifestEntry(
        name, id, message, size, modified, hash, settings, -1, null, seconds, List.of(), -1);
  }

  private static String message(HeapConvException problem) {
    return problem.getMessage() == null ? problem.id() : problem.getMessage();
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** The hash of an input that could not be converted; null when it cannot even be read. */
  private static String hashOfRest(HashedStream hashed) {
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

  /** Carries a problem of the manifest out of the reading of an archive. */
  private static final class SinkException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final HeapConvException problem;

    SinkException(HeapConvException problem) {
      super(problem);
      this.problem = problem;
    }
  }

  /**
   * An archive whose members are inputs of their own. It is read once, from its beginning to its
   * end.
   */
  private final class ArchiveConversion {
    private final BatchInput archive;
    private final Stat stat;
    private final Predicate<String> done;
    private final Sink sink;
    private int members;
    private int lines;
    private int seen;
    private ManifestEntry withoutProfile;

    ArchiveConversion(BatchInput archive, Stat stat, Predicate<String> done, Sink sink) {
      this.archive = archive;
      this.stat = stat;
      this.done = done;
      this.sink = sink;
    }

    void run(long start) throws IOException {
      HashedStream hashed = null;
      ManifestEntry entry;
      try (InputStream in = Files.newInputStream(archive.path())) {
        hashed = new HashedStream(in);
        Archives.forEachMember(archive.name(), hashed, options.read().limits(), this::member);
        hashed.drain();
        if (lines == 0) {
          String hash = hashed.hash();
          entry =
              withoutProfile == null
                  ? nothing(hash, start)
                  : inArchive(withoutProfile, hash, start);
        } else {
          entry =
              new ManifestEntry(
                  archive.name(),
                  null,
                  null,
                  stat.size(),
                  stat.modified(),
                  hashed.hash(),
                  settings,
                  members,
                  null,
                  seconds(start),
                  List.of(),
                  -1);
        }
      } catch (IOException e) {
        entry = failure(archive.name(), stat, e, hashOfRest(hashed), start);
      }
      give(entry);
    }

    private ManifestEntry nothing(String hash, long start) {
      String message =
          "no profile in this archive (" + seen + (seen == 1 ? " file" : " files") + " looked at)";
      return failed(
          archive.name(),
          stat.size(),
          stat.modified(),
          "no-profile-in-archive",
          message,
          hash,
          seconds(start));
    }

    private ManifestEntry inArchive(ManifestEntry member, String hash, long start) {
      return failed(
          archive.name(),
          stat.size(),
          stat.modified(),
          member.error(),
          member.message(),
          hash,
          seconds(start));
    }

    private void give(ManifestEntry entry) {
      try {
        sink.accept(entry);
      } catch (HeapConvException e) {
        throw new SinkException(e);
      }
    }

    private void member(String member, Input input) {
      seen++;
      if (!HeapConv.isKnown(input.head())) {
        return;
      }
      String name = archive.name() + "!" + member;
      if (done.test(name)) {
        lines++;
        members++;
        return;
      }
      long start = System.nanoTime();
      HashedStream hashed = new HashedStream(input.stream());
      ManifestEntry entry;
      try {
        EstimatedProfile profile = read(name, hashed);
        hashed.drain();
        if (input.damage().what() != null) {
          profile.warnings().add("truncated-trace", input.damage().what());
        }
        Stat own = new Stat(hashed.count(), stat.modified());
        String stem = OutputNames.memberStem(archive.stem(), member);
        entry = write(name, stem, profile, own, hashed.hash(), () -> {}, start);
      } catch (IOException | RuntimeException | StackOverflowError e) {
        String hash = hashOfRest(hashed);
        entry =
            failure(
                name,
                new Stat(hash == null ? -1 : hashed.count(), stat.modified()),
                e,
                hash,
                start);
      }
      if (entry.failed() && NO_PROFILE.contains(entry.error())) {
        withoutProfile = withoutProfile == null ? entry : withoutProfile;
        return;
      }
      lines++;
      members += entry.failed() ? 0 : 1;
      give(entry);
    }
  }
}
