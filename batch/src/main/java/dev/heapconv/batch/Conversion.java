package dev.heapconv.batch;

import dev.heapconv.HeapConv;
import dev.heapconv.aggregate.AddressSpace;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.output.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/** Converts inputs. Any number of threads may share one object. */
final class Conversion {

  private final BatchOptions options;
  private final OutputFolder folder;
  private final OutputClaims claims;
  private final AtomicFile.Guard guard;
  private final RecordingReader reader;
  private final String settings;

  Conversion(
      BatchOptions options, OutputFolder folder, OutputClaims claims, AtomicFile.Guard guard) {
    this.options = options;
    this.folder = folder;
    this.claims = claims;
    this.guard = guard;
    this.reader = new RecordingReader(options.formats(), options.read(), options.unskew());
    this.settings = options.settings();
  }

  /** What became of a member of an archive earlier, in this batch or in one before. */
  enum Earlier {
    NOT_CONVERTED,
    CONVERTED,
    FAILED
  }

  /**
   * Converts an input; the last line given to {@code sink} is that of the input itself, unless the
   * sink stopped earlier.
   *
   * @param alone whether all memory is for this input; see {@link RecordingReader#read}
   * @param earlier what became of the member of a name
   * @param computed called, possibly more than once, when only waiting for the disk is left
   * @param sink receives the lines of the manifest as they are made; false to stop
   * @throws OutOfMemoryError if there was too little memory, and {@code alone} is false
   */
  void convert(
      BatchInput input,
      boolean alone,
      Function<String, Earlier> earlier,
      Runnable computed,
      Predicate<ManifestEntry> sink) {
    Results results = new Results(input, earlier, computed, sink);
    reader.read(new Source(input), alone, results::isDone, results);
  }

  /** Makes lines of the manifest of what became of one input. */
  private final class Results implements RecordingReader.Sink {
    private final BatchInput input;
    private final Function<String, Earlier> earlier;
    private final Runnable computed;
    private final Predicate<ManifestEntry> sink;

    /** Converted members, now or earlier. */
    private int members;

    Results(
        BatchInput input,
        Function<String, Earlier> earlier,
        Runnable computed,
        Predicate<ManifestEntry> sink) {
      this.input = input;
      this.earlier = earlier;
      this.computed = computed;
      this.sink = sink;
    }

    boolean isDone(String name) {
      Earlier before = earlier.apply(name);
      members += before == Earlier.CONVERTED ? 1 : 0;
      return before != Earlier.NOT_CONVERTED;
    }

    @Override
    public boolean accept(ReadResult result) {
      if (result instanceof ReadResult.Failure failure) {
        return sink.test(failed(failure));
      }
      if (result instanceof ReadResult.Recording recording) {
        ManifestEntry entry = write(recording);
        members += entry.failed() ? 0 : 1;
        return sink.test(entry);
      }
      return sink.test(
          new ManifestEntry(
              result.facts(), settings, null, null, members, null, List.of(), -1, ""));
    }

    private ManifestEntry write(ReadResult.Recording recording) {
      Facts facts = recording.facts();
      String member = facts.member();
      try {
        return member == null
            ? Conversion.this.write(recording, input.stem(), computed)
            : Conversion.this.write(recording, memberStem(member, facts.name()), () -> {});
      } catch (IOException | RuntimeException | StackOverflowError e) {
        return failed(RecordingReader.failure(facts, e));
      }
    }

    /** The path of the output of a member, without extension. */
    private String memberStem(String member, String name) {
      return claims.claim(OutputNames.memberStem(input.stem(), member), name);
    }
  }

  private ManifestEntry write(ReadResult.Recording recording, String stem, Runnable computed)
      throws IOException {
    EstimatedProfile profile = recording.profile();
    long partBytes =
        options.fleet() == null ? -1 : writePart(recording.facts().name(), recording.part());
    String output = stem + options.format().extension();
    EstimatedProfile fitting = HeapConv.fitting(profile, options.format(), options.write());
    AtomicFile.writeInFolder(
        folder.output(output),
        out -> {
          HeapConv.write(fitting, options.format(), options.write(), out);
          computed.run();
        },
        guard);
    return new ManifestEntry(
        recording.facts(),
        settings,
        null,
        null,
        -1,
        Summary.of(fitting),
        List.of(output),
        partBytes,
        options.fleet() == null ? "" : AddressSpace.of(profile));
  }

  /**
   * Writes the part of the fleet that an input contributes. It is renamed when complete but not
   * synced: its checksum is verified when it is read, and it can be made again.
   */
  private long writePart(String name, FleetPart content) throws IOException {
    Path part = folder.part(name);
    String suffix = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    Path temporary = part.resolveSibling("." + part.getFileName() + "." + suffix + ".tmp");
    try {
      Files.createDirectories(part.getParent());
      try (OutputStream out = Files.newOutputStream(temporary)) {
        content.write(out);
      }
      long length = Files.size(temporary);
      Files.move(temporary, part, StandardCopyOption.ATOMIC_MOVE);
      return length;
    } catch (IOException e) {
      throw HeapConvException.unwritable(part.toString(), e);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private ManifestEntry failed(ReadResult.Failure failure) {
    return new ManifestEntry(
        failure.facts(),
        settings,
        failure.error().wireName(),
        failure.message(),
        -1,
        null,
        List.of(),
        -1,
        "");
  }

  /** A file to be read. */
  private record Source(BatchInput file) implements RecordingReader.Source {
    @Override
    public String name() {
      return file.name();
    }

    @Override
    public RecordingReader.Stat stat() throws IOException {
      if (file.problem() != null) {
        throw file.problem();
      }
      BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw HeapConvException.input(ErrorId.NOT_A_FILE, file.path().toString());
      }
      return new RecordingReader.Stat(attributes.size(), attributes.lastModifiedTime().toMillis());
    }

    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file.path());
    }

    /** As a file, of which an archive need not be copied. */
    @Override
    public InputSource input() {
      return InputSource.file(file.path());
    }
  }
}
