package dev.heapconv.batch;

import dev.heapconv.HeapConv;
import dev.heapconv.batch.ReadResult.Facts;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.output.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

  /**
   * Converts an input; the last line given to {@code sink} is that of the input itself, unless the
   * sink stopped earlier.
   *
   * @param alone whether all memory is for this input; see {@link RecordingReader#read}
   * @param earlier what became of the member of a name
   * @param computed called, possibly more than once, when only waiting for the disk is left
   * @throws OutOfMemoryError if there was too little memory, and {@code alone} is false
   */
  void convert(
      BatchInput input,
      boolean alone,
      Function<String, Earlier> earlier,
      Runnable computed,
      Sink sink) {
    Results results = new Results(input, earlier, computed, sink);
    reader.read(new FileSource(input), alone, results::isDone, results);
  }

  /** Makes lines of the manifest of what became of one input. */
  private final class Results implements RecordingReader.Sink {
    private final BatchInput input;
    private final Function<String, Earlier> earlier;
    private final Runnable computed;
    private final Sink sink;

    /** Converted members, now or earlier. */
    private int members;

    Results(BatchInput input, Function<String, Earlier> earlier, Runnable computed, Sink sink) {
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
        return sink.accept(failed(failure));
      }
      if (result instanceof ReadResult.Recording recording) {
        ManifestEntry entry = write(recording);
        members += entry.failed() ? 0 : 1;
        return sink.accept(entry);
      }
      return sink.accept(entry(result.facts(), null, members, List.of(), -1));
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
    return entry(recording.facts(), Summary.of(fitting), -1, List.of(output), partBytes);
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
      throw HeapConvException.output(
              ErrorId.CANNOT_WRITE, part.toString(), HeapConvException.reason(e))
          .causedBy(e);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private ManifestEntry failed(ReadResult.Failure failure) {
    Facts facts = failure.facts();
    return new ManifestEntry(
        facts.name(),
        failure.error(),
        failure.message(),
        facts.size(),
        facts.modified(),
        facts.sha256(),
        settings,
        -1,
        null,
        facts.seconds(),
        List.of(),
        -1);
  }

  private ManifestEntry entry(
      Facts facts,
      ManifestEntry.@Nullable Content content,
      int members,
      List<String> outputs,
      long partBytes) {
    return new ManifestEntry(
        facts.name(),
        null,
        null,
        facts.size(),
        facts.modified(),
        facts.sha256(),
        settings,
        members,
        content,
        facts.seconds(),
        outputs,
        partBytes);
  }
}
